"""Coursework: the student's notebook, what is taken of a submission, tables that are the same again."""

import csv
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import types
import unittest
import unittest.mock

import nbformat

import plegma_kernelspec
import work_limit

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path[:0] = [str(ROOT / "kernel/src/main/python"), str(ROOT / "kernel/src/test/python")]

import assignment  # noqa: E402
import feedback  # noqa: E402
import grade  # noqa: E402
import hostile_class  # noqa: E402
import judge  # noqa: E402
import nbgrader_rules  # noqa: E402
import submissions  # noqa: E402

SOURCES = sorted((ROOT / "notebooks/assignments").glob("*/assignment.ipynb"))
GEMM = ROOT / "notebooks/assignments/gemm/assignment.ipynb"


def cell(source, kind="code", **about):
    about = {"grade": False, "grade_id": "a", "locked": False, "schema_version": 3, "solution": False, "task": False, **about}
    made = nbformat.v4.new_code_cell(source) if kind == "code" else nbformat.v4.new_markdown_cell(source)
    made.metadata["nbgrader"] = {key: value for key, value in about.items() if value is not None}
    return made


def notebook(*cells):
    return nbformat.v4.new_notebook(cells=list(cells))


SOLVED = cell("%%opencl\n// ### BEGIN SOLUTION\nright\n// ### END SOLUTION\nlast", solution=True)
GRADED = cell("judge()\n// ### BEGIN HIDDEN TESTS\nsecret()\n// ### END HIDDEN TESTS\n1.0", grade_id="b", grade=True, points=3)


# As nbgrader's tool bar writes one.
TASK = cell("Compare the two.", "markdown", task=True, locked=True, points=2, grade_id="t")


def strange(about):
    made = nbformat.v4.new_code_cell("")
    made.metadata["nbgrader"] = about
    return made


