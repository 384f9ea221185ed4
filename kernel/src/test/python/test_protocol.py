"""Whatever comes in at the sockets, the kernel lives; and it listens where it was told to, nowhere else."""

import hashlib
import hmac
import json
import os
import pathlib
import random
import struct
import subprocess
import unittest

import zmq

from kernel_client import Kernel
from work_limit import WorkLimit

DELIMITER = b"<IDS|MSG>"


def bound_addresses(pid):
    """Local addresses of the process's listening TCP sockets, as Linux tells them."""
    inodes = set()
    for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(link)
        except OSError:
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    addresses = set()
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                host, port = fields[1].split(":")
                words = [struct.pack("<I", int(host[i:i + 8], 16)) for i in range(0, len(host), 8)]
                raw = b"".join(words)
                mapped = raw[:12] == b"\0" * 10 + b"\xff\xff"
                addresses.add((".".join(str(b) for b in (raw[12:] if mapped else raw)), int(port, 16)))
    return addresses


class ProtocolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernel = Kernel(stderr=subprocess.DEVNULL)  # where it says what it dropped
        cls.kernel.__enter__()
        cls.addClassCleanup(cls.kernel.__exit__, None, None, None)
        cls.context = zmq.Context()
        cls.addClassCleanup(cls.context.term)

    def dealer(self, channel):
        info = self.kernel.client.get_connection_info()
        socket = self.context.socket(zmq.DEALER)
        socket.linger = 1000
        socket.connect(f"tcp://{info['ip']}:{info[channel + '_port']}")
        self.addCleanup(socket.close)
        return socket

    def sign(self, parts):
        key = self.kernel.client.get_connection_info()["key"]
        digest = hmac.new(key if isinstance(key, bytes) else key.encode(), digestmod=hashlib.sha256)
        for part in parts:
            digest.update(part)
        return digest.hexdigest().encode()

    def message(self, kind, content):
        header = {"msg_id": "m", "msg_type": kind, "session": "s", "username": "u", "version": "5.3", "date": ""}
        return [json.dumps(part).encode() for part in (header, {}, {}, content)]

    def await_message(self, socket):
        limit = WorkLimit(self.kernel.pid)
        while not socket.poll(1000):
            limit.look()

    def assert_alive(self):
        self.assertTrue(self.kernel.client.is_alive())
        self.assertEqual(self.kernel.run("20 + 1").value(), "21")
        request = self.kernel.client.session.msg("kernel_info_request", {})
        self.kernel.client.control_channel.send(request)
        reply = self.kernel.reply_to(request["header"]["msg_id"], channel="control")
        self.assertEqual(reply["content"]["status"], "ok")

    def malformed(self, rng):
        """One message that breaks the protocol in one of many ways."""
        kinds = ["execute_request", "kernel_info_request", "complete_request", "is_complete_request", "input_reply",
                 "history_request", "inspect_request", "comm_open", "no_such_request", "shutdown_request"]
        parts = self.message(rng.choice(kinds), {"code": "throw new Error();", "cursor_pos": 3})
        junk = rng.randbytes(rng.randrange(200))
        way = rng.randrange(9)
        if way == 0:  # a wrong signature
            return [DELIMITER, rng.choice([b"", b"0" * 64, junk, self.sign(parts)[:-1]]), *parts]
        if way == 1:  # too few frames
            frames = [DELIMITER, self.sign(parts), *parts]
            return frames[:rng.randrange(1, len(frames))]
        if way == 2:  # no delimiter
            return [self.sign(parts), *parts]
        if way == 3:  # bytes
            return [rng.randbytes(rng.randrange(64)) for _ in range(rng.randrange(1, 12))]
        if way == 4:  # a part cut short
            index = rng.randrange(4)
            parts[index] = parts[index][:rng.randrange(len(parts[index]))]
        elif way == 5:  # a part that is foreign JSON
            parts[rng.randrange(4)] = rng.choice(
                [b"null", b"[]", b"3", b"\"text\"", b"[" * 20_000, b"{\"a\":" * 20_000, b"NaN", b"{} {}"])
        elif way == 6:  # a part that is not UTF-8
            parts[rng.randrange(4)] = junk or b"\xff"
        elif way == 7:  # a header without what it needs
            parts[0] = rng.choice([b"{}", b"{\"msg_type\": \"execute_request\"}", b"{\"msg_id\": {}, \"msg_type\": []}"])
        else:  # a type that nobody knows
            parts = self.message("no_such_request", {})
        return [DELIMITER, self.sign(parts), *parts]

    def test_a_thousand_malformed_messages(self):
        seed = 20_261_120
        rng = random.Random(seed)
        sockets = [self.dealer("shell"), self.dealer("control")]
        for i in range(1000):
            sockets[i % 2].send_multipart(self.malformed(rng))
            if i % 250 == 249:
                self.assert_alive()
        self.assert_alive()

    def test_contents_of_wrong_types_are_answered(self):
        socket = self.dealer("shell")
        contents = {
            "execute_request": [{}, {"code": 3}, {"code": None, "silent": "yes"}, {"code": "1", "user_expressions": []}],
            "complete_request": [{}, {"code": "x", "cursor_pos": -5}, {"code": "x", "cursor_pos": 99}],
            "inspect_request": [{}, {"code": "x", "cursor_pos": 1e9}],
            "is_complete_request": [{}, {"code": []}],
            "history_request": [{}, {"hist_access_type": "nothing"}, {"hist_access_type": "tail", "n": -1}],
        }
        for kind, samples in contents.items():
            for content in samples:
                with self.subTest(kind=kind, content=content):
                    parts = self.message(kind, content)
                    socket.send_multipart([DELIMITER, self.sign(parts), *parts])
                    self.await_message(socket)
                    frames = socket.recv_multipart()
                    self.assertEqual(frames[1], self.sign(frames[2:6]))
                    self.assertEqual(json.loads(frames[2])["msg_type"], kind.replace("_request", "_reply"))
        self.assert_alive()

    def test_sockets_are_bound_to_the_address_of_the_connection_file_only(self):
        info = self.kernel.client.get_connection_info()
        expected = {(info["ip"], info[f"{name}_port"]) for name in ("shell", "iopub", "stdin", "control", "hb")}
        self.assertEqual(bound_addresses(self.kernel.pid), expected)

    def test_heartbeat(self):
        info = self.kernel.client.get_connection_info()
        socket = self.context.socket(zmq.REQ)
        self.addCleanup(socket.close, 0)
        socket.connect(f"tcp://{info['ip']}:{info['hb_port']}")
        for beat in (b"ping", b"", b"\0" * 1000):
            socket.send(beat)
            self.await_message(socket)
            self.assertEqual(socket.recv(), beat)


if __name__ == "__main__":
    unittest.main()
