"""A kernel under test and its client: runs cells and collects everything that belongs to them."""

import queue

from jupyter_client.manager import KernelManager

import plegma_kernelspec
from work_limit import WorkLimit



class Result:
    """The reply of a cell and its IOPub messages in order, from busy to idle without these two."""

    def __init__(self, reply, messages):
        self.reply = reply["content"]
        self.messages = messages

    @property
    def status(self):
        return self.reply["status"]

    def of_type(self, kind):
        return [m["content"] for m in self.messages if m["msg_type"] == kind]

    def text(self, stream="stdout"):
        return "".join(c["text"] for c in self.of_type("stream") if c["name"] == stream)

    def value(self, mime="text/plain"):
        results = self.of_type("execute_result")
        return results[0]["data"][mime] if results else None

    @property
    def traceback(self):
        return "\n".join(self.of_type("error")[0]["traceback"])


class Kernel:
    """Use it as a context manager."""

    def __init__(self, **options):
        """Takes the options of subprocess.Popen, such as env and stderr."""
        self.manager = KernelManager(kernel_name=plegma_kernelspec.provide())
        self.options = options

    def __enter__(self):
        self.manager.start_kernel(**self.options)
        self.connect()
        return self

    def connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        limit = WorkLimit(self.pid)
        while True:
            try:
                self.client.wait_for_ready(timeout=1)
                return
            except RuntimeError:
                if not self.manager.is_alive():
                    raise
                limit.look()

    def __exit__(self, *exception):
        self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel(now=True)

    @property
    def pid(self):
        return self.manager.provisioner.process.pid

    def send(self, code, **options):
        options.setdefault("allow_stdin", False)
        return self.client.execute(code, **options)

    def message(self, channel):
        """The next on a channel, for which one waits as long as the kernel works."""
        limit = WorkLimit(self.pid)
        while True:
            try:
                return getattr(self.client, f"get_{channel}_msg")(timeout=1)
            except queue.Empty:
                limit.look()

    def reply_to(self, request, channel="shell"):
        while True:
            message = self.message(channel)
            if message["parent_header"].get("msg_id") == request:
                return message

    def messages_of(self, request):
        """The IOPub messages of a request up to its idle."""
        messages = []
        while True:
            message = self.message("iopub")
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] != "status":
                messages.append(message)
            elif message["content"]["execution_state"] == "idle":
                return messages

    def collect(self, request):
        messages = self.messages_of(request)
        return Result(self.reply_to(request), messages)

    def run(self, code, **options):
        return self.collect(self.send(code, **options))

    def wait_for_output(self, request, text):
        """Waits until a running cell has printed a text."""
        seen = ""
        while text not in seen:
            message = self.message("iopub")
            if message["parent_header"].get("msg_id") == request and message["msg_type"] == "stream":
                seen += message["content"]["text"]