class ReleaseTest(unittest.TestCase):
    def test_solutions_and_hidden_tests_are_not_released(self):
        student = assignment.released(notebook(SOLVED, GRADED))
        self.assertEqual([c.source for c in student.cells], ["%%opencl\n// Your turn.\nlast", "judge()\n1.0"])
        solved = assignment.solved(notebook(SOLVED, GRADED))
        self.assertEqual([c.source for c in solved.cells], ["%%opencl\nright\nlast", "judge()\nsecret()\n1.0"])

    def test_marks_that_do_not_match_are_refused(self):
        for text in ("### BEGIN SOLUTION", "### END SOLUTION", "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION",
                     "### BEGIN HIDDEN TESTS"):
            with self.assertRaisesRegex(assignment.AssignmentError, "comes", msg=text):
                assignment.released(notebook(cell(text, solution=True), GRADED))
        with self.assertRaisesRegex(assignment.AssignmentError, "metadata does not say so"):
            assignment.released(notebook(cell(SOLVED.source), GRADED))

    def test_metadata_that_nbgrader_refuses_is_refused(self):
        wrong = {
            "schema_version is 2": [cell("", schema_version=2)],
            "schema_version is None": [cell("", schema_version=None)],
            "grade is neither": [cell("", grade=None)],
            "locked is neither": [cell("", locked="yes")],
            "task is neither": [cell("", task=1)],
            "grade_id ''": [cell("", solution=True, grade_id="")],
            "grade_id None": [cell("", locked=True, grade_id=None)],
            "grade_id 'a b'": [cell("", solution=True, grade_id="a b")],
            "grade_id 'ä'": [cell("", grade_id="ä")],
            "a checksum has 32 characters, not 'abc'": [cell("", checksum="abc")],
            "cell_type is 'heading'": [cell("", cell_type="heading")],
            "is no object, but 3": [strange(3)],
            "there twice": [cell("", solution=True), cell("", locked=True)],
            "has points, not None": [cell("", grade=True)],
            "has points, not -1": [cell("", grade=True, points=-1)],
            "has points, not True": [cell("", grade=True, points=True)],
            "unknown keys remark": [cell("", remark="x")],
            "a task is a markdown": [cell("", task=True)],
            "graded and a solution, or neither": [cell("", "markdown", grade=True, points=1)],
        }
        for expected, cells in wrong.items():
            self.assertRegex("; ".join(assignment.faults(notebook(*cells))), expected)
        right = [cell("", "markdown", grade=True, solution=True, points=0.5), TASK]
        self.assertEqual(assignment.faults(notebook(cell(SOLVED.source, solution=True, grade_id="s"), *right)), [])

    def test_a_task_of_the_tool_bar_has_points_that_somebody_gives(self):
        source = notebook(SOLVED, GRADED, TASK)
        submission = submissions.Submission("ada", None)
        self.assertEqual([(each["task"], each["total"], each["points"]) for each in grade.by_hand(source, submission)], [("t", 2, None)])
        self.assertEqual([c.metadata.nbgrader.grade_id for c in source.cells if assignment.has_points(c)], ["b", "t"])

    def test_the_product_s_own_are_valid_and_hide_what_they_should(self):
        self.assertEqual(len(SOURCES), 5)
        for path in SOURCES:
            source = assignment.read(path)
            student = assignment.released(source)
            nbformat.validate(student)
            for made in (source, student, assignment.solved(source)):
                self.assertEqual(assignment.faults(made), [], path)
                self.assertFalse(nbgrader_rules.refuses(made), path)
            text = nbformat.writes(student)
            self.assertNotIn("###", text.replace("## ", ""), path)
            self.assertEqual([c.id for c in student.cells], [c.id for c in source.cells])
            for task, names in submissions.tasks(source):
                self.assertTrue(names, f"{path}: {task.id} has no cell of the student's")

    def test_the_source_is_never_written_over(self):
        result = work_limit.run([sys.executable, str(ROOT / "kernel/src/main/python/assignment.py"), "release", str(GEMM), "-o", str(GEMM)],
                                stderr=-1, universal_newlines=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("is the source itself", result.stderr)


class NbgraderTest(unittest.TestCase):
    """What nbgrader refuses, release does too: against nbgrader's rules, written down apart from the product's.

    Beyond them, a task has a name of its own and points: the table of the class has a column for it.
    """

    VALUES = {
        "schema_version": [3, 3, 3, 3, 3, 3, 2, 4, "3", True, None, 3.0],
        "grade": [True, True, False, False, None, 0],
        "solution": [True, True, False, False, None, "no"],
        "locked": [True, False, False, None, 1],
        "task": [None, None, False, False, True, "t"],
        "points": [1, 0, None, 2.5, -1, True, "2"],
        "grade_id": ["a", "a", "b", "c-1_X", "", "a b", "ä", 3, None],
        "checksum": [None, None, None, "f" * 32, "f" * 31, 32],
        "cell_type": [None, None, None, "code", "markdown", "raw", "heading", 1],
        "remark": [None] * 9 + ["x"],
    }

    @staticmethod
    def has_a_task_without_name_or_points(made):
        about = [each.metadata["nbgrader"] for each in made.cells]
        used = [a.get("grade_id") for a in about if a.get("task") or a.get("locked") or a.get("grade") or a.get("solution")]
        return any(a.get("task") and (not a.get("grade_id") or used.count(a["grade_id"]) > 1 or "points" not in a) for a in about)

    def test_the_same_metadata_are_refused(self):
        draw = random.Random(1)
        refused, more = 0, 0
        for _ in range(3000):
            cells = []
            for _ in range(draw.choice((1, 1, 2))):
                about = {key: draw.choice(values) for key, values in self.VALUES.items()}
                if draw.random() < 0.9:  # right but for a thing or two
                    about = {**about, **{key: self.VALUES[key][0] for key in draw.sample(sorted(about), draw.choice((8, 9, 9)))}}
                made = cell("", draw.choice(("code", "code", "markdown")))
                if draw.random() < 0.1:  # a task, which has fewer rules there
                    made = cell("", "markdown")
                    about = {"schema_version": 3, "grade": False, "solution": False, "locked": draw.random() < 0.5, "task": True,
                             "points": draw.choice((None, 2)), "grade_id": draw.choice((None, "a", "b"))}
                made.metadata["nbgrader"] = {key: value for key, value in about.items() if value is not None}
                cells.append(made)
            made = notebook(*cells)
            expected = nbgrader_rules.refuses(made)
            stricter = not expected and self.has_a_task_without_name_or_points(made)
            refused += expected
            more += stricter
            self.assertEqual(bool(assignment.faults(made)), expected or stricter, [c.metadata for c in cells])
        self.assertTrue(1000 < refused < 2500, refused)
        self.assertGreater(more, 20)


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="plegma class ")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.source = assignment.read(GEMM)
        student = json.loads(nbformat.writes(assignment.released(cls.source)))
        for each in student["cells"]:
            each["source"] = "".join(each["source"])
        solved = json.loads(nbformat.writes(assignment.solved(cls.source)))
        for each in solved["cells"]:
            each["source"] = "".join(each["source"])
        cls.deserved = hostile_class.write(cls.folder / "class", student, solved)
        cls.found = {each.student: each for each in submissions.collect(cls.folder / "class", "assignment.ipynb")}


