"""What a notebook's user relies on beyond the conformance suite: interrupts, input, floods, restarts, odd cells."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time
import unittest

from kernel_client import Kernel


def alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return state != "Z"
    except OSError:
        return False


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
    def test_a_compile_error_points_into_the_cell(self):
        result = self.kernel.run("int fine = 1;\n\n  int wrong = \"text\";\n")
        self.assertEqual(result.reply["ename"], "CompileException")
        self.assertEqual(result.reply["evalue"], "line 3: incompatible types: String cannot be converted to int")
        lines = [line for line in strip_colours(result.traceback).splitlines()]
        shown = next(i for i, line in enumerate(lines) if "int wrong" in line)
        self.assertTrue(lines[shown].startswith("   3 | "))
        self.assertEqual(lines[shown + 1].index("^"), lines[shown].index("\"text\""))
        self.assertEqual(self.run_ok("fine").value(), "1")

    def test_cures(self):
        """JShell needs a while to list all classes, so the imports come late on a busy machine."""
        self.run_ok("int height = 3;")
        for code, cure in {
            "heigth + 1": "Did you mean height?",
            "HttpClient c;": "import java.net.http.HttpClient;",
            "float f = 1.5;": "(float)",
            "void g() { throw new Exception(); }": "throws",
            "int broken() { return 1;": "Close what is still open",
        }.items():
            with self.subTest(code=code):
                self.assertTrue(
                    wait_until(lambda: cure in self.kernel.run(code).traceback, 30), self.kernel.run(code).traceback)

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
            "long[][] much = new long[100_000][]; for (int i = 0; ; i++) much[i] = new long[1 << 28];":
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

    def test_stop_on_error_aborts_what_waits(self):
        first = self.kernel.send("Thread.sleep(300); throw new Exception(\"stop\");")
        waiting = [self.kernel.send("1"), self.kernel.send("2")]
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


class OutputTest(SharedKernelTest):
    def test_a_flood_of_lines_arrives_whole_and_in_order(self):
        result = self.run_ok("for (int i = 0; i < 20_000; i++) System.out.println(\"line \" + i);")
        self.assertEqual(result.text(), "".join(f"line {i}\n" for i in range(20_000)))
        self.assertLess(len(result.of_type("stream")), 2_000)

    def test_order_of_text_displays_and_errors(self):
        result = self.run_ok(
            "System.out.print(\"a\"); System.err.print(\"b\"); System.out.print(\"c\"); display(\"d\");"
            " System.out.print(\"e\"); \"f\"")
        order = [m["content"].get("text") or m["content"]["data"]["text/plain"]
                 for m in result.messages if m["msg_type"] != "execute_input"]
        self.assertEqual(order, ["a", "b", "c", "d", "e", "f"])

    def test_text_arrives_while_the_cell_runs(self):
        request = self.kernel.send("System.out.print(\"early\"); Thread.sleep(2000); System.out.print(\"late\");")
        self.kernel.wait_for_output(request, "early", timeout=1.9)
        self.kernel.messages_of(request)

    def test_output_of_threads_goes_to_the_last_cell(self):
        self.run_ok("""\
            var go = new java.util.concurrent.CountDownLatch(1);
            Thread late = new Thread(() -> {
                try { go.await(); } catch (InterruptedException e) { return; }
                System.out.println("from the thread");
            });
            late.start();
            """)
        self.assertEqual(self.run_ok("go.countDown();\nlate.join();").text(), "from the thread\n")

    def test_update_display(self):
        shown = self.run_ok("display(\"before\", \"spot\");").of_type("display_data")
        self.assertEqual(shown[0]["transient"]["display_id"], "spot")
        updated = self.run_ok("update(\"after\", \"spot\");").of_type("update_display_data")
        self.assertEqual(updated[0]["data"]["text/plain"], "after")
        self.assertEqual(updated[0]["transient"]["display_id"], "spot")

    def test_a_display_can_be_updated_by_what_it_returns(self):
        result = self.run_ok("var shown = display(\"one\");\nshown.update(\"two\");\ndisplay(\"last\")")
        first = result.of_type("display_data")[0]["transient"]["display_id"]
        self.assertEqual([u["transient"]["display_id"] for u in result.of_type("update_display_data")], [first])
        self.assertIsNone(result.value())

    def test_clear_output_waits_on_request(self):
        cleared = self.run_ok("clearOutput(); clearOutput(true);").of_type("clear_output")
        self.assertEqual([c["wait"] for c in cleared], [False, True])

    def test_characters_in_pieces(self):
        result = self.run_ok("byte[] b = \"é😀\".getBytes(\"UTF-8\"); for (byte x : b) System.out.write(x); System.out.flush();")
        self.assertEqual(result.text(), "é😀")


class RequestsTest(SharedKernelTest):
    def test_silent(self):
        before = self.run_ok("1").reply["execution_count"]
        result = self.run_ok("System.out.println(\"unheard\"); display(2); 3", silent=True)
        self.assertEqual(result.messages, [])
        failed = self.kernel.run("throw new Exception();", silent=True)
        self.assertEqual((failed.status, failed.messages), ("error", []))
        self.assertEqual(self.run_ok("1").reply["execution_count"], before + 1)

    def test_store_history(self):
        before = self.run_ok("\"kept\"").reply["execution_count"]
        self.run_ok("\"not kept\"", store_history=False)
        self.assertEqual(self.run_ok("\"kept too\"").reply["execution_count"], before + 1)
        reply = self.kernel.reply_to(self.kernel.client.history(hist_access_type="tail", n=2, output=True))
        self.assertEqual([entry[1:] for entry in reply["content"]["history"]],
                         [[before, ["\"kept\"", "kept"]], [before + 1, ["\"kept too\"", "kept too"]]])

    def test_user_expressions(self):
        result = self.run_ok("int base = 20;", user_expressions={"good": "base + 1", "bad": "nothing"})
        expressions = result.reply["user_expressions"]
        self.assertEqual(expressions["good"]["status"], "ok")
        self.assertEqual(expressions["good"]["data"]["text/plain"], "21")
        self.assertEqual(expressions["bad"]["status"], "error")
        self.assertEqual(expressions["bad"]["ename"], "CompileException")

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

    def test_completion_knows_the_cells_own_variables(self):
        reply = self.complete("var words = new ArrayList<String>();\nfor (var w : words) {\n    w.isBl")
        self.assertEqual(reply["matches"], ["isBlank()"])

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
        self.assertIn("doubled(int", self.inspect("doubled")["data"]["text/plain"])
        self.assertIn("ArrayList", self.inspect("new ArrayList")["data"]["text/plain"])
        for nothing in ("", "   ", "zzz", "1 + 1 "):
            self.assertFalse(self.inspect(nothing)["found"], nothing)

    def test_comm_info_and_unknown_comms(self):
        message = self.kernel.client.session.msg("comm_info_request", {})
        self.kernel.client.shell_channel.send(message)
        reply = self.kernel.reply_to(message["header"]["msg_id"])
        self.assertEqual(reply["content"], {"status": "ok", "comms": {}})
        opening = self.kernel.client.session.msg("comm_open", {"comm_id": "c", "target_name": "widget", "data": {}})
        self.kernel.client.shell_channel.send(opening)
        closing = [m for m in self.kernel.messages_of(opening["header"]["msg_id"]) if m["msg_type"] == "comm_close"]
        self.assertEqual([m["content"]["comm_id"] for m in closing], ["c"])

    def test_control_is_served_while_a_cell_runs(self):
        request = self.kernel.send("Thread.sleep(1500);")
        message = self.kernel.client.session.msg("kernel_info_request", {})
        self.kernel.client.control_channel.send(message)
        started = time.monotonic()
        reply = self.kernel.reply_to(message["header"]["msg_id"], channel="control")
        self.assertEqual(reply["content"]["status"], "ok")
        self.assertLess(time.monotonic() - started, 1.4)
        debug = self.kernel.client.session.msg("debug_request", {"type": "request", "command": "initialize", "seq": 7})
        self.kernel.client.control_channel.send(debug)
        reply = self.kernel.reply_to(debug["header"]["msg_id"], channel="control")["content"]
        self.assertEqual((reply["success"], reply["request_seq"]), (False, 7))
        self.kernel.collect(request)


class InputTest(SharedKernelTest):
    def answer(self, request, *answers):
        asked = []
        for answer in answers:
            question = self.kernel.client.get_stdin_msg(timeout=20)["content"]
            asked.append((question["prompt"], question["password"]))
            self.kernel.client.input(answer)
        return self.kernel.collect(request), asked

    def test_prompts_and_passwords(self):
        request = self.kernel.send("input(\"Name: \") + password(\"Word: \")", allow_stdin=True)
        result, asked = self.answer(request, "Zoë", "sesame")
        self.assertEqual(asked, [("Name: ", False), ("Word: ", True)])
        self.assertEqual(result.value(), "Zoësesame")

    def test_system_in(self):
        request = self.kernel.send("var in = new Scanner(System.in); in.nextLine() + in.nextInt()", allow_stdin=True)
        result, _ = self.answer(request, "two words", "42")
        self.assertEqual(result.value(), "two words42")

    def test_input_that_nobody_can_give(self):
        result = self.kernel.run("new Scanner(System.in).nextLine()", allow_stdin=False)
        self.assertIn("cannot ask", result.traceback)

    def test_interrupt_while_waiting(self):
        request = self.kernel.send("input(\"?\")", allow_stdin=True)
        self.kernel.client.get_stdin_msg(timeout=20)
        self.kernel.manager.interrupt_kernel()
        self.assertEqual(self.kernel.collect(request, timeout=10).reply["ename"], "Interrupted")
        request = self.kernel.send("input(\"again\")", allow_stdin=True)
        result, _ = self.answer(request, "fine")
        self.assertEqual(result.value(), "fine")


class InterruptTest(SharedKernelTest):
    LOOPS = {
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
        started = time.monotonic()
        interrupt()
        result = self.kernel.collect(request, timeout=20)
        self.assertEqual((result.status, result.reply["ename"]), ("error", "Interrupted"))
        self.assertEqual(self.run_ok("1 + 1").value(), "2")
        return time.monotonic() - started

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


class LifetimeTest(unittest.TestCase):
    BUSY = ("new Thread(() -> { while (true) { try { Thread.sleep(1000); } catch (Throwable t) {} } }).start();"
            " Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true); }));"
            " Process child = new ProcessBuilder(\"sleep\", \"600\").start(); System.out.print(child.pid());")

    def test_shutdown_in_time_with_threads_hooks_and_children_left(self):
        with Kernel() as kernel:
            child = int(kernel.run(self.BUSY).text())
            pid = kernel.pid
            kernel.client.shutdown()
            self.assertTrue(wait_until(lambda: not alive(pid), 2), "the kernel is still there after 2 s")
            self.assertTrue(wait_until(lambda: not alive(child), 1), "the cell's process is still there")

    def test_shutdown_while_a_cell_runs(self):
        with Kernel() as kernel:
            request = kernel.send("System.out.println(\"on\"); while (true);")
            kernel.wait_for_output(request, "on")
            pid = kernel.pid
            kernel.client.shutdown()
            self.assertTrue(wait_until(lambda: not alive(pid), 2), "the kernel is still there after 2 s")

    def test_restart_forgets_everything(self):
        with Kernel() as kernel:
            kernel.run("int remembered = 1;")
            old = kernel.pid
            kernel.client.stop_channels()
            kernel.manager.restart_kernel()
            kernel.connect()
            self.assertFalse(alive(old))
            self.assertEqual(kernel.run("remembered").status, "error")
            self.assertEqual(kernel.run("7").reply["execution_count"], 2)

    def test_the_kernel_ends_with_the_process_that_started_it(self):
        code = ("import os, sys; sys.path.insert(0, sys.argv[1]); from kernel_client import Kernel; "
                "k = Kernel(); k.__enter__(); print(k.pid, flush=True); os._exit(0)")
        here = str(pathlib.Path(__file__).parent)
        out = subprocess.run([sys.executable, "-c", code, here], stdout=subprocess.PIPE, timeout=60).stdout
        pid = int(out)
        self.addCleanup(lambda: alive(pid) and os.kill(pid, signal.SIGKILL))
        self.assertTrue(wait_until(lambda: not alive(pid), 5), "the kernel outlived its parent")

    def test_utf8_whatever_the_locale(self):
        env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
        with Kernel(env={**env, "LANG": "C", "LC_ALL": "C"}) as kernel:
            result = kernel.run("System.out.println(\"Ω≈ç 😀\"); System.err.println(\"ü\"); \"日本\"")
            self.assertEqual((result.text(), result.text("stderr"), result.value()), ("Ω≈ç 😀\n", "ü\n", "日本"))
            self.assertEqual(kernel.run("new String(\"é\".getBytes()).length()").value(), "1")


def strip_colours(text):
    import re

    return re.sub("\x1b\\[[0-9;]*m", "", text)


if __name__ == "__main__":
    unittest.main()
