"""Cells of Java beyond the conformance suite: odd ones, large ones, and how their errors are told."""

import os
import re
import textwrap
import unittest

from shared_kernel import SharedKernelTest
from work_limit import wait_until


def strip_colours(text):
    return re.sub("\x1b\\[[0-9;]*m", "", text)


class CellsTest(SharedKernelTest):
    def test_mixed_cell(self):
        result = self.run_ok(textwrap.dedent("""\
            import java.net.URI;
            // a comment
            class Point { final int x, y; Point(int x, int y) { this.x = x; this.y = y; } }
            int sum(Point p) { return p.x + p.y; }
            var p = new Point(3, 4);
            for (int i = 0; i < 2; i++) {
                System.out.println(i + sum(p));
            }
            record Named<T>(String name, T value) {}
            interface Shape { double area(); }
            Shape s = new Shape() { public double area() { return 2.5; } };
            enum Color { RED, GREEN }
            new Named<>(URI.create("a:b").getScheme() + Color.GREEN, s.area())
            """))
        self.assertEqual(result.text(), "7\n8\n")
        self.assertEqual(result.value(), "Named[name=aGREEN, value=2.5]")

    def test_mutually_dependent_classes_and_records(self):
        result = self.run_ok(textwrap.dedent("""\
            class Even extends Parity { @Override boolean test(int n) { return n == 0 || new Odd().test(n - 1); } }
            class Odd extends Parity { @Override boolean test(int n) { return n != 0 && new Even().test(n - 1); } }
            abstract class Parity { abstract boolean test(int n); }
            record Tree(List<Branch> branches) {}
            record Branch(Tree tree, int length) {}
            "" + new Even().test(10) + new Odd().test(10) + new Tree(List.of(new Branch(new Tree(List.of()), 3)))
            """))
        self.assertEqual(
            result.value(), "truefalseTree[branches=[Branch[tree=Tree[branches=[]], length=3]]]")

    def test_a_method_used_before_its_declaration(self):
        self.assertEqual(self.run_ok("int n = twice(4);\nint twice(int x) { return 2 * x; }\nn").value(), "8")

    def test_a_wrong_override_is_an_error(self):
        result = self.kernel.run("class Wrong { @Override public void missing() {} }")
        self.assertIn("does not override", result.reply["evalue"])

    def test_redefinition(self):
        self.assertEqual(self.run_ok("record R(int x) {}\nnew R(1)").value(), "R[x=1]")
        self.assertEqual(self.run_ok("record R(int x, String y) {}\nnew R(1, \"b\")").value(), "R[x=1, y=b]")
        self.assertEqual(self.run_ok("class C { int v() { return 1; } }\nnew C().v()").value(), "1")
        self.assertEqual(self.run_ok("class C { int v() { return 2; } }\nnew C().v()").value(), "2")
        self.assertEqual(self.run_ok("int redefined = 1;\nredefined").value(), "1")
        self.assertEqual(self.run_ok("String redefined = \"text\";\nredefined").value(), "text")

    def test_literals_text_blocks_and_unicode(self):
        cases = {
            "0x1F + 0b11 + 0_7 + 1_000": "1041",
            "'\\u00e9' + \"\\t|\\u20ac|\\\\\"": "é\t|€|\\",
            "\"\"\"\n    a \"quoted\" {brace}\n      b\\\n    c\n    \"\"\"": "a \"quoted\" {brace}\n  bc\n",
            "String größe = \"日本語 😀 e\\u0301\"; größe": "日本語 😀 e\u0301",
            "1e-3f + \"\" + 0x1p3 + 5L + 'x' + null + true": "0.0018.05xnulltrue",
            "\"// no comment ; %time }\"": "// no comment ; %time }",
        }
        for code, expected in cases.items():
            with self.subTest(code=code):
                self.assertEqual(self.run_ok(code).value(), expected)

    def test_a_semicolon_makes_a_statement_of_an_expression(self):
        self.assertIsNone(self.run_ok("1 + 1;").value())
        self.assertIsNone(self.run_ok("int quiet = 5").value())
        self.assertIsNone(self.run_ok("Object nothing = null; nothing").value())

    def test_cells_of_a_megabyte(self):
        data = "x" * 60_000
        literals = ",\n".join(f"\"{data}\"" for _ in range(18))
        self.assertEqual(self.run_ok(f"String[] big = {{{literals}}};\nbig.length * big[0].length()").value(), "1080000")
        comment = "/* " + "comment \n" * 120_000 + "*/ 1 + 1"
        self.assertGreater(len(comment), 1_000_000)
        self.assertEqual(self.run_ok(comment).value(), "2")
        class_ = "class Many {\n" + "".join(
            f"    static int m{i}(int x) {{ return x + {i}; }} // {'filler ' * 12}\n" for i in range(8_000)) + "}\n"
        self.assertGreater(len(class_), 1_000_000)
        self.assertEqual(self.run_ok(class_ + "Many.m7999(1)").value(), "8000")

    def test_many_snippets(self):
        result = self.run_ok("int total = 0;\n" + "total += 1;\n" * 300 + "total")
        self.assertEqual(result.value(), "300")


