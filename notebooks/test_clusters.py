"""The guides to work on several devices, on the ranks of an MPI job and on a cluster of Spark."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

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

    def test_a_plate_settles_on_both(self):
        begun, *means, settled = self.text("settle").splitlines()
        self.assertEqual(begun, "after 0 steps: mean 3.125")
        self.assertEqual([line.split(":")[0] for line in means], ["after 100 steps", "after 200 steps"])
        steps, change = re.fullmatch(r"(\d+) steps; the last one changed no value by more than (\S+)", settled).groups()
        self.assertTrue(200 < int(steps) < 20_000 and int(steps) % 100 == 0, steps)
        self.assertLessEqual(float(change), 1e-2)

    def test_products_are_the_same_as_on_one_device(self):
        self.assertEqual(self.text("products"), "equal: true\n")
        self.assertRegex(self.text("shared"), r"^equal: true\nShared array float \[300, 100\], parts end at \[150, 300\] along axis 0\n")

    def test_waiting_of_a_product_is_explained(self):
        table = self.result("product-waits")["text/plain"]
        self.assertIn("Product of 1600 x 1000 by 1000 x 800 float, B through the host's memory", table)
        self.assertRegex(table, r"0 .* 400 rows .* %")
        self.assertRegex(table, r"1 .* 1200 rows .* %")

    def test_a_transform_comes_back_from_two_devices(self):
        spectrum, back = self.text("transforms").splitlines()
        self.assertEqual(spectrum, "Shared array float [120, 46, 2], parts end at [23, 46] along axis 1")
        self.assertLess(float(back.removeprefix("largest difference there and back: ")), 2e-6)

    def test_a_slab_thinner_than_its_halo_is_refused(self):
        self.assertIn("thinner than the halo: 256 planes", self.text("refused"))


HELLO = """
import org.plegma.mpi.Ranks;

public class RanksWithALongNameSoThatTheManifestFoldsItsLineForTheMainClass {
    public static void main(String[] arguments) {
        Ranks.run(ranks -> {
            double sum = ranks.sum(Double.parseDouble(arguments[0]));
            if (ranks.rank() == 0) {
                System.out.println("%d ranks got %.0f".formatted(ranks.size(), sum));
            }
        });
    }
}
"""


class MpiTest(Executed, unittest.TestCase):
    PATH = "guides/mpi.ipynb"
    MAKE = changed(
        measure={"4096 4096": "256 256", "2 4 8": "2 8"},
        check={"2, 4, 8": "2, 8"},
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

    def test_a_jar_runs_by_the_launcher_and_by_mpirun(self):
        java = Path(shutil.which("javac")).resolve().parent
        (self.folder / "RanksWithALongNameSoThatTheManifestFoldsItsLineForTheMainClass.java").write_text(HELLO)
        jars = [ROOT / ".plegma" / "plegma.jar", ROOT / ".plegma" / "mpi" / "plegma-mpi.jar"]
        subprocess.run([java / "javac", "-cp", ":".join(map(str, jars)), *self.folder.glob("RanksWith*.java")], cwd=self.folder, check=True)
        name = "RanksWithALongNameSoThatTheManifestFoldsItsLineForTheMainClass"
        subprocess.run([java / "jar", "cfe", "hello.jar", name, f"{name}.class"], cwd=self.folder, check=True)
        by_launcher = [ROOT / "plegma", "mpi", "-n", "2", "hello.jar", "7"]
        by_mpirun = ["mpirun.mpich", "-n", "2", ROOT / "plegma", "hello.jar", "7"]
        for command in by_launcher, by_mpirun:
            ended = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(ended.stdout, "2 ranks got 14\n", ended.stderr)

    def test_the_model_is_set_beside_measured_steps(self):
        lines = re.findall(r"(\d) ranks, (plain|overlapped)Step: \d+\.\d+ ms predicted, \d+\.\d+ ms measured\n", self.text("check"))
        self.assertEqual(lines, [("2", "plain"), ("2", "overlapped"), ("8", "plain"), ("8", "overlapped")], self.text("check"))
        self.assertShowsImage("curves")
        self.assertIn("   1 ranks: slabs 23.2", self.text("table"))


class RanksTest(Executed, unittest.TestCase):
    PATH = "guides/ranks.ipynb"
    MAKE = changed(overlap_steps={"3200, 4000": "800, 1000"})

    @classmethod
    def execute(cls):
        """By the launcher, whose job has the notebook's kernel as rank 0."""
        notebook = cls.folder / "ranks.ipynb"
        nbformat.write(cls.MAKE(nbformat.read(notebook, as_version=4)), notebook)
        executed = cls.folder / "executed.ipynb"
        ended = cls.job("openmpi", notebook, executed)
        if ended.returncode != 0:
            raise AssertionError(ended.stderr)
        cls.notebook = nbformat.read(executed, as_version=4)

    @staticmethod
    def job(library, notebook, executed):
        command = [ROOT / "plegma", "mpi", "-n", "2", "--mpirun", f"mpirun.{library}", notebook, "--to", "ipynb", "-o", executed]
        # Kernels and ranks live for seconds, too.
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"})

    def test_there_are_two_ranks(self):
        told = self.result("ranks")["text/plain"]
        self.assertRegex(told, r"^2 ranks of Open MPI \S+\nrank 0 on .*\nrank 1 on .*, process \d+, device \d+ \(")
        self.assertEqual(len(set(re.findall(r"process (\d+)", told))), 2)

    def test_stencils_of_the_cells_run_on_both(self):
        self.assertEqual(self.text("run"), "equal to one device: true\n")
        self.assertShowsImage("run")
        self.assertEqual(re.findall(r"after (\d+) steps", self.text("plan")), ["400", "800", "1200"])
        self.assertIn("thinner than the halo: 240 planes", self.text("refused"))

    def test_messages_are_hidden_behind_kernels(self):
        lines = self.text("overlap").splitlines()
        self.assertEqual([" plain: 0.0 of " in line for line in lines], [True, False, True, False], lines)
        self.assertNotIn("(0%)", lines[3])
        self.assertShowsImage("timeline")

    def test_mpich_too_and_its_job_ends_with_a_failing_cell_or_a_lost_rank(self):
        stencil = 'Stencil sum = Stencil.parse("u[x] = 0.5*u[x-1]").withMethod(Method.direct());'
        run = "Grid u = Grid.random(ElementType.FLOAT, 1, 99); ranks.run(sum, u, 5).equals(sum.on(session()).run(u, 5))"
        lose = (
            'String lost = ranks.toString().replaceAll("(?s).*rank 1 on .*, process (\\\\d+),.*", "$1");'
            " ProcessHandle.of(Long.parseLong(lost)).get().destroyForcibly(); ranks.run(sum, u, 1000000);"
        )
        for last, told in ("int x = 1 / 0;", "/ by zero"), (lose, "EXIT CODE: 9"):
            cells = [nbformat.v4.new_code_cell(source) for source in ("ranks", stencil, run, last)]
            notebook = self.folder / "short.ipynb"
            executed = self.folder / "short.executed.ipynb"
            nbformat.write(nbformat.v4.new_notebook(metadata=self.notebook.metadata, cells=cells), notebook)
            ended = self.job("mpich", notebook, executed)
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn(told, ended.stdout + ended.stderr)
        # Of the first job: the second was ended as a whole. On a slow machine a progress bar comes first.
        done = nbformat.read(executed, as_version=4).cells
        self.assertRegex(done[0].outputs[-1].data["text/plain"], r"^2 ranks of MPICH ")
        self.assertEqual(done[2].outputs[-1].data["text/plain"], "true")


