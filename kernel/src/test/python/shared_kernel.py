"""What the tests of the kernel have in common."""

import time
import unittest

from kernel_client import Kernel


def wait_until(condition, seconds):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


class SharedKernelTest(unittest.TestCase):
    """Tests that leave the kernel usable share one."""

    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel()
        cls.kernel.__enter__()
        cls.addClassCleanup(cls.kernel.__exit__, None, None, None)

    def run_ok(self, code, **options):
        result = self.kernel.run(code, **options)
        self.assertEqual(result.status, "ok", result.reply)
        return result
