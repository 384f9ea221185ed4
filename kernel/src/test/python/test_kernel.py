"""What a notebook's user relies on beyond the conformance suite: output, requests, input, memory, restarts."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from kernel_client import Kernel
from shared_kernel import SharedKernelTest
from work_limit import run, wait_until


def alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return state != "Z"
    except OSError:
        return False


class OutputTest(SharedKernelTest):
    def test_a_flood_of_lines_arrives_whole_and_in_order(self):
        result = self.run_ok("for (int i = 0; i < 20_000; i++) System.out.println(\"line \" + i);")
        self.assertEqual(result.text(), "".join(f"line {i}\n" for i in range(20_000)))
        self.assertLess(len(result.of_type("stream")), 2_000)

    def test_of_very_long_output_the_beginning_and_the_end_are_shown(self):
        code = 'for (int i = 0; i < 300_000; i++) System.out.println("line " + i);\n'
        shown = self.run_ok(code + '"done"')
        text = shown.text()
        self.assertLess(len(text), 1_020_000)
        self.assertTrue(text.startswith("line 0\nline 1\n") and text.endswith("line 299998\nline 299999\n"), text[-200:])
        self.assertEqual(len(re.findall(r"(?m)^line \d+$", text)) + 2 + text.count("To have all"), text.count("\n"), "whole lines")
        left_out = int(re.search(r"(?m)^… ([\d,]+) characters are left out here", text).group(1).replace(",", ""))
        self.assertEqual(left_out + sum(len(line) + 1 for line in text.splitlines() if line.startswith("line")), 3_488_890)
        self.assertEqual(shown.messages[-1]["msg_type"], "execute_result")
        self.assertEqual(self.kernel.run(code + "throw new Error();").messages[-1]["msg_type"], "error")
        self.assertEqual(self.run_ok('System.out.println("short");').text(), "short\n")
        all_of_it = self.run_ok('System.setProperty("plegma.mostOutput", "9000000");\n' + code)
        self.run_ok('System.clearProperty("plegma.mostOutput");')
        self.assertEqual(len(all_of_it.text()), 3_488_890)

    def test_order_of_text_displays_and_errors(self):
        result = self.run_ok(
            "System.out.print(\"a\"); System.err.print(\"b\"); System.out.print(\"c\"); display(\"d\");"
            " System.out.print(\"e\"); \"f\"")
        order = [m["content"].get("text") or m["content"]["data"]["text/plain"]
                 for m in result.messages if m["msg_type"] != "execute_input"]
        self.assertEqual(order, ["a", "b", "c", "d", "e", "f"])

    def test_text_arrives_while_the_cell_runs(self):
        request = self.kernel.send("System.out.print(\"early\"); input(\"?\"); System.out.print(\"late\");", allow_stdin=True)
        self.kernel.wait_for_output(request, "early")
        self.kernel.message("stdin")
        self.kernel.client.input("go on")
        self.assertEqual(self.kernel.collect(request).text(), "late")

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

    def test_streams_that_a_cell_closes_stay_open(self):
        result = self.run_ok("try (var out = new java.io.PrintWriter(System.out)) { out.print(\"a\"); }\n"
                             "System.err.close(); new Scanner(System.in).close(); System.out.print(\"b\");")
        self.assertEqual(result.text(), "ab")
        result = self.run_ok("System.out.print(\"c\"); System.err.print(\"d\"); System.in.available()")
        self.assertEqual((result.text(), result.text("stderr"), result.value()), ("c", "d", "0"))

    def test_a_failing_thread_shows_cell_and_line(self):
        result = self.run_ok("""\
            Thread failing = new Thread(() -> {
                Object nothing = null;
                nothing.hashCode();
            }, "worker");
            failing.start();
            failing.join();
            """)
        text = re.sub("\x1b\\[[0-9;]*m", "", result.text("stderr"))
        cell = result.reply["execution_count"]
        self.assertIn("The thread worker has failed.\nNullPointerException", text.replace("java.lang.", ""))
        self.assertIn(f"at cell {cell}, line 3 in a lambda:  nothing.hashCode();", text)

    def test_a_text_is_shown_as_what_a_type_makes_of_it(self):
        shown = self.run_ok("display(\"<b>x</b>\", \"text/html\"); display(\"y\", \"spot/html\");").of_type("display_data")
        self.assertEqual(shown[0]["data"], {"text/plain": "<b>x</b>", "text/html": "<b>x</b>"})
        self.assertEqual((shown[1]["data"], shown[1]["transient"]), ({"text/plain": "y"}, {"display_id": "spot/html"}))

    def test_the_stream_that_printf_gives_is_no_result(self):
        result = self.run_ok("System.out.printf(\"%d%n\", 3)")
        self.assertEqual((result.text(), result.value()), ("3\n", None))

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

    def test_long_strings_are_cut_with_a_note(self):
        value = self.run_ok("\"ab\".repeat(20_000)").value()
        self.assertLess(len(value), 10_200)
        self.assertTrue(value.endswith("of 40,000 characters; System.out.println shows all of them)"), value[-100:])
        self.assertEqual(self.run_ok("\"x\".repeat(10_000)").value(), "x" * 10_000)
        for code in ("List.of(\"ab\".repeat(200))", "new String[] {\"ab\".repeat(200)}", "Map.of(1, \"ab\".repeat(200))"):
            self.assertIn("a… (400 characters)", self.run_ok(code).value())
        self.assertEqual(len(self.run_ok("System.out.println(\"ab\".repeat(20_000));").text()), 40_001)

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
        request = self.kernel.send("System.out.println(\"begun\"); Thread.sleep(3_600_000);")
        self.kernel.wait_for_output(request, "begun")  # an interrupt before would find nothing to stop
        message = self.kernel.client.session.msg("kernel_info_request", {})
        self.kernel.client.control_channel.send(message)
        reply = self.kernel.reply_to(message["header"]["msg_id"], channel="control")
        self.assertEqual(reply["content"]["status"], "ok")
        debug = self.kernel.client.session.msg("debug_request", {"type": "request", "command": "initialize", "seq": 7})
        self.kernel.client.control_channel.send(debug)
        reply = self.kernel.reply_to(debug["header"]["msg_id"], channel="control")["content"]
        self.assertEqual((reply["success"], reply["request_seq"]), (False, 7))
        self.kernel.manager.interrupt_kernel()
        self.assertEqual(self.kernel.collect(request).reply["ename"], "Interrupted")


class InputTest(SharedKernelTest):
    def answer(self, request, *answers):
        asked = []
        for answer in answers:
            question = self.kernel.message("stdin")["content"]
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
        self.kernel.message("stdin")
        self.kernel.manager.interrupt_kernel()
        self.assertEqual(self.kernel.collect(request).reply["ename"], "Interrupted")
        request = self.kernel.send("input(\"again\")", allow_stdin=True)
        result, _ = self.answer(request, "fine")
        self.assertEqual(result.value(), "fine")


class QuartoTest(unittest.TestCase):
    SETUP = (pathlib.Path(__file__).parents[2] / "main/resources/org/plegma/cli/quarto_setup_cell").read_text()
    CHART = 'org.knowm.xchart.QuickChart.getChart("a line", "x", "y", "s", new double[] {1, 2}, new double[] {3, 4})'

    def test_its_setup_cell_shows_nothing_and_gives_charts_the_documents_format(self):
        with Kernel(env={**os.environ, "QUARTO_FIG_FORMAT": "svg"}) as kernel:
            opening = kernel.client.session.msg("comm_open", {
                "comm_id": "quarto_comm", "target_name": "quarto_kernel_setup", "data": {"options": {"fig_format": "svg"}}})
            kernel.client.shell_channel.send(opening)
            result = kernel.run(self.SETUP)
            self.assertEqual((result.status, [m["msg_type"] for m in result.messages]), ("ok", ["execute_input"]))
            chart = kernel.run("//| echo: false\n" + self.CHART).of_type("execute_result")[0]["data"]
            self.assertIn("image/svg+xml", chart)
            self.assertNotIn("image/png", chart)


class MemoryTest(unittest.TestCase):
    def test_a_variable_that_holds_all_memory_can_be_given_up(self):
        with Kernel(env={**os.environ, "JAVA_TOOL_OPTIONS": "-Xmx400m"}) as kernel:
            hog = kernel.run("var hog = new ArrayList<byte[]>();\nwhile (true) hog.add(new byte[1 << 20]);")
            self.assertEqual(hog.reply["ename"], "OutOfMemoryError")
            self.assertIn("NAME = null", hog.traceback)
            self.assertEqual(kernel.run("hog.size() > 100").value(), "true")
            self.assertEqual(kernel.run("hog = null;").status, "ok")
            self.assertEqual(kernel.run("new byte[150_000_000].length").value(), "150000000")


class LifetimeTest(unittest.TestCase):
    BUSY = ("new Thread(() -> { while (true) { try { Thread.sleep(1000); } catch (Throwable t) {} } }).start();"
            " Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true); }));"
            " Process child = new ProcessBuilder(\"sleep\", \"600\").start(); System.out.print(child.pid());")

    def test_shutdown_with_threads_hooks_and_children_left(self):
        with Kernel() as kernel:
            child = int(kernel.run(self.BUSY).text())
            pid = kernel.pid
            kernel.client.shutdown()
            self.assertTrue(wait_until(lambda: not alive(pid)), "the kernel is still there")
            self.assertTrue(wait_until(lambda: not alive(child)), "the cell's process is still there")

    def test_shutdown_while_a_cell_runs(self):
        with Kernel() as kernel:
            request = kernel.send("System.out.println(\"on\"); while (true);")
            kernel.wait_for_output(request, "on")
            pid = kernel.pid
            kernel.client.shutdown()
            self.assertTrue(wait_until(lambda: not alive(pid)), "the kernel is still there")

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
        out = run([sys.executable, "-c", code, here], stdout=subprocess.PIPE).stdout
        pid = int(out)
        self.addCleanup(lambda: alive(pid) and os.kill(pid, signal.SIGKILL))
        self.assertTrue(wait_until(lambda: not alive(pid)), "the kernel outlived its parent")

    def test_what_a_front_end_adds_to_the_command_line_is_no_fault(self):
        """"jupyter run FILE" hands FILE on, and reads it itself."""
        with Kernel(extra_arguments=["cells.java", "--Session.key=b''", "--debug"]) as kernel:
            self.assertEqual(kernel.run("7").value(), "7")

    def test_an_unknown_request_that_comes_again_is_told_once(self):
        """Extensions of JupyterLab ask each kernel for its usage each few seconds."""
        with tempfile.TemporaryFile("w+") as errors, Kernel(stderr=errors) as kernel:
            for channel in [kernel.client.control_channel] * 3 + [kernel.client.shell_channel] * 3:
                channel.send(kernel.client.session.msg("usage_request", {}))
            kernel.run("7")
            kernel.reply_to(kernel.client.kernel_info())
            self.assertTrue(wait_until(lambda: errors.seek(0) or "usage_request" in errors.read()))
            kernel.client.shutdown()
            self.assertTrue(wait_until(lambda: not alive(kernel.pid)))
            errors.seek(0)
            self.assertEqual(errors.read().count("unknown type usage_request"), 1)

    def test_utf8_whatever_the_locale(self):
        env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
        with Kernel(env={**env, "LANG": "C", "LC_ALL": "C"}) as kernel:
            result = kernel.run("System.out.println(\"Ω≈ç 😀\"); System.err.println(\"ü\"); \"日本\"")
            self.assertEqual((result.text(), result.text("stderr"), result.value()), ("Ω≈ç 😀\n", "ü\n", "日本"))
            self.assertEqual(kernel.run("new String(\"é\".getBytes()).length()").value(), "1")


if __name__ == "__main__":
    unittest.main()
