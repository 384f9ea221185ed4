"""Every notebook is executed from top to bottom as a user would, and what its cells show is checked.

A notebook without a class of its own here is a fault, as is one that is kept with outputs (see docs/decisions). Cells
are named by their ids.
"""

import base64
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest
import unittest.mock

import h5py
import nbformat
import numpy

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent
sys.path[:0] = [str(ROOT / "kernel/src/main/python"), str(ROOT / "kernel/src/test/python")]

import plegma_kernelspec  # noqa: E402
import run_notebook  # noqa: E402

LONGEST_CELL = 300  # seconds; a cell that hangs must not stop the tests for ever


def notebooks():
    return sorted(
        str(path.relative_to(FOLDER))
        for path in FOLDER.rglob("*.ipynb")
        if ".ipynb_checkpoints" not in path.parts and not path.name.endswith(".executed.ipynb")
    )


class Executed:
    """Executes the notebook PATH once for all tests of the class, on a copy of its folder beside a link to the datasets."""

    PATH = None

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="plegma notebooks ")
        cls.addClassCleanup(temporary.cleanup)
        root = pathlib.Path(temporary.name)
        (root / "datasets").symlink_to(ROOT / "datasets")
        cls.folder = root / "notebooks" / pathlib.Path(cls.PATH).parent
        shutil.copytree((FOLDER / cls.PATH).parent, cls.folder)
        plegma_kernelspec.provide()
        cls.notebook = nbformat.read(FOLDER / cls.PATH, as_version=4)
        run_notebook.execute(cls.notebook, cls.folder, LONGEST_CELL)

    def outputs(self, cell):
        found = [c for c in self.notebook.cells if c.get("id") == cell]
        self.assertEqual(len(found), 1, f"cells with the id {cell}")
        return found[0].outputs

    def text(self, cell):
        """All that the cell printed."""
        return "".join(o.text for o in self.outputs(cell) if o.output_type == "stream" and o.name == "stdout")

    def result(self, cell):
        """The last thing that the cell showed, by MIME type."""
        shown = [o.data for o in self.outputs(cell) if o.output_type in ("execute_result", "display_data")]
        self.assertTrue(shown, f"{cell} shows nothing")
        return shown[-1]

    def assertShowsImage(self, cell):
        self.assertGreater(len(self.result(cell)["image/png"]), 1000, cell)

    def test_every_cell_ran_without_error_or_warning(self):
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                self.assertIsNotNone(cell.execution_count, cell.source)
                for output in cell.outputs:
                    self.assertNotEqual(output.output_type, "error", output)
                    self.assertNotEqual(output.get("name"), "stderr", output)

    def test_it_becomes_a_page(self):
        html = run_notebook.as_html(self.notebook, "page")
        self.assertGreater(html.count("jp-OutputArea-output"), 3)


class QuickstartTest(Executed, unittest.TestCase):
    PATH = "guides/quickstart.ipynb"

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
        measured = [line for line in rows if re.search(r"\b(256x256|512x512|1024x1024|2048x2048|4096x4096)\b", line)]
        self.assertEqual(len(measured), 10, rows)
        for line in measured:
            self.assertIn("true", line)
        self.assertShowsImage("speedup")

    def test_what_is_saved_is_what_was_shown(self):
        self.assertEqual(self.text("reload"), "read back unchanged: true\n")
        with h5py.File(self.folder / "hillshade.h5") as saved, h5py.File(ROOT / "datasets/elevation.h5") as original:
            z = original["elevation"][...].astype(numpy.float64)
            self.assertTrue(numpy.array_equal(saved["elevation"][...], z))
            numpy.testing.assert_allclose(saved["shade"][...], hillshade(z, *original["elevation"].attrs["spacing"]), atol=1e-6)


