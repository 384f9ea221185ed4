"""Made-up submissions of the product's coursework: empty, partly right, wrong in many ways, hostile. What each deserves is told."""

import copy
import json

HEAD = "%%opencl\nkernel void naive(int m, int n, int k, global const float* A, global const float* B, global float* C) {\n"
IDS = "    int j = get_global_id(0), i = get_global_id(1);\n"
SUM = "    float s = 0; for (int p = 0; p < k; p++) s += A[i * k + p] * B[p * n + j];\n"
IN = "if (i < m && j < n) {\n"
STORE = "    C[i * n + j] = s; }\n"
RIGHT = HEAD + IDS + IN + SUM + STORE + "}"


def naive(body):
    return HEAD + IDS + body + "}"


# By the kind of fault that is to be found, kernels for the first step.
WRONG = {
    "bounds read": ("bounds", naive("if (j < n) {" + SUM + "if (i < m) " + STORE)),
    "bounds write": ("bounds", naive(IN + SUM + "    C[i * n + j - 99999999] = s; }")),
    "local race": ("race", naive(
        "local float t[16][16]; int x = get_local_id(0), y = get_local_id(1);\n" + "float s = 0; for (int p = 0; p < k; p++) {"
        " t[y][x] = 0; s += (i < m && j < n ? A[i * k + p] * B[p * n + j] : 0) + t[x][y]; }\n if (i < m && j < n) C[i * n + j] = s;")),
    "global race": ("race", naive(IN + SUM + "    C[i * n + j] = s; float z = ((volatile global float*) C)[0]; }")),
    "missing barrier": ("race", naive(
        "local float t[256]; int x = get_local_id(1) * 16 + get_local_id(0); t[x] = 0; float s = t[255 - x];\n"
        "for (int p = 0; i < m && j < n && p < k; p++) s += A[i * k + p] * B[p * n + j];\nif (i < m && j < n) C[i * n + j] = s;")),
    "divergent barrier": ("barrier", naive("if (i >= m || j >= n) return; barrier(CLK_LOCAL_MEM_FENCE); {" + SUM + STORE)),
    "uninitialised sum": ("unset", naive(IN + SUM.replace("float s = 0", "float s; if (k > 1000) s = 0") + STORE)),
    "endless loop": ("endless", naive("for (int p = 0; p < k; p += C[0] > 1e9f) C[0] = p;")),
    "wrong signature": ("signature", RIGHT.replace("int k, global const float* A", "global const float* A, int k")),
    "compile error": ("compile", RIGHT.replace("float s = 0;", "flot s = 0;")),
    "transposed index": ("values", RIGHT.replace("B[p * n + j]", "B[j * k + p]").replace("for (", "if (n <= k) for (")),
    "sizes that do not divide": ("values", RIGHT.replace("p < k", "p < (k < 16 ? k : k / 16 * 16)")),
    "one element": ("values", RIGHT.replace("= s;", "= s + (i == 16 && j == 0);")),
    "NaN": ("nan", RIGHT.replace("= s;", "= i == 3 ? s / 0.0f - s / 0.0f : s;")),
    "lost float atomics": ("race", naive(
        "if (i < m && j < n) { C[i * n + j] = 0; for (int p = 0; p < k; p++) { C[i * n + j] += A[i * k + p] * B[p * n + j]; C[0] += 0; } }")),
}

JAVA = {
    "exit": "System.exit(0);",
    "halt": "Runtime.getRuntime().halt(0);",
    "threads": "while (true) new Thread(() -> { while (true); }).start();",
    "output": 'while (true) System.out.println("x".repeat(1 << 20));',
    "files": "new ProcessBuilder(\"sh\", \"-c\", \"rm -rf ../*\").start().waitFor();",
    "judge": "class GemmExercise { static Object check(Object... all) { return 18; } }",
    "reflection": 'var f = Class.forName("org.plegma.coursework.Judging").getDeclaredFields()[0]; f.setAccessible(true);',
    "verdict": 'System.out.println("naive: 4 of 4 points, right"); 18.0',
}

HOSTILE = {
    "machine code": ("refused", naive('__asm__ volatile("nop");')),
    "hidden machine code": ("refused", "%%opencl\n#define P(a, b) a##b\n" + RIGHT.split("\n", 1)[1]),
    "teacher's file": ("refused", '%%opencl\n#include "/etc/passwd"\n' + RIGHT.split("\n", 1)[1]),
    "flood": ("endless", naive('while (true) printf("flood of output");')),
    "options": ("refused", RIGHT.replace("%%opencl", "%%opencl -include /etc/passwd", 1)),
}


def handed_in(student, texts, changed_check=None, more=()):
    """The student's notebook with these texts in its cells."""
    notebook = copy.deepcopy(student)
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in texts:
            cell["source"] = texts[name]
        if changed_check and name == "check-naive":
            cell["source"] = changed_check
    for text in more:
        notebook["cells"].insert(1, {"cell_type": "code", "id": f"mine{len(notebook['cells'])}", "metadata": {},
                                     "execution_count": None, "outputs": [], "source": text})
    return notebook


def write(folder, student, solved):
    """Writes forty submissions of the product's coursework; gives by student the fault of the first task, and its points."""
    answers = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["source"] for cell in solved["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    deserved = {}

    def put(name, notebook, fault, points):
        (folder / name).mkdir(parents=True)
        (folder / name / "assignment.ipynb").write_text(notebook if isinstance(notebook, str) else json.dumps(notebook))
        deserved[name] = (fault, points)

    put("01 empty", student, "missing", 0)
    put("02 full", handed_in(student, answers), "right", 18)
    put("03 naive", handed_in(student, {"naive": RIGHT}), "right", 4)
    put("04 copies", handed_in(student, {"naive": RIGHT, "tiled": RIGHT.replace("naive", "tiled")}), "right", 4)
    put("05 no notebook", "not json {", "unreadable", 0)
    (folder / "06 nothing").mkdir()
    deserved["06 nothing"] = ("unreadable", 0)
    twice = handed_in(student, {"naive": RIGHT})
    twice["cells"].append(copy.deepcopy(next(c for c in twice["cells"] if c.get("id") == "naive")))
    put("07 twice", twice, "unreadable", 0)
    put("08 deep", "[" * 100_000, "unreadable", 0)
    put("09 other check", handed_in(student, {}, changed_check="18.0"), "missing", 0)
    put("10 cell removed", {**student, "cells": [c for c in student["cells"] if c.get("id") != "naive"]}, "missing", 0)
    (folder / "11 link").symlink_to("/etc")
    deserved["11 link"] = ("unreadable", 0)
    put("12 huge", json.dumps(student) + " " * (21 << 20), "unreadable", 0)
    for number, (name, (fault, code)) in enumerate(WRONG.items(), start=13):
        put(f"{number} {name}", handed_in(student, {"naive": code}), fault, None if fault in ("values", "nan") else 0)
    for number, (name, code) in enumerate(JAVA.items(), start=28):
        put(f"{number} {name}", handed_in(student, {"naive": code}, more=[code]), "refused", 0)
    for number, (name, (fault, code)) in enumerate(HOSTILE.items(), start=36):
        put(f"{number} {name}", handed_in(student, {"naive": code}), fault, 0)
    return deserved
