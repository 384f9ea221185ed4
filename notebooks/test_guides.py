"""What the cells of the guides show, each executed from top to bottom as a user would."""

import base64
import os
import re
import unittest
import unittest.mock

import h5py
import numpy

from executed_notebook import ROOT, Executed, changed


class QuickstartTest(Executed, unittest.TestCase):
    PATH = "guides/quickstart.ipynb"
    MAKE = changed(bench={", 2048, 4096": "", "new Bench(session())": "new Bench(session()).timeLimit(0.05)"})

    def test_devices_are_a_table(self):
        wanted = os.environ.get("PLEGMA_DEVICE", "")
        html = self.result("devices")["text/html"]
        self.assertIn("<table", html)
        if wanted and not wanted.isdigit():
            self.assertIn(wanted.lower(), html.lower())

    def test_elevation_is_loaded_and_shown_as_a_map(self):
        self.assertRegex(self.result("load")["text/plain"], r"elevation .*344 × 403")
        self.assertIn("spacing = [92.6", self.result("load")["text/html"])
        self.assertShowsImage("map")
        self.assertIn("344", self.result("map")["text/plain"])

    def test_kernel_becomes_a_variable(self):
        self.assertIn("hillshade", self.result("kernel")["text/plain"])
        self.assertShowsImage("run")

    def test_kernel_agrees_with_java(self):
        difference = float(re.search(r"largest difference: (\S+)", self.text("java")).group(1))
        self.assertLess(difference, 1e-6)

    def test_every_measurement_is_valid_and_has_a_speedup(self):
        rows = [line for line in self.result("bench")["text/plain"].splitlines() if "x" in line and "hill" not in line]
        measured = [line for line in rows if re.search(r"\b(256x256|512x512|1024x1024)\b", line)]
        self.assertEqual(len(measured), 6, rows)
        for line in measured:
            self.assertIn("true", line)
        self.assertShowsImage("speedup")

    def test_what_is_saved_is_what_was_shown(self):
        self.assertEqual(self.text("reload"), "read back unchanged: true\n")
        with h5py.File(self.folder / "hillshade.h5") as saved, h5py.File(ROOT / "datasets/elevation.h5") as original:
            z = original["elevation"][...].astype(numpy.float64)
            self.assertTrue(numpy.array_equal(saved["elevation"][...], z))
            numpy.testing.assert_allclose(saved["shade"][...], hillshade(z, *original["elevation"].attrs["spacing"]), atol=1e-6)


class SlidersTest(Executed, unittest.TestCase):
    PATH = "guides/sliders.ipynb"

    def test_each_picture_is_there_without_a_hand_on_its_slider(self):
        for cell in ("slider", "spread", "others", "play"):
            with self.subTest(cell):
                controls, picture = (o.data for o in self.outputs(cell) if o.output_type == "display_data")
                self.assertIn("application/vnd.jupyter.widget-view+json", controls)
                self.assertIn("pip install ipywidgets", controls["text/html"])
                self.assertIn("image/png", picture)


def hillshade(z, dy, dx):
    """Lambert's law for light from the north-west at 45 degrees, with differences that are one-sided at the edges."""
    q, p = numpy.gradient(z, dy, dx, edge_order=1)
    light = numpy.array([-0.5, 0.5, numpy.sqrt(0.5)])
    normal = numpy.stack([-p, q, numpy.ones_like(z)])  # rows run south, so the slope to the north is -q
    return numpy.maximum(numpy.tensordot(light, normal, 1) / numpy.linalg.norm(normal, axis=0), 0)


