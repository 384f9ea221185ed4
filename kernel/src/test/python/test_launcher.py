"""The launcher with the real jar: install, lab, doctor and run."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest
import urllib.request

import run_all
import work_limit

ROOT = pathlib.Path(__file__).resolve().parents[4]


def shell(*command, **options):
    return work_limit.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **options)


class InstallTest(unittest.TestCase):
    """With the real jar: where the kernelspec goes, and that it works from there."""

    def install(self, *options, **environment):
        result = shell(str(ROOT / "plegma"), "install", *options, env={**os.environ, **environment})
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_each_place(self):
        with tempfile.TemporaryDirectory(prefix="plegma test ") as name:
            folder = pathlib.Path(name)
            self.install("--no-archive", "--prefix", str(folder / "prefix"))
            self.install("--no-archive", "--user", JUPYTER_DATA_DIR=str(folder / "user"))
            self.install("--no-archive", HOME=str(folder), JUPYTER_DATA_DIR="", XDG_DATA_HOME="")
            for place in ("prefix/share/jupyter", "user", ".local/share/jupyter"):
                spec = folder / place / "kernels/plegma"
                command = json.loads((spec / "kernel.json").read_text())["argv"]
                self.assertIn(str(spec / "plegma.jar"), command)
                for logo in ("logo-32x32.png", "logo-64x64.png"):
                    self.assertLess((spec / logo).stat().st_size, 10_000)

    def test_the_archive_of_classes_is_used_until_the_jar_changes(self):
        with tempfile.TemporaryDirectory(prefix="plegma-test-") as name:
            folder = pathlib.Path(name)
            self.install("--data-dir", name)
            spec = folder / "kernels/plegma"
            command = json.loads((spec / "kernel.json").read_text())["argv"]
            self.assertIn(f"-XX:SharedArchiveFile={spec / 'plegma.jsa'}", command)
            java = command[:command.index("-jar")]
            jar = spec / "plegma.jar"

            def version():
                log = folder / "classes.log"
                shown = shell(*java, f"-Xlog:class+load:file={log}", "-jar", str(jar), "--version")
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))
                return shown.stdout, "source: shared objects file (top)" in log.read_text()

            shown, archived = version()
            self.assertRegex(shown, r"^plegma \S+\nJava \S+\n$")
            self.assertTrue(archived)
            os.utime(jar, (0, 0))
            self.assertEqual(version(), (shown, False))
            (spec / "plegma.jsa").unlink()
            self.assertEqual(version(), (shown, False))

    def test_options_for_java(self):
        with tempfile.TemporaryDirectory() as name:
            self.install("--no-archive", "--data-dir", name, "--java-option=-Xmx3g", "--java-option=--add-opens=java.base/java.nio=ALL-UNNAMED")
            command = json.loads((pathlib.Path(name) / "kernels/plegma/kernel.json").read_text())["argv"]
            options = command[:command.index("-jar")]
            self.assertEqual(options[-2:], ["-Xmx3g", "--add-opens=java.base/java.nio=ALL-UNNAMED"])

    def test_two_places_at_once_are_refused(self):
        result = shell(str(ROOT / "plegma"), "install", "--user", "--prefix", "elsewhere")
        self.assertEqual(result.returncode, 2)
        self.assertIn("mutually exclusive", result.stderr)


class LabTest(unittest.TestCase):
    def test_the_browser_is_offered_the_kernel(self):
        with tempfile.TemporaryDirectory() as home, open(pathlib.Path(home) / "log", "w+") as log:
            server = subprocess.Popen(
                [str(ROOT / "plegma"), "lab", "--no-browser"], cwd=home, stdout=log, stderr=log,
                env={**os.environ, "HOME": home, "JUPYTER_TOKEN": "secret"})
            try:
                address = self.address(server, log)
                specs = json.loads(self.get(address, "api/kernelspecs"))["kernelspecs"]
                self.assertEqual(specs["plegma"]["spec"]["display_name"], "Java (Plegma)")
                self.assertTrue(self.get(address, "kernelspecs/plegma/logo-64x64.png").startswith(b"\x89PNG"))
            finally:
                server.terminate()
                work_limit.wait_until(lambda: server.poll() is not None)

    def address(self, server, log):
        """Where the server listens, as it says when it does: it takes another port if its first is in use."""
        limit = work_limit.WorkLimit(server.pid)
        while True:
            said = re.search(r"http://127\.0\.0\.1:\d+/", pathlib.Path(log.name).read_text())
            if said:
                return said.group()
            self.assertIsNone(server.poll(), "the server has ended")
            time.sleep(1)
            limit.look()

    def get(self, address, path):
        with urllib.request.urlopen(f"{address}{path}?token=secret", timeout=600) as answer:
            return answer.read()


class DoctorTest(unittest.TestCase):
    """With the real jar, on this machine, which can run the tests and so is well."""

    def setUp(self):
        own = tempfile.TemporaryDirectory()  # what the user has installed may be from another day
        self.addCleanup(own.cleanup)
        self.own = pathlib.Path(own.name)

    def doctor(self, **environment):
        return shell(str(ROOT / "plegma"), "doctor", env={**os.environ, "JUPYTER_DATA_DIR": str(self.own), **environment})

    def test_a_machine_that_is_well(self):
        result = self.doctor()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for subject in ("JDK", "Maven", "headless Jupyter", "fonts", "OpenCL driver", "device 0", "kernelspec"):
            self.assertRegex(result.stdout, rf"(?m)^ok +{subject}: ")
        self.assertNotIn("FAULT", result.stdout)

    def test_help_and_wrong_options_check_nothing(self):
        for option, status, text in (("--help", 0, "--dependencies"), ("--all", 1, "unknown option --all")):
            result = shell(str(ROOT / "plegma"), "doctor", option)
            self.assertEqual(result.returncode, status)
            self.assertIn(text, result.stdout + result.stderr)
            self.assertNotIn("JDK", result.stdout)

    def test_a_driver_that_is_gone_and_no_device(self):
        with tempfile.TemporaryDirectory() as vendors:
            icd = pathlib.Path(vendors) / "gone.icd"
            icd.write_text("/opt/gone/libgone.so\n")
            result = self.doctor(OCL_ICD_VENDORS=vendors)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"FAULT   OpenCL driver: {icd} names /opt/gone/libgone.so, which is not on this machine. Cure", result.stdout)
        self.assertRegex(result.stdout, r"(?m)^FAULT   OpenCL: .*nstall")
        self.assertIn("2 faults.", result.stdout)

    def test_an_installed_kernel_that_is_not_the_built_one(self):
        installed = shell(str(ROOT / "plegma"), "install", "--no-archive", "--data-dir", str(self.own))
        self.assertEqual(installed.returncode, 0, installed.stdout + installed.stderr)
        self.assertEqual(self.doctor().returncode, 0)
        folder = self.own / "kernels" / "plegma"
        jar = folder / "plegma.jar"
        with jar.open("ab") as file:
            file.write(b" ")
        os.utime(jar, (0, 0))
        result = self.doctor()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(
            result.stdout,
            rf"(?m)^FAULT   kernelspec: {folder}/kernel.json runs {jar}, which is older than /.*/plegma.jar. Cure: plegma install\.$")


class VerdictTest(unittest.TestCase):
    """What "plegma test" says at the end."""

    def test_failures_and_mistyped_names_are_no_success(self):
        self.assertEqual(run_all.verdict(3, 0), ("3 passed, 0 failed", 0))
        self.assertEqual(run_all.verdict(3, 1), ("3 passed, 1 failed", 1))
        self.assertEqual(run_all.verdict(0, 0), ("No test ran: is its name right?\n0 passed, 0 failed", 1))

    def test_what_was_skipped_is_told_and_no_failure_unless_it_is_all(self):
        self.assertEqual(run_all.verdict(3, 0, 2), ("3 passed, 0 failed, 2 skipped", 0))
        self.assertEqual(
            run_all.verdict(0, 0, 2), ("Nothing was tested: every test was skipped.\n0 passed, 0 failed, 2 skipped", 1))

    def test_cases_count_whatever_the_sums_of_their_report_say(self):
        """As Maven writes it of a class with three tests of JUnit's, and then a property of jqwik's."""
        with tempfile.TemporaryDirectory() as root:
            reports = pathlib.Path(root, "opencl/target/surefire-reports")
            reports.mkdir(parents=True)
            (reports / "TEST-ATest.xml").write_text(
                '<testsuite name="ATest" time="1.5" tests="1" errors="0" skipped="0" failures="0">'
                '<testcase name="one" classname="ATest"><failure message="wrong"/></testcase>'
                '<testcase name="two" classname="ATest"><error message="broken"/></testcase>'
                '<testcase name="three" classname="ATest"><skipped message="no device"/></testcase>'
                '<testcase name="property" classname="ATest"/></testsuite>')
            self.assertEqual(
                run_all.java_tests(pathlib.Path(root)), (1, 2, ["ATest.three: no device"], {"Java in opencl": 1.5}))

    def test_time_is_told_by_kind(self):
        self.assertEqual(
            run_all.by_kind({"Java in kernel": 29.4, "notebooks": 300.2, "Java in opencl": 60}),
            "Time in tests, 390 s: notebooks 300 s, Java in opencl 60 s, Java in kernel 29 s.")

    def test_each_name_must_fit_a_java_test(self):
        known = ["QueueTest", "Queue*", "org.plegma.stencil.*", "org.plegma.device.QueueTest", "*.QueueTest", "QueueTest.java",
                 "org/plegma/device/QueueTest", "QueueTest#eventsTellTheirTimesInOrder", "!QueueTest", "%regex[.*Q.*]"]
        self.assertEqual(run_all.unknown_java(known), [])
        typos = ["QueueTset", "org.plegma.stencill.*", "plegma.device.QueueTest", "org.QueueTest"]
        self.assertEqual(run_all.unknown_java([*typos, "QueueTest"]), typos)


class RunTest(unittest.TestCase):
    """The headless run of small notebooks with the real kernel."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="plegma test ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def notebook(self, *cells):
        path = self.folder / "small one.ipynb"
        path.write_text(json.dumps({
            "nbformat": 4, "nbformat_minor": 4, "metadata": {},
            "cells": [{"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": cell}
                      for cell in cells]}))
        return path

    def run_plegma(self, *arguments, **environment):
        return shell(str(ROOT / "plegma"), "run", *map(str, arguments), cwd=str(self.folder),
                     env={**os.environ, **environment})

    def test_writes_html_beside_the_notebook_even_without_a_home(self):
        path = self.notebook("int answer = 6 * 7;", 'System.out.println("answer " + answer);')
        result = self.run_plegma(path, HOME="/nonexistent")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("answer 42", path.with_suffix(".html").read_text())
        self.assertRegex(result.stderr, r"\[2/2\] System\.out")

    def test_writes_a_notebook_with_an_empty_home(self):
        home = self.folder / "home"
        home.mkdir()
        output = self.folder / "out.ipynb"
        path = self.notebook("6 * 7")
        before = path.read_text()
        result = self.run_plegma(path, "-o", output, HOME=str(home), JUPYTER_DATA_DIR=str(home / "data"))
        self.assertEqual(result.returncode, 0, result.stderr)
        cell = json.loads(output.read_text())["cells"][0]
        self.assertEqual("".join(cell["outputs"][0]["data"]["text/plain"]), "42")
        self.assertEqual(path.read_text(), before, "the notebook itself stays as it was")
        self.assertFalse((home / "data/kernels").exists(), "the user's kernels stay as they were")

    def test_keeps_outputs_in_the_notebook_but_of_live_cells(self):
        path = self.notebook("int answer = 6 * 7;", "answer", "answer + 1")
        notebook = json.loads(path.read_text())
        notebook["cells"][2].update(metadata={"tags": ["live"]}, execution_count=9)
        path.write_text(json.dumps(notebook))
        result = self.run_plegma("--keep", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        kept = path.read_text()
        cells = json.loads(kept)["cells"]
        self.assertEqual("".join(cells[1]["outputs"][0]["data"]["text/plain"]), "42")
        self.assertEqual([cell["execution_count"] for cell in cells], [1, 2, None])
        self.assertEqual([cell["metadata"] for cell in cells], [{}, {}, {"tags": ["live"]}])
        path.write_text(kept.replace("6 * 7", "6 / 0"))
        self.assertEqual(self.run_plegma("--keep", path).returncode, 1)
        self.assertIn('"42"', path.read_text(), "a failure leaves the notebook as it was")

    def test_the_notebook_itself_is_not_written_over(self):
        path = self.notebook("6 * 7")
        before = path.read_text()
        for command in (["run"], ["run", "--to", "html"], ["report"]):
            result = shell(str(ROOT / "plegma"), *command, "-o", str(path), str(path), cwd=str(self.folder), env=dict(os.environ))
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("is the notebook itself, which would be lost", result.stderr)
        self.assertEqual(path.read_text(), before)

    def test_a_parameter_is_given_once(self):
        (self.folder / "grid.csv").write_text("n\n1\n")
        result = self.run_plegma(self.notebook("int n = 1;"), "-p", "n=2", "--grid", "grid.csv")
        self.assertEqual(result.returncode, 2)
        self.assertIn("n is given by -p and by grid.csv", result.stderr)

    def test_a_failing_cell_is_shown_and_ends_the_run(self):
        path = self.notebook("int a = 1;", 'if (a == 1) throw new IllegalStateException("the reason");', 'System.out.println("never");')
        result = self.run_plegma(path)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cell 2 failed", result.stderr)
        self.assertIn("the reason", result.stderr)
        self.assertNotIn("run_notebook.py", result.stderr, "no trace of our own")
        self.assertTrue(path.with_suffix(".html").exists(), "what was executed is kept")

    def test_a_cell_past_its_time_ends_the_run(self):
        result = self.run_plegma(self.notebook("while (true) Thread.sleep(50);"), "--timeout", "2")
        self.assertEqual(result.returncode, 1)
        self.assertIn("timed out", result.stderr)

    def test_a_kernel_that_dies_is_told(self):
        result = self.run_plegma(self.notebook("int a = 1;", "Runtime.getRuntime().halt(3);"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("the kernel's process died", result.stderr)

    def test_what_is_no_notebook(self):
        (self.folder / "text.ipynb").write_text("no json")
        for name, message in (("gone.ipynb", "there is no notebook"), ("text.ipynb", "is not a notebook")):
            result = self.run_plegma(name)
            self.assertEqual(result.returncode, 2)
            self.assertIn(message, result.stderr)


if __name__ == "__main__":
    unittest.main()