SUBMITTED = """
import java.nio.file.*;
import java.util.*;
import org.apache.spark.sql.SparkSession;
import org.plegma.array.Hdf5;
import org.plegma.convolve.filter.Filter;
import org.plegma.measure.campaign.Campaign;
import org.plegma.spark.*;

public class Stencils {
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        Path results = folder.resolve("program/blurred");
        SparkSession spark = SparkSession.builder().getOrCreate();
        Campaign record = Campaigns.on(spark).seconds(0.2, 0.02)
                .where(work -> work.name().matches("copy|scale|add|triad"))
                .resume(folder.resolve("program/record.h5")).run("device");
        String cases = "cases: " + record.measurements().stream().map(m -> m.work()).distinct().count()
                + ", right: " + record.measurements().stream().filter(m -> m.valid()).count()
                + ", tasks: " + record.tables().get("tasks").rowCount()
                + ", devices: " + record.tables().get("tasks").intColumn("device").unique().asList();
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            files.add(folder.resolve("tiles/tile-" + i + ".h5"));
        }
        Images blurred = Images.on(spark).convolve(Filter.gaussian(2, 3), "reflect");
        int done = blurred.run(files, results).rowCount();
        long equal = files.stream().map(Path::getFileName).filter(name -> Hdf5.load(results.resolve(name), "tile")
                .equals(Hdf5.load(folder.resolve("blurred").resolve(name), "tile"))).count();
        System.out.println(cases + "\\nimages: " + done + ", as in the guide: " + equal
                + ", left: " + blurred.run(files, results).rowCount());
        spark.stop();
    }
}
"""


