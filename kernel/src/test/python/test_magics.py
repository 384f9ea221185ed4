"""The magics in Plegma's own kernel: what JUnit tests with a small host cannot see."""

import pathlib
import re
import tempfile
import unittest

from kernel_client import Kernel

SAXPY = """\
%%opencl -DTILE=16
kernel void saxpy(float a, global const float *x, global float *y) {
    y[get_global_id(0)] += a * x[get_global_id(0)];
}"""


class MagicsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel()
        cls.kernel.__enter__()
        cls.addClassCleanup(cls.kernel.__exit__, None, None, None)

    def run_ok(self, code):
        result = self.kernel.run(code)
        self.assertEqual(result.status, "ok", result.reply)
        return result

    def error_of(self, code):
        result = self.kernel.run(code)
        self.assertEqual(result.status, "error", code)
        return re.sub(r"\x1b\[[\d;]*m", "", result.traceback)

    def complete(self, code, cursor=None):
        cursor = len(code) if cursor is None else cursor
        return self.kernel.reply_to(self.kernel.client.complete(code, cursor))["content"]

    def inspect(self, code, cursor):
        return self.kernel.reply_to(self.kernel.client.inspect(code, cursor))["content"]

    def is_complete(self, code):
        return self.kernel.reply_to(self.kernel.client.is_complete(code))["content"]["status"]

    def test_kernels_are_variables(self):
        self.assertIn("const float[] x", self.run_ok(SAXPY).value())
        result = self.run_ok("float[] x = {1, 2, 3}, y = {1, 1, 1};\n"
                             "%time saxpy.global(3).call(2f, x, y);\n"
                             "Arrays.toString(y)")
        self.assertEqual(result.value(), "[3.0, 5.0, 7.0]")
        self.assertRegex(result.text(), r"Wall time: .* to compile")
        self.assertIn("const float[] x", self.run_ok(SAXPY).value())
        self.assertEqual(self.run_ok("session().devices().size()").value(), "1")
        self.assertIn("got 2", self.error_of("saxpy.global(3).call(2f, x)"))

    def test_arrays_tell_where_they_come_from(self):
        text = self.run_ok("class Holder { DeviceArray a = session().allocate(ElementType.FLOAT, 30); }\n"
                           "DeviceArray make() { return session().allocate(ElementType.FLOAT, 20); }\n"
                           "var holder = new Holder(); var made = make();\n"
                           "var bare = session().allocate(ElementType.FLOAT, 10);\n"
                           "session().memory()").value()
        for place in ("Holder of a cell", "make() of a cell", "  a cell"):
            self.assertIn(place, text)
        self.run_ok("holder.a.close(); made.close(); bare.close();")

    def test_results_are_html_and_text(self):
        for code in ("%devices", "%help", "%help opencl", "%lsmagic", "%%opencl?"):
            self.assertIn("<", self.run_ok(code).value("text/html"), code)
            self.assertNotIn("<div", self.run_ok(code).value("text/plain"), code)

    def test_errors_are_at_the_lines_of_the_cell(self):
        error = self.error_of("//| label: bad\n%%opencl -DX=1\nkernel void bad(global float *x) {\n  *x = foo;\n}")
        self.assertIn("-DX=1", error)
        self.assertIn("  4 │   *x = foo;", error)
        error = self.error_of("int a = 1;\n%time a +\nint b = 2;")
        self.assertIn("2 | ", error)
        error = self.error_of("int a = 1;\n%lsmagic\nint b = \"text\";")
        self.assertIn("Line 3", error)
        error = self.error_of("%lsmagic\nint[] none = {};\nnone[1] = 2;")
        self.assertIn("line 3", error)
        error = self.error_of("int c = 1;\n  %tiem c")
        self.assertIn("Did you mean %time", error)
        self.assertIn("   2 |   %tiem c\n         ^", error)

    def test_timed_code_keeps_its_place_in_errors(self):
        self.assertIn("   1 |         nosuch(3)\n               ^^^^^^", self.error_of("%timeit nosuch(3)"))
        self.assertIn("loops each", self.run_ok("%timeit -n 100 -r 2 Math.sqrt(2.0)").value())

    def test_completion_in_magics_and_in_their_java(self):
        self.run_ok("double[] samples = {1, 2};")
        self.assertEqual(self.complete("%%openc")["matches"], ["%%opencl"])
        self.assertIn("--show", self.complete("%%opencl --")["matches"])
        self.assertEqual(self.complete("%%opencl\nint i = get_global_i")["matches"], ["get_global_id"])
        self.assertEqual(self.complete("%hdf5 save f.h5 sampl")["matches"], ["samples"])
        reply = self.complete("int a = 1;\n%time samples.len")
        self.assertEqual((reply["matches"], reply["cursor_start"]), (["length"], len("int a = 1;\n%time samples.")))
        reply = self.complete("// 😀\n%hel")
        self.assertEqual((reply["matches"], reply["cursor_start"], reply["cursor_end"]), (["%help"], 5, 9))

    def test_completion_in_the_lines_of_a_bench(self):
        head = "%%bench --over n=2^10..2^16 --baseline loop of all\nsetup: double[] xs = new double[n]\n"
        for code, expected in ((head + "loop: xs.len", "length"),
                               (head + "loop: sum(xs)\nstream -> xs: Arrays.stre", "stream("),
                               (head + "loop: buffers.inp", "input("),
                               ("%%bench\nsetup: String text = null\none: text.isBl", "isBlank()")):
            self.assertIn(expected, self.complete(code)["matches"], code)

    def test_inspection_in_bodies_of_other_languages(self):
        code = "%%opencl\nkernel void f(global float *x) { x[0] = clamp(x[0], 0.f, native_exp(1.f)); }"
        for word, meaning in (("clamp", "at least low"), ("native_exp", "fastest"), ("global", "all work-items")):
            text = self.inspect(code, code.index(word) + 1)["data"]["text/plain"]
            self.assertIn(meaning, text)
        self.assertFalse(self.inspect(code, code.index("x[0]"))["found"])
        code = "%%stencil heat\nu[x,y] = u + 0.1*lap(u)"
        self.assertIn("lap(", self.inspect(code, code.index("lap") + 1)["data"]["text/plain"])
        code = "%%bench\nabs: Math.abs(-1)"
        self.assertIn("int Math.abs(int", self.inspect(code, code.index("Math.abs") + 6)["data"]["text/plain"])

    def test_a_question_mark_asks(self):
        for code in ("?%devices", "%devices?", "? %%opencl", "%%opencl?", "?%%opencl;"):
            self.assertIn("Usage", self.run_ok(code).value(), code)
            self.assertEqual(self.is_complete(code), "complete")
        self.assertIn("%devices", self.run_ok("?").value())
        self.run_ok("int answer = 42;")
        self.assertIn("int answer = 42", self.run_ok("answer?").value())
        self.assertIn("Math.abs(", self.run_ok("?Math.abs").value())
        self.assertIn("is not known here", self.error_of("?nosuch"))

    def test_inspection_anywhere(self):
        for code in ("%time 1 + 1", "%%opencl -DX=1\nkernel void f() {}"):
            for cursor in (0, 2, 4):
                self.assertIn("Usage", self.inspect(code, cursor)["data"]["text/plain"])
        self.assertIn("Usage", self.inspect("%devices", 8)["data"]["text/plain"])

    def test_cells_with_magics_are_complete(self):
        self.assertEqual(self.is_complete("int a = 1;\n%devices"), "complete")
        self.assertEqual(self.is_complete("%time f("), "incomplete")

    def test_stack_traces_on_demand(self):
        self.assertNotIn("parseInt(", self.error_of("Integer.parseInt(\"x\") + 1").replace("Integer.parseInt(\"", ""))
        self.run_ok("%xmode trace")
        self.assertIn("java.lang.Integer.parseInt", self.error_of("Integer.parseInt(\"x\") + 1"))
        self.assertIn("plain", self.run_ok("%xmode plain").text())

    def test_files_and_class_path(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "a b.h5")
            self.run_ok(f'float[][] table = {{{{1, 2}}, {{3, 4}}}};\n%hdf5 save "{file}" table')
            self.assertIn("variable of type", self.error_of(f'%hdf5 load "{file}"').replace("table of type", "of type"))
            self.run_ok(f"%classpath {folder}")
            self.assertIn(folder, self.run_ok("%classpath").text())

    def test_progress_and_missing_libraries(self):
        error = self.error_of("%maven --offline org.nosuch:nosuch:1.0")
        self.assertIn("not in the local repository", error)
        self.assertIn("group:artifact:version", self.error_of("%maven nosuch"))


if __name__ == "__main__":
    unittest.main()
