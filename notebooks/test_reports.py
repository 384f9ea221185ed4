"""What the cells of the reports show: from their records, which is kept with them, and measured here."""

import re
import unittest

import nbformat

from executed_notebook import FOLDER, Executed, changed
import report
from run_notebook import LIVE

ONE_RUN = {".timeLimit(0.03).warmUp(0.02)": ".timeLimit(0.001).warmUp(0)"}  # of each case, which is right or wrong then
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

    def test_code_is_short_and_folded(self):
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                self.assertLessEqual(len(cell.source.splitlines()), 10, cell.id)
                self.assertTrue(cell.metadata["jupyter"]["source_hidden"], cell.id)

    def test_published_figures_stand_at_the_top(self):
        cells = [cell.id for cell in self.notebook.cells if cell.cell_type == "code"]
        self.assertEqual(cells[:2], ["record", "figures"])
        self.assertIn("ours / published", self.result("figures")["text/plain"])

    def assertAllRight(self, cell, more_than):
        """Of a table of sources: each line ends with its numbers of cases and of wrong ones."""
        counts = re.findall(r"(?m) (\d+) +(\d+) *$", self.result(cell)["text/plain"])
        self.assertGreater(sum(int(cases) for cases, _ in counts), more_than, cell)
        self.assertEqual({wrong for _, wrong in counts}, {"0"}, cell)

    def assertRightOnH200AndHere(self, more_than):
        self.assertIn("NVIDIA H200", self.result("record")["text/plain"])
        self.assertAllRight("record", 60)
        self.assertAllRight("here", more_than)

    def assertFigure(self, cell, series):
        self.assertShowsImage(cell)
        text = "".join(o.data["text/plain"] for o in self.outputs(cell) if "data" in o)
        for name in series:
            self.assertIn(f"\n  {name}: ", text, cell)


class GemmReportTest(Report, unittest.TestCase):
    PATH = "reports/gemm.ipynb"
    ONE_THREAD = {'.equals("float")': '.equals("float") && !c.work().method().contains("threads")'}
    MAKE = changed(
        live={".timeLimit(0.2)": ".timeLimit(0.001).warmUp(0)", **ONE_THREAD},
        network={".timeLimit(0.1)": ".timeLimit(0.001)", **ONE_THREAD},
        copies={".timeLimit(0.02).warmUp(0.01)": ".timeLimit(0.001).warmUp(0)"},
    )

    def test_every_method_and_peer_is_measured_and_right(self):
        table = self.result("live")["text/plain"]
        self.assertNotIn("false", table)
        self.assertGreaterEqual(len(re.findall(r" true *$", table, re.M)), 7, table)
        for method in ("naive", "tiled-dynamic", "tiled-static", "Java loops +1", "OpenBLAS +1"):
            self.assertRegex(table, rf"(?m)^{method}  ")

    def test_rates_are_drawn_and_kept(self):
        self.assertShowsImage("live-float")
        trained = self.outputs("network")[-2].data["text/plain"]
        for method in ("Java loops", "OpenBLAS", "auto"):
            self.assertRegex(trained, rf"(?m)^{method}( +\d+\.?\d*){{4}} *$")
        self.assertEqual(sum("image/png" in o.get("data", {}) for o in self.outputs("records")), 3)
        self.assertRegex(self.result("auto")["text/plain"], r"(?m)^8192 .*\d\.\d+")
        tables = "\n".join("".join(o["data"]["text/plain"]) for o in self.outputs("peers"))
        for product in ("NN +8192x8192x8192 +(register|promoted)", "NN +8192x8192x8192 +tensor", "NN +16x8192x8192 +skinny"):
            self.assertRegex(tables, rf"(?m)^{product}( +[\d,]+\.?\d*){{2}} +\d+\.?\d* *$")
        self.assertEqual(len(self.outputs("clblast")), 2)

    def test_copies_are_counted_beside_the_host(self):
        self.assertFigure("copies", ["auto", "device, with copies", "Java loops", "OpenBLAS"])
        self.assertRegex(self.outputs("copies")[-2]["data"]["text/plain"], r"(?m)^ *16 +\S.* \d+\.?\d*$")

    def test_a_training_and_host_arrays_are_told(self):
        in_double = self.outputs("double")[-1]["data"]["text/plain"]
        self.assertRegex(in_double, r"(?m)^tensor( +0\.\d+){4} *$")
        for method in ("Java loops", "OpenBLAS", "promoted", "register", "auto"):
            self.assertRegex(self.result("training")["text/plain"], rf"(?m)^{method}( +\d+\.\d+){{4}} *$")
        efficiency = re.findall(r"(?m)^ *(?:2|4|8|16)((?: +0\.\d+){4}) *$", self.outputs("training-threads")[-1]["data"]["text/plain"])
        self.assertEqual(len(efficiency), 4)
        self.assertFigure("host", ["device, with copies", "auto", "Java loops", "OpenBLAS"])

    def test_the_network_is_set_beside_threads_and_the_thesis(self):
        self.assertIn("OpenBLAS, 16 threads", self.result("figures")["text/plain"])
        self.assertNotIn("not in these records", self.result("figures")["text/plain"])
        self.assertRegex(self.result("trained")["text/plain"], r"(?m)^auto( +\d+\.?\d*){4} *$")
        self.assertFigure("scaling", ["epoch", "gemm", "gemm_ta", "gemm_tb"])
        self.assertRegex(self.outputs("efficiency")[-1]["data"]["text/plain"], r"(?m)^ *16( +0\.\d+){4} *$")


