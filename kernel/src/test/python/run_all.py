"""Runs the Python tests (Jupyter conformance, protocol, notebooks, launcher), then counts these and Maven's.

The launcher calls it after "mvn verify" with the private kernelspec on JUPYTER_PATH. Arguments, if any, are names of test
modules or of classes in them (test_guides.QuickstartTest); then only these are run and counted. With --java none is run,
and only Maven's are counted. It tells how long the tests of each kind took in all. The last line is "N passed, N failed", and
the exit status tells the same. A test of Maven's that its assumptions rule out is named with its reason and is neither; but no
test at all is a failure, as a name was mistyped then. With --check and names as Maven takes them, it is only told which of them
fits no class.
"""

import concurrent.futures.process
import io
import os
import pathlib
import re
import resource
import signal
import sys
import time
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[4]
FOLDERS = [ROOT / "notebooks", ROOT / "kernel/src/test/python"]  # the longest tests first, so that no core waits at the end


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


def processor_time():
    """Of this process and of its children that have ended, in seconds."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def run_class(name):
    """Runs one class (or what else the name stands for); how many of its tests passed, its seconds, and the output."""
    output = io.StringIO()
    begun, used = time.monotonic(), processor_time()
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(output, resultclass=Counter, verbosity=2).run(suite)
    seconds = time.monotonic() - begun
    output.write(f"{name}: {seconds:.0f} s in all, {processor_time() - used:.0f} s of processor time\n")
    return result.passed, seconds, output.getvalue()


def python_tests(names):
    """Runs the modules, three classes at a time, and returns how many tests passed and failed, and the seconds of each kind.

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
    times = {}
    # One more than two cores: a class waits for kernels, children and their ends a sixth of its time.
    with concurrent.futures.ProcessPoolExecutor(max_workers=3) as pool:
        submitted = {pool.submit(run_class, name): name for name in classes(suite)}
        for each in concurrent.futures.as_completed(submitted):
            seconds = 0
            try:
                passed_here, seconds, output = each.result()
            except concurrent.futures.process.BrokenProcessPool as died:
                passed_here, output = 0, f"ERROR: {died}"
            passed += passed_here
            of_notebooks = (FOLDERS[0] / (submitted[each].split(".")[0] + ".py")).is_file()
            kind = "notebooks" if of_notebooks else "Jupyter and launcher"
            times[kind] = times.get(kind, 0) + seconds
            print(output, file=sys.stderr, flush=True)
    return passed, expected - passed, times


def java_tests(root=ROOT):
    """What Maven's reports of this build say: tests that passed and failed, why others were skipped, and the seconds of each kind.

    Each case is counted: the sums at the head of a report leave out those of JUnit's if its class has properties of jqwik's, too.
    """
    passed = failed = 0
    skipped = []
    times = {}
    for report in sorted(path for module in ("*", "opencl/*") for path in root.glob(f"{module}/target/*-reports/TEST-*.xml")):
        suite = xml.etree.ElementTree.parse(report).getroot()
        packaged = report.parent.name.startswith("failsafe")
        kind = "the packaged jar" if packaged else f"Java in {report.parents[2].relative_to(root)}"
        times[kind] = times.get(kind, 0) + float(suite.get("time", "0").replace(",", ""))
        cases = list(suite.iter("testcase"))
        left_out = [
            f"{case.get('classname')}.{case.get('name')}: {case.find('skipped').get('message') or 'no reason given'}"
            for case in cases if case.find("skipped") is not None
        ]
        bad = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
        failed += bad
        passed += len(cases) - bad - len(left_out)
        skipped += left_out
    return passed, failed, skipped, times


def unknown_java(names):
    """The names, as Maven's option -Dtest takes them (packages, * and #method included), that fit no class of the tests."""
    sources = (path for module in ("*", "opencl/*") for root in ROOT.glob(f"{module}/src/test/java") for path in root.rglob("*.java"))
    classes = [".".join(path.with_suffix("").parts[path.parts.index("java") + 1:]) for path in sources]

    def fits(name, known):
        pattern = re.escape(re.sub(r"[#$].*|\.(java|class)$", "", name).replace("/", ".")).replace(r"\*", ".*")
        return re.fullmatch(pattern if r"\." in pattern else rf"(.*\.)?{pattern}", known)

    return [name for name in names if name[:1] not in "!%" and not any(fits(name, known) for known in classes)]


def main():
    # In what a shell starts in the background it is ignored, also by kernels, which tests interrupt by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("PLEGMA_HISTORY", "off")  # tests are no history of their user
    names = sys.argv[1:]
    if names[:1] == ["--check"]:
        unknown = unknown_java(names[1:])
        sys.exit(f"plegma: no Java test class is named {' or '.join(unknown)}; nothing was run." if unknown else 0)
    only_java = names == ["--java"]
    passed, failed, times = (0, 0, {}) if only_java else python_tests(names)
    sys.stderr.flush()
    java_passed, java_failed, skipped, java_times = (0, 0, [], {}) if names and not only_java else java_tests()
    for test in skipped:
        print("skipped:", test)
    print(f"Java: {java_passed} passed, {java_failed} failed. Jupyter and notebooks: {passed} passed, {failed} failed.")
    print(by_kind({**java_times, **times}))
    lines, status = verdict(java_passed + passed, java_failed + failed, len(skipped))
    print(lines)
    sys.exit(status)


def by_kind(times):
    """How long the tests of each kind took on the clock, the longest first; some run at the same time."""
    kinds = sorted(times, key=times.get, reverse=True)
    return f"Time in tests, {sum(times.values()):.0f} s: " + ", ".join(f"{kind} {times[kind]:.0f} s" for kind in kinds) + "."


def verdict(passed, failed, skipped=0):
    """The last lines, and the exit status."""
    none = ""
    if passed + failed == 0:
        none = "Nothing was tested: every test was skipped.\n" if skipped else "No test ran: is its name right?\n"
    return f"{none}{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), 1 if failed or none else 0


if __name__ == "__main__":
    main()