class MeasuringTest(Executed, unittest.TestCase):
    """With small arrays, over which Java's loops take less. These are in a cache, which is faster than the device's memory: so
    that the device's ceilings are not doubted and measured again, less work is declared."""

    PATH = "guides/measuring.ipynb"
    QUICK = {"--flops ": "--time 0.2 --flops 0.01*", "--bytes ": "--bytes 0.01*"}
    MAKE = changed(
        data={"1 << 23": "1 << 18"},
        bench_triad=QUICK,
        bench_poly8=QUICK,
        bench_poly128=QUICK,
        sweep={"2^10..2^20": "2^6..2^16", "--time 0.3": "--time 0.05"},
        timeline_arrays={"1 << 22": "1 << 16"},
    )

    def test_ceilings_are_a_table_of_positive_numbers(self):
        rows = re.findall(r"^(\S.*?)  +([\d,.e-]+)  (GB/s|GFLOP/s|GOP/s|µs)", self.result("ceilings")["text/plain"], re.M)
        self.assertGreaterEqual(len(rows), 14, rows)
        for name, value, unit in rows:
            self.assertGreater(float(value.replace(",", "")), 0, name)

    def test_every_kernel_agrees_with_java(self):
        for cell in ("bench-triad", "bench-poly8", "bench-poly128"):
            lines = [line for line in self.result(cell)["text/plain"].splitlines() if line.startswith(("Java", "OpenCL"))]
            self.assertEqual(len(lines), 2, lines)
            for line in lines:
                self.assertRegex(line, r" 0  right$")

    def test_the_mistake_is_named_and_has_no_time(self):
        line = [l for l in self.result("wrong")["text/plain"].splitlines() if l.startswith("one too few")]
        self.assertRegex(line[0], r"one too few +–.*1 of 262144 elements of output 0 were not written")

    def test_charts_are_shown(self):
        self.assertShowsImage("roofline")
        self.assertEqual(sum("image/png" in o.get("data", {}) for o in self.outputs("sweep")), 2)
        self.assertShowsImage("timeline")
        for queue in ("compute", "upload", "download"):
            self.assertRegex(self.text("timeline"), queue + r": busy for [0-9.]+ ms")

    def test_the_record_comes_back_and_the_change_is_found(self):
        self.assertIn("Three kernels: 6 measurements, 0 tables, 1 array, 1 source, 1 setting", self.result("record")["text/plain"])
        difference = self.result("compare")["text/plain"]
        self.assertIn("The results differ", difference)
        self.assertRegex(difference, r"result +array result, most at 7")
        self.assertNotIn("time, changed", difference)

    def test_h5py_reads_what_the_magic_saved(self):
        with h5py.File(self.folder / "sweep.h5") as record:
            self.assertEqual(record.attrs["format"], b"plegma campaign")
            self.assertEqual(len(record["measurements/table/seconds_median"]), 12)
            self.assertEqual(record["arrays/result"].shape, (1 << 18,))


class ConvolutionTest(Executed, unittest.TestCase):
    PATH = "guides/convolution.ipynb"

    def test_every_picture_is_shown(self):
        for cell in ("load", "blur", "sharpen", "edges", "shake", "restore", "crossover"):
            self.assertShowsImage(cell)

    def test_the_magic_and_java_agree(self):
        self.assertIn("by a filter of 17x17", self.text("blur"))
        self.assertLess(float(re.search(r"largest difference: (\S+)", self.text("java")).group(1)), 1e-3)

    def test_the_blur_is_undone(self):
        shaken, restored = map(float, re.search(r"shaken (\S+), restored (\S+) grey", self.text("restore")).groups())
        self.assertLess(restored, 0.8 * shaken)

    def test_the_choice_is_explained(self):
        shown = self.result("explain")
        self.assertIn("chosen", shown["text/plain"])
        self.assertIn("<img", shown["text/html"])
        for method in ("direct", "separable", "fft"):
            self.assertIn(method, shown["text/plain"])


class TransformsTest(Executed, unittest.TestCase):
    PATH = "guides/transforms.ipynb"

    def test_the_tones_are_found_in_the_noise(self):
        self.assertIn("501 frequencies, strongest at [50, 120] Hz", self.text("peaks"))

    def test_it_is_the_definition_and_its_inverse(self):
        definition, back = map(float, re.search(r"difference: (\S+) from the definition, (\S+) there", self.text("right")).groups())
        self.assertLess(definition, 1e-9)
        self.assertLess(back, 1e-12)

    def test_every_picture_is_shown(self):
        for cell in ("signal", "spectrum", "clean", "picture", "filter", "fast"):
            self.assertShowsImage(cell)

    def test_the_plan_tells_its_time_on_the_device(self):
        self.assertRegex(self.text("plan"), r"(?m)^\d+\.\d{3} ms on the device$")


