"""What the cells of the reports show: from their records, which is kept with them, and measured here."""

import re
import unittest

import nbformat

from executed_notebook import FOLDER, Executed
import report
from run_notebook import LIVE

LARGEST_REPORT = 2_000_000  # bytes; the pages of the web that show notebooks refuse much larger ones


def texts(cell):
    """What a cell prints, and what it shows as plain text; a picture's is its description, which tells its ranges."""
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    return printed, [output.data["text/plain"] for output in cell.outputs if "data" in output]


class Report(Executed):
    """A report made from the record of an H200, and again on this device."""

    def test_it_is_kept_as_its_record_makes_it(self):
        path = FOLDER / self.PATH
        self.assertLess(path.stat().st_size, LARGEST_REPORT)
        cure = f"./plegma run --keep notebooks/{self.PATH}"
        for kept, executed in zip(nbformat.read(path, as_version=4).cells, self.notebook.cells):
            if kept.cell_type == "code":
                live = LIVE in kept.metadata.get("tags", [])
                self.assertEqual(texts(kept), ("", []) if live else texts(executed), f"{kept.id} is stale: {cure}")
                self.assertEqual(kept.execution_count, None if live else executed.execution_count, f"{kept.id}: {cure}")
                self.assertNotIn("execution", kept.metadata, cure)

    def test_plegma_report_finds_all_that_was_kept(self):
        rows, claims, summary = report.judge(nbformat.read(FOLDER / self.PATH, as_version=4), self.notebook, 1e-6)
        self.assertGreaterEqual(len(rows), 3, summary)
        self.assertEqual([row for row in rows if row[2] != "agrees"], [], summary)
        self.assertEqual([text for text, holds in claims if not holds], [], summary)

    def assertRightOnH200AndHere(self, more_than):
        self.assertIn("device.0.name: NVIDIA H200\n", self.text("record"))
        for cell, least in (("record", 60), ("here", more_than)):
            cases, wrong = re.search(r".: (\d+) cases, (\d+) wrong", self.text(cell)).groups()
            self.assertGreater(int(cases), least, cell)
            self.assertEqual(wrong, "0", cell)

    def assertFigure(self, cell, series):
        self.assertShowsImage(cell)
        text = "".join(o.data["text/plain"] for o in self.outputs(cell) if "data" in o)
        for name in series:
            self.assertIn(f"\n  {name}: ", text, cell)


class GemmReportTest(Report, unittest.TestCase):
    PATH = "reports/gemm.ipynb"

    def test_every_method_and_peer_is_measured_and_right(self):
        table = self.result("live")["text/plain"]
        self.assertNotIn("false", table)
        self.assertGreaterEqual(len(re.findall(r" true *$", table, re.M)), 11, table)
        for method in ("naive", "tiled-dynamic", "tiled-static", "Java loops, 1 thread", "OpenBLAS, 1 thread"):
            self.assertRegex(table, rf"(?m)^{method}  ")

    def test_rates_are_drawn_and_kept(self):
        self.assertShowsImage("live-float")
        self.assertRegex(self.text("keep"), r"[1-9]\d* measurements")
        self.assertEqual(sum("image/png" in o.get("data", {}) for o in self.outputs("records")), 2)
        text = self.text("auto")
        self.assertRegex(text, r"(?m)^(register|promoted) is the fastest, and what auto takes, at [\d, ]*8192: \d\.\d\d")
        self.assertRegex(text, r"(?m)^register, plain FMA, at all sizes: \d\.\d\d to \d\.\d\d times cuBLAS\.$")
        tables = "\n".join("".join(o["data"]["text/plain"]) for o in self.outputs("peers"))
        for product in ("NN 8192 x 8192 x 8192 +(register|promoted)", "NN 8192 x 8192 x 8192 +tensor", "NN 16 x 8192 x 8192 +skinny"):
            self.assertRegex(tables, rf"(?m)^{product}( +[1-9]\d*\.\d+){{2}} +\d\.\d+ +[1-9]\d*\.?\d* *$")


class StencilReportTest(Report, unittest.TestCase):
    PATH = "reports/stencils.ipynb"

    def test_the_record_is_of_an_h200_and_all_results_are_right(self):
        self.assertRightOnH200AndHere(more_than=10)

    def test_every_figure_has_its_lines(self):
        for cell, series in (
            ("fusing", ["flux sum", "star", "box"]),
            ("flat", ["composed(k)", "blocked(k)", "thesis"]),
            ("radius", ["direct", "micikevicius", "partial-sums"]),
            ("density", ["direct", "partial-sums"]),
            ("here-together", ["composed(k)", "blocked(k)"]),
            ("here-single", ["direct"]),
        ):
            self.assertFigure(cell, series)

    def test_the_best_are_set_beside_the_thesis(self):
        self.assertRegex(self.result("best")["text/plain"], r"flux sum +× 2.8 \(k = 8\) +× \d+\.\d\d \(k = \d\)")
        self.assertRegex(self.text("says"), r"in 2-D: × \d\.\d\d \(k = 12\) on chip, × 2\.")
        self.assertRegex(self.text("says"), r"radius 8 by direct: \d{3} GCell/s, \d\d% of a copy, \d\.\d times")


