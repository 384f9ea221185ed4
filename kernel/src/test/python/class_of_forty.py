"""Grades forty made-up submissions: once, in the middle of which it is killed, and resumed; and again from nothing.

    python3 kernel/src/test/python/class_of_forty.py [--once] [FOLDER]

It takes a quarter of an hour of processor time, so that it is no part of "plegma test". With --once the second run is left out.
"""

import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
SOURCE = ROOT / "notebooks/assignments/gemm/assignment.ipynb"
sys.path.insert(0, str(ROOT / "kernel/src/main/python"))

import hostile_class  # noqa: E402


def plegma(*arguments, **options):
    return subprocess.Popen([str(ROOT / "plegma"), *map(str, arguments)], **options)


def made(action, folder):
    file = folder / f"{action}.ipynb"
    assert plegma("assignment", action, SOURCE, "-o", file).wait() == 0
    return json.loads(file.read_text())


def grade(submissions, output, kill_after=None):
    """Grades; if told so, kills it when so many are judged."""
    process = plegma("grade", submissions, "--source", SOURCE, "-o", output, start_new_session=True)
    while process.poll() is None:
        if kill_after and len(list((output / "judged").glob("*.json"))) >= kill_after:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return
        time.sleep(0.2)
    assert process.returncode == 0, process.returncode


def check(output, deserved):
    with open(output / "table.csv", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(deserved), set(rows) ^ set(deserved)
    wrong = []
    for student, (fault, points) in deserved.items():
        row = rows[student]
        if row["check-naive fault"] != fault or points is not None and float(row["points"]) != points:
            wrong.append(f"{student}: expected {fault} and {points} points, got {row['check-naive fault']} and {row['points']}")
        assert (output / "feedback").is_dir()
    return wrong


def main():
    once = "--once" in sys.argv
    given = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    folder = pathlib.Path(given[0] if given else tempfile.mkdtemp(prefix="plegma-forty-")).resolve()
    folder.mkdir(exist_ok=True)
    submissions = folder / "submissions"
    deserved = hostile_class.write(submissions, made("release", folder), made("solution", folder))
    print(f"{len(deserved)} submissions in {submissions}")
    first, second = folder / "first", folder / "second"
    grade(submissions, first, kill_after=10)
    print("killed; resumed")
    grade(submissions, first)
    wrong = check(first, deserved)
    print("\n".join(wrong) or "all graded as deserved")
    if not once:
        grade(submissions, second)
        same = (first / "table.csv").read_bytes() == (second / "table.csv").read_bytes()
        print("the second table is the same" if same else "the tables differ")
        wrong += [] if same else ["tables"]
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