class SparkTest(Executed, unittest.TestCase):
    PATH = "guides/spark.ipynb"

    @classmethod
    def execute(cls):
        """By the launcher, which fetches Spark, on a copy beside a link to the datasets."""
        environment = dict(os.environ, POCL_DEVICES="pthread pthread", PLEGMA_DEVICE="pthread", SPARK_LOCAL_IP="127.0.0.1")
        environment["JAVA_TOOL_OPTIONS"] = "-XX:TieredStopAtLevel=1"  # executors live for seconds, too
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

    def test_a_submitted_program_goes_on_when_a_worker_is_killed(self):
        """The recipe of docs/beyond-one-machine.md, by a master and two workers; the tiles are those of the guide."""
        java = Path(os.environ["JAVA_HOME"]) if "JAVA_HOME" in os.environ else Path(shutil.which("java")).resolve().parent.parent
        home = Path(os.environ.get("SPARK_HOME", ROOT / ".plegma" / "spark"))
        parts = [ROOT / ".plegma" / "plegma.jar", ROOT / ".plegma" / "plegma-spark.jar"]
        program = self.folder / "program"
        program.mkdir()
        (program / "Stencils.java").write_text(SUBMITTED)
        subprocess.run(
            [java / "bin" / "javac", "-cp", ":".join(map(str, [*parts, home / "jars" / "*"])), "Stencils.java"], cwd=program, check=True
        )
        subprocess.run([java / "bin" / "jar", "cf", "stencils.jar", "Stencils.class"], cwd=program, check=True)
        quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        together = tempfile.TemporaryDirectory()  # options of a worker are words, and the notebooks' folder has spaces in its name
        self.addCleanup(together.cleanup)
        script = Path(together.name) / "discover-devices.sh"
        for part in (*parts, ROOT / "opencl/spark/src/main/sh" / script.name):
            (script.parent / part.name).symlink_to(part)
        environment = dict(
            os.environ,
            JAVA_HOME=str(java),
            SPARK_HOME=str(home),
            SPARK_SCALA_VERSION="2.13",
            SPARK_LOCAL_IP="127.0.0.1",
            SPARK_DAEMON_MEMORY="300m",
            SPARK_DAEMON_JAVA_OPTS=quick,
            SPARK_WORKER_OPTS="-Dspark.worker.resource.opencl.amount=2 "
            f"-Dspark.worker.resource.opencl.discoveryScript={script}",
            POCL_DEVICES="pthread pthread",
        )

        def started(*arguments, output):
            """What bin/spark-class of an installed Spark does."""
            launcher = [java / "bin" / "java", "-cp", home / "jars" / "*", "org.apache.spark.launcher.Main", *arguments]
            printed = subprocess.run(launcher, env=environment, capture_output=True, text=True, check=True).stdout
            command = printed.split("\0\n", 1)[-1].split("\0")[:-1]
            process = subprocess.Popen(["env", *command], env=environment, stdout=output.open("w"), stderr=subprocess.STDOUT)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            return process

        def awaited(ready, **processes):
            """Processes by the names of their logs, none of which may end meanwhile."""
            while not (found := ready()):
                for name, process in processes.items():
                    self.assertIsNone(process.poll(), (program / f"{name}.log").read_text() if process.poll() is not None else "")
                time.sleep(0.02)
            return found

        log = program / "master.log"
        master = started("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0", output=log)
        url = awaited(lambda: re.search(r"spark://127\.0\.0\.1:\d+", log.read_text()), master=master)[0]
        workers = {}
        for name in "first", "second":
            options = ["--host", "127.0.0.1", "--webui-port", "0", "-c", "1", "-m", "700m", "-d", program / name, url]
            workers[name] = started("org.apache.spark.deploy.worker.Worker", *options, output=program / f"{name}.log")
        awaited(lambda: log.read_text().count("Registering worker") == 2, master=master, **workers)
        settings = {
            "spark.executor.memory": "600m",
            "spark.executor.extraJavaOptions": quick,
            "spark.executorEnv.LD_PRELOAD": java / "lib" / "libjsig.so",
            "spark.ui.enabled": "false",
            "spark.io.compression.codec": "lzf",  # of a library that jHDF has in another version
            "spark.executor.cores": 1,
            "spark.executor.resource.opencl.amount": 1,
            "spark.task.resource.opencl.amount": 1,
            "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        }
        options = ["--driver-memory", "600m", "--driver-java-options", quick, "--jars", ",".join(map(str, parts))]
        for name, value in settings.items():
            options += ["--conf", f"{name}={value}"]
        told = program / "told.log"
        submit = ["org.apache.spark.deploy.SparkSubmit", "--master", url, "--class", "Stencils", *options, program / "stencils.jar"]
        submitted = started(*submit, self.folder, output=told)
        awaited((program / "record.h5").exists, told=submitted)
        workers["first"].kill()
        self.assertEqual(submitted.wait(), 0, told.read_text())
        self.assertIn("worker lost", told.read_text())
        # Each worker has assigned the first of its devices; by locks alone the executors take both.
        self.assertIn("cases: 8, right: 8, tasks: 8, devices: [0]\nimages: 8, as in the guide: 8, left: 0\n", told.read_text())


if __name__ == "__main__":
    unittest.main()