class LargeImagesTest(Executed, unittest.TestCase):
    PATH = "guides/large-images.ipynb"

    @classmethod
    def setUpClass(cls):
        with unittest.mock.patch.dict(os.environ, PLEGMA_SIDE="2048"):
            super().setUpClass()

    def test_it_goes_in_strips_and_keeps_to_its_memory(self):
        self.assertEqual(self.text("size"), "an image of 16,777,216 bytes, 4,000,000 bytes of memory\n")
        self.assertGreater(int(re.search(r"2048 x 2048 in (\d+) strips", self.text("run")).group(1)), 5)
        self.assertIn("memory kept: true", self.text("run"))

    def test_what_ran_when_is_drawn(self):
        self.assertShowsImage("timeline")
        rows = re.findall(r"^ *(\S.*?) {2,}(\S+) +(\S+)$", self.result("busy")["text/plain"], re.M)
        times = {name: (float(at_once), float(single)) for name, at_once, single in rows if name != "part"}
        self.assertLessEqual({"read", "upload", "compute", "download", "write", "from start to end"}, set(times))
        self.assertGreater(min(min(pair) for pair in times.values()), 0, times)
        self.assertEqual(sum("image/png" in o.get("data", {}) for o in self.outputs("look")), 2)

    def test_it_goes_on_where_it_was_interrupted(self):
        self.assertRegex(self.text("stop") + self.text("stop-files"), r"(?s)nterrupted.*resumed\.h5\.journal\nresumed\.h5\.part\n$")
        rows = int(re.match(r"(\d+) of 2048 rows were there\n", self.text("resume")).group(1))
        self.assertTrue(0 < rows < 2048, rows)
        self.assertIn("the files are equal: true\n", self.text("resume"))


class StencilsTest(Executed, unittest.TestCase):
    PATH = "guides/stencils.ipynb"

    def test_formulas_are_mathematics_with_their_text(self):
        shown = self.result("erosion")
        self.assertIn(r"\kappa", shown["text/latex"])
        self.assertIn("<details>", shown["text/markdown"])
        self.assertIn("z[y,x] = ", shown["text/plain"])
        self.assertEqual(self.result("fused-show")["text/latex"].count("u^{t}_"), 13)

    def test_a_plate_settles(self):
        steps, change = re.fullmatch(r"(\d+) steps; the last one changed no value by more than (\S+)\n", self.text("settle")).groups()
        self.assertTrue(0 < int(steps) < 20_000 and int(steps) % 100 == 0, steps)
        self.assertLessEqual(float(change), 1e-3)

    def test_soil_is_moved_but_not_lost(self):
        kept = float(re.search(r"kept in all: (\S+) of it", self.text("erosion-run")).group(1))
        self.assertAlmostEqual(kept, 1, delta=2e-5)
        self.assertShowsImage("erosion-run")

    def test_animations_are_gifs_of_all_frames(self):
        for cell, frames in (("gray-run", 41), ("life-run", 101)):
            self.assertEqual(self.gif_frames(cell), frames, cell)

    def gif_frames(self, cell):
        source = re.search(r'src="data:image/gif;base64,([^"]+)"', self.result(cell)["text/html"]).group(1)
        gif = base64.b64decode(source)
        self.assertTrue(gif.startswith(b"GIF89a"))
        return gif.count(b"\x21\xf9\x04")  # graphic control extensions, one a frame

    def test_h5py_reads_the_series(self):
        with h5py.File(self.folder / "grayscott.h5") as run:
            self.assertEqual(run["v"].shape, (5, 192, 192))
            self.assertEqual(list(run["step"]), [0, 250, 500, 750, 1000])
            self.assertEqual(run.attrs["param kill"], 0.0649)
            u, v = run["u"][...].astype(numpy.float64), run["v"][...].astype(numpy.float64)
        later_u, later_v = u[:-1], v[:-1]
        for _ in range(250):
            later_u, later_v = gray_scott(later_u, later_v)
        numpy.testing.assert_allclose(later_u, u[1:], atol=2e-4)
        numpy.testing.assert_allclose(later_v, v[1:], atol=2e-4)

    def test_the_waves_converge_as_they_should(self):
        slopes = dict(re.findall(r"(order \d): slope (-?\d+\.\d+)", self.result("wave-run")["text/plain"]))
        for order in (2, 4, 8):
            self.assertAlmostEqual(-float(slopes[f"order {order}"]), order, delta=0.15)
        self.assertShowsImage("wave-run")

    def test_the_r_pentomino_has_its_121_cells(self):
        self.assertEqual(self.text("life-run"), "alive after 100 generations: 121\n")

    def test_all_methods_agree(self):
        rows = re.findall(r"^(direct|\w+\(\d+\)) +([\d.e-]+) +(\S+)", self.result("method-run")["text/plain"], re.M)
        self.assertGreaterEqual(len(rows), 3)
        for method, rate, difference in rows:
            self.assertGreater(float(rate), 0, method)
            self.assertLess(float(difference), 1e-5, method)


