"""The guides to work on several devices, on the ranks of an MPI job and on a cluster of Spark."""

import os
import re
import subprocess
import unittest
import unittest.mock

import nbformat

from executed_notebook import ROOT, Executed, changed


class SeveralDevicesTest(Executed, unittest.TestCase):
    PATH = "guides/several-devices.ipynb"

    @classmethod
    def setUpClass(cls):
        with unittest.mock.patch.dict(os.environ, POCL_DEVICES="pthread pthread", PLEGMA_DEVICE="pthread"):
            super().setUpClass()

    def test_the_grid_is_cut_between_two_devices(self):
        self.assertEqual(self.text("devices"), "devices in use: 2\n")
        self.assertEqual(self.text("cut"), "planes 0 to 255, ghosts 1 and 1\nplanes 256 to 511, ghosts 1 and 1\n")

    def test_it_is_the_same_as_on_one_device(self):
        self.assertIn("largest difference: 0.0\n", self.text("run"))
        self.assertEqual(self.text("rates"), "[128, 384]\nequal: true\n")
        self.assertEqual(self.text("between").count("an exchange every"), 4)

    def test_products_are_the_same_as_on_one_device(self):
        self.assertEqual(self.text("products"), "equal: true\n")
        self.assertRegex(self.text("shared"), r"^equal: true\nShared array float \[300, 100\], parts end at \[150, 300\] along axis 0\n")

    def test_a_transform_comes_back_from_two_devices(self):
        spectrum, back = self.text("transforms").splitlines()
        self.assertEqual(spectrum, "Shared array float [120, 46, 2], parts end at [23, 46] along axis 1")
        self.assertLess(float(back.removeprefix("largest difference there and back: ")), 2e-6)

    def test_a_slab_thinner_than_its_halo_is_refused(self):
        self.assertIn("thinner than the halo: 256 planes", self.text("refused"))


class MpiTest(Executed, unittest.TestCase):
    PATH = "guides/mpi.ipynb"
    MAKE = changed(
        overlap_program={"3200, 4000": "800, 1000"},
        measure={"1024 1024": "256 256"},
        check={"1024, 1024": "256, 256"},
    )

    @classmethod
    def setUpClass(cls):
        with unittest.mock.patch.dict(os.environ, PLEGMA=str(ROOT / "plegma")):
            super().setUpClass()

    def test_two_ranks_give_what_one_device_gives(self):
        for rank, planes in enumerate(("0 to 119", "120 to 239")):
            self.assertRegex(self.text("run"), rf"rank {rank} of 2 \([^)]*\): planes {planes}, process \d+\n")
        self.assertIn("heat.h5.pieces/000000000200:\n00000.h5\n00001.h5\n", self.text("run"))
        self.assertEqual(self.text("whole"), "equal to one device: true\n")

    def test_another_job_goes_on_from_a_killed_one(self):
        self.assertRegex(self.text("kill"), r"the job ended with status [1-9]\d*\n(signal 9|EXIT CODE: 9)\n(?s:.*)Going on from step \d+00\n")
        self.assertEqual(self.text("resumed"), "equal to one device after as many steps: true\n")

    def test_the_timeline_has_messages(self):
        self.assertIn("overlapped false: 0.0 of", self.text("overlap"))
        self.assertIn("overlapped true: ", self.text("overlap"))
        self.assertShowsImage("timeline")

    def test_the_model_is_set_beside_measured_steps(self):
        self.assertEqual(len(re.findall(r"(\d) ranks: a step \d+\.\d+ ms predicted, \d+\.\d+ ms measured\n", self.text("check"))), 3)
        self.assertShowsImage("curves")
        self.assertIn("   1 ranks: slabs 23.2", self.text("table"))


class SparkTest(Executed, unittest.TestCase):
    PATH = "guides/spark.ipynb"

    @classmethod
    def execute(cls):
        """By the launcher, which fetches Spark, on a copy beside a link to the datasets."""
        environment = dict(os.environ, POCL_DEVICES="pthread pthread", PLEGMA_DEVICE="pthread", SPARK_LOCAL_IP="127.0.0.1")
        executed = cls.folder / "executed.ipynb"
        command = [ROOT / "plegma", "run", "--spark", "--to", "ipynb", "-o", executed, cls.folder / "spark.ipynb"]
        ended = subprocess.run(command, env=environment, capture_output=True, text=True)
        if not executed.exists():
            raise AssertionError(ended.stderr)
        cls.notebook = nbformat.read(executed, as_version=4)

    def test_spark_runs_in_two_processes(self):
        self.assertRegex(self.result("start")["text/plain"], r"Spark 3\.5\.\d+ at local-cluster\[2,1,1024\], 2 tasks at once")
        self.assertEqual(self.result("job")["text/plain"], "49999995000000")

    def test_cases_are_measured_by_both_and_kept(self):
        self.assertEqual(self.result("campaign")["text/plain"], "true")
        rows = re.findall(r"^ *(\d+)  \S+ +(\d+) +(\d+) +\d+ +\d+$", self.result("tasks")["text/plain"], re.M)
        self.assertEqual([int(case) for case, executor, device in rows], list(range(8)))
        self.assertEqual({executor for case, executor, device in rows}, {"0", "1"})
        self.assertEqual(self.text("again"), "differences: 0\nmachines: 1\n")

    def test_images_are_those_of_one_process(self):
        self.assertEqual(self.text("check"), "as computed here: 8 of 8\nleft to do: 0\n")
        self.assertShowsImage("check")
        self.assertEqual(sorted(p.name for p in (self.folder / "blurred").iterdir()), ["_plegma"] + [f"tile-{i}.h5" for i in range(8)])

    def test_stages_are_a_table(self):
        self.assertIn("executor_seconds", self.result("stages")["text/plain"])


if __name__ == "__main__":
    unittest.main()