class RewritingReportTest(Report, unittest.TestCase):
    PATH = "reports/rewriting.ipynb"

    def test_the_record_reaches_what_it_should(self):
        self.assertIn("NVIDIA H200", self.text("record"))
        self.assertGreater(int(re.search(r"rules: (\d+) GB/s", self.text("bandwidth")).group(1)), 3900)
        self.assertGreater(int(re.search(r"ints: (\d+) times", self.text("bandwidth")).group(1)), 100)
        self.assertShowsImage("paper")
        self.assertIn("vector-loads", self.result("record-search")["text/plain"])

    def test_the_searches_are_as_good_as_the_papers_order(self):
        times = dict(re.findall(r"^(\S.*?)  +\d+ +(\S+)", self.result("record-orders")["text/plain"], re.M))
        for order in ("found by the model", "found by time"):
            self.assertLess(float(times[order]), float(times["the paper's order"]))
            self.assertLess(float(times[order]), 1.02 * float(times["and what came later"]))

    def test_loops_are_set_beside_java(self):
        table = self.result("loops")["text/plain"]
        for loop in ("n-body", "mandelbrot", "matrix-product", "dot-product", "histogram", "bitonic-sort"):
            self.assertIn(loop, table)

    def test_the_tables_are_made_again_here(self):
        for step in ("Java, 1 thread", "start", "global-to-local", "unroll-steps", "vector-loads"):
            self.assertIn(step, self.result("live")["text/plain"])
        self.assertIn("steps-in-local-memory", self.result("live-sort")["text/plain"])
        orders = self.result("orders")["text/plain"]
        for order in ("start", "the paper's order", "and what came later", "found by the model"):
            self.assertIn(order, orders)


class CaseStudiesReportTest(Report, unittest.TestCase):
    PATH = "reports/case-studies.ipynb"

    def test_the_record_is_of_an_h200_and_all_counts_are_right(self):
        self.assertIn("device.0.name: NVIDIA H200\n", self.text("record"))
        self.assertIn("18 cases, 0 wrong\n", self.text("record"))
        table = self.result("times")["text/plain"]
        for method in ("java", "row_per_thread", "element_per_thread", "degree-order"):
            self.assertRegex(table, rf"(?m)^{method} ")
        self.assertShowsImage("speedup")

    def test_it_is_measured_here(self):
        table = self.result("here")["text/plain"]
        self.assertNotIn("false", table)
        self.assertIn("degree-order", table)
        self.assertIn("why: the device is a", self.text("here-explain"))


class ConvolutionReportTest(Report, unittest.TestCase):
    PATH = "reports/convolution.ipynb"

    def test_the_record_is_of_an_h200_and_all_results_are_right(self):
        self.assertRightOnH200AndHere(more_than=20)

    def test_every_figure_has_its_lines(self):
        for cell, series in (
            ("passes", ["rows", "columns"]),
            ("transfers", ["both kernels", "upload", "download"]),
            ("strips", ["one after another", "overlapped", "longest part"]),
            ("fft", ["direct", "fft"]),
            ("density", ["direct", "fft", "stencil"]),
            ("here-separable", ["rows", "columns", "one after another"]),
            ("here-fft", ["direct", "fft"]),
        ):
            self.assertFigure(cell, series)

    def test_the_large_image_is_set_beside_its_longest_part(self):
        over = re.search(r"overlapped +\S+ +(\S+)", self.result("large")["text/plain"]).group(1)
        self.assertGreater(float(over), 0)

    def test_what_the_record_says_is_computed(self):
        says = self.text("says")
        self.assertRegex(says, r"Radius 256: rows take \d\.\d\d ms, \d\d%, columns \d\.\d\d ms, \d\d% of")
        self.assertRegex(says, r"kernels for the radii \[1, 8, 32, 128.*\] of \[1, 8, 32, 128, 256\]\.")
        self.assertRegex(says, r"4 GiB each way take \d+ ms in strips, one way alone \d+, and both .* \d+\.\n")
        self.assertNotIn("NaN", says)


if __name__ == "__main__":
    unittest.main()
