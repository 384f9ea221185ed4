"""Parameters of notebooks, and "plegma report": what is told of results that changed and of claims that do not hold."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import warnings

import nbformat
import nbformat.v4

ROOT = pathlib.Path(__file__).resolve().parents[4]
MAIN = ROOT / "kernel/src/main/python"
sys.path.insert(0, str(MAIN))

import parameters  # noqa: E402
import plegma_kernelspec  # noqa: E402
import report  # noqa: E402
import run_notebook  # noqa: E402
import work_limit  # noqa: E402
from test_kernel import alive  # noqa: E402


def code(source, *tags, kept=None):
    cell = nbformat.v4.new_code_cell(source, metadata={"tags": list(tags)} if tags else {})
    if kept is not None:
        cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": kept}, execution_count=1)]
    return cell


def notebook(*cells):
    return nbformat.v4.new_notebook(cells=list(cells), metadata={"kernelspec": {"name": "plegma", "display_name": "Java"}})


class ParametersTest(unittest.TestCase):
    def test_types_are_read_from_the_declarations(self):
        types = parameters.declared("""
            int n = 1, m = Math.max(2, 3); // double no = 1;
            final double alpha = 0.1;  String name = "int x = 3;";
            float[] f = {1, 2}; Map<String, Integer> sizes = Map.of("a", 1); var v = 7; n = 5;""")
        self.assertEqual(types, {"n": "int", "m": "int", "alpha": "double", "name": "String", "f": "float[]",
                                 "sizes": "Map<String, Integer>", "v": "var"})

    def test_values_become_java(self):
        for kind, value, java in [("int", "-3", "-3"), ("float", "0.5", "0.5f"), ("long", "7", "7L"), ("String", '4"', '"4\\""'),
                                  ("var", "warm", '"warm"'), ("var", "2e3", "2e3"), ("boolean", "true", "true"), ("char", "'", "'\\''"),
                                  ("int[]", "{1, 2}", "{1, 2}"), ("double", "1e-3", "1e-3"), ("double", "3000000000", "3000000000.0"),
                                  ("double", "-Inf", "Double.NEGATIVE_INFINITY"), ("float", "nan", "Float.NaN"), ("int", " 7 ", "7")]:
            self.assertEqual(parameters.literal(kind, value), java)
        for kind, value in [("int", "many"), ("int", "nan"), ("int", ""), ("boolean", "1"), ("double", "System.exit(1)")]:
            with self.assertRaises(parameters.ParameterError):
                parameters.literal(kind, value)

    def test_zeros_at_the_beginning_make_no_octal_number(self):
        for kind, value, java in [("int", "010", "10"), ("long", "-007", "-7L"), ("double", "010", "10.0"), ("double", "00.5", "0.5"),
                                  ("int", "0", "0"), ("int", "0x10", "0x10"), ("float", "0", "0f"), ("var", "010", "10")]:
            self.assertEqual(parameters.literal(kind, value), java)

    def test_a_number_of_base_16_has_its_value_in_all_types(self):
        for kind, value, java in [("long", "0xFFFFFFFF", "4294967295L"), ("double", "0x80000000", "2147483648.0"), ("long", "-0x10L", "-16L"),
                                  ("float", "0x1F", "31f"), ("int", "0xFFFFFFFF", "0xFFFFFFFF")]:
            self.assertEqual(parameters.literal(kind, value), java)

    def test_names_may_have_letters_of_any_alphabet(self):
        self.assertEqual(parameters.declared("int öl = 1, größe = 2;"), {"öl": "int", "größe": "int"})
        self.assertEqual(parameters.assignments(["öl=3"]), {"öl": "3"})

    def test_a_cell_sets_them_and_a_new_run_replaces_it(self):
        one = notebook(code("int n = 1;", "parameters"), code("n"))
        parameters.inject(one, {"n": "2"})
        parameters.inject(one, {"n": "3"})
        self.assertEqual([cell.source for cell in one.cells], ["int n = 1;", "n = 3;", "n"])
        with self.assertRaisesRegex(parameters.ParameterError, "there is no parameter k; the notebook has n"):
            parameters.inject(one, {"k": "2"})
        with self.assertRaisesRegex(parameters.ParameterError, "no cell has the tag"):
            parameters.inject(notebook(code("n")), {"n": "2"})

    def test_notebooks_of_any_format_stay_valid(self):
        """Cells have ids from format 4.5 on, and may have none before; VS Code writes 4.2."""
        for minor in (2, 4, 5):
            with self.subTest(minor), tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as told:
                path = pathlib.Path(folder) / "old.ipynb"
                cell = {"cell_type": "code", "source": "int n = 1;", "metadata": {"tags": ["parameters"]}, "outputs": [],
                        "execution_count": None}
                path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": minor, "metadata": {}, "cells": [cell]}))
                warnings.simplefilter("always")
                one = run_notebook.read(path)
                self.assertEqual(told, [])
                parameters.inject(one, {"n": "2"})
                nbformat.validate(one)
                self.assertEqual((one.nbformat_minor, len(one.cells)), (minor, 2))

    def test_a_grid_is_a_table_whose_first_line_has_the_names(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "grid.csv"
            path.write_text("n, alpha\n1, 0.5\n2, 0.25\n")
            self.assertEqual(parameters.grid(path), [{"n": "1", "alpha": "0.5"}, {"n": "2", "alpha": "0.25"}])
            path.write_text("n ,größe\n1,0.5\n", encoding="utf-8-sig")
            self.assertEqual(parameters.grid(path), [{"n": "1", "größe": "0.5"}])
            path.write_text("n,n\n1,2\n")
            with self.assertRaisesRegex(parameters.ParameterError, "a name twice"):
                parameters.grid(path)
            path.write_text("")
            with self.assertRaisesRegex(parameters.ParameterError, "no row"):
                parameters.grid(path)
            path.write_text("n,alpha\n1\n")
            with self.assertRaisesRegex(parameters.ParameterError, "line 2"):
                parameters.grid(path)


class ComparisonTest(unittest.TestCase):
    def test_numbers_agree_within_the_tolerance_and_words_exactly(self):
        def agrees(kept, fresh):
            return report.compare(code("x", kept=kept), code("x", kept=fresh), 1e-3)

        self.assertEqual(agrees("rate 12.5 GB/s", "rate 12.5 GB/s"), (True, "the same"))
        self.assertTrue(agrees("rate 12.500 GB/s", "rate  12.501 GB/s")[0])
        self.assertEqual(agrees("error 1e-6", "error 2e-6"), (False, "numbers differ by at most 5.0e-01 of their size"))
        self.assertFalse(agrees("true 1", "false 1")[0])
        self.assertFalse(agrees("2 rows", "")[0])
        self.assertEqual(report.compare(code("x", kept="1"), code("x"), 1)[1], "shows 0 results, and 1 were kept")

    def test_numbers_beside_each_other_are_no_single_one(self):
        for kept, fresh, apart in [("100 200 300 400", "100 200 300 500", "2.0e-01"), ("100,200,300", "100,200,301", "3.3e-03"),
                                   ("1,234 rows", "1,235 rows", "4.3e-03"), ("9007199254740993", "9007199254740992", "1.1e-16")]:
            self.assertEqual(report.compare(code("x", kept=kept), code("x", kept=fresh), 0),
                             (False, f"numbers differ by at most {apart} of their size"))
            self.assertTrue(report.compare(code("x", kept=kept), code("x", kept=kept), 0)[0])

    def test_numbers_that_no_float_holds_are_compared(self):
        long = str(7 ** 500)
        for kept, fresh in [(long, "8" + long[1:]), ("1e400", "5"), ("1e-400", "2e-400"), ("1e99999999999999999999", "2")]:
            for one, other in [(kept, fresh), (fresh, kept)]:
                self.assertFalse(report.compare(code("x", kept=one), code("x", kept=other), 1e-6)[0], (one, other))
        self.assertTrue(report.compare(code("x", kept=long), code("x", kept=long[:-1] + "0"), 1e-6)[0])

    def test_errors_are_compared(self):
        def failed(message):
            cell = code("x")
            cell.outputs = [nbformat.v4.new_output("error", ename="E", evalue=message, traceback=[message])]
            return cell

        self.assertTrue(report.compare(failed("no x"), failed("no x"), 1e-6)[0])
        self.assertEqual(report.compare(failed("no x"), failed("no y"), 1e-6), (False, "was “no x”, is “no y”"))
        self.assertEqual(report.compare(failed("no x"), code("x", kept="3"), 1e-6), (False, "was “no x”, is “3”"))
        self.assertEqual(report.compare(failed("no x"), code("x"), 1e-6), (False, "shows 0 results, and 1 were kept"))


class PageTest(unittest.TestCase):
    def test_hidden_code_opens_on_a_click(self):
        hidden = code("int hidden = 1;", kept="12.5")
        hidden.metadata["jupyter"] = {"source_hidden": True}
        page = run_notebook.as_html(notebook(hidden, code("int shown = 2;", kept="13.5")), "small")
        self.assertEqual(page.count("<details"), 1)
        folded = page[page.index("<details"):page.index("</details>")]
        self.assertIn("hidden", folded)
        self.assertNotIn("12.5", folded)
        self.assertNotIn("shown", folded)
        self.assertIn("shown", page)


    def test_a_page_is_dark_for_a_reader_whose_pages_are_and_never_on_paper(self):
        page = run_notebook.as_html(notebook(code("int shown = 2;", kept="13.5")), "small")
        dark = page.split('<style media="screen and (prefers-color-scheme: dark)"')[1:]
        variables, charts = [style[:style.index("</style>")] for style in dark]
        self.assertIn("--jp-layout-color0: #111111", variables)
        self.assertIn("img.plegma-chart { filter: invert", charts)
        self.assertNotIn("--jp-layout-color0: #111111", page.replace(variables, ""))

    def test_on_paper_long_lines_are_wrapped_and_wide_tables_are_small(self):
        page = run_notebook.as_html(notebook(code("int shown = 2;", kept="13.5")), "small")
        printed = page[page.index("@media print {\n@page"):]
        self.assertIn(".highlight pre, .jp-Notebook .jp-OutputArea-output pre { white-space: pre-wrap", printed)
        self.assertIn("table.plegma-table { font-size: 10px }", printed)

    def test_a_picture_tells_what_it_shows(self):
        picture = code("grid", kept="float 2 × 2 <b>\nmin 0")
        picture.outputs[0].data["image/png"] = "iVBORw0KGgo="
        page = run_notebook.as_html(notebook(picture), "small")
        self.assertEqual(page[page.index("<img"):].partition("base64")[0], '<img alt="float 2 × 2 &lt;b&gt;" src="data:image/png;')


class PdfTest(unittest.TestCase):
    def test_a_notebook_is_printed_by_what_this_machine_has(self):
        maker = run_notebook.pdf_maker()
        if maker:
            pages = run_notebook.as_pdf(notebook(nbformat.v4.new_markdown_cell("# Pages"), code("x", kept="12.5")), "small", maker)
            self.assertTrue(pages.startswith(b"%PDF-"))
            self.assertGreater(len(pages), 5000)
        import nbconvert

        hidden = code("int hidden = 1;", kept="12.5")
        hidden.metadata["jupyter"] = {"source_hidden": True}
        page = notebook(code("x", kept="2²⁶"), hidden, code("y", kept="a " * 50))
        tex = nbconvert.LatexExporter(raw_template=run_notebook.LATEX).from_notebook_node(page)[0]
        self.assertIn("a " * 49, tex, "no line of a table is cut that has room")
        self.assertIn("12.5", tex)
        self.assertNotIn("hidden", tex)
        self.assertLess(tex.index("usepackage{fancyvrb}"), tex.index(r"\fvset{fontsize"))
        self.assertLess(tex.index("usepackage"), tex.index(r"\setmainfont{DejaVu Serif}"))
        self.assertLess(tex.index(r"\setmainfont"), tex.index("2²⁶"))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "small.ipynb"
            nbformat.write(notebook(code("x")), path)
            refused = subprocess.run([sys.executable, str(MAIN / "run_notebook.py"), str(path), "-o", str(path.with_suffix(".pdf"))],
                                     env={**os.environ, "PATH": folder}, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("PDF is made by Chromium, or by xelatex with pandoc; this machine has neither. Cure: ", refused.stderr)


class InterruptTest(unittest.TestCase):
    def test_ctrl_c_ends_a_run_and_a_report_with_a_line_and_their_kernels(self):
        plegma_kernelspec.provide()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "long.ipynb"
            begun = path.with_suffix(".txt")
            waits = 'Files.writeString(Path.of("long.txt"), "" + ProcessHandle.current().pid() + "\\n"); Thread.sleep(3_600_000);'
            nbformat.write(notebook(code(waits)), path)
            kept = path.read_bytes()
            for arguments in (["run_notebook.py"], ["run_notebook.py", "--keep"], ["report.py"]):
                process = subprocess.Popen([sys.executable, str(MAIN / arguments[0]), *arguments[1:], str(path)],
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
                self.assertTrue(work_limit.wait_until(lambda: begun.exists() and begun.read_text().endswith("\n")))
                kernel = int(begun.read_text())
                process.send_signal(signal.SIGINT)
                told = process.communicate()[0]
                self.assertEqual(process.returncode, 130, told)
                self.assertTrue(told.endswith("plegma: interrupted\n"), told)
                self.assertNotRegex(told, "Traceback|Task")
                self.assertTrue(work_limit.wait_until(lambda: not alive(kernel)), "the kernel is left")
                begun.unlink()
            self.assertEqual(path.read_bytes(), kept)
            self.assertTrue(path.with_suffix(".html").exists(), "the page of what has run")


class CommandTest(unittest.TestCase):
    def command(self, script, *arguments):
        return work_limit.run([sys.executable, str(MAIN / script), *map(str, arguments)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    def test_what_cannot_be_written_is_told_in_a_line_and_a_missing_folder_before_anything_runs(self):
        plegma_kernelspec.provide()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "small.ipynb"
            nbformat.write(notebook(code("Runtime.getRuntime().halt(1);")), path)
            for arguments in (["report.py", path], ["assignment.py", "release", path]):
                missing = self.command(*arguments, "-o", path.parent / "none" / "out")
                self.assertEqual(missing.returncode, 2)
                self.assertIn(f"there is no folder {path.parent / 'none'} to write out to", missing.stderr)
            full = self.command("assignment.py", "release", ROOT / "notebooks/assignments/gemm/assignment.ipynb", "-o", "/dev/full")
            self.assertEqual((full.returncode, full.stderr),
                             (1, "plegma: /dev/full could not be written: [Errno 28] No space left on device\n"))
            dead = self.command("report.py", path)
            self.assertEqual(dead.returncode, 1)
            self.assertIn(f"plegma: {path}: the kernel's process died", dead.stderr)
            self.assertNotIn("Traceback", dead.stderr)
            nbformat.write(notebook(code("1 + 1", kept="2")), path)
            full = self.command("report.py", path, "-o", "/dev/full")
            self.assertEqual((full.returncode, full.stdout),
                             (1, "1 of 1 kept results agree within 1e-06; 0 of 0 claims hold.\n"))
            self.assertIn("/dev/full could not be written", full.stderr)
            self.assertNotIn("Traceback", full.stderr)

    def test_a_report_is_run_again_and_tells_of_claims_and_differences(self):
        plegma_kernelspec.provide()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "small.ipynb"
            nbformat.write(notebook(
                code("double x = 2;", "parameters"), code("x * x", kept="4.0"), code("x + 1", kept="7.0"),
                code("%claim 'x is positive' x > 0"), code("%claim 'x is large' x > 1e6"), code("%claim \"x's square\" x * x == 4")), path)
            again = work_limit.run([sys.executable, str(MAIN / "report.py"), str(path)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(again.returncode, 1, again.stderr)
            self.assertEqual(again.stdout.splitlines()[:3], [
                "cell 3 differs (x + 1): numbers differ by at most 5.7e-01 of their size",
                "does not hold: x is large",
                f"1 of 2 kept results agree within 1e-06; 2 of 3 claims hold. See {path.with_suffix('.report.html')}"])
            page = path.with_suffix(".report.html").read_text()
            self.assertIn("DOES NOT HOLD", page)
            self.assertIn("device.0.name", page)

            (path.parent / "grid.csv").write_text("x\n3\n5\n")
            run = work_limit.run([sys.executable, str(MAIN / "run_notebook.py"), str(path), "--to", "ipynb", "--grid", str(path.parent / "grid.csv")],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(run.returncode, 1)  # x is not large
            squares = [nbformat.read(path.parent / f"small.executed-{n}.ipynb", as_version=4).cells[2].outputs[0].data["text/plain"] for n in (1, 2)]
            self.assertEqual(squares, ["9.0", "25.0"])


if __name__ == "__main__":
    unittest.main()
