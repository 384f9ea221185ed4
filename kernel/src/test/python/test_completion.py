"""What a front end asks while somebody types: completion and inspection."""

import pathlib
import tempfile
import unittest

from shared_kernel import SharedKernelTest


class CompletionTest(SharedKernelTest):
    def complete(self, code, cursor=None):
        return self.kernel.reply_to(self.kernel.client.complete(code, cursor))["content"]

    def test_completion_replaces_the_right_range(self):
        self.run_ok("String greeting = \"hello\";")
        reply = self.complete("int n = greeting.len + 1", len("int n = greeting.len"))
        self.assertEqual((reply["matches"], reply["cursor_start"], reply["cursor_end"]),
                         (["length()"], len("int n = greeting."), len("int n = greeting.len")))
        types = reply["metadata"]["_jupyter_types_experimental"]
        self.assertEqual([(t["text"], t["type"]) for t in types], [("length()", "function")])
        reply = self.complete("var s = \"😀\" + greet")
        self.assertEqual((reply["matches"], reply["cursor_start"], reply["cursor_end"]), (["greeting"], 14, 19))

    def test_completion_knows_variables_of_the_cell(self):
        self.assertEqual(["quux"], self.complete("int quux = 3;\nqu")["matches"])
        self.assertEqual(["quux"], self.complete("%%bench --over quux=1,2\na: Math.abs(qu")["matches"])

    def test_completion_puts_inherited_members_last(self):
        self.run_ok("class Pair { int zero; int wide() { return 1; } }\nvar pair = new Pair();")
        matches = self.complete("pair.")["matches"]
        self.assertEqual(matches[:2], ["wide()", "zero"])
        self.assertIn("equals(", matches[2:])

    def test_completion_puts_what_the_notebook_declares_first(self):
        self.run_ok("double inward = 1;\nint inkwell() { return 1; }")
        matches = self.complete("in")["matches"]
        self.assertEqual(set(matches[:2]), {"inkwell()", "inward"}, matches)
        self.assertLess(matches.index("interact("), matches.index("int"))

    def test_completion_puts_own_members_before_inherited_ones(self):
        self.run_ok("class Wordy extends ArrayList<String> { int zero; int zest() { return 1; } }\nvar wordy = new Wordy();")
        matches = self.complete("wordy.")["matches"]
        self.assertEqual(matches[:2], ["zero", "zest()"])
        self.assertLess(matches.index("size()"), matches.index("hashCode()"))

    def test_completion_puts_plegmas_classes_before_javas(self):
        matches = self.complete("G")["matches"]
        self.assertLess(matches.index("Grid"), matches.index("GregorianCalendar"))
        self.run_ok("class Gravel {}")
        matches = self.complete("Gr")["matches"]
        self.assertEqual((matches[0], matches[-1]), ("Gravel", "GregorianCalendar"))
        self.assertLess(matches.index("Grid"), matches.index("GridView"))

    def test_completion_puts_everyday_classes_first(self):
        for typed, first in {"Str": ["Stream", "String"], "Sys": ["System"], "new ArrayList<Inte": ["Integer"]}.items():
            self.assertEqual(self.complete(typed)["matches"][:len(first)], first)

    def test_completion_keeps_to_what_cells_have_a_use_for(self):
        self.assertNotIn("State", self.complete("Sta")["matches"])
        self.run_ok("class State {}")
        self.assertIn("State", self.complete("Sta")["matches"])

    def test_nothing_is_offered_in_comments_and_strings(self):
        self.run_ok("double[] samples = {1};")
        for text in ("// of samp", "int i = 1; /* samp", "\"samp", "String s = \"\"\"\nsamp", "List.of('s"):
            self.assertEqual(self.complete(text)["matches"], [], text)
        for code in ("\"a\" + samp", "// note\nsamp", "/* a */ samp", "'\\'' + samp", "\"a\".len"):
            self.assertNotEqual(self.complete(code)["matches"], [], code)

    def test_paths_are_offered_in_scripts_of_the_shell(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "measured.csv").touch()
            pathlib.Path(folder, "a folder").mkdir()
            for before in (f"%%sh\ncat ", f"%%sh\nx=", "%%sh --out y\nls | tee "):
                reply = self.complete(f"{before}{folder}/mea")
                self.assertEqual((reply["matches"], reply["cursor_start"]), ([f"{folder}/measured.csv"], len(before)))
            self.assertEqual(self.complete(f"%%sh\nls {folder}/a")["matches"], [f'"{folder}/a folder/"'])
        self.assertEqual(self.complete("%%sh\nmeasured=3\necho $mea")["matches"], ["measured"])

    def test_columns_are_offered_in_strings(self):
        self.run_ok('var run = Table.create("run", IntColumn.create("threads", 1, 2), DoubleColumn.create("time (s)", 3.0, 2.0));')
        for code, columns in {'run.column("': ["threads", "time (s)"], 'Charts.lines(run, "threads", "ti': ["time (s)"],
                              'run.where(run.intColumn("thr': ["threads"], 'run.rowCount(); f("ti': [], '// run.column("t': []}.items():
            reply = self.complete(code)
            self.assertEqual(reply["matches"], columns, code)
            if columns:
                self.assertEqual(reply["cursor_start"], code.rindex('"') + 1)

    def test_methods_are_offered_as_references(self):
        self.run_ok("record Spot(int x) { static int zero() { return 0; } int twice() { return 2 * x; } }\nvar spot = new Spot(3);")
        self.assertEqual(sorted(self.complete("List.of(spot).stream().map(Spot::")["matches"])[-4:], ["twice", "wait", "x", "zero"])
        self.assertIn("new", self.complete("Spot::")["matches"])
        self.assertEqual(self.complete("IntUnaryOperator f = Math::ab")["matches"], ["abs", "absExact"])
        reply = self.complete("map(spot::tw")
        self.assertEqual((reply["matches"], reply["cursor_start"], reply["cursor_end"]), (["twice"], 10, 12))
        self.assertNotIn("new", self.complete("spot::")["matches"])
        self.assertEqual(self.complete("nothing::")["matches"], [])

    def test_completion_of_packages(self):
        self.assertIn("concurrent", [match.rstrip(".") for match in self.complete("import java.util.")["matches"]])

    def test_completion_within_the_call_of_a_kernel(self):
        self.run_ok("%%opencl\nkernel void axpy(global float* x, float a, global const float* y) { x[0] += a * y[0]; }")
        self.run_ok("float[] floats = {1};\nfloat factor = 2;\nint[] ints = {1};")
        reply = self.complete("axpy.global(1).call(")
        self.assertEqual(reply["matches"][:2], ["/* float[] x */, /* float a */, /* const float[] y */", "floats"])
        self.assertEqual(reply["metadata"]["_jupyter_types_experimental"][0]["type"], "param")
        self.assertNotIn("ints", reply["matches"][:2])
        self.assertEqual(self.complete("axpy.call(floats, ")["matches"][:2], ["/* float a */, /* const float[] y */", "factor"])
        self.assertEqual(self.complete("axpy.call(floats, f")["matches"][0], "factor")
        self.assertNotIn("/*", "".join(self.complete("axpy.call(floats, factor, floats).")["matches"]))
        self.assertNotIn("/*", "".join(self.complete("axpy.call(floats, 1f, floats, ")["matches"]))

    def test_usual_packages_are_imported(self):
        self.assertIn("HttpClient", self.complete("HttpCl")["matches"])
        # One class of each package that JShell imports by itself.
        for name in ("File", "BigDecimal", "InetAddress", "Files", "List", "Future", "Function", "Preferences", "Pattern",
                     "Stream"):
            self.run_ok(f"{name} of{name} = null;")
        self.assertEqual(self.run_ok("Pattern.matches(\"a+\", \"aa\") && new CountDownLatch(0).await(1, TimeUnit.DAYS)"
                                     " && HttpClient.newHttpClient() != null").value(), "true")

    def test_completion_knows_the_cells_own_variables(self):
        reply = self.complete("var words = new ArrayList<String>();\nfor (var w : words) {\n    w.isBl")
        self.assertEqual(reply["matches"], ["isBlank()"])


    def test_completion_knows_the_types_of_the_cell(self):
        for types, use in {
            "record Duo(int zero, int one) {}": "var pair = new Duo(1, 2);\npair.",
            "public static class Duo { int zero; Duo me() { return this; } }": "var pair = new Duo().me();\npair.",
            "interface Zero { int zero(int x); }": "Zero pair = x -> x;\npair.",
            "enum Duo { zero, one }": "Duo.",
        }.items():
            with self.subTest(types):
                matches = self.complete(types + "\n" + use)["matches"]
                self.assertTrue(any(match.startswith("zero") for match in matches), matches)