class MeasuringTest(Executed, unittest.TestCase):
    PATH = "guides/measuring.ipynb"

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
        self.assertRegex(line[0], r"one too few +–.*1 of 8388608 elements of output 0 were not written")

    def test_charts_are_shown(self):
        self.assertShowsImage("roofline")
        self.assertEqual(sum("image/png" in o.get("data", {}) for o in self.outputs("sweep")), 2)
        self.assertShowsImage("timeline")
        for queue in ("compute", "upload", "download"):
            self.assertRegex(self.text("timeline"), queue + r": busy for [0-9.]+ ms")

    def test_the_record_comes_back_and_the_change_is_found(self):
        self.assertIn("Three kernels: 6 measurements, 0 tables, 1 arrays, 1 sources, 1 settings", self.result("record")["text/plain"])
        difference = self.result("compare")["text/plain"]
        self.assertIn("The results differ", difference)
        self.assertRegex(difference, r"result +array result, most at 7")
        self.assertNotIn("time, changed", difference)

    def test_h5py_reads_what_the_magic_saved(self):
        with h5py.File(self.folder / "measuring.h5") as record:
            self.assertEqual(record.attrs["format"], b"plegma campaign")
            self.assertEqual(len(record["measurements/table/seconds_median"]), 12)
            self.assertEqual(record["arrays/result"].shape, (1 << 23,))


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


class StencilsTest(Executed, unittest.TestCase):
    PATH = "guides/stencils.ipynb"

    def test_formulas_are_mathematics_with_their_text(self):
        shown = self.result("erosion")
        self.assertIn(r"\kappa", shown["text/latex"])
        self.assertIn("<details>", shown["text/markdown"])
        self.assertIn("z[y,x] = ", shown["text/plain"])
        self.assertEqual(self.result("fused-show")["text/latex"].count("u^{t}_"), 13)

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
    WAYS = r"^(Java loops, 1 thread|OpenBLAS, 1 thread|OpenCL \S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+)$"

    def test_fused_and_separate_agree(self):
        self.assertLess(float(re.search(r"separate: (\S+)", self.text("layer")).group(1)), 1e-5)
        self.assertRegex(self.text("layer"), r"S: 128x32 float, .* on the device")

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


class GemmAssignmentTest(Executed, unittest.TestCase):
    """As a student gets it: nothing is written yet, and the checks say so."""

    PATH = "assignments/gemm/assignment.ipynb"

    def test_what_is_missing_is_told(self):
        for cell in ("check-naive", "check-tiled", "check-register"):
            self.assertIn("still to be written", self.result(cell)["text/plain"])


class GemmSolutionTest(Executed, unittest.TestCase):
    PATH = "assignments/gemm/solution.ipynb"

    def test_every_kernel_passes_and_has_its_share_of_the_limit(self):
        for cell in ("check-naive", "check-tiled", "check-register"):
            text = self.result(cell)["text/plain"]
            self.assertEqual(len(re.findall(r"^\d+ x \d+ x \d+ +right", text, re.M)), 9, text)
            rate, share = re.search(r"right +(\d\S*) +(\d\S*)$", text, re.M).groups()
            self.assertGreater(float(rate.replace(",", "")), 0)
            self.assertLess(float(share), 120)


class GemmReportTest(Executed, unittest.TestCase):
    PATH = "reports/gemm.ipynb"

    def test_every_method_and_peer_is_measured_and_right(self):
        lines = [line for line in self.result("live")["text/plain"].splitlines() if line.startswith("gemm ")]
        self.assertGreaterEqual(len(lines), 11, lines)
        for line in lines:
            self.assertRegex(line, r" true +\S+ *$")
        text = "\n".join(lines)
        for method in ("naive", "tiled-dynamic", "tiled-static", "Java loops, 1 thread", "OpenBLAS, 1 thread"):
            self.assertIn(f" {method} ", text)

    def test_rates_are_drawn_and_kept(self):
        self.assertShowsImage("live-float")
        self.assertRegex(self.text("keep"), r"[1-9]\d* measurements")
        self.assertEqual(sum("image/png" in o.get("data", {}) for o in self.outputs("records")), 2)
        for method in ("register", "tensor", "cublas"):
            self.assertRegex(self.text("records"), rf"float.* n = 8192  {method} +[1-9][0-9]+\.\d TFLOP/s")


def hillshade(z, dy, dx):
    """Lambert's law for light from the north-west at 45 degrees, with differences that are one-sided at the edges."""
    q, p = numpy.gradient(z, dy, dx, edge_order=1)
    light = numpy.array([-0.5, 0.5, numpy.sqrt(0.5)])
    normal = numpy.stack([-p, q, numpy.ones_like(z)])  # rows run south, so the slope to the north is -q
    return numpy.maximum(numpy.tensordot(light, normal, 1) / numpy.linalg.norm(normal, axis=0), 0)


