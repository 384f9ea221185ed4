"""Time and memory of a submission and of all processes that it starts."""

import pathlib
import sys
import tempfile
import unittest

import work_limit

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "kernel/src/main/python"))

import limits  # noqa: E402


class LimitsTest(unittest.TestCase):
    def run_python(self, code, seconds=60, mebibytes=2000):
        return limits.run([sys.executable, "-c", code], seconds, mebibytes)

    def test_time_and_memory_are_limited_for_a_whole_tree(self):
        self.assertIsNone(self.run_python("pass"))
        self.assertEqual(self.run_python("import sys; sys.exit(3)"), "status 3")
        child = "import subprocess, sys; subprocess.run([sys.executable, '-c', {!r}])"
        self.assertEqual(self.run_python(child.format("while True: pass"), seconds=1), "time")
        self.assertEqual(self.run_python(child.format("x = b'1' * (300 << 20); import time; time.sleep(60)"), mebibytes=200), "memory")

    def test_nothing_is_left_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "pid")
            code = (
                "import os, sys, time\nif os.fork() == 0:\n"
                f" os.setsid(); open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(600)\nwhile True: pass"
            )
            self.assertEqual(self.run_python(code, seconds=1), "time")
            pid = int(file.read_text())
            self.assertTrue(work_limit.wait_until(lambda: self.gone(pid)))

    @staticmethod
    def gone(pid):
        found = limits.processes()
        return pid not in found or "Z" == pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


if __name__ == "__main__":
    unittest.main()