class StencilReportTest(Report, unittest.TestCase):
    PATH = "reports/stencils.ipynb"
    MAKE = changed(here=ONE_RUN)

    def test_the_record_is_of_an_h200_and_all_results_are_right(self):
        self.assertRightOnH200AndHere(more_than=10)

    def test_every_figure_has_its_lines(self):
        for cell, series in (
            ("fusing", ["flux-sum 1", "diagonal 1", "star 1", "star 2", "star 4", "box 1"]),
            ("flat", ["composed", "blocked", "thesis"]),
            ("radius", ["direct", "micikevicius", "partial-sums", "micikevicius, padded", "partial-sums, padded", "a copy"]),
            ("density", ["direct", "partial-sums"]),
            ("frequency-radius", ["reach 0", "reach 16", "reach 64"]),
            ("frequency-radius-flat", ["reach 0", "reach 16", "reach 64"]),
            ("frequency-zero", ["reach 0", "reach 16", "reach 64"]),
            ("frequency-density", ["reach 0", "reach 16", "reach 64"]),
            ("here-together", ["composed", "blocked", "flux-sum 1"]),
            ("here-single", ["direct"]),
        ):
            self.assertFigure(cell, series)

    def test_the_best_are_set_beside_the_thesis(self):
        figures = self.result("figures")["text/plain"]
        self.assertRegex(figures, r"flux sum: at 8 steps +section 1 +2\.8\d* +0\.\d+ +0\.\d+ +composed\(8\)")
        self.assertRegex(figures, r"box: best, at 2 steps +section 1 +1\.16\d* +\d+\.\d+ +\d+\.\d+ +composed\(2\)")
        self.assertRegex(self.result("best")["text/plain"], r"(?m)^512x512x512 +star +1 +blocked +4 +\d")
        self.assertRegex(self.result("reached")["text/plain"], r"(?m)^ *4 +0\.51\d* +0\.29\d* +3\.6\d* .* 2\.0\d* *$")
        self.assertRegex(self.result("operations-table")["text/plain"], r"(?m)^star +2 ")
        self.assertRegex(self.result("radius-table")["text/plain"], r"(?m)^ *8( +\d+\.?\d*){5} *$")

    def test_the_border_of_steps_in_frequency_is_told(self):
        published = self.result("figures")["text/plain"]
        self.assertRegex(published, r"FFT, 3-D star, 48 steps +section 6 +1\.18\d* +[4-9]\.\d+ +\d\.\d+ +fft\(48\)")
        self.assertRegex(published, r"FFT, 2-D star, 64 steps +section 6 +2\.1\d* +[4-9]\.\d+ +\d\.\d+ +fft\(64\)")
        self.assertNotIn("not in these records", published)
        border = self.result("frequency-border")["text/plain"]
        self.assertRegex(border, r"(?m)^ *1( +\d+\.\d+){4} *$")
        self.assertRegex(border, r"(?m)^ *16 +0\.\d+ +– +\d+\.\d+ +– *$")
        set_up = self.result("frequency-set-up")["text/plain"]
        times = re.findall(r"(?m)^\w+ +[23] +\d+ +(periodic|zero) +set-up and fft +8 +(\d+\.\d+) .*true *$", set_up)
        said = next(cell.source for cell in self.notebook.cells if cell.id == "frequency-set-up-text")
        for boundary, least, most in re.findall(r"(periodic|zero)\D+?(\d\S*) to (\d+)", said.replace("\n", " "))[:2]:
            found = [float(ms) for name, ms in times if name == boundary]
            self.assertEqual((f"{min(found):.2g}", f"{max(found):.2g}"), (least, most), boundary)

    def test_registers_are_told_of_a_device_that_is_not_here_and_of_this_one(self):
        h200, counted, gfx90a = [output["data"]["text/plain"] for output in self.outputs("needs")]
        self.assertRegex(h200, r"(?m)^flux sum +1 +composed\(8\) +stencil_step +255 +\d+ +\d+ +16 × 8 × 1 +8 *$")
        ratios = re.findall(r"(?m)^(?:flux sum|star|box) +\d +(\S+) +\d+ +[\d.]+ +\d+ +[\d.]+ +([\d.]+) ", counted)
        self.assertEqual(len(ratios), 24)
        self.assertEqual([method for method, ratio in ratios if not 0.89 <= float(ratio) <= 1.11], ["blocked(2)"])
        self.assertRegex(gfx90a, r"(?m)^star +4 +composed\(2\) +stencil_step +\d+ +\d+ +\d+ +1 *$")
        here = self.result("here-needs")["text/plain"]
        for method in ("direct", r"composed\(4\)", r"blocked\(4\)"):
            self.assertRegex(here, rf"(?m)^{method} +stencil_\w+ +\S+ +\d+ +\d+ *$")

    def test_what_is_said_of_the_literature_is_in_the_table(self):
        best = re.findall(r"(?m)^ *\d +(\S+) .* (\d\.\d+) *$", self.result("literature")["text/plain"])
        self.assertEqual({method for method, _ in best}, {"partial-sums"})
        times = [f"{float(ratio):.1f}" for _, ratio in best]
        said = next(cell.source for cell in self.notebook.cells if cell.id == "groups-text")
        self.assertIn(f"`direct` is {min(times)} to {max(times)} times", said)