def gray_scott(u, v, feed=0.0367, kill=0.0649):
    def lap(f):
        return sum(numpy.roll(f, s, axis) for s in (1, -1) for axis in (1, 2)) - 4 * f

    reaction = u * v**2
    return u + 0.16 * lap(u) - reaction + feed * (1 - u), v + 0.08 * lap(v) + reaction - (feed + kill) * v


class NeuralNetworkTest(Executed, unittest.TestCase):
    PATH = "guides/neural-network.ipynb"
    MAKE = changed(compare={"trainImages, trainAnswers": "fewImages, fewAnswers"})  # one batch, and the rest of another
    WAYS = r"^(Java loops, 1 thread|OpenBLAS, 1 thread|OpenCL \S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+)$"

    def test_fused_and_separate_agree(self):
        self.assertLess(float(re.search(r"separate: (\S+)", self.text("layer")).group(1)), 1e-5)
        self.assertRegex(self.text("layer"), r"S: 128x32 float, .* on the (device|host)")

    def test_it_learns_to_read(self):
        self.assertGreaterEqual(float(re.match(r"\S+", self.text("test")).group()), 95)
        self.assertEqual(sum(map(int, re.findall(r"\d+", self.result("mistakes")["text/plain"].split("\n", 1)[1]))), 359)
        self.assertShowsImage("loss")

    def test_every_way_has_its_times_and_the_same_loss(self):
        rows = re.findall(self.WAYS, self.result("compare")["text/plain"], re.M)
        names = {row[0] for row in rows}
        self.assertLessEqual({"Java loops, 1 thread", "OpenBLAS, 1 thread", "OpenCL naive", "OpenCL tiled-static"}, names)
        for name, gemm, ta, tb, total, loss in rows:
            self.assertGreater(min(float(gemm), float(ta), float(tb)), 0, name)
            self.assertAlmostEqual(float(loss), float(rows[0][5]), delta=1e-4, msg=name)
        self.assertShowsImage("bars")


class TrianglesTest(Executed, unittest.TestCase):
    PATH = "guides/triangles.ipynb"

    def test_what_a_file_has_too_much_is_told(self):
        self.assertIn("of 6 given, 1 loop and 1 duplicate were dropped\ntriangles: 1\n", self.text("read"))
        self.assertIn("friends.txt, line 2: expected two vertices", self.text("wrong"))

    def test_the_lattice_has_as_many_as_its_formula_says(self):
        count = 6 * 24 * 23**2 + 6 * 23**3
        self.assertIn(f": {count} triangles\nexpected: {count}\n", self.text("count"))

    def test_every_picture_is_shown(self):
        for cell in ("hubs", "vertex", "map", "clustering"):
            self.assertShowsImage(cell)
        self.assertRegex(self.text("clustering"), r"clustering of 4096 vertices: average 0\.2657, global 0\.1559")

    def test_every_method_is_right_and_the_choice_explained(self):
        self.assertIn("why: the device is a", self.text("explain"))
        lines = self.text("methods").splitlines()
        self.assertEqual(len(lines), 6)
        for line in lines:
            self.assertRegex(line, r" \d+\.\d+ ms, right$")