class StencilReportTest(Executed, unittest.TestCase):
    PATH = "reports/stencils.ipynb"

    def test_the_record_is_of_an_h200_and_all_results_are_right(self):
        self.assertIn("device.0.name: NVIDIA H200\n", self.text("record"))
        lines = re.findall(r"(.+): (\d+) cases, (\d+) wrong", self.text("here"))
        self.assertEqual(len(lines), 2)
        self.assertGreater(int(lines[0][1]), 60)
        for device, cases, wrong in lines:
            self.assertGreater(int(cases), 10, device)
            self.assertEqual(wrong, "0", device)

    def test_every_figure_has_its_lines(self):
        for cell, series in (
            ("fusing", ["flux sum", "star"]),
            ("flat", ["composed(k)", "blocked(k)", "thesis"]),
            ("radius", ["direct", "micikevicius", "partial-sums"]),
            ("density", ["direct", "partial-sums"]),
        ):
            self.assertShowsImage(cell)
            text = "".join(o.data["text/plain"] for o in self.outputs(cell) if "data" in o)
            for name in series:
                self.assertIn(f"\n  {name}: ", text, cell)

    def test_the_best_are_set_beside_the_thesis(self):
        self.assertRegex(self.result("best")["text/plain"], r"flux sum +× 2.8 \(k = 8\) +× \d+\.\d\d \(k = \d\)")


class RewritingTest(Executed, unittest.TestCase):
    PATH = "guides/rewriting.ipynb"

    def test_the_first_rule_shows_what_it_changed(self):
        html = self.result("first")["text/html"]
        self.assertIn("local float work[256]", html)
        self.assertIn("rgba(47,138,76", html)  # an added line
        self.assertIn("the condition 'what is done depends on $t and $s only", self.result("why")["text/plain"])

    def test_every_step_of_both_examples_is_kept_and_timed(self):
        for cell, steps in (("chain", 7), ("sort", 2)):
            rows = [line for line in self.result(cell)["text/plain"].splitlines() if re.search(r"\bkept\b", line)]
            self.assertEqual(len(rows), steps, rows)
        self.assertShowsImage("times")
        self.assertShowsImage("model")
        self.assertIn("float4", self.text("fast"))

    def test_a_wrong_rule_is_undone(self):
        self.assertIn("with no barrier between", self.text("undone"))

    def test_the_search_finds_the_order(self):
        self.assertIn("16 programs", self.result("search")["text/plain"])
        self.assertIn("global-to-local", self.result("best")["text/plain"])


class ReductionAssignmentTest(Executed, unittest.TestCase):
    """As a student gets it: the rules do nothing yet, and the checks say so."""

    PATH = "assignments/reduction/assignment.ipynb"

    def test_what_is_missing_is_told(self):
        for task in ("branches", "conflicts", "idle", "barriers"):
            self.assertRegex(self.result(f"check-{task}")["text/plain"], r"fires +no: ")


class ReductionSolutionTest(Executed, unittest.TestCase):
    PATH = "assignments/reduction/solution.ipynb"

    def test_every_task_is_done(self):
        for task in ("branches", "conflicts", "idle", "barriers"):
            text = self.result(f"check-{task}")["text/plain"]
            self.assertRegex(text, r"without races +yes", text)
            self.assertIn(": reached", text)


class RewritingReportTest(Executed, unittest.TestCase):
    PATH = "reports/rewriting.ipynb"

    def test_the_record_reaches_what_it_should(self):
        self.assertIn("NVIDIA H200", self.text("record"))
        self.assertGreater(int(re.search(r"rules: (\d+) GB/s", self.text("bandwidth")).group(1)), 3900)
        self.assertGreater(int(re.search(r"ints: (\d+) times", self.text("bandwidth")).group(1)), 100)
        self.assertShowsImage("paper")
        self.assertIn("vector-loads", self.result("record-search")["text/plain"])

    def test_the_tables_are_made_again_here(self):
        for step in ("Java, 1 thread", "start", "global-to-local", "unroll-steps", "vector-loads"):
            self.assertIn(step, self.result("live")["text/plain"])
        self.assertIn("steps-in-local-memory", self.result("live-sort")["text/plain"])


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
        self.assertRegex(self.text("stop"), r"(?s)nterrupted.*resumed\.h5\.journal\nresumed\.h5\.part\n$")
        rows = int(re.match(r"(\d+) of 2048 rows were there\n", self.text("resume")).group(1))
        self.assertTrue(0 < rows < 2048, rows)
        self.assertIn("the files are equal: true\n", self.text("resume"))


