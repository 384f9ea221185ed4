"""A notebook without tests is a fault, as is one that is kept with outputs (see docs/decisions)."""

import unittest

import nbformat

import test_assignments
import test_clusters
import test_guides
import test_reports
import test_soft_cubes
from executed_notebook import FOLDER, Executed, notebooks

WIDEST_LINE = 120  # characters; a page of 1,100 pixels cuts what is longer
LONGEST_CELL = 10  # lines that are not blank: who reads wants to see at once what a cell does
PROGRAMS = ("%%opencl", "%%variant", "%%parallel", "%%writefile")  # cells that are a program of their own


class AllNotebooksTest(unittest.TestCase):
    def test_every_notebook_has_tests(self):
        modules = (test_guides, test_clusters, test_assignments, test_reports, test_soft_cubes)
        classes = [c for module in modules for c in vars(module).values() if isinstance(c, type) and issubclass(c, Executed)]
        tested = {c.PATH for c in classes if c.PATH}
        self.assertEqual(set(notebooks()), tested)

    def test_none_is_kept_with_outputs_but_reports(self):
        for name in notebooks():
            if not name.startswith("reports/"):
                for cell in nbformat.read(FOLDER / name, as_version=4).cells:
                    self.assertFalse(cell.get("outputs"), f"outputs in {name}: strip them")
                    self.assertIsNone(cell.get("execution_count"), f"execution counts in {name}: strip them")

    def test_no_line_of_code_is_wider_than_the_page(self):
        for name in notebooks():
            for cell in nbformat.read(FOLDER / name, as_version=4).cells:
                if cell.cell_type == "code":
                    self.assertLessEqual(max(map(len, cell.source.splitlines())), WIDEST_LINE, f"{name}, {cell.id}")

    def test_no_cell_of_a_guide_or_report_is_long(self):
        for name in notebooks():
            for cell in nbformat.read(FOLDER / name, as_version=4).cells:
                if cell.cell_type == "code" and not name.startswith("assignments/") and not cell.source.startswith(PROGRAMS):
                    lines = [line for line in cell.source.splitlines() if line.strip()]
                    self.assertLessEqual(len(lines), LONGEST_CELL, f"{name}, {cell.id}")

    def test_every_notebook_is_valid_and_names_the_kernel(self):
        for name in notebooks():
            notebook = nbformat.read(FOLDER / name, as_version=4)
            nbformat.validate(notebook)
            self.assertEqual(notebook.metadata.kernelspec.name, "plegma", name)


if __name__ == "__main__":
    unittest.main()
