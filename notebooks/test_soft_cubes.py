"""What the guide to soft cubes shows, executed from top to bottom as a user would."""

import re
import unittest

from executed_notebook import Executed, changed


class SoftCubesTest(Executed, unittest.TestCase):
    PATH = "guides/soft-cubes.ipynb"
    ONE_RUN = {".timeLimit(seconds).warmUp(0.01)": ".timeLimit(0.001).warmUp(0)"}  # of each case, which is right or wrong then
    MAKE = changed(here=ONE_RUN, students=ONE_RUN)

    def test_every_variant_is_judged_right(self):
        rows = [line for line in self.result("judged")["text/plain"].splitlines() if re.search(r" right *$", line)]
        self.assertEqual(len(rows), 23, rows)
        self.assertIn("right", self.result("own-judged")["text/plain"])

    def test_float_and_double_part(self):
        text = self.text("chaos")
        self.assertIn("after   1 steps they are less than 1e-6 apart", text)
        self.assertIn("after 240 steps they are more than 1e-3 apart", text)

    def test_it_is_measured_here_and_all_results_are_right(self):
        cases, wrong = re.search(r"(\d+) cases, (\d+) wrong", self.text("here")).groups()
        self.assertGreater(int(cases), 100)
        self.assertEqual(wrong, "0")
        self.assertShowsImage("here-time")
        drawn = "".join(o.data["text/plain"] for o in self.outputs("here-time") if "data" in o)
        for variant in ("java-1", "lanes", "plegma", "table-of-lengths"):
            self.assertIn(f"\n  {variant}: ", drawn)
        self.assertShowsImage("here-map")
        self.assertIn("table-of-lengths", self.result("here-parts")["text/plain"])

    def test_cubes_are_shown(self):
        films = [o.data["text/html"] for o in self.outputs("films") if "data:image/gif" in o.get("data", {}).get("text/html", "")]
        self.assertEqual(len(films), 2)


if __name__ == "__main__":
    unittest.main()
