"""Jupyter's own conformance suite for kernels, with every one of its tests enabled."""

import queue
import unittest

import jupyter_kernel_test
from jupyter_kernel_test.msgspec_v5 import validate_message

import plegma_kernelspec
from kernel_client import Kernel
from work_limit import WorkLimit


class ConformanceTest(jupyter_kernel_test.KernelTests):
    """The suite as it is, but it waits as long as the kernel works: its own patience is 15 seconds, or a tenth of one."""

    kernel_name = plegma_kernelspec.provide()

    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel()
        cls.kernel.__enter__()
        cls.km, cls.kc = cls.kernel.manager, cls.kernel.client
        for channel in (cls.kc.shell_channel, cls.kc.iopub_channel):
            cls.be_patient(channel)

    @classmethod
    def be_patient(cls, channel):
        get = channel.get_msg

        async def get_patiently(timeout=None):
            limit = WorkLimit(cls.kernel.pid)
            while True:
                try:
                    return await get(timeout=1)
                except queue.Empty:
                    limit.look()

        channel.get_msg = get_patiently

    @classmethod
    def tearDownClass(cls):
        cls.kernel.__exit__()

    def flush_channels(self):
        """Reads all that came before the answer to a question of its own."""
        asked = self.kc.kernel_info()
        for get, last in ((self.kc.get_shell_msg, "kernel_info_reply"), (self.kc.get_iopub_msg, "idle")):
            while True:
                message = get()
                validate_message(message)
                kind = message["content"].get("execution_state", message["msg_type"])
                if (message["parent_header"].get("msg_id"), kind) == (asked, last):
                    break

    language_name = "java"
    file_extension = ".jshell"

    code_hello_world = 'System.out.println("hello, world");'
    code_stderr = 'System.err.println("oops");'
    code_page_something = "page(List.of(1, 2));"
    code_generate_error = "Integer.parseInt(\"x\")"
    code_clear_output = "clearOutput();"
    code_inspect_sample = "Math.sqrt"

    completion_samples = [
        {"text": "Math.sqr", "matches": {"sqrt("}},
        {"text": "String text = \"\"; text.isBl", "matches": {"isBlank()"}},
        {"text": "Collectors.toSe", "matches": {"toSet()"}},
        {"text": "zzz", "matches": set()},
        {"text": "%lsm", "matches": {"%lsmagic"}},
    ]

    complete_code_samples = [
        "1",
        "int a = 1;",
        "int b = 2",
        "String s = \"a\" + 1;\nSystem.out.println(s);",
        "class A { int x; }",
        "int f(int x) { return x; }",
        "import java.util.*;",
        "for (int i = 0; i < 3; i++) { System.out.println(i); }",
        "record P(int x) {}\nnew P(3)",
        "// nothing but a comment",
        "\"\"\"\n  text\n  \"\"\"",
        "%lsmagic",
        "%time 1 + 1",
        "%%time\nint q = 1;",
        "@FunctionalInterface interface F { int f(); }",
        "",
    ]
    incomplete_code_samples = [
        "int a =",
        "class A {",
        "int f(int x) {\n    return x;",
        "for (int i = 0; i < 3; i++) {",
        "foo(1,",
        "\"\"\"\ntext",
        "List<",
        "if (true) a(); else",
        "%%opencl",
        "%%opencl\n__kernel void f() {",
    ]
    invalid_code_samples = [
        "int a = ;",
        "int 3x = 1;",
        "}",
        "1 +* 2",
        "a b c d",
        "\"not closed;",
        "int a = 1;\nint b = ;",
    ]

    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": "\"a\" + 'b'", "result": "ab"},
        {"code": "int[] v = {1, 2};\nv.length", "result": "2"},
        {"code": "\"Ω≈ç😀\"", "result": "Ω≈ç😀"},
    ]
    code_display_data = [
        {"code": "display(\"text\");", "mime": "text/plain"},
        {"code": "display(new java.awt.image.BufferedImage(4, 4, 1));", "mime": "image/png"},
        {"code": "display(Table.create(IntColumn.create(\"a\", 1, 2)));", "mime": "text/html"},
    ]

    code_history_pattern = "6*"
    supported_history_operations = ("tail", "range", "search")


if __name__ == "__main__":
    unittest.main()
