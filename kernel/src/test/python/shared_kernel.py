"""What the tests of the kernel have in common."""

import unittest

from kernel_client import Kernel


class SharedKernelTest(unittest.TestCase):
    """Tests that leave the kernel usable share one."""

    OPTIONS = {}

    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel(**cls.OPTIONS)
        cls.kernel.__enter__()
        cls.addClassCleanup(cls.kernel.__exit__, None, None, None)

    def run_ok(self, code, **options):
        result = self.kernel.run(code, **options)
        self.assertEqual(result.status, "ok", result.reply)
        return result
