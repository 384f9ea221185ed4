"""Kernels that do not end, or end the process: what the notebook says, and the ways out."""

import os
import pathlib
import tempfile
import unittest

from kernel_client import Kernel

SOURCE = """\
%%opencl
kernel void endless(volatile global int *x) { while (x[0] == 0) { x[1] += 1; } }
kernel void add(global int *x) { x[get_global_id(0)] += 1; }
kernel void poke(global int *x, long at) { x[at] = 1; }"""

BEGIN = "var x = session().upload(new int[2]); int[] kept = {1, 2, 3}; endless.global({0}).local(1).call(x);"


class BusyDeviceTest(unittest.TestCase):
    def waits_and_is_interrupted(self, kernel):
        request = kernel.send("add.global(3).call(kept);")
        kernel.wait_for_output(request, "gives the device up")
        kernel.manager.interrupt_kernel()
        self.assertEqual(kernel.collect(request).reply["ename"], "Interrupted")

    def test_a_kernel_on_one_thread(self):
        """An asynchronous call: its cell has ended, the next one waits behind it."""
        with Kernel() as kernel:
            self.assertEqual(kernel.run(SOURCE).status, "ok")
            self.assertEqual(kernel.run(BEGIN.replace("{0}", "1")).status, "ok")
            self.waits_and_is_interrupted(kernel)
            kernel.manager.interrupt_kernel()  # without a cell, or in the next: two channels have no order
            reset = kernel.run("%device --reset")
            text = reset.text()
            if reset.reply.get("ename") == "Interrupted":  # what it has told until then is not told again
                reset = kernel.run("%device --reset")
                text += reset.text()
            self.assertEqual(reset.status, "ok", reset.reply)
            self.assertIn("with the arrays x.", text)
            self.assertIn("Compiled for it: endless, add, poke", text)
            self.assertRegex(text, r"'endless', begun \d+ s ago")
            if "does not answer" in text:  # PoCL has but one thread
                self.assertIn("Restart the notebook's kernel", text)
                return
            self.assertRegex(text, r" answers\. It is slower as long as that runs")
            self.assertEqual(kernel.run("add.global(3).call(kept); Arrays.toString(kept)").value(), "[2, 3, 4]")
            lost = kernel.run("add.global(1).call(x)")
            self.assertIn("Device array x (int 2) was lost when", lost.traceback)

    def test_a_kernel_on_all_threads(self):
        with Kernel() as kernel:
            self.assertEqual(kernel.run(SOURCE).status, "ok")
            self.assertEqual(kernel.run(BEGIN.replace("{0}", str(64 * os.cpu_count()))).status, "ok")
            check = kernel.run("GemmExercise.check(session(), add, (kernel, m, n) -> kernel.global(n, m).local(1, 1))")
            self.assertEqual(check.status, "error", "the check of a coursework does not wait")
            self.assertRegex(check.traceback, r"'endless', begun \d+ s ago .* still runs on .* The check needs the device\.")
            self.assertIn("if it has no end, %device --reset gives the device up", check.traceback)
            self.waits_and_is_interrupted(kernel)
            text = kernel.run("%device --reset").text()
            self.assertIn("does not answer: its driver cannot end what runs, and runs nothing beside it."
                          " Restart the notebook's kernel.", text)
            self.assertEqual(kernel.run("Arrays.toString(kept)").value(), "[1, 2, 3]")


class CrashTest(unittest.TestCase):
    def test_the_next_process_tells_which_kernel_ran(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as place:
            crashes = pathlib.Path(folder) / "crashes"
            options = {"env": {**os.environ, "JDK_JAVA_OPTIONS": f"-XX:ErrorFile={crashes}/hs_err_pid%p.log"}, "cwd": place}
            with Kernel(**options) as kernel:
                self.assertEqual(kernel.run(SOURCE).status, "ok")
                kernel.send("poke.global(1).call(new int[1], 1L << 40);")
                kernel.manager.provisioner.process.wait()
            self.assertEqual(os.listdir(place), [])
            with Kernel(**options) as kernel:
                said = kernel.run("1 + 1")
                self.assertEqual(said.value(), "2")
                self.assertIn("died while the OpenCL kernel 'poke' ran on the processor. With %%opencl --check",
                              said.text("stderr"))
                self.assertEqual(kernel.run("1 + 1").text("stderr"), "")

class IsolatedDeviceTest(unittest.TestCase):
    def test_a_kernel_that_crashes_or_never_ends_costs_no_variable(self):
        with Kernel() as kernel:
            def ok(code):
                result = kernel.run(code)
                self.assertEqual(result.status, "ok", result.reply)
                return result

            self.assertIn("kernels in a process of their own", ok("%device --isolated").text())
            ok(SOURCE + "\nkernel void walk(global int *x) { for (long i = 0; ; i++) x[i] = 7; }")
            ok("int[] kept = {1, 2, 3}; var x = session().upload(new int[4]);")
            crash = kernel.run("walk.global(1).call(x)")
            self.assertEqual(crash.reply["ename"], "KernelCrashException")
            self.assertIn("'walk' crashed: an access to memory that is not there (SIGSEGV)", crash.traceback)
            self.assertEqual(ok("add.global(3).call(kept); Arrays.toString(kept)").value(), "[2, 3, 4]")
            self.assertIn("[7, 7, 7, 7]", ok("x.download()").value())
            ok("x.upload(new int[4]);")
            request = kernel.send("System.out.println(1); endless.global(64).call(x);")
            kernel.wait_for_output(request, "1")
            kernel.manager.interrupt_kernel()
            self.assertEqual(kernel.collect(request).reply["ename"], "Interrupted")
            self.assertEqual(ok("add.global(3).call(kept); Arrays.toString(kept)").value(), "[3, 4, 5]")
            self.assertNotIn("a process of their own", ok("%device 0").text())


if __name__ == "__main__":
    unittest.main()
