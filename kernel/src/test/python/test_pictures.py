"""How "plegma report" compares pictures: PNG of every kind that Java writes is read, and what the eye sees counts."""

import base64
import pathlib
import random
import struct
import sys
import unittest
import zlib

import nbformat.v4

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "kernel/src/main/python"))

import pictures  # noqa: E402
import report  # noqa: E402


def png(width, height, depth, kind, lines, **chunks):
    """A picture of lines that are filtered already, each with its filter's number before it."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0))
    others = b"".join(chunk(name.encode(), content) for name, content in chunks.items())
    packed = zlib.compress(b"".join(lines))
    return b"\x89PNG\r\n\x1a\n" + head + others + chunk(b"IDAT", packed[:20]) + chunk(b"IDAT", packed[20:]) + chunk(b"IEND", b"")


def paeth(left, up, corner):
    """As the standard words it."""
    guess = left + up - corner
    far = abs(guess - left), abs(guess - up), abs(guess - corner)
    return left if far[0] <= far[1] and far[0] <= far[2] else up if far[1] <= far[2] else corner


def filtered(lines, step, kinds):
    for y, line in enumerate(lines):
        above = lines[y - 1] if y else bytes(len(line))
        kind = kinds[y % len(kinds)]
        made = bytearray([kind])
        for i, value in enumerate(line):
            left, corner = (line[i - step], above[i - step]) if i >= step else (0, 0)
            guess = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]
            made.append((value - guess) % 256)
        yield bytes(made)


def mean(colors):
    return tuple(sum(color[c] for color in colors) / len(colors) for c in range(3))


class SquaresTest(unittest.TestCase):
    WIDTH, HEIGHT = 19, 18  # the last squares are three dots wide and two high

    def setUp(self):
        self.random = random.Random(21)

    def expected(self, dots):
        return [mean([dots[y][x] for y in ys for x in xs])
                for ys in (range(16), range(16, 18)) for xs in (range(16), range(16, 19))]

    def assertRead(self, picture, dots):
        size, colors = pictures.squares(picture)
        self.assertEqual(size, (self.WIDTH, self.HEIGHT))
        for read, expected in zip(colors, self.expected(dots)):
            for a, b in zip(read, expected):
                self.assertAlmostEqual(a, b)
        self.assertEqual(len(colors), 4)

    def values(self, count, largest=255):
        return [[tuple(self.random.randint(0, largest) for _ in range(count)) for _ in range(self.WIDTH)] for _ in range(self.HEIGHT)]

    def test_colours_grey_and_opacity_by_every_filter(self):
        for kind, channels in ((0, 1), (2, 3), (4, 2), (6, 4)):
            for kinds in ([0], [1], [2], [3], [4], [4, 3, 1, 2, 0]):
                values = self.values(channels)
                lines = list(filtered([bytes(sum(row, ())) for row in values], channels, kinds))
                dots = []
                for row in values:
                    colors = [value[:3] if channels > 2 else value[:1] * 3 for value in row]
                    opacity = [value[-1] if channels % 2 == 0 else 255 for value in row]
                    dots.append([tuple(255 - (255 - c) * alpha // 255 for c in color) for color, alpha in zip(colors, opacity)])
                self.assertRead(png(self.WIDTH, self.HEIGHT, 8, kind, lines), dots)

    def test_palettes_and_grey_of_few_bits(self):
        palette = [tuple(self.random.randint(0, 255) for _ in range(3)) for _ in range(256)]
        for depth in (1, 2, 4, 8):
            values = self.values(1, (1 << depth) - 1)
            lines = []
            for row in values:
                bits = "".join(format(value, f"0{depth}b") for value, in row)
                bits += "0" * (-len(bits) % 8)
                lines.append(bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)))
            packed = list(filtered(lines, 1, [0, 2]))
            clear = b"\xff\x00"  # the second colour cannot be seen
            table = [(255, 255, 255) if i == 1 else color for i, color in enumerate(palette)]
            self.assertRead(png(self.WIDTH, self.HEIGHT, depth, 3, packed, PLTE=bytes(sum(palette[:1 << depth], ())), tRNS=clear),
                            [[table[value] for value, in row] for row in values])
            grey = 255 // ((1 << depth) - 1)
            self.assertRead(png(self.WIDTH, self.HEIGHT, depth, 0, packed), [[(value * grey,) * 3 for value, in row] for row in values])


class ComparedTest(unittest.TestCase):
    SIDE = 160  # a hundred squares

    def picture(self, *dots, side=SIDE):
        """White, with black rectangles (left, top, width, height)."""
        rows = [bytearray(b"\xff" * side) for _ in range(side)]
        for left, top, width, height in dots:
            for y in range(top, top + height):
                rows[y][left:left + width] = bytes(width)
        return base64.b64encode(png(side, side, 8, 0, [b"\0" + row for row in rows])).decode()

    def test_the_share_of_the_area_that_looks_different(self):
        white = self.picture()
        self.assertEqual(pictures.distance(white, white), 0)
        self.assertEqual(pictures.distance(white, self.picture((0, 0, 32, 32))), 0.04)
        self.assertEqual(pictures.distance(white, self.picture((3, 3, 4, 5))), 0, "20 of 256 dots of a square")
        self.assertEqual(pictures.distance(white, self.picture((3, 3, 5, 5))), 0.01, "25 dots")
        self.assertEqual(pictures.distance(self.picture((40, 0, 2, 160)), self.picture((41, 0, 2, 160))), 0, "a line by one dot")
        self.assertEqual(pictures.distance(self.picture((40, 0, 2, 160)), self.picture((56, 0, 2, 160))), 0.2, "by a square")
        self.assertEqual(pictures.distance(white, self.picture(side=144)), 1)

    def test_a_picture_that_looks_different_does_not_agree(self):
        def cell(picture, text="a chart"):
            data = {"text/plain": text, **({"image/png": picture} if picture else {})}
            return nbformat.v4.new_code_cell("x", outputs=[nbformat.v4.new_output("execute_result", data, execution_count=1)])

        def compared(kept, fresh):
            return report.compare(cell(kept), cell(fresh), 1e-6)

        white = self.picture()
        self.assertEqual(compared(white, white), (True, "the same"))
        self.assertEqual(compared(white, self.picture((0, 0, 16, 16))), (True, "a picture looks different in 1.0 % of its area"))
        self.assertEqual(compared(white, self.picture((0, 0, 32, 16))), (False, "a picture looks different in 2 % of its area"))
        self.assertEqual(compared(white, None), (False, "shows a picture in place of a text, or the other way round"))
        self.assertFalse(report.compare(cell(white), cell(white, "another chart"), 1e-6)[0])


if __name__ == "__main__":
    unittest.main()
