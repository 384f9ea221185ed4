"""The notebook itself: what its magics of variables, history and files do in the real kernel."""
import os
import pathlib
import resource
import tempfile
import unittest

from kernel_client import Kernel
from shared_kernel import SharedKernelTest


class SessionMagicsTest(SharedKernelTest):
    def test_a_file_takes_the_place_of_the_cell(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.jsh")
            path.write_text("int answer = 42;\n")
            reply = self.run_ok(f"%load {path}").reply
            self.assertEqual(reply["payload"], [{"source": "set_next_input", "replace": True,
                                                 "text": f"// %load {path}\nint answer = 42;\n"}])

    def test_reset_forgets_what_cells_declared_and_keeps_the_imports(self):
        self.run_ok("int forgotten = 1; int twice(int x) { return 2 * x; }\nclass Point {}\nimport java.text.*;")
        self.assertIn("Nothing is forgotten yet", self.run_ok("%reset").text())
        self.run_ok("forgotten + twice(1)")
        self.assertIn("Forgot ", self.run_ok("%reset -f").text())
        for gone in ("forgotten", "twice(1)", "new Point()", "Collator c = null;"):
            self.assertEqual(self.kernel.run(gone).status, "error", gone)
        self.assertEqual(self.run_ok("List.of(1).size() + Grid.floats(3).size(0)").value(), "4")

    def test_commands_stream_and_are_not_taken_for_java(self):
        self.assertEqual(self.run_ok("!printf 'a\\nb\\n'").text(), "a\nb\n")
        self.assertEqual(self.run_ok("boolean flag = false;\n!flag").value(), "true")
        self.assertIn("status 3", self.kernel.run("%%sh\nexit 3").traceback)
        self.assertEqual(self.run_ok("%%markdown\n# Title").value("text/markdown"), "# Title")


class HistoryTest(unittest.TestCase):
    def kernel(self, file):
        return Kernel(env={**os.environ, "PLEGMA_HISTORY": str(file)})

    def test_cells_are_kept_over_sessions(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "new", "history.jsonl")
            with self.kernel(file) as kernel:
                kernel.run("int first = 1;")
                kernel.run("first + \n 1")
                self.assertEqual(kernel.run("%history").text(), "int first = 1;\nfirst + \n 1\n")
            self.assertEqual(file.stat().st_mode & 0o777, 0o600)
            with open(file, "a") as damaged:
                damaged.write("{\"session\": 1, \"num")  # as a kill leaves it
            with self.kernel(file) as kernel:
                kernel.run("int second = 2;")
                self.assertEqual(kernel.run("%history").text(), "int second = 2;\n")
                self.assertEqual(kernel.run("%history -n -g FIRST").text(), "// 1/1\nint first = 1;\n// 1/2\nfirst + \n 1\n")
                self.assertEqual(kernel.run("%history --all -l 1").text(), "%history -n -g FIRST\n")
                tail = kernel.reply_to(kernel.client.history(hist_access_type="tail", n=6))["content"]["history"]
                self.assertEqual([tuple(entry) for entry in tail][:3],
                                 [(1, 2, "first + \n 1"), (1, 3, "%history"), (2, 1, "int second = 2;")])
                kept = pathlib.Path(folder, "kept.jsh")
                self.assertIn("Wrote ", kernel.run(f"%history -l 1 -g second -f {kept}").text())
                self.assertEqual(kept.read_text(), "int second = 2;\n")

    def test_a_history_that_cannot_be_kept_is_no_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.kernel(folder) as kernel:
                self.assertEqual(kernel.run("1 + 1").value(), "2")
                self.assertEqual(kernel.run("%history").text(), "1 + 1\n")


class FullDiskTest(unittest.TestCase):
    """A limit on the size of files fails as a full disk does, in the middle of a file."""

    MOST = 3 << 20

    def test_a_file_that_cannot_be_written_whole_stays_as_it_was(self):
        limit = (self.MOST, resource.RLIM_INFINITY)
        with tempfile.TemporaryDirectory() as folder, Kernel(
                cwd=folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)) as kernel:
            mine, new = pathlib.Path(folder, "mine.txt"), pathlib.Path(folder, "new.txt")
            mine.write_text("old\n")
            long = "x" * (self.MOST + 1)
            for head, then in (("mine.txt", "It is as it was."), ("--append mine.txt", "It is as it was."), ("new.txt", "")):
                wrong = kernel.run(f"%%writefile {head}\n{long}").reply
                self.assertRegex(wrong["evalue"], f"^Cannot write {folder}/{head.split()[-1]}: File too large. ?{then}", head)
            self.assertEqual((mine.read_text(), new.exists()), ("old\n", False))
            self.assertIn("Added to", kernel.run("%%writefile --append mine.txt\nmore").text())
            self.assertEqual(mine.read_text(), "old\nmore\n")


if __name__ == "__main__":
    unittest.main()