class InspectionTest(SharedKernelTest):
    def inspect(self, code, cursor=None):
        return self.kernel.reply_to(self.kernel.client.inspect(code, cursor))["content"]

    def test_inspection(self):
        self.run_ok("double[] samples = {1, 2};\n/** Doubles. */ int doubled(int x) { return 2 * x; }")
        reply = self.inspect("samples.length", 3)
        self.assertIn("double[] samples", reply["data"]["text/plain"])
        for code in ("Math.max", "Math.max(", "Math.max(1, 2)", "int z = Math.max(3, 4);"):
            with self.subTest(code=code):
                cursor = code.index("max") + 2
                reply = self.inspect(code, cursor)
                self.assertTrue(reply["found"])
                self.assertIn("int Math.max(int a, int b)", reply["data"]["text/plain"])
                self.assertIn("text/html", reply["data"])
        for code in ("List.of(1, ", "List.of(Math.max(1, 2), \n  samples[0], ", "f(List.of(1, "):
            self.assertIn("of(E e1, E e2, E e3)", self.inspect(code)["data"].get("text/plain", "nothing"), code)
        tooltip = self.inspect("List.of(1, 2, ")["data"]["text/plain"]
        self.assertTrue(tooltip.startswith("List<E> List.of(E e1, E e2, E e3)\n"), tooltip)
        self.assertTrue(tooltip.endswith("List<E> List.of(E... elements)"), tooltip)
        self.assertIn("Map.of(K k1, V v1, K k2, V v2)", self.inspect("Map.of(\"a, (\", 1, ")["data"]["text/plain"])
        self.assertIn("doubled(int", self.inspect("doubled")["data"]["text/plain"])
        self.assertIn("doubled(int", self.inspect("doubled(doubled(1))")["data"]["text/plain"])
        self.assertIn("ArrayList", self.inspect("new ArrayList")["data"]["text/plain"])
        for nothing in ("", "   ", "zzz", "1 + 1 "):
            self.assertFalse(self.inspect(nothing)["found"], nothing)

    def first_line(self, code):
        return self.inspect(code)["data"]["text/plain"].splitlines()[0]

    def test_tooltips_begin_with_the_one_line_that_matters(self):
        self.run_ok("String lengthy = \"ab\".repeat(20_000);\nvar table = Table.create(\"t\");\nList<String> few = List.of(\"a\");"
                    "\nvar noise = Grid.random(ElementType.FLOAT, 1, 10, 20);\ndouble[] some = {1, 2};")
        self.run_ok("%%opencl\nkernel void scale(global float* x, float a) { x[0] *= a; }")
        for name, line in {
            "lengthy": "String lengthy, 40,000 characters",
            "table": "Table table, 0 rows and 0 columns",
            "few": "List<String> few = [a]",
            "some": "double[] some = double[2] [1, 2]",
            "scale": "scale: kernel scale(float[] x, float a)",
            "some.length": "int Array.length",
            "%opencl": "%%opencl: Compiles the cell as OpenCL C.",
        }.items():
            with self.subTest(name=name):
                self.assertEqual(self.first_line(name), line)
        self.assertTrue(self.first_line("noise").startswith("noise: Grid float 10 × 20, min "), self.first_line("noise"))
        self.assertRegex(self.first_line("session"), r"^Session NotebookSession\.session\(\)$")
        reply = self.inspect("lengthy")["data"]
        self.assertLess(len(reply["text/plain"]), 3_000)
        self.assertTrue(reply["text/html"].startswith("<p><b>String lengthy, 40,000 characters</b></p>"))


if __name__ == "__main__":
    unittest.main()