class SubmissionsTest(Folder):
    def test_the_marks_of_a_solution_are_no_pasted_tokens(self):
        marked = "%%opencl\nkernel void k() {\n    // ### BEGIN SOLUTION\n    int a;\n    // ### END SOLUTION\n}"
        self.assertIsNone(submissions.forbidden(marked), "a teacher tries the source itself")
        for hidden in ("int a ##b;", "// ### BEGIN SOLUTION ##b", "#define P(a, b) a\\\n// ### BEGIN SOLUTION\n##b"):
            self.assertEqual(submissions.forbidden(hidden), "##", hidden)

    def test_each_student_is_there_and_what_cannot_be_read_says_why(self):
        self.assertEqual(set(self.found), set(self.deserved))
        self.assertEqual(len(self.found), 40)
        for student, (fault, _) in self.deserved.items():
            self.assertEqual(self.found[student].problem is not None, fault == "unreadable", student)
        self.assertIn("twice", self.found["07 twice"].problem)
        self.assertIn("link", self.found["11 link"].problem)
        self.assertIn("clear its outputs", self.found["12 huge"].problem)

    def test_nothing_but_the_text_of_magic_cells_is_taken(self):
        allowed = {c.source for c in assignment.solved(self.source).cells} | {c.source for c in assignment.released(self.source).cells}
        refused = 0
        for student, submission in self.found.items():
            made, decided, texts = submissions.to_judge(self.source, submission)
            self.assertEqual(len(made.cells), len(self.source.cells))
            for each in made.cells:
                if each.source not in allowed:
                    self.assertTrue(assignment.is_solution(each) and each.source.startswith("%%opencl\n"), student)
            refused += decided.get("naive", ("",))[0] == "refused"
            for code in hostile_class.JAVA.values():
                self.assertFalse(any(code in each.source for each in made.cells), student)
        self.assertEqual(refused, len(hostile_class.JAVA) + 4)

    def test_what_reads_files_or_hides_text_is_refused(self):
        stub, given = assignment.released(self.source).cells, assignment.solved(self.source).cells
        index = next(i for i, c in enumerate(given) if c.id == "naive")
        for code in ("#include <x>", "# include <x>", "%:include <x>", "#/**/include <x>", "#incl\\\nude <x>", "__asm__(\"\")", "a ## b",
                     "#if __has_include(<x>)", "__builtin_trap()", 'constant char* a = "/*";\n#include <x>\nconstant char* b = "*/";',
                     'constant char* a = "/*"; \n#/* "*/include <x>'):
            text, refused = submissions.judged_text(given[index], stub[index].source, "%%opencl\n" + code)
            self.assertIsNone(text, code)
            self.assertEqual(refused[0], "refused", code)
        self.assertEqual(submissions.judged_text(given[index], stub[index].source, "%%opencl\n// assembled, including\nx")[1], None)


