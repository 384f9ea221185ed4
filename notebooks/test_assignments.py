"""Coursework: the skeleton runs as it is handed out, and the solution passes its checks."""

import re
import unittest

from executed_notebook import Executed


class GemmAssignmentTest(Executed, unittest.TestCase):
    """As a student gets it: nothing is written yet, and the checks say so."""

    PATH = "assignments/gemm/assignment.ipynb"

    def test_what_is_missing_is_told(self):
        for cell in ("check-naive", "check-tiled", "check-register"):
            self.assertIn("still to be written", self.result(cell)["text/plain"])


class GemmSolutionTest(Executed, unittest.TestCase):
    PATH = "assignments/gemm/solution.ipynb"

    def test_every_kernel_passes_and_has_its_share_of_the_roofline(self):
        for cell in ("check-naive", "check-tiled", "check-register"):
            text = self.result(cell)["text/plain"]
            self.assertEqual(len(re.findall(r"^\d+ x \d+ x \d+ +right", text, re.M)), 9, text)
            rate = re.search(r"right +(\d\S*) +\d\S*$", text, re.M).group(1)
            self.assertGreater(float(rate.replace(",", "")), 0)


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
            rate = re.search(r"right +(\d\S*) +\d\S*$", text, re.M).group(1)
            self.assertGreater(float(rate.replace(",", "")), 0)
        text = self.result("check-strips")["text/plain"]
        self.assertEqual(len(re.findall(r" right *$", text, re.M)), 5, text)
        self.assertShowsImage("compare")


if __name__ == "__main__":
    unittest.main()
