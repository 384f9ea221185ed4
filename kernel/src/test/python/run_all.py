"""Runs the Python tests (Jupyter conformance, protocol, notebooks, launcher), then counts these and Maven's.

The launcher calls it after "mvn verify" with the private kernelspec on JUPYTER_PATH. Arguments, if any, are names of test
modules or of classes in them (test_guides.QuickstartTest); then only these are run and counted. With --java none is run,
and only Maven's are counted. The last line is "N passed, N failed", and the exit status tells the same; no test at all is a
failure, since a name was mistyped then.
"""

import concurrent.futures.process
import io
import pathlib
import sys
import time
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[4]
FOLDERS = [ROOT / "kernel/src/test/python", ROOT / "notebooks"]


class Counter(unittest.TextTestResult):
    """Prints one line a test with its time and keeps the number that passed."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.passed = 0

    def startTest(self, test):
        super().startTest(test)
        self.begun = time.monotonic()

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1
        self.stream.writeln(f"  took {time.monotonic() - self.begun:.1f} s")


def classes(suite):
    """The test classes of a suite, as names to load them by; a module that cannot be loaded counts as one."""
    found = {}
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            found.update(dict.fromkeys(classes(test)))
        else:
            failed = isinstance(test, unittest.loader._FailedTest)
            found[test._testMethodName if failed else f"{type(test).__module__}.{type(test).__name__}"] = None
    return list(found)


def run_class(name):
    """Runs one class (or what else the name stands for) and returns how many of its tests passed, and the output."""
    output = io.StringIO()
    begun = time.monotonic()
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(output, resultclass=Counter, verbosity=2).run(suite)
    output.write(f"{name}: {time.monotonic() - begun:.0f} s in all\n")
    return result.passed, output.getvalue()


def python_tests(names):
    """Runs the modules, two classes at a time, and returns how many tests passed and failed.

    A skipped test and a module that does not load count as failed.
    """
    sys.path[:0] = [str(folder) for folder in FOLDERS]
    modules = [path.stem for folder in FOLDERS for path in sorted(folder.glob("test_*.py"))]
    unknown = {name.split(".")[0] for name in names} - set(modules)
    if unknown:
        sys.exit(f"no test module {', '.join(sorted(unknown))}; there are {', '.join(modules)}")
    suite = unittest.defaultTestLoader.loadTestsFromNames(names or modules)
    expected = suite.countTestCases()
    passed = 0
    with concurrent.futures.ProcessPoolExecutor(max_workers=2) as pool:
        for each in concurrent.futures.as_completed([pool.submit(run_class, name) for name in classes(suite)]):
            try:
                passed_here, output = each.result()
            except concurrent.futures.process.BrokenProcessPool as died:
                passed_here, output = 0, f"ERROR: {died}"
            passed += passed_here
            print(output, file=sys.stderr, flush=True)
    return passed, expected - passed


def java_tests():
    """What Maven's reports of this build say: how many tests passed and how many failed."""
    passed = failed = 0
    for report in ROOT.glob("*/target/*-reports/TEST-*.xml"):
        suite = xml.etree.ElementTree.parse(report).getroot()
        bad = sum(int(suite.get(kind, 0)) for kind in ("failures", "errors", "skipped"))
        failed += bad
        passed += int(suite.get("tests", 0)) - bad
    return passed, failed


def main():
    names = sys.argv[1:]
    only_java = names == ["--java"]
    passed, failed = (0, 0) if only_java else python_tests(names)
    sys.stderr.flush()
    java_passed, java_failed = (0, 0) if names and not only_java else java_tests()
    print(f"Java: {java_passed} passed, {java_failed} failed. Jupyter and notebooks: {passed} passed, {failed} failed.")
    lines, status = verdict(java_passed + passed, java_failed + failed)
    print(lines)
    sys.exit(status)


def verdict(passed, failed):
    """The last lines, and the exit status."""
    none = "No test ran: is its name right?\n" if passed + failed == 0 else ""
    return f"{none}{passed} passed, {failed} failed", 1 if failed or none else 0


if __name__ == "__main__":
    main()