class SeveralDevicesReportTest(Report, unittest.TestCase):
    PATH = "reports/several-devices.ipynb"

    def test_all_results_are_right_and_every_figure_has_its_lines(self):
        self.assertAllRight("record", 90)
        for cell, series in (
            ("radius", ["1024x1024x1024", "512x512x512", "ideal"]),
            ("between", ["radius 1", "radius 8", "ideal"]),
            ("transport", ["peer", "pinned"]),
            ("scaling", ["radius 1", "radius 8, weak", "ideal"]),
            ("flat", ["32768x32768", "16384x16384"]),
        ):
            self.assertFigure(cell, series)
        self.assertIn('XYChart "4 devices"', self.result("radius")["text/plain"])

    def test_the_best_are_set_beside_the_thesis(self):
        figures = self.result("figures")["text/plain"]
        self.assertRegex(figures, r"two devices, radius 1 +section 1 +2\.0\d* +1\.\d+ ")
        self.assertRegex(figures, r"fewer exchanges: best gain +section 2 +1\.06 +1\.\d+ ")
        self.assertRegex(figures, r"four devices, radius 4 +section 1 +3\.5\d* +3\.9\d+ ")
        self.assertRegex(self.result("shapes")["text/plain"], r"(?m)^1024x1024x1024( +1\.\d+){4}")
        self.assertRegex(figures, r"two devices, flattest +section 5 +2\.0\d* +1\.6\d+ +0\.8\d+ ")
        self.assertRegex(figures, r"four devices, long along the cut axis +section 5 +3\.5\d* .*not in these records")

    def test_stencils_products_and_transforms_are_those_of_two_h200(self):
        self.assertRegex(self.result("h200")["text/plain"], r"(?m)^1024x1024x1024 +4 .* 2\.0\d* +1\.0\d* +0\.96\d* +0 +true$")
        self.assertRegex(self.result("products")["text/plain"], r"(?m)^NN +float +16384x16384x16384 .* 1\.94\d* .* true$")
        four = self.result("products-four")["text/plain"]
        self.assertRegex(four, r"(?m)^NN +float fp32-fast +32768x32768x32768 .* 3\.71\d* .* true$")
        self.assertRegex(four, r"(?m)^NN +double +32768x32768x32768 .* 4\.0\d* .* true$")
        self.assertRegex(self.result("streams-four")["text/plain"], r"(?m)^both ways +4 .* 1\.9\d* +0 +true$")
        self.assertRegex(self.result("transforms")["text/plain"], r"(?m)^NVIDIA H200 +32768x32768 +2 .* 2\.1\d+ .* true$")

    def test_four_h200_have_a_cube_that_one_of_them_just_holds(self):
        table = self.result("four-h200")["text/plain"]
        self.assertRegex(table, r"(?m)^1024x1024x1024 +2 +1 .* 3\.8\d* +0\.95\d* .* true$")
        self.assertRegex(table, r"(?m)^2560x2560x2560 +1 +1 .* 3\.8\d* +0\.96\d* .* true$")

    def test_rested_devices_are_not_slowed_by_what_ran_before(self):
        on_two, on_four, table = [output["data"]["text/plain"] for output in self.outputs("rested-h200")]
        self.assertIn("The claim holds", on_two)
        self.assertIn("The claim holds", on_four)
        self.assertRegex(self.result("h200")["text/plain"], r"(?m)^1024x1024x1024 +8 +1 .* 1\.9\d* +0\.96\d* .* true$")
        self.assertRegex(table, r"(?m)^1024x1024x1024 +4 +4 +1 .* 3\.9\d* +0\.98\d* .* true$")
        self.assertRegex(table, r"(?m)^2560x2560x2560 +4 +2 +1 .* 3\.8\d* +0\.96\d* .* true$")

    def test_the_model_lies_below_what_four_devices_do_and_predicts_for_eight(self):
        rows = re.findall(r"(?m)^(\d+)x\S+ +\d +(\S+) +(\S+) +(\S+) +(\S+)$", self.result("eight-cubes")["text/plain"])
        self.assertEqual(len(rows), 8)
        for side, measured, hidden_on_four, hidden_on_eight, as_on_four in (map(float, row) for row in rows):
            self.assertEqual(as_on_four < 8, measured < 4)
            if side == 1024:
                self.assertLess(hidden_on_four, measured)
                self.assertLess(hidden_on_eight, as_on_four)
        self.assertIn("--devices 0-7", next(cell.source for cell in self.notebook.cells if cell.id == "eight-text"))


