"""How far two PNG pictures are apart to the eye: the share of their area where the colour is another.

Compared are the mean colours of small squares, on white. What only smooths an edge or a letter in another way changes them
little; a line, a letter or a colour that is another changes them much.
"""

import base64
import struct
import zlib

SQUARE = 16  # dots: 8 of a page's pixels, as pictures have two dots to each
VISIBLE = 24  # of 255, in red, green or blue


def distance(one, other):
    """The share of the area that differs visibly, from 0 to 1; 1 if the sizes differ. Takes base64, as notebooks have it."""
    first, second = (base64.b64decode("".join(png)) for png in (one, other))
    if first == second:
        return 0.0
    (size, colors), (other_size, other_colors) = squares(first), squares(second)
    if size != other_size:
        return 1.0
    differing = sum(max(abs(a - b) for a, b in zip(*pair)) > VISIBLE for pair in zip(colors, other_colors))
    return differing / len(colors)


def squares(png):
    """The size of a picture, and the mean red, green and blue of each square, row by row."""
    (width, height, depth, kind, interlaced), palette, opacity, data = parts(png)
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    if interlaced or depth > 8 or depth < 8 and kind not in (0, 3):
        raise ValueError(f"a PNG of type {kind} with {depth} bits, {'' if interlaced else 'not '}interlaced, is not compared")
    starts = range(0, width, SQUARE)
    colors = []
    sums = [[0] * len(starts) for _ in "rgb"]
    for y, row in enumerate(rows(data, height, (width * channels * depth + 7) // 8, max(1, channels * depth // 8))):
        for plane, total in zip(planes(unpacked(row, width * channels, depth, kind), kind, channels, palette, opacity), sums):
            for square, x in enumerate(starts):
                total[square] += sum(plane[x:x + SQUARE])
        if (y + 1) % SQUARE == 0 or y + 1 == height:
            lines = y % SQUARE + 1
            dots = [lines * min(SQUARE, width - x) for x in starts]
            colors += [tuple(total[i] / dots[i] for total in sums) for i in range(len(starts))]
            sums = [[0] * len(starts) for _ in "rgb"]
    return (width, height), colors


def parts(png):
    """The header, the palette, its opacity and the uncompressed lines."""
    header, palette, opacity, data = None, b"", b"", b""
    at = 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        name, content = png[at + 4:at + 8], png[at + 8:at + 8 + length]
        if name == b"IHDR":
            width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", content)
            header = (width, height, depth, kind, interlaced)
        elif name == b"PLTE":
            palette = content
        elif name == b"tRNS":
            opacity = content
        elif name == b"IDAT":
            data += content
        at += length + 12
    return header, palette, opacity, zlib.decompress(data)


def rows(data, height, length, step):
    """The lines of a picture, without the filters of PNG; a filter tells how a line is written by those beside it."""
    above = bytearray(length)
    for y in range(height):
        start = y * (length + 1)
        row = bytearray(data[start + 1:start + 1 + length])
        if data[start]:
            for i in range(length):
                left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
                row[i] = row[i] + predicted(data[start], left, above[i], corner) & 255
        yield bytes(row)
        above = row


def predicted(kind, left, up, corner):
    if kind < 4:
        return (left, up, (left + up) // 2)[kind - 1]
    return min((left, up, corner), key=lambda value: abs(left + up - corner - value))


def unpacked(row, samples, depth, kind):
    """A byte for each sample."""
    if depth == 8:
        return row
    scale = 1 if kind == 3 else 255 // ((1 << depth) - 1)
    values = [scale * (byte >> shift & (1 << depth) - 1) for byte in row for shift in range(8 - depth, -1, -depth)]
    return bytes(values[:samples])


def planes(row, kind, channels, palette, opacity):
    """The red, green and blue of a line's dots, on white."""
    if kind == 3:
        opacity = opacity.ljust(256, b"\xff")
        return [row.translate(on_white(palette[c::3].ljust(256, b"\0"), opacity)) for c in range(3)]
    parted = [row[c::channels] for c in range(channels)]
    colors = parted[:3] if channels > 2 else parted[:1] * 3
    return colors if channels % 2 else [on_white(color, parted[-1]) for color in colors]


def on_white(color, opacity):
    if min(opacity) == 255:
        return color
    return bytes(255 - (255 - value) * alpha // 255 for value, alpha in zip(color, opacity))