class ConvolutionAssignmentTest(Executed, unittest.TestCase):
    """As a student gets it: nothing is written yet, and the checks say so."""

    PATH = "assignments/separable-convolution/assignment.ipynb"

    def test_what_is_missing_is_told(self):
        for cell in ("check-rows", "check-columns", "check-tiled", "check-strips"):
            self.assertIn("still to be written", self.result(cell)["text/plain"])


class ConvolutionSolutionTest(Executed, unittest.TestCase):
    PATH = "assignments/separable-convolution/solution.ipynb"

    def test_every_kernel_passes_and_has_its_share_of_the_roofline(self):
        for cell in ("check-rows", "check-columns", "check-tiled"):
            text = self.result(cell)["text/plain"]
            self.assertEqual(len(re.findall(r"^\d+ x \d+, \d+ +right", text, re.M)), 9, text)
            rate, share = re.search(r"right +(\d\S*) +(\d\S*)$", text, re.M).groups()
            self.assertGreater(float(rate.replace(",", "")), 0)
            self.assertLess(float(share), 120)
        text = self.result("check-strips")["text/plain"]
        self.assertEqual(len(re.findall(r" right *$", text, re.M)), 5, text)
        self.assertShowsImage("compare")


class ConvolutionReportTest(Executed, unittest.TestCase):
    PATH = "reports/convolution.ipynb"

    def test_the_record_is_of_an_h200_and_all_results_are_right(self):
        self.assertIn("device.0.name: NVIDIA H200\n", self.text("record"))
        lines = re.findall(r"(.+): (\d+) cases, (\d+) wrong", self.text("here"))
        self.assertEqual(len(lines), 2)
        self.assertGreater(int(lines[0][1]), 60)
        for device, cases, wrong in lines:
            self.assertGreater(int(cases), 20, device)
            self.assertEqual(wrong, "0", device)

    def test_every_figure_has_its_lines(self):
        for cell, series in (
            ("passes", ["rows", "columns"]),
            ("transfers", ["both kernels", "upload", "download"]),
            ("strips", ["one after another", "overlapped", "longest part"]),
            ("fft", ["direct", "fft"]),
            ("density", ["direct", "fft", "stencil, partial-sums"]),
        ):
            self.assertShowsImage(cell)
            text = "".join(o.data["text/plain"] for o in self.outputs(cell) if "data" in o)
            for name in series:
                self.assertIn(f"\n  {name}: ", text, cell)

    def test_the_large_image_is_set_beside_its_longest_part(self):
        over = re.search(r"overlapped +\S+ +(\S+)", self.result("large")["text/plain"]).group(1)
        self.assertGreater(float(over), 1)


class AllNotebooksTest(unittest.TestCase):
    def test_every_notebook_has_tests(self):
        tested = {c.PATH for c in Executed.__subclasses__()}
        self.assertEqual(set(notebooks()), tested)

    def test_none_is_kept_with_outputs_but_reports(self):
        for name in notebooks():
            if not name.startswith("reports/"):
                for cell in nbformat.read(FOLDER / name, as_version=4).cells:
                    self.assertFalse(cell.get("outputs"), f"outputs in {name}: strip them")
                    self.assertIsNone(cell.get("execution_count"), f"execution counts in {name}: strip them")

    def test_every_notebook_is_valid_and_names_the_kernel(self):
        for name in notebooks():
            notebook = nbformat.read(FOLDER / name, as_version=4)
            nbformat.validate(notebook)
            self.assertEqual(notebook.metadata.kernelspec.name, "plegma", name)


if __name__ == "__main__":
    unittest.main()