class SoftCubesReportTest(Report, unittest.TestCase):
    PATH = "reports/soft-cubes.ipynb"

    def test_all_variants_are_right_and_beside_the_thesis(self):
        self.assertAllRight("record", 80)
        figures = [output["data"]["text/plain"] for output in self.outputs("figures")]
        self.assertRegex(figures[0], r"naive over one core +section 1 +250 +\d{3} ")
        self.assertRegex(figures[1], r"four devices +section 5 +3\.8\d* +3\.9\d+ +1\.0\d+ ")
        self.assertShowsImage("time")

    def test_processors_have_a_grid_too(self):
        self.assertIn("9920 cases, 0 wrong", self.text("processor-maps"))
        self.assertRegex(self.result("processor-table")["text/plain"], r"(?m)^ +31 +9390 +850 ")

    def test_several_devices_are_worth_it_at_long_reaches(self):
        h200, h100 = [output["data"]["text/plain"] for output in self.outputs("devices")[:2]]
        self.assertRegex(h200, r"(?m)^ +31 +1 +[12]\.\d+$")
        self.assertRegex(h100, r"(?m)^ +31 +1 +2\.0\d* +3\.9\d*$")
        self.assertEqual(len(self.outputs("devices-claims")), 3)

    def test_ours_is_five_times_as_fast_as_any_other(self):
        rates = dict(re.findall(r"(?m)^(\S+) +32x32x32 +31 +([\d.]+) ", self.result("all")["text/plain"]))
        ours = float(rates.pop("plegma"))
        self.assertGreater(len(rates), 8)
        self.assertGreater(min(map(float, rates.values())), 5 * ours)


