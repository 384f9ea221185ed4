"""Runs the Python tests (Jupyter conformance, protocol, notebooks, launcher), then counts these and Maven's.

The launcher calls it after "mvn verify" with the private kernelspec on JUPYTER_PATH. Arguments, if any, are names of test
modules; then only these are run and counted. The last line is "N passed, N failed", and the exit status tells the same.
"""

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


def python_tests(names):
    """Runs the modules and returns how many tests passed and failed; a skipped one or a module that does not load fails."""
    loader = unittest.TestLoader()
    modules = [path for folder in FOLDERS for path in sorted(folder.glob("test_*.py"))]
    unknown = set(names) - {path.stem for path in modules}
    if unknown:
        sys.exit(f"no test module {', '.join(sorted(unknown))}; there are {', '.join(path.stem for path in modules)}")
    sys.path[:0] = [str(folder) for folder in FOLDERS]
    suite = unittest.TestSuite(
        loader.loadTestsFromName(path.stem) for path in modules if not names or path.stem in names
    )
    expected = suite.countTestCases()
    result = unittest.TextTestRunner(resultclass=Counter, verbosity=2).run(suite)
    return result.passed, expected - result.passed


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
    passed, failed = python_tests(names)
    sys.stderr.flush()
    java_passed, java_failed = (0, 0) if names else java_tests()
    print(f"Java: {java_passed} passed, {java_failed} failed. Jupyter and notebooks: {passed} passed, {failed} failed.")
    print(f"{java_passed + passed} passed, {java_failed + failed} failed")
    sys.exit(1 if failed + java_failed else 0)


if __name__ == "__main__":
    main()
