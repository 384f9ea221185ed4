"""Runs the tests of a package on code with one mutated token, each mutant in a JVM of its own, as it may kill it."""

import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

# A mutant may use this many times the processor time that its tests need, and this much more. Time on the clock counts only
# where nothing is computed any more, as it depends on what else the machine does.
CPU_FACTOR, CPU_SECONDS, STUCK_SECONDS = 5, 60, 300
DOES_NOT_COMPILE = re.compile(r"BuildException|does not compile|error: ")
PASSED = re.compile(r"PASSED (\[.*) (\d+)")
FAILED = re.compile(r"FAILED (\[.*?\)\]) ")


class Laboratory:
    """Knows which test class reads which file of the package, and so which tests a mutant needs."""

    def __init__(self, modules, options, folder):
        self.modules = modules
        self.module = options.module
        self.options = options
        self.folder = folder
        self.package = pathlib.Path(options.package.replace(".", "/"))
        self.classes = folder / "classes"
        shutil.copytree(self.module / "target/classes", self.classes)
        self.readers = {}
        self.times = {}
        self.cpu = {}
        self.sound = set()
        for test in self.test_classes():
            self.observe(test)

    def test_classes(self):
        roots = [module / "target/test-classes" for module in self.modules]
        names = [str(path.relative_to(root))[:-6].replace("/", ".") for root in roots for path in root.rglob("*Test.class")]
        wanted = [re.compile(re.escape(each).replace(r"\*", ".*")) for each in self.options.tests.split(",")]
        for each in wanted:
            if not any(each.fullmatch(name) for name in names):
                raise SystemExit(f"no test class is called {each.pattern}")
        return sorted(name for name in names if any(each.fullmatch(name) for each in wanted))

    def observe(self, test):
        """Runs a test class on the code as it is; the times of access tell which files it read."""
        files = [path for path in (self.classes / self.package).rglob("*") if path.is_file()]
        for path in files:
            os.utime(path, (0, path.stat().st_mtime))
        result, output, self.cpu[test] = self.run([self.classes], [test])
        if result != "survived":
            raise SystemExit(f"{test} fails without any mutant: {output[-2000:]}")
        self.times[test] = [(int(ms), name) for name, ms in PASSED.findall(output)]
        for path in files:
            if path.stat().st_atime > 0:
                self.readers.setdefault(str(path.relative_to(self.classes)), []).append(test)
        print(f"{test}: {self.cpu[test]:.0f} s of processor time", flush=True)

    def test(self, site):
        """How a mutant ends, and by which test. Short tests come first."""
        mutant = self.folder / "mutant"
        shutil.rmtree(mutant, ignore_errors=True)
        source = self.module / site.file
        text = source.read_text()
        # What follows src/main/java or src/main/resources is the place on the class path.
        place = pathlib.Path(*pathlib.Path(site.file).parts[3:])
        target = mutant / place
        target.parent.mkdir(parents=True)
        target.write_text(text[: site.start] + site.new + text[site.end :])
        if source.suffix == ".java":
            path = f"{self.classes}:{self.options.classpath}"
            command = ["javac", "-nowarn", "-proc:none", "-parameters", "-d", mutant, "-cp", path, target]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        tests = self.readers.get(str(place.with_suffix(".class") if source.suffix == ".java" else place), [])
        if not tests:
            return "no test", ""
        methods = [method for _, method in sorted(time for test in tests for time in self.times[test])]
        result, output, _ = self.run([mutant, self.classes], methods, sum(self.cpu[test] for test in tests))
        by = output.strip().splitlines()[-1] if output.strip() and result != "survived" else ""
        if result == "caught" and DOES_NOT_COMPILE.search(by):
            result = "invalid"
        failed = FAILED.match(by)
        if failed and result == "caught" and not self.is_sound(failed[1]):
            print(f"not counted, as it fails alone without any mutant: {failed[1]}", flush=True)
            self.times = {test: [each for each in times if each[1] != failed[1]] for test, times in self.times.items()}
            return self.test(site)
        return result, by

    def is_sound(self, method):
        """Whether a test method passes alone without a mutant; else its failure tells nothing."""
        if method not in self.sound and self.run([self.classes], [method])[0] == "survived":
            self.sound.add(method)
        return method in self.sound

    def run(self, before, tests, cpu=None):
        """Result, output, and the processor time in seconds."""
        path = ":".join([str(each) for each in before] + [self.options.classpath])
        command = [*self.options.java, "-cp", path, "TrialRun", *tests]
        limit = int(CPU_FACTOR * cpu + CPU_SECONDS) if cpu is not None else resource.RLIM_INFINITY
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(
                command,
                cwd=self.module,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
            )
            stuck = self.watch(process)
            _, status, usage = os.wait4(process.pid, 0)
            out.seek(0)
            output = out.read().decode(errors="replace")
        process.returncode = status
        used = usage.ru_utime + usage.ru_stime
        if status == 0:
            return "survived", output, used
        late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        return "timed out" if stuck or late else "caught", output, used

    def watch(self, process):
        """Waits for a process to end, or ends it when it computes nothing any more; then this is true."""
        seen, since = -1.0, time.monotonic()
        while True:
            ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended:
                return False
            used = processor_time(process.pid)
            if used > seen + 0.5:
                seen, since = used, time.monotonic()
            elif time.monotonic() - since > STUCK_SECONDS:
                os.killpg(process.pid, signal.SIGKILL)
                return True
            time.sleep(0.2)


def processor_time(pid):
    """Of a process and its children that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(fields[i]) for i in (11, 12, 13, 14)) / os.sysconf("SC_CLK_TCK")
