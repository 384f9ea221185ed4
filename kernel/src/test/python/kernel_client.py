"""A kernel under test and its client: runs cells and collects everything that belongs to them."""

import time

from jupyter_client.manager import KernelManager

import plegma_kernelspec

TIMEOUT = 300  # seconds; only a kernel that hangs takes so long


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
        self.client.wait_for_ready(timeout=TIMEOUT)

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

    def reply_to(self, request, timeout=TIMEOUT, channel="shell"):
        get = getattr(self.client, f"get_{channel}_msg")
        deadline = time.monotonic() + timeout
        while True:
            message = get(timeout=max(0.001, deadline - time.monotonic()))
            if message["parent_header"].get("msg_id") == request:
                return message

    def messages_of(self, request, timeout=TIMEOUT):
        """The IOPub messages of a request up to its idle."""
        messages = []
        deadline = time.monotonic() + timeout
        while True:
            message = self.client.get_iopub_msg(timeout=max(0.001, deadline - time.monotonic()))
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] != "status":
                messages.append(message)
            elif message["content"]["execution_state"] == "idle":
                return messages

    def collect(self, request, timeout=TIMEOUT):
        messages = self.messages_of(request, timeout)
        return Result(self.reply_to(request, timeout), messages)

    def run(self, code, timeout=TIMEOUT, **options):
        return self.collect(self.send(code, **options), timeout)

    def wait_for_output(self, request, text, timeout=TIMEOUT):
        """Waits until a running cell has printed a text."""
        seen = ""
        deadline = time.monotonic() + timeout
        while text not in seen:
            message = self.client.get_iopub_msg(timeout=max(0.001, deadline - time.monotonic()))
            if message["parent_header"].get("msg_id") == request and message["msg_type"] == "stream":
                seen += message["content"]["text"]
