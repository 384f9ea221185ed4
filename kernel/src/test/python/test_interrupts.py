"""Interrupts: cells that compute, wait or compile end, and the kernel goes on."""

import os
import pathlib
import signal
import tempfile
import textwrap
import time

from kernel_client import Kernel
from shared_kernel import SharedKernelTest


class InterruptTest(SharedKernelTest):
    LOOPS = {
        "overflows": "int deep(int n) { try { return deep(n + 1) + 1; } catch (Throwable t) { return deep(n + 1); } }\n"
                     "System.out.println(\"on\"); deep(0);",
        "sleep": "System.out.println(\"on\"); Thread.sleep(600_000);",
        "host loop": "System.out.println(\"on\"); long spin = 0; while (true) spin++;",
        "for without end": "System.out.println(\"on\"); for (;;) ;",
        "recursion": "int loop(int n) { return n == 0 ? 0 : loop(n - 1); }\nSystem.out.println(\"on\"); while (true) loop(9);",
        "stream": "System.out.println(\"on\"); IntStream.generate(() -> 1).forEach(x -> {});",
        "parallel": "System.out.println(\"on\"); IntStream.range(0, 4).parallel().forEach(x -> { while (true); });",
        "swallows": "System.out.println(\"on\"); while (true) try { Thread.sleep(99_999); } catch (Throwable t) {}",
        "lock": "System.out.println(\"on\"); new java.util.concurrent.CountDownLatch(1).await();",
        "magic": "%time System.out.println(\"on\"); while (true);",
    }

    def interrupted(self, code, interrupt):
        request = self.kernel.send(code)
        self.kernel.wait_for_output(request, "on")
        interrupt()
        result = self.kernel.collect(request)
        self.assertEqual((result.status, result.reply["ename"]), ("error", "Interrupted"))
        self.assertEqual(self.run_ok("1 + 1").value(), "2")

    def test_by_message(self):
        for name, code in self.LOOPS.items():
            with self.subTest(name):
                self.interrupted(code, self.kernel.manager.interrupt_kernel)

    def test_by_signal(self):
        for name in ("sleep", "host loop"):
            with self.subTest(name):
                self.interrupted(self.LOOPS[name], lambda: os.kill(self.kernel.pid, signal.SIGINT))

    def test_an_idle_kernel_takes_no_harm(self):
        self.kernel.manager.interrupt_kernel()
        os.kill(self.kernel.pid, signal.SIGINT)
        self.assertEqual(self.run_ok("5").value(), "5")

    def test_the_compiler_survives_interrupts(self):
        """An interrupt inside the compiler's file access would break it for good."""
        for i in range(12):
            request = self.kernel.send(f"class K{i} {{ java.util.concurrent.ConcurrentHashMap<String, Table> m; }}\n" * 4)
            time.sleep(0.01 * i)
            self.kernel.manager.interrupt_kernel()
            self.kernel.collect(request)
        self.assertEqual(self.run_ok("new javax.swing.DefaultListModel<Table>().size()").value(), "0")

    def test_a_cell_that_waits_for_the_kernel_to_start(self):
        with Kernel() as kernel:
            request = kernel.send("Thread.sleep(600_000)")
            while kernel.message("iopub")["parent_header"].get("msg_id") != request:
                pass  # until the kernel says that it is busy with it
            kernel.manager.interrupt_kernel()
            self.assertEqual(kernel.collect(request).reply["ename"], "Interrupted")
            self.assertEqual(kernel.run("1 + 1").value(), "2")

    def test_a_cell_of_many_declarations_ends_between_two(self):
        code = "System.out.println(\"on\");\n" + "\n".join(f"int many{i} = 3;\nclass Many{i} {{ }}" for i in range(2000))
        self.interrupted(code, self.kernel.manager.interrupt_kernel)
        self.assertEqual(self.kernel.run("many1999").status, "error")

    def test_library_code_that_ignores_interrupts(self):
        """Java up to 19 can stop it; on later ones the user is told that it cannot be stopped."""
        code = "System.out.println(\"on\"); LongStream.range(0, Long.MAX_VALUE).sum()"
        if int(self.run_ok("Runtime.version().feature()").value()) < 20:
            self.interrupted(code, self.kernel.manager.interrupt_kernel)
            return
        with Kernel() as kernel:
            request = kernel.send(code)
            kernel.wait_for_output(request, "on")
            kernel.manager.interrupt_kernel()
            kernel.wait_for_output(request, "restart the kernel")

    def test_sockets_and_pipes_in_which_the_system_waits(self):
        """They ignore interrupts; Java up to 19 can be stopped, if the system's call ends, too."""
        if int(self.run_ok("Runtime.version().feature()").value()) >= 20:
            return
        with tempfile.TemporaryDirectory() as folder:
            pipes = [pathlib.Path(folder, name) for name in ("to read", "to write")]
            for pipe in pipes:
                os.mkfifo(pipe)
            for code in ("new java.net.ServerSocket(0).accept();",
                         "new java.net.DatagramSocket(0).receive(new java.net.DatagramPacket(new byte[9], 9));",
                         "var far = new java.net.ServerSocket(0); "
                         "new java.net.Socket(\"localhost\", far.getLocalPort()).getInputStream().read();",
                         f"new FileInputStream(\"{pipes[0]}\").read();", f"Files.writeString(Path.of(\"{pipes[1]}\"), \"text\");"):
                with self.subTest(code):
                    self.interrupted('System.out.println("on"); ' + code, self.kernel.manager.interrupt_kernel)

    def test_an_opencl_queue(self):
        source = textwrap.dedent("""\
            %%opencl
            __kernel void spin(__global float *x, const int n) {
                float v = x[get_global_id(0)];
                for (int i = 0; i < n; i++) v = v * 0.999f + 1.0f;
                x[get_global_id(0)] = v;
            }
            """)
        self.run_ok(source)
        self.interrupted(
            "float[] data = new float[4096];\nSystem.out.println(\"on\");\n"
            "for (int i = 0; i < 100_000; i++) spin.global(4096).call(data, 20_000);",
            self.kernel.manager.interrupt_kernel)