class RewritingReportTest(Report, unittest.TestCase):
    PATH = "reports/rewriting.ipynb"

    def test_the_record_reaches_what_it_should(self):
        self.assertIn("NVIDIA H200", self.text("record"))
        figures = [output["data"]["text/plain"] for output in self.outputs("figures")]
        self.assertRegex(figures[0], r"unroll-steps +Parallel sum +20\.8\d* +\d\.\d+ +0\.\d+")
        self.assertEqual(len(re.findall(r"(?m)^sort of 2\^2[0-4],.* Bitonic sort +[\d.]+ +[\d.]+ +[\d.]+ ", figures[1])), 15)
        self.assertGreater(int(re.search(r"rules: (\d+) GB/s", self.text("bandwidth")).group(1)), 3900)
        self.assertGreater(int(re.search(r"ints: (\d+) times", self.text("bandwidth")).group(1)), 100)
        self.assertShowsImage("paper")
        self.assertIn("vector-loads", self.result("record-search")["text/plain"])

    def test_the_searches_are_as_good_as_the_papers_order(self):
        times = dict(re.findall(r"^(\S.*?)  +\d+ +(\S+)", self.result("record-orders")["text/plain"], re.M))
        for order in ("found by the model", "found by time"):
            self.assertLess(float(times[order]), float(times["the paper's order"]))
            self.assertLess(float(times[order]), 1.02 * float(times["and what came later"]))

    def test_the_papers_sort_has_all_sizes(self):
        for cell in ("sorts", "sorts-processor"):
            sizes = re.findall(r"(?m)^ *(\d+) +\d", self.result(cell)["text/plain"])
            self.assertEqual([int(size) for size in sizes], [2**power for power in range(20, 25)], cell)

    def test_loops_are_set_beside_java(self):
        table = "\n".join(o["data"]["text/plain"] for o in self.outputs("loops"))
        self.assertIn("with copies", table)
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
    MAKE = changed(here=ONE_RUN)

    def test_the_record_is_of_an_h200_and_all_counts_are_right(self):
        self.assertRegex(self.result("record")["text/plain"], r"(?m)^triangles-h200\.h5 +NVIDIA H200 .* 18 +0 *$")
        counts = re.findall(r"(?m)^distances computed, .*section 2 +[\d.]+ +\S+ +(\S+) +simple", self.result("figures")["text/plain"])
        self.assertEqual([round(float(ratio), 2) for ratio in counts], [1.0] * 4)
        self.assertNotIn("not in these records", self.result("figures")["text/plain"])
        table = self.result("times")["text/plain"]
        for method in ("java", "row_per_thread", "element_per_thread", "degree-order"):
            self.assertRegex(table, rf"(?m)^{method} ")
        self.assertShowsImage("speedup")
        self.assertRegex(table, r"(?m)^degree-order .*\d")
        self.assertShowsImage("neighbours")
        self.assertRegex(self.result("k-d-tree")["text/plain"], r"(?m)^clustered +1048576 +scipy k-d tree +\d")

    def test_it_is_measured_here(self):
        table = self.result("here")["text/plain"]
        self.assertNotIn("false", table)
        self.assertIn("degree-order", table)
        self.assertIn("why: the device is a", self.text("here-explain"))


class ConvolutionReportTest(Report, unittest.TestCase):
    PATH = "reports/convolution.ipynb"
    MAKE = changed(here=ONE_RUN)

    def test_the_record_is_of_an_h200_and_all_results_are_right(self):
        self.assertRightOnH200AndHere(more_than=20)

    def test_every_figure_has_its_lines(self):
        for cell, series in (
            ("passes", ["row separable", "column separable", "row global", "column global"]),
            ("transfers", ["compute", "one after another", "overlapped"]),
            ("fft", ["direct", "fft"]),
            ("density", ["direct", "stencil", "fft"]),
            ("feed", ["pinned, allocation counted", "grids"]),
            ("here-separable", ["row separable", "column global", "one after another"]),
            ("here-fft", ["direct", "fft"]),
        ):
            self.assertFigure(cell, series)

    def test_the_large_image_is_set_beside_its_longest_part(self):
        over = re.search(r"overlapped +\S+ +\S+ +(\S+)", self.result("large")["text/plain"]).group(1)
        self.assertGreater(float(over), 0)
        self.assertLess(float(over), 2)

    def test_pinned_and_pageable_memory_are_set_beside_each_other(self):
        self.assertRegex(self.result("large")["text/plain"], r"(?m)^grids +\d")
        self.assertRegex(self.result("memory")["text/plain"], r"(?m)^pinned( +\d+\.?\d*){3} *$")
        self.assertRegex(self.result("memory")["text/plain"], r"(?m)^of Java( +\d+\.?\d*){2} +– *$")
        self.assertRegex(self.result("over-global")["text/plain"], r"(?m)^ *256( +\d+\.\d+){2} *$")

    def test_timelines_are_drawn_and_other_streams_told(self):
        for cell in ("timelines", "timelines-large"):
            self.assertShowsImage(cell)
            self.assertIn("copy to the device", self.result(cell)["text/plain"])
        self.assertRegex(self.result("wide")["text/plain"], r"(?m)^65536x65536 +32 +overlapped ")
        for output in self.outputs("long"):
            self.assertRegex(output["data"]["text/plain"], r"(?m)^radius +separable +fft +auto *$")

    def test_what_is_reached_is_a_part(self):
        parts = re.findall(r"(?m)^ *\d+ +(\d\.\d+) +(\d\.\d+) *$", self.result("reached")["text/plain"])
        self.assertEqual(len(parts), 12)
        self.assertTrue(all(0.2 < float(part) < 1.05 for row in parts for part in row), parts)


if __name__ == "__main__":
    unittest.main()