class GradeTest(Folder):
    """The whole way but for the kernel, which class_of_forty.py has."""

    def graded(self, output, judged):
        options = types.SimpleNamespace(seed=1, seconds=60, memory=1000)
        grader = grade.Grader(self.source, output, options, "1")

        def judge(submission, cells, file):
            judged.append(submission.student)
            if len(judged) == 7:
                raise KeyboardInterrupt
            return grade.all_of(self.source, "right", "=1+1 <script>")

        output.mkdir(exist_ok=True)
        grader.judge = judge
        results = [(each, grader.grade(each)) for each in self.found.values()]
        feedback.write_all(output, self.source, "a class", results)

    def test_a_run_that_was_cut_off_goes_on_and_gives_the_same_table(self):
        first, judged = self.folder / "first", []
        with self.assertRaises(KeyboardInterrupt):
            self.graded(first, judged)
        before = list(judged)
        self.graded(first, judged)
        self.assertEqual(judged[:7], before)
        self.assertEqual(len(set(judged)), len(judged) - 1, "only the one that was cut off is judged twice")
        again = [None] * 7
        self.graded(first, again)
        self.assertEqual(again, [None] * 7, "all of it is kept")
        other = [None] * 7
        self.graded(self.folder / "second", other)
        for name in ("table.csv", "table.html", "times.csv"):
            self.assertEqual((first / name).read_bytes(), (self.folder / "second" / name).read_bytes(), name)
        pages = sorted((first / "feedback").glob("*.html"))
        self.assertEqual(len(pages), 40)
        self.assertFalse(any("<script>" in page.read_text() for page in pages), "what students write is escaped")
        with open(first / "table.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["student"] for row in rows], sorted(self.deserved))
        self.assertEqual(rows[0]["points"], "0")

    def test_a_judge_that_ended_without_a_reason_of_the_submission_judges_again(self):
        options = types.SimpleNamespace(seed=1, seconds=60, memory=1000)
        for ends, times in [(("lost", "it was not judged"), 2), (("limit", grade.ENDED + "status 1"), 2), (("limit", "it used more than 60 s"), 1),
                            (("wrong", ""), 1)]:
            grader = grade.Grader(self.source, self.folder / "again" / ends[0] / ends[1][:6], options, "1")
            judged = []
            grader.judge = lambda *_: judged.append(1) or grade.all_of(self.source, *ends)
            found = [grader.grade(self.found["02 full"]) for _ in range(2)]
            self.assertEqual(len(judged), times, ends)
            self.assertEqual(found[0], found[1])

    def test_points_that_are_no_number_are_none(self):
        task = nbformat.from_dict(dict(GRADED, execution_count=1))
        for text, points, fault in [("1.5", 1.5, ""), ("NaN", 0, "error"), ("Infinity", 0, "error"), ("9", 3, ""), ("-1", 0, "")]:
            task.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": text}, execution_count=1)]
            result = judge.judged(task, [], {}, {})
            self.assertEqual((result["points"], result["fault"]), (points, fault), text)

    def test_what_cannot_be_read_has_no_points_in_each_task_of_the_table(self):
        source = notebook(SOLVED, GRADED, TASK)
        grader = grade.Grader(source, self.folder / "unreadable", types.SimpleNamespace(seed=1, seconds=60, memory=1000), "1")
        bad = submissions.Submission("ada", None)
        bad.problem = "it is no notebook"
        self.assertEqual([(each["task"], each["points"], each["total"], each["fault"], each["reason"]) for each in grader.grade(bad)],
                         [("b", 0, 3, "unreadable", "it is no notebook"), ("t", 0, 2, "unreadable", "it is no notebook")])

    def test_another_judge_is_seen_and_judges_anew(self):
        place = self.folder / "judges"
        shutil.copytree(grade.HERE, place)
        jar = place / "plegma.jar"
        jar.write_bytes(b"a jar")
        with unittest.mock.patch.object(grade, "HERE", place), unittest.mock.patch.dict(os.environ, PLEGMA_JAR=str(jar)):
            versions = [grade.version()]
            self.assertEqual(grade.version(), versions[0])
            for file in (jar, place / "judge.py", place / "submissions.py", place / "assignment.py"):
                kept = file.read_bytes()
                file.write_bytes(kept + b"\n")
                versions.append(grade.version())
                file.write_bytes(kept)
            self.assertEqual(grade.version(), versions[0])
        self.assertEqual(len(set(versions)), 5, "each part of a judge counts")
        judged = []
        for version in (versions[0], versions[0], versions[1], versions[1]):
            options = types.SimpleNamespace(seed=1, seconds=60, memory=1000)
            grader = grade.Grader(self.source, self.folder / "judged anew", options, version)
            grader.judge = lambda *_: judged.append(version) or grade.all_of(self.source, "right", "")
            grader.grade(self.found["02 full"])
        self.assertEqual(judged, versions[:2])

    def test_a_half_written_judgement_is_none(self):
        file = self.folder / "half.json"
        file.write_text('[{"task": ')
        self.assertIsNone(grade.kept(file))

    def test_times_of_the_class_are_told_of_those_that_are_right(self):
        def of(student, *speedups, fault="right"):
            results = [{"task": task, "fault": fault, "speedup": speedup} for task, speedup in zip(("a", "b"), speedups)]
            return submissions.Submission(student, None), results

        graded = [of("x", 2.0, None), of("<y>", 1.0, None), of("z", 1.5, None), of("w", None, None), of("v", 9.0, 9.0, fault="values")]
        self.assertEqual([row[0] for row in feedback.times(graded)], ["student", "x", "<y>", "z"])
        self.assertEqual(feedback.speeds(["a", "b"], graded)[1], [["a", "3", "1", "1.5", "2", "x"]])
        self.assertIn("&lt;y&gt;", str(feedback.speeds(["a"], graded[1:2])[1]))

    def test_a_page_shows_the_reason_whole_and_the_picture(self):
        about = {"title": "The smallest <size>", "reading": "(1, 0) writes C[0]", "png": 'AAA"', "width": 40}
        result = {"task": "check-a", "total": 2, "points": 1, "fault": "values", "reason": "wrong: " + "long " * 99, "text": "", "picture": about}
        page = feedback.student_page("gemm", submissions.Submission("ada", None), [result, {**result, "picture": None}], 2, 4)
        self.assertRegex(page, r"pre\.told \{[^}]*white-space: pre-wrap")
        self.assertEqual(page.count("<pre class='told'>wrong: long long"), 2)
        self.assertEqual(page.count('<img alt="" width="40" src="data:image/png;base64,AAA&quot;">'), 1)
        self.assertIn("The smallest &lt;size&gt;", page)

    def test_names_of_students_are_no_paths_and_no_formulas(self):
        names = feedback.names_of(["../x", "x/..", "X", "x", "=1", "."])
        self.assertEqual(len({name.lower() for name in names.values()}), 6)
        self.assertFalse(any("/" in name or name.startswith(".") for name in names.values()))
        self.assertEqual(feedback.safe("=1+1"), "'=1+1")


class JudgedTest(Folder):
    """One submission through the kernel: wrong in one element, with Java in it that would end and replace its judge."""

    def test_a_submission_is_judged_by_the_teacher_s_notebook(self):
        plegma_kernelspec.provide()
        folder = self.folder / "judged"
        kernel = hostile_class.WRONG["one element"][1]
        student = json.loads((self.folder / "class" / "01 empty" / "assignment.ipynb").read_text())
        made = hostile_class.handed_in(student, {"naive": kernel}, "18.0", [*hostile_class.JAVA.values()])
        (folder / "ada").mkdir(parents=True)
        (folder / "ada" / "assignment.ipynb").write_text(json.dumps(made))
        command = [sys.executable, str(ROOT / "kernel/src/main/python/grade.py"), str(folder), "--source", str(GEMM), "--seed", "3"]
        for executed in (1, 0):
            result = work_limit.run(command, stdout=-1, stderr=-1, universal_newlines=True)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"{executed} judged now", result.stderr)
            with open(self.folder / "judged-graded" / "table.csv", newline="") as file:
                row = next(csv.DictReader(file))
            self.assertEqual(row["check-naive fault"], "values", row)
            self.assertTrue(0 < float(row["check-naive"]) < 4, row)
            self.assertEqual((row["check-tiled fault"], row["check-register fault"]), ("missing", "missing"))
            self.assertEqual(row["points"], row["check-naive"])
        page = (self.folder / "judged-graded" / "feedback" / "ada.html").read_text()
        self.assertIn("The smallest size that fails is 17 x 1 x 1", page)
        self.assertIn("seed 3", page)
        self.assertIn("<h1>gemm: ada</h1>", page)
        picture = page.partition("<figcaption>The smallest size that fails, 17 x 1 x 1</figcaption>")[2]
        self.assertRegex(picture[:200], r'^<img alt="" width="\d+" src="data:image/png;base64,[\w+/]{99}')
        table = (self.folder / "judged-graded" / "table.html").read_text()
        self.assertRegex(table, "Kernels were shut in by (bubblewrap|namespaces|none)")


if __name__ == "__main__":
    unittest.main()
