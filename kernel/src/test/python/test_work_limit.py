"""The limits that other tests rely on."""

import os
import subprocess
import sys
import unittest

from work_limit import WorkLimit, WorkLimitExceeded, run

SPIN = "while :; do :; done"


class Scripted(WorkLimit):
    """Of a process that has used what the test says."""

    so_far = 0

    def used(self):
        return self.so_far


class WorkLimitTest(unittest.TestCase):
    def exceeded(self, script, **limits):
        with subprocess.Popen(["sh", "-c", script]) as process:
            limit = WorkLimit(process.pid, **limits)
            try:
                while True:
                    with self.assertRaises(subprocess.TimeoutExpired):
                        process.wait(0.2)
                    limit.look()
            except WorkLimitExceeded as exceeded:
                return str(exceeded)
            finally:
                limit.kill()

    def test_work_ends_at_its_limit_whoever_does_it(self):
        self.assertIn("of processor time", self.exceeded(SPIN, work=0.3))
        self.assertIn("of processor time", self.exceeded(f"({SPIN}) & wait", work=0.3))

    def test_what_does_nothing_is_idle(self):
        self.assertIn("has done nothing for 3 s", self.exceeded("sleep 3600", idle=3))

    def test_what_works_little_is_not_idle_until_it_stops(self):
        limit = Scripted(os.getpid(), idle=10)
        for _ in range(1000):
            limit.so_far += 0.04
            limit.look()
        with self.assertRaises(WorkLimitExceeded):
            for _ in range(11):
                limit.so_far += 0.02
                limit.look()

    def test_a_process_that_has_ended_is_not_waited_for(self):
        with subprocess.Popen(["true"]) as process:
            limit = WorkLimit(process.pid)
        with self.assertRaisesRegex(WorkLimitExceeded, "has ended"):
            limit.look()

    def test_a_program_is_run_to_its_end(self):
        result = run([sys.executable, "-c", "import time; time.sleep(1.2); print('x' * 200_000)"], stdout=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, len(result.stdout), result.stderr), (0, 200_001, None))
        with self.assertRaises(subprocess.CalledProcessError):
            run(["false"], check=True)


if __name__ == "__main__":
    unittest.main()
