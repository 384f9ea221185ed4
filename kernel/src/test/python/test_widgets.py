"""Sliders: what the kernel says to the front end's widgets, and what it does with what they say."""

import pathlib
import re
import tempfile
import unittest

from shared_kernel import SharedKernelTest
from work_limit import wait_until

VIEW = "application/vnd.jupyter.widget-view+json"


class WidgetsTest(SharedKernelTest):
    def say(self, kind, **content):
        message = self.kernel.client.session.msg(kind, content)
        self.kernel.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def change(self, comm, **state):
        return self.say("comm_msg", comm_id=comm, data={"method": "update", "state": state, "buffer_paths": []})

    def updates(self, request):
        return [m["content"] for m in self.kernel.messages_of(request) if m["msg_type"] == "update_display_data"]

    def opened(self, result, name):
        """The comm of the widget's model of a name, and its state."""
        for content in result.of_type("comm_open"):
            if content["data"]["state"]["_model_name"] == name + "Model":
                return content["comm_id"], content["data"]["state"]
        self.fail(f"no {name} was opened")

    def after(self, comm, **state):
        """What the picture is after a change."""
        return self.updates(self.change(comm, **state))[-1]["data"]["text/plain"]

    def test_a_picture_follows_a_slider(self):
        result = self.run_ok('interact("alpha", 0.0, 1.0, a -> "twice " + 2 * a);')
        comm, state = self.opened(result, "FloatSlider")
        self.assertEqual((state["min"], state["max"], state["value"], state["description"]), (0, 1, 0.5, "alpha"))
        self.assertEqual((state["_model_module"], state["_model_module_version"]), ("@jupyter-widgets/controls", "2.0.0"))
        opened = [m for m in result.messages if m["msg_type"] == "comm_open"]
        self.assertEqual({m["metadata"]["version"] for m in opened}, {"2.1.0"})
        self.assertEqual({m["content"]["target_name"] for m in opened}, {"jupyter.widget"})
        controls, picture = result.of_type("display_data")
        box, state = self.opened(result, "VBox")
        self.assertEqual(controls["data"][VIEW]["model_id"], box)
        self.assertEqual(state["children"], ["IPY_MODEL_" + comm])
        self.assertIn("pip install ipywidgets", controls["data"]["text/html"])
        self.assertIn("alpha: from 0.0 to 1.0", controls["data"]["text/plain"])
        self.assertEqual(picture["data"]["text/plain"], "twice 1.0")
        update, = self.updates(self.change(comm, value=0.75))
        self.assertEqual(update["data"]["text/plain"], "twice 1.5")
        self.assertEqual(update["transient"], picture["transient"])
        self.assertEqual(self.updates(self.change(comm, value=0.75)), [], "nothing changed")
        self.assertEqual(self.after(comm, value=7), "twice 2.0", "never beyond its range")

    def test_each_control_gives_its_values(self):
        cells = [
            ('interact("n", 1, 9, n -> n / 2);', "IntSlider", "2", {"value": 9}, "4"),
            ('interact(choice("c", List.of(1), List.of(2)), c -> c.get(0) * 10);', "Dropdown", "10", {"index": 1}, "20"),
            ('interact(textField("t", "ab"), t -> t.length());', "Text", "2", {"value": "abc"}, "3"),
            ('interact(checkbox("b", true), b -> !b);', "Checkbox", "false", {"value": False}, "true"),
            ('interact(play("i", 0, 5), i -> "frame " + i);', "IntSlider", "frame 0", {"value": 3}, "frame 3"),
        ]
        for code, model, first, change, then in cells:
            with self.subTest(code):
                result = self.run_ok(code)
                self.assertEqual(result.of_type("display_data")[1]["data"]["text/plain"], first)
                self.assertEqual(self.after(self.opened(result, model)[0], **change), then)

    def test_play_moves_its_slider_in_the_front_end(self):
        result = self.run_ok('interact(play("i", 0, 5), i -> i);')
        play, _ = self.opened(result, "Play")
        slider, _ = self.opened(result, "IntSlider")
        self.assertEqual(self.opened(result, "Link")[1]["source"], ["IPY_MODEL_" + play, "value"])
        self.assertEqual(self.opened(result, "Link")[1]["target"], ["IPY_MODEL_" + slider, "value"])

    def test_with_a_button_the_picture_waits_for_it(self):
        result = self.run_ok('interact(slider("x", 0, 10), button("Draw"), (x, times) -> x + ", " + times);')
        self.assertEqual(result.of_type("display_data")[1]["data"]["text/plain"], "Press the button.")
        slider, _ = self.opened(result, "IntSlider")
        button, _ = self.opened(result, "Button")
        self.assertEqual(self.updates(self.change(slider, value=7)), [])
        request = self.say("comm_msg", comm_id=button, data={"method": "custom", "content": {"event": "click"}})
        self.assertEqual(self.updates(request)[0]["data"]["text/plain"], "7, 1")

    def test_what_a_lambda_shows_and_prints_is_the_picture(self):
        result = self.run_ok('interact("n", 1, 3, n -> { System.out.println("n is " + n); display(n * n); });')
        self.assertEqual(result.of_type("display_data")[1]["data"]["text/plain"], "n is 2\n4")
        comm, _ = self.opened(result, "IntSlider")
        request = self.change(comm, value=3)
        messages = self.kernel.messages_of(request)
        self.assertEqual([m["msg_type"] for m in messages], ["update_display_data"])
        self.assertEqual(messages[0]["content"]["data"]["text/plain"], "n is 3\n9")
        self.assertEqual(self.run_ok('System.out.print("to the cell");').text(), "to the cell")

    def test_a_failure_stands_in_place_of_the_picture_and_says_where(self):
        result = self.run_ok('interact("n", 1, 9, n -> {\n    return 6 / (n - 7);\n});')
        cell = result.reply["execution_count"]
        comm, _ = self.opened(result, "IntSlider")
        text = re.sub("\x1b\\[[0-9;]*m", "", self.after(comm, value=7))
        self.assertIn("ArithmeticException: / by zero", text)
        self.assertIn(f"cell {cell}, line 2 in a lambda:  return 6 / (n - 7);", text)
        self.assertEqual(self.after(comm, value=8), "6")

    def test_a_failure_at_the_start_is_the_cells_and_opens_nothing(self):
        result = self.kernel.run('interact("n", 0, 2, n -> 1 / (n - 1));')
        self.assertEqual((result.status, result.reply["ename"]), ("error", "ArithmeticException"))
        self.assertEqual(result.of_type("comm_open"), [])

    def test_wrong_ranges_are_refused(self):
        for code, word in (('slider("x", 1.0, 1.0)', "goes from 1.0 to 1.0"), ('slider("x", 0, 5, 6)', "starts at 6"),
                           ('choice("x")', "nothing to choose"), ('button(" ")', "needs a name"),
                           ('slider("x", 0, 1.0, 0.5, 0)', "step")):
            result = self.kernel.run(code)
            self.assertEqual((result.status, result.reply["ename"]), ("error", "IllegalArgumentException"), code)
            self.assertIn(word, result.reply["evalue"])

    def test_only_the_newest_value_counts(self):
        result = self.run_ok('int calls = 0;\ninteract("n", 0, 1000, n -> { calls++; return n; });')
        comm, _ = self.opened(result, "IntSlider")
        before = int(self.run_ok("calls").value())
        running = self.kernel.send("input(\"\");", allow_stdin=True)
        self.kernel.message("stdin")
        requests = [self.change(comm, value=n) for n in range(1, 101)]
        self.kernel.client.input("")
        self.kernel.collect(running)
        updates = [update for request in requests for update in self.updates(request)]
        self.assertEqual(updates[-1]["data"]["text/plain"], "100")
        calls = int(self.run_ok("calls").value()) - before
        self.assertEqual(calls, len(updates))
        self.assertLess(calls, 50)

    def test_an_interrupt_ends_a_lambda(self):
        with tempfile.TemporaryDirectory() as folder:
            begun = pathlib.Path(folder) / "begun"
            endless = f'n -> {{ if (n == 2) {{ Files.createFile(Path.of("{begun}")); while (true) {{ }} }} return n; }}'
            comm, _ = self.opened(self.run_ok(f'interact("n", 0, 2, {endless});'), "IntSlider")
            request = self.change(comm, value=2)
            self.assertTrue(wait_until(begun.exists))  # an interrupt before has nothing to end
        interrupt = self.kernel.client.session.msg("interrupt_request", {})
        self.kernel.client.control_channel.send(interrupt)
        self.kernel.reply_to(interrupt["header"]["msg_id"], channel="control")
        self.assertIn("Interrupted.", self.updates(request)[0]["data"]["text/plain"])
        self.assertEqual(self.after(comm, value=0), "0")

    def test_a_page_that_is_loaded_again_finds_its_widgets(self):
        result = self.run_ok('interact("n", 0, 9, n -> n);')
        comm, _ = self.opened(result, "IntSlider")
        self.updates(self.change(comm, value=6))
        info = self.kernel.reply_to(self.say("comm_info_request", target_name="jupyter.widget"))["content"]["comms"]
        self.assertEqual(info[comm], {"target_name": "jupyter.widget"})
        other = self.kernel.reply_to(self.say("comm_info_request", target_name="other"))["content"]["comms"]
        self.assertEqual(other, {})
        messages = self.kernel.messages_of(self.say("comm_msg", comm_id=comm, data={"method": "request_state"}))
        self.assertEqual([m["msg_type"] for m in messages], ["comm_msg"])
        data = messages[0]["content"]["data"]
        self.assertEqual((data["method"], data["state"]["value"], data["state"]["max"]), ("update", 6, 9))
        self.kernel.messages_of(self.say("comm_close", comm_id=comm, data={}))
        info = self.kernel.reply_to(self.say("comm_info_request", target_name="jupyter.widget"))["content"]["comms"]
        self.assertNotIn(comm, info)

    def test_only_the_newest_interactions_stay_in_memory(self):
        result = self.run_ok('interact("n", 0, 9, n -> n);')
        comm, _ = self.opened(result, "IntSlider")
        many = self.run_ok('for (int i = 0; i < 64; i++) { interact("n", 0, 9, n -> n); }')
        self.assertIn(comm, [closed["comm_id"] for closed in many.of_type("comm_close")])
        info = self.kernel.reply_to(self.say("comm_info_request", target_name="jupyter.widget"))["content"]["comms"]
        self.assertNotIn(comm, info)
        opened = [m["comm_id"] for m in many.of_type("comm_open")]
        self.assertEqual(set(opened), set(info))

    def test_senseless_messages_change_nothing(self):
        result = self.run_ok('interact("n", 0, 9, n -> n);')
        comm, _ = self.opened(result, "IntSlider")
        for data in ({}, {"method": None}, {"method": 3}, {"method": "update"}, {"method": "update", "state": []},
                     {"method": "update", "state": {"value": None}}, {"method": "update", "state": {"value": "x"}}, [], 5):
            self.assertEqual(self.updates(self.say("comm_msg", comm_id=comm, data=data)), [])
        self.assertEqual(self.updates(self.say("comm_msg", comm_id="nobody", data={})), [])
        self.assertEqual(self.after(comm, value=3), "3")

    def test_help(self):
        for method, text in (("interact", "a picture that follows it"), ("slider", "starts in the middle"),
                             ("button", "how often it was pressed")):
            self.assertIn(text, self.run_ok("?" + method).value())
        reply = self.kernel.reply_to(self.kernel.client.complete("intera"))["content"]
        self.assertIn("interact(", reply["matches"])


if __name__ == "__main__":
    unittest.main()
