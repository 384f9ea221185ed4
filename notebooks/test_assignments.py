"""Coursework: the student's notebook runs as it is handed out and has no points, and the solution has all of them."""

import re
import unittest

from executed_notebook import Executed

import assignment


class Coursework(Executed):
    """Executes what is made of the source, not the source itself."""

    TASKS = ()

    def points(self, task):
        return float(self.result(f"check-{task}")["text/plain"])

    def verdict(self, task):
        """What the judge says, which the cell shows before its points."""
        shown = [o.data for o in self.outputs(f"check-{task}") if o.output_type == "display_data"]
        self.assertEqual(len(shown), 1, task)
        return shown[0]["text/plain"]

    def total(self, task):
        cells = [c for c in self.notebook.cells if c.id == f"check-{task}"]
        return assignment.meta(cells[0])["points"]


class Empty(Coursework):
    """As a student gets it: nothing is written yet, and the checks say so and give no points."""

    MAKE = staticmethod(assignment.released)

    def test_what_is_missing_is_told_and_has_no_points(self):
        for task in self.TASKS:
            self.assertRegex(self.verdict(task), "still to be written")
            self.assertEqual(self.points(task), 0, task)


class Solved(Coursework):
    MAKE = staticmethod(assignment.solved)
    GOALS = {}  # kernels, and how many times as fast as the reference each should be; they give no points

    def test_every_task_has_all_points(self):
        for task in self.TASKS:
            self.assertEqual(self.points(task), self.total(task), self.verdict(task))
        self.assertRegex(self.result("progress")["text/plain"], r"(?m)^all +(\d+)[.\d]* +\1\b", "what the student has")
        for kernel, goal in self.GOALS.items():
            row = re.search(rf"(?m)^ *{kernel}\b.*$", self.result("progress")["text/plain"]).group()
            self.assertEqual(float(re.findall(r"[\d.]+", row)[-1]), goal, row)


class GemmAssignmentTest(Empty, unittest.TestCase):
    PATH = "assignments/gemm/assignment.ipynb"
    TASKS = ("naive", "tiled", "register")


class GemmSolutionTest(Solved, unittest.TestCase):
    PATH = "assignments/gemm/assignment.ipynb"
    GOALS = {"register_tiles": 2}
    TASKS = ("naive", "tiled", "register")

    def test_every_kernel_has_its_share_of_the_roofline(self):
        for task in self.TASKS:
            text = self.verdict(task)
            self.assertEqual(len(re.findall(r"^\d+ x \d+ x \d+ +right", text, re.M)), 9, text)
            rate = re.search(r"right +(\d\S*) +\d\S*$", text, re.M).group(1)
            self.assertGreater(float(rate.replace(",", "")), 0)


class NetworkProducts:
    PATH = "assignments/network-products/assignment.ipynb"
    TASKS = ("ta", "tb", "tiled-tb")

    def learned(self):
        return float(re.match(r"(\S+) % of 360 images", self.text("learn")).group(1))


class NetworkProductsAssignmentTest(NetworkProducts, Empty, unittest.TestCase):
    def test_nothing_is_learned(self):
        self.assertIn("still to be written: scores returns zeros only", self.result("check-train")["text/plain"])
        self.assertLess(self.learned(), 20)


class NetworkProductsSolutionTest(NetworkProducts, Solved, unittest.TestCase):
    GOALS = {"tiled_tb": 1}

    def test_digits_are_read(self):
        self.assertIn("network: 6 of 6 points, right", self.result("check-train")["text/plain"])
        self.assertGreater(self.learned(), 80)
        self.assertShowsImage("learn")
        self.assertShowsImage("weights")


class ParticlesAssignmentTest(Empty, unittest.TestCase):
    PATH = "assignments/particles/assignment.ipynb"
    TASKS = ("layout", "cubes", "local", "energy")


class ParticlesSolutionTest(Solved, unittest.TestCase):
    PATH = "assignments/particles/assignment.ipynb"
    GOALS = {"cubes": 0.9}
    TASKS = ("layout", "cubes", "local", "energy")

    def test_the_cube_is_shown(self):
        self.assertIn("data:image/gif", self.result("compare")["text/html"])


class ReductionAssignmentTest(Empty, unittest.TestCase):
    PATH = "assignments/reduction/assignment.ipynb"
    TASKS = ("branches", "conflicts", "idle", "barriers")


class ReductionSolutionTest(Solved, unittest.TestCase):
    PATH = "assignments/reduction/assignment.ipynb"
    TASKS = ("branches", "conflicts", "idle", "barriers")

    def test_every_goal_is_reached(self):
        for task in self.TASKS:
            self.assertRegex(self.verdict(task), r"without races +yes")
            self.assertIn(": reached", self.verdict(task))


class ConvolutionAssignmentTest(Empty, unittest.TestCase):
    PATH = "assignments/separable-convolution/assignment.ipynb"
    TASKS = ("rows", "columns", "tiled", "tiled-columns")

    def test_the_strips_are_missing(self):
        self.assertIn("still to be written", self.result("check-strips")["text/plain"])


class ConvolutionSolutionTest(Solved, unittest.TestCase):
    PATH = "assignments/separable-convolution/assignment.ipynb"
    GOALS = {"tiled_rows": 1}
    TASKS = ("rows", "columns", "tiled", "tiled-columns")

    def test_strips_are_right_and_every_kernel_has_its_share_of_the_roofline(self):
        for task in self.TASKS:
            text = self.verdict(task)
            self.assertEqual(len(re.findall(r"^\d+ x \d+, \d+ +right", text, re.M)), 9, text)
            rate = re.search(r"right +(\d\S*) +\d\S*$", text, re.M).group(1)
            self.assertGreater(float(rate.replace(",", "")), 0)
        text = self.result("check-strips")["text/plain"]
        self.assertEqual(len(re.findall(r" right *$", text, re.M)), 5, text)
        self.assertShowsImage("compare")


if __name__ == "__main__":
    unittest.main()