class ErrorsTest(SharedKernelTest):
    OPTIONS = {"env": {**os.environ, "JDK_JAVA_OPTIONS": "-Xmx1g"}}  # so that memory ends soon on every machine

    def test_a_compile_error_points_into_the_cell(self):
        result = self.kernel.run("int fine = 1;\n\n  int wrong = \"text\";\n")
        self.assertEqual(result.reply["ename"], "CompileException")
        self.assertEqual(result.reply["evalue"], "line 3: incompatible types: String cannot be converted to int")
        lines = [line for line in strip_colours(result.traceback).splitlines()]
        shown = next(i for i, line in enumerate(lines) if "int wrong" in line)
        self.assertTrue(lines[shown].startswith("   3 | "))
        self.assertEqual(lines[shown + 1].index("^"), lines[shown].index("\"text\""))
        self.assertEqual(self.run_ok("fine").value(), "1")

    def test_all_errors_of_a_cell_are_told(self):
        result = self.kernel.run("int one = 1;\nint two = \"2\";\nSystem.out.println(\"ran\");\nint three = \"3\";\nfour();")
        self.assertEqual(result.text(), "")
        self.assertIn("(and 2 more errors)", result.reply["evalue"])
        shown = [line for line in strip_colours(result.traceback).splitlines() if line.startswith("Line ")]
        self.assertEqual([line.split(":")[0] for line in shown], ["Line 2", "Line 4", "Line 5"])

    def test_a_kernels_lines_have_the_numbers_of_its_errors(self):
        source = "//| an option\n%%opencl\nkernel void lined(global float* x) {\n    x[0] = 1;\n}"
        self.run_ok(source)
        self.assertIn("  4 │     x[0] = 1;", self.run_ok("?lined").value())
        wrong = self.kernel.run(source.replace("x[0]", "y[0]"))
        self.assertIn("  4 │     y[0] = 1;", strip_colours(wrong.traceback))

    def test_objects_of_cells_are_shown_by_the_names_of_the_cells(self):
        self.assertRegex(self.run_ok("class Mine {}\nnew Mine()").value(), r"^Mine@[0-9a-f]+$")
        self.assertRegex(self.run_ok("List.of(new Mine(), new Mine())").value(), r"^\[Mine@[0-9a-f]+, Mine@[0-9a-f]+\]$")
        self.assertEqual(self.run_ok("new Mine().getClass()").value(), "class Mine")
        self.assertRegex(self.run_ok("new Object() {}").value(), r"^nameless class@[0-9a-f]+$")
        self.assertEqual(self.run_ok("Runnable nothing = () -> {}; nothing").value(), "a lambda")
        self.assertIn("a lambda", self.run_ok("%whos Runnable").value())

    def test_cures(self):
        """JShell needs a while to list all classes, so the imports come late on a busy machine."""
        self.run_ok("int height = 3;")
        for code, cure in {
            "heigth + 1": "Did you mean height?",
            "HttpServer s;": "or import com.sun.net.httpserver.HttpServer;",
            "float f = 1.5;": "(float)",
            "void g() { throw new Exception(); }": "throws",
            "int broken() { return 1;": "Close what is still open",
        }.items():
            with self.subTest(code=code):
                self.assertTrue(
                    wait_until(lambda: cure in self.kernel.run(code).traceback), self.kernel.run(code).traceback)

    def test_runtime_errors_show_frames_of_cells_only(self):
        first = self.run_ok("int quotient(int a, int b) {\n    // comment\n    return a / b;\n}")
        first = self.run_ok("int outer(int x) {\n    return IntStream.of(x).map(v -> quotient(1, v)).sum();\n}")
        count = first.reply["execution_count"]
        result = self.kernel.run("\n// call\nouter(0)")
        text = strip_colours(result.traceback)
        self.assertEqual(result.reply["ename"], "ArithmeticException")
        self.assertIn(f"at cell {count - 1}, line 3 in quotient:  return a / b;", text)
        self.assertIn(f"at cell {count}, line 2 in outer:", text)
        self.assertIn(f"at cell {count + 1}, line 3:  outer(0)", text)
        for hidden in ("java.base", "IntPipeline", "REPL", "JShell", "reflect"):
            self.assertNotIn(hidden, text)

    def test_a_missing_file_is_told_by_its_whole_path(self):
        for code in ('Files.readString(Path.of("none.csv"))', 'Table.read().csv("none.csv")'):
            with self.subTest(code=code):
                last = strip_colours(self.kernel.run(code).traceback).splitlines()[-1]
                self.assertRegex(last, r"^There is no file /.*/none\.csv\.$")

    def test_a_null_is_told_by_the_name_of_its_variable(self):
        result = self.kernel.run("int lengthOf(String given) {\n    String text = given;\n    return text.length();\n}\nlengthOf(null)")
        self.assertIn('because "text" is null', strip_colours(result.traceback))

    def test_causes(self):
        result = self.kernel.run(
            "throw new IllegalStateException(\"outside\", new java.io.IOException(\"inside\"));")
        text = strip_colours(result.traceback)
        self.assertIn("java.lang.IllegalStateException: outside", text)
        self.assertIn("Caused by java.io.IOException: inside", text)

    def test_all_frames_on_demand(self):
        self.run_ok("showStackTraces(true);")
        try:
            self.assertIn("java.base", self.kernel.run("Integer.parseInt(\"x\")").traceback)
        finally:
            self.run_ok("showStackTraces(false);")

    def test_errors_that_must_not_end_the_kernel(self):
        for code, name in {
            "int deep(int n) { return deep(n + 1) + 1; }\ndeep(0)": "StackOverflowError",
            "long[][] much = new long[100_000][]; for (int i = 0; ; i++) much[i] = new long[1 << 22];":
                "OutOfMemoryError",
            "throw new NoClassDefFoundError(\"gone\");": "NoClassDefFoundError",
            "class Bad { static int v = 1 / 0; }\nBad.v": "ExceptionInInitializerError",
            "System.exit(0)": "ExitRefusedException",
            "((Runnable) () -> System.exit(1)).run();": "ExitRefusedException",
            "IntConsumer exit = System::exit; exit.accept(3);": "ExitRefusedException",
            "class Nasty extends RuntimeException { public String getMessage() { throw this; } }\nthrow new Nasty();":
                "Nasty",
            "new Object() { public String toString() { throw new IllegalStateException(); } }": None,
            "throw new ThreadDeath();": "ThreadDeath",
        }.items():
            with self.subTest(code=code):
                result = self.kernel.run(code)
                self.assertEqual(result.reply.get("ename"), name)
                self.assertEqual(self.run_ok("1 + 1").value(), "2")

    def test_a_message_as_long_as_a_file_keeps_its_ends(self):
        for code in ('throw new RuntimeException("first " + "y".repeat(3_000_000) + " last");',
                     'throw new RuntimeException("first " + "😀".repeat(1_500_000) + " last", new Error("z".repeat(1_000_000)));',
                     'throw new org.plegma.magics.MagicException("first " + "y\\n".repeat(1_000_000) + " last");'):
            result = self.kernel.run(code)
            for text in (result.traceback, result.reply["evalue"]):
                self.assertLess(len(text), 30_000)
                self.assertIn("first", text)
                self.assertIn(" last", text)
                self.assertRegex(text, r"\n… \([12],99\d,\d\d\d characters left out\) …\n")
                text.encode()  # no half of a character

    def test_stop_on_error_aborts_what_waits(self):
        first = self.kernel.send("input(\"?\"); Thread.sleep(300); throw new Exception(\"stop\");", allow_stdin=True)
        waiting = [self.kernel.send("1"), self.kernel.send("2")]
        self.kernel.message("stdin")
        self.kernel.client.input("now that the others wait")
        self.assertEqual(self.kernel.collect(first).status, "error")
        for request in waiting:
            self.assertEqual(self.kernel.reply_to(request)["content"]["status"], "aborted")
        self.assertEqual(self.run_ok("3").value(), "3")

    def test_what_is_sent_after_the_answer_is_not_aborted(self):
        for i in range(50):
            request = self.kernel.send("throw new Exception(\"stop\");")
            self.kernel.reply_to(request)
            self.assertEqual(self.run_ok(f"{i}").value(), f"{i}")

    def test_without_stop_on_error_nothing_is_aborted(self):
        first = self.kernel.send("Thread.sleep(300); throw new Exception(\"go on\");", stop_on_error=False)
        second = self.kernel.send("4")
        self.assertEqual(self.kernel.collect(first).status, "error")
        self.assertEqual(self.kernel.collect(second).value(), "4")


if __name__ == "__main__":
    unittest.main()