class NeighboursTest(Executed, unittest.TestCase):
    PATH = "guides/neighbours.ipynb"

    def test_the_nearest_is_told(self):
        self.assertRegex(self.text("links"), r"query 0 is nearest to point \d+, 0\.\d{4} away")
        self.assertIn("10x10x1 cells", self.text("rings"))

    def test_every_picture_is_shown(self):
        for cell in ("links-chart", "rings-map", "density"):
            self.assertShowsImage(cell)

    def test_the_method_suits_the_points_and_all_agree(self):
        self.assertRegex(self.text("clusters"), r"^rings: 20000 .*\nnested: 20000 .*\ntree: 20000 ")
        self.assertEqual(self.text("methods"), "brute-force: the same\nrings: the same\nnested: the same\ntree: the same\n")


class RewritingTest(Executed, unittest.TestCase):
    PATH = "guides/rewriting.ipynb"

    def test_it_begins_with_a_loop_in_java(self):
        self.assertIn("kernel void summed", self.text("loop-kernel"))
        self.assertIn("launch(summed, groups * 256, 256, numbers, numbers_length, s_work, s_partial);", self.text("start"))

    def test_the_first_rule_shows_what_it_changed(self):
        html = self.result("first")["text/html"]
        self.assertIn("local float s_work[256]", html)
        self.assertIn("rgba(47,138,76", html)  # an added line
        self.assertIn("the condition 'what is done depends on $t and $s only", self.result("why")["text/plain"])

    def test_every_step_of_both_examples_is_kept_and_timed(self):
        for cell, steps in (("chain", 7), ("sort", 2), ("product", 2)):
            rows = [line for line in self.result(cell)["text/plain"].splitlines() if re.search(r"\bkept\b", line)]
            self.assertEqual(len(rows), steps, rows)
        self.assertShowsImage("times")
        self.assertShowsImage("model")
        self.assertIn("float4", self.text("fast"))

    def test_a_wrong_rule_is_undone(self):
        self.assertIn("with no barrier between", self.text("undone"))

    def test_what_a_warp_does_is_drawn_and_read(self):
        self.assertIn("9 conditions divide the warp", self.result("lanes")["text/html"])
        banks = self.result("banks")["text/html"]
        self.assertEqual(banks.count("<img"), 2)
        self.assertIn("Lanes 0, 4, 8, 12, 16, 20 and 2 more meet in bank 4: 8 accesses in turn", banks)
        self.assertIn("1 access serves all 32 lanes", banks)
        segments = self.result("segments")["text/html"]
        self.assertIn("3968 of 4096 bytes are moved in vain", segments)
        self.assertIn("none is moved in vain", segments)
        self.assertIn("s_work[q] += s_work[q + step];", self.result("steps")["text/html"])

    def test_the_papers_program_runs_as_it_stands(self):
        trace = self.result("paper-sort-trace")["text/html"]
        self.assertIn("method-to-statements", trace)
        self.assertIn("while-to-for", trace)
        self.assertIn("a = 2 * b;\n    c = d + d;", self.text("strategy-run"))

    def test_a_histogram_is_proven(self):
        self.assertRegex(self.result("histogram")["text/plain"], r"atomics-to-local +kept")

    def test_the_search_finds_the_order(self):
        self.assertIn("kept", self.result("search")["text/plain"])
        self.assertIn("global-to-local", self.text("best"))
        found, paper = re.search(r"cost (\d+); .* (\d+)$", self.text("best").strip()).groups()
        self.assertLessEqual(int(found), int(paper))


if __name__ == "__main__":
    unittest.main()
