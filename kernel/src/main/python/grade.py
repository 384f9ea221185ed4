"""Grades a folder of submissions: a table of the class, and feedback for each student.

The points come from the teacher's notebook, into which only the text of the students' magic cells is put; no Java of theirs is
run. Each submission is judged in a process of its own, with limits. What is judged is kept: a run that was cut off goes on where
it was, and a second run gives the same table.
"""

import argparse
import hashlib
import json
import os
import pathlib
import signal
import sys
import tempfile

import assignment
import feedback
import limits
import submissions

FORMAT = 1
HERE = pathlib.Path(__file__).resolve().parent
WHY = {
    "time": "it used more than {seconds} s of processor time",
    "memory": "it used more than {mebibytes} MiB of memory",
    "idle": "it did nothing for long",
}


ENDED = "its judge ended with "


def digest(*parts):
    sum_ = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode()
        sum_.update(len(data).to_bytes(8, "big") + data)
    return sum_.hexdigest()


def kept(file):
    """What was judged before; None if it was not, or not to its end."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return found if isinstance(found, list) else None
    except (OSError, ValueError):
        return None


def is_settled(results):
    """Whether it need not be judged again: a judge that ended may have lacked the memory or the disk of this machine."""
    return not any(result["fault"] == "lost" or result["reason"].startswith(ENDED) for result in results)


def by_hand(source, submission):
    """What somebody has to read, with what the student wrote."""
    stubs = {assignment.meta(c).get("grade_id"): c.source for c in assignment.released(source).cells}
    found = []
    for cell in source.cells:
        if not assignment.is_by_hand(cell):
            continue
        name = assignment.meta(cell)["grade_id"]
        text = submission.text(name)
        missing, reason = False, "to be read in the student's notebook, where the answer may stand in any cell"
        if not assignment.meta(cell).get("task"):
            missing = text is None or text.strip() == stubs[name].strip()
            reason = "still to be written" if missing else "to be read: what students write in Java is not run here"
        found.append({"task": name, "total": assignment.meta(cell)["points"], "points": 0 if missing else None,
                      "fault": "missing" if missing else "by hand", "text": "", "reason": reason})
    return found


def all_of(source, fault, reason):
    """The same for each task that is judged."""
    return [
        {"task": assignment.meta(cell)["grade_id"], "total": assignment.meta(cell)["points"], "points": 0, "fault": fault,
         "reason": reason, "text": ""}
        for cell, _ in submissions.tasks(source) if not assignment.is_by_hand(cell)
    ]


class Grader:
    def __init__(self, source, output, options, version):
        self.source, self.output, self.options = source, output, options
        self.common = [FORMAT, source, options.seed, options.seconds, options.memory, version]
        self.judged = output / "judged"
        self.judged.mkdir(parents=True, exist_ok=True)
        self.executed = 0

    def grade(self, submission):
        """The tasks of a submission in the order of the notebook."""
        if submission.problem:
            return self.unreadable(submission.problem)
        _, _, texts = submissions.to_judge(self.source, submission)
        needed = {name: submission.cells[name] for name in self.magic_cells() if name in submission.cells}
        file = self.judged / (digest(*self.common, needed) + ".json")
        results = kept(file)
        if results is None:
            results = self.judge(submission, needed, file) if texts else self.decided(submission)
            if is_settled(results):
                feedback.write(file, json.dumps(results))
        return self.sorted(results + by_hand(self.source, submission))

    def unreadable(self, reason):
        """No points in any task, also in those that somebody would have read."""
        return [{"task": assignment.meta(cell)["grade_id"], "total": assignment.meta(cell)["points"], "points": 0, "fault": "unreadable",
                 "reason": reason, "text": ""} for cell in self.source.cells if assignment.has_points(cell)]

    def magic_cells(self):
        return [assignment.meta(cell)["grade_id"] for cell in self.source.cells
                if assignment.is_solution(cell) and submissions.magic(cell.source)]

    def decided(self, submission):
        """Nothing of it has to be run."""
        _, decided, _ = submissions.to_judge(self.source, submission)
        results = all_of(self.source, "missing", "")
        for result, (_, names) in zip(results, [t for t in submissions.tasks(self.source) if not assignment.is_by_hand(t[0])]):
            result["fault"], result["reason"] = next(decided[name] for name in names if name in decided)
        return results

    def judge(self, submission, cells, file):
        self.executed += 1
        with tempfile.TemporaryDirectory(prefix="plegma-grade-") as folder, open(self.output / "judge.log", "ab") as log:
            work, result = pathlib.Path(folder, "work.json"), pathlib.Path(folder, "result.json")
            work.write_text(json.dumps({"source": self.source, "student": submission.student, "cells": cells}))
            environment = dict(os.environ, PLEGMA_GRADING_SEED=str(self.options.seed), PLEGMA_HISTORY="off",
                               PLEGMA_DEVICE="Portable Computing Language")
            ended = limits.run([sys.executable, str(HERE / "judge.py"), str(work), str(result)], self.options.seconds,
                               self.options.memory, env=environment, cwd=folder, stderr=log)
            results = kept(result)
        if results is None:
            why = WHY.get(ended, ENDED + str(ended)).format(
                seconds=self.options.seconds, mebibytes=self.options.memory)
            return all_of(self.source, "limit", why)
        return results

    def sorted(self, results):
        order = [assignment.meta(cell).get("grade_id") for cell in self.source.cells]
        return sorted(results, key=lambda result: order.index(result["task"]))


def version():
    """What judges: with another jar everything is judged anew."""
    jar = os.environ.get("PLEGMA_JAR")
    scripts = b"".join((HERE / name).read_bytes() for name in ("judge.py", "submissions.py", "assignment.py"))
    return digest(pathlib.Path(jar).read_bytes() if jar else b"", scripts)


def main():
    parser = argparse.ArgumentParser(prog="plegma grade", description="Grade a folder of submissions.")
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path,
                        help="notebooks STUDENT.ipynb, or folders of students with a notebook in each")
    parser.add_argument("--source", required=True, type=pathlib.Path, metavar="NOTEBOOK", help="the assignment with its solutions")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FOLDER", help="default: FOLDER-graded beside the submissions")
    parser.add_argument("--seed", type=int, default=2025, help="from which sizes and values are drawn, for all alike; keep it to yourself")
    parser.add_argument("--seconds", type=int, default=600, help="processor time of a submission (default 600)")
    parser.add_argument("--memory", type=int, default=6000, help="MiB of memory of a submission (default 6000)")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("plegma: ended; the same command goes on"))
    if not options.folder.is_dir():
        parser.error(f"there is no folder {options.folder}")
    try:
        source = assignment.read(options.source)
        assignment.released(source)
    except assignment.AssignmentError as fault:
        sys.exit(f"plegma: {options.source}: {fault}")
    folder = options.folder.resolve()
    output = (options.output or folder.with_name(folder.name + "-graded")).resolve()
    if output == folder or folder in output.parents:
        parser.error("the output folder may not be in the folder of the submissions")
    output.mkdir(parents=True, exist_ok=True)
    grader = Grader(source, output, options, version())
    found = submissions.collect(folder, options.source.name)
    if not found:
        parser.error(f"there are no submissions in {folder}")
    graded = []
    for number, submission in enumerate(found, start=1):
        try:
            results = grader.grade(submission)
        except Exception as fault:  # one bad submission never stops the rest
            results = grader.unreadable(f"{type(fault).__name__}: {fault}")
        graded.append((submission, results))
        points = sum(result["points"] or 0 for result in results)
        print(f"plegma: {number} of {len(found)}: {submission.student}: {points:g}", file=sys.stderr, flush=True)
    name = options.source.stem if options.source.stem != "assignment" else options.source.resolve().parent.name
    feedback.write_all(output, source, name, graded)
    print(f"plegma: {grader.executed} judged now, {len(found) - grader.executed} before or without running anything", file=sys.stderr)
    print(output / "table.html")


if __name__ == "__main__":
    main()
