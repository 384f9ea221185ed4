"""What grading writes: tables of the class as CSV and HTML, the times apart from the points, and a page for each student."""

import collections
import csv
import html
import io
import os

import assignment

STYLE = """body { font-family: sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1.5em; } table { border-collapse: collapse; }
.wide { overflow-x: auto; }
td, th { border: 1px solid #bbb; padding: .2em .6em; text-align: left; vertical-align: top; } td.n { text-align: right; }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto; } pre.told { white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1em 0; } figcaption { margin-bottom: .3em; } img { max-width: 100%; } tr:nth-child(even) { background: #fafafa; }"""


def write(path, text):
    """All or nothing: a run that is killed leaves no half of a file."""
    partial = path.with_name(path.name + ".new")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)


def page(title, body):
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
            f"<style>{STYLE}</style></head><body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>\n")


def number(points):
    return "" if points is None else f"{points:g}"


def safe(text):
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def table(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def html_table(head, rows):
    def row(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"

    body = row(map(html.escape, head), "th") + "\n" + "\n".join(row(cells, "td") for cells in rows)
    return f'<div class="wide"><table>\n{body}\n</table></div>'


def write_all(output, source, name, graded):
    tasks = [assignment.meta(cell)["grade_id"] for cell in source.cells if assignment.has_points(cell)]
    head = ["student", "points", "total", "open"]
    for task in tasks:
        head += [task, f"{task} fault"]
    rows, shown = [head], []
    pages = output / "feedback"
    pages.mkdir(exist_ok=True)
    files = names_of([submission.student for submission, _ in graded])
    for submission, results in graded:
        points = sum(result["points"] or 0 for result in results)
        total = sum(result["total"] for result in results)
        unread = sum(result["total"] for result in results if result["points"] is None)
        row = [safe(submission.student), number(points), number(total), number(unread)]
        for result in results:
            row += [number(result["points"]), result["fault"]]
        rows.append(row)
        link = f'<a href="feedback/{files[submission.student]}">{html.escape(submission.student)}</a>'
        shown.append([link] + row[1:4] + [html.escape(f"{number(result['points'])} {result['fault']}") for result in results])
        write(pages / files[submission.student], student_page(name, submission, results, points, total))
    write(output / "table.csv", table(rows))
    write(output / "times.csv", table(times(graded)))
    write(output / "times.html", page(f"{name}: times", html_table(*speeds(tasks, graded))))
    body = html_table(head[:4] + tasks, shown) + "\n<h2>Tasks</h2>\n" + html_table(*faults(tasks, graded)) + f"\n<p>{notes(graded)}</p>"
    write(output / "table.html", page(f"{name}: {len(graded)} submissions", body))


def names_of(students):
    """A file for each student, also for names that are no names of files."""
    found, taken = {}, set()
    for student in students:
        plain = "".join(c if c.isalnum() or c in "-_." else "_" for c in student).lstrip(".") or "_"
        name, count = plain, 1
        while name.lower() in taken:
            count += 1
            name = f"{plain}-{count}"
        taken.add(name.lower())
        found[student] = name + ".html"
    return found


def timed(results):
    """Those results whose time counts: a wrong kernel may be as fast as it likes."""
    return [result for result in results if result["fault"] in ("right", "slow") and result.get("speedup")]


def times(graded):
    """How many times as fast as the reference kernel; apart from the table, as no two runs give the same."""
    rows = [["student", "task", "times as fast as the reference"]]
    for submission, results in graded:
        rows += [[safe(submission.student), result["task"], f"{result['speedup']:.3g}"] for result in timed(results)]
    return rows


def speeds(tasks, graded):
    """How fast the class is in each task: of those that are right the slowest, the median and the fastest, and whose that is."""
    rows = []
    for task in tasks:
        found = sorted((result["speedup"], submission.student) for submission, results in graded
                       for result in timed(results) if result["task"] == task)
        if found:
            shown = [f"{found[i][0]:.3g}" for i in (0, len(found) // 2, -1)]
            rows.append([html.escape(text) for text in (task, str(len(found)), *shown, found[-1][1])])
    return ["task", "right", "slowest", "median", "fastest (times the reference)", "by"], rows


def faults(tasks, graded):
    """How often each kind of fault is in each task, the most frequent first."""
    rows = []
    for task in tasks:
        mine = [result for _, results in graded for result in results if result["task"] == task]
        known = [result["points"] for result in mine if result["points"] is not None]
        mean = f"{sum(known) / len(known):.2f}" if known else ""
        counts = collections.Counter(result["fault"] for result in mine)
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])))
        rows.append([html.escape(task), mean, html.escape(kinds)])
    return ["task", "mean points", "how many submissions have which fault"], rows


def notes(graded):
    """Where the kernels ran, and what shut them in."""
    facts = [r for _, results in graded for r in results if r.get("device")]
    devices = sorted({r["device"] for r in facts})
    shut = sorted({r["confinement"] for r in facts if r.get("confinement")})
    return html.escape(f"Device: {', '.join(devices) or 'none was needed'}. Kernels were shut in by {'; '.join(shut) or 'nothing, as none ran'}. "
                       "Java of students was not run.")


def picture(found):
    """What the judge has drawn of the smallest size that fails."""
    if not found:
        return ""
    source = html.escape("data:image/png;base64," + found["png"])
    return (f'<figure><figcaption>{html.escape(found["title"])}</figcaption><img alt="" width="{int(found["width"])}" src="{source}">'
            f'<div>{html.escape(found["reading"])}</div></figure>')


def student_page(name, submission, results, points, total):
    parts = [f"<p>{number(points)} of {number(total)} points.</p>"]
    if submission.problem:
        parts.append(f"<p>{html.escape(submission.problem)}</p>")
    for result in results:
        got = "to be read" if result["points"] is None else f"{number(result['points'])} of {number(result['total'])} points"
        parts.append(f"<h2>{html.escape(result['task'])}: {got}</h2>\n<pre class='told'>{html.escape(result['reason'])}</pre>")
        parts.append(picture(result.get("picture")))
        if result.get("text"):
            parts.append(f"<details><summary>all that the judge tried</summary><pre>{html.escape(result['text'])}</pre></details>")
        wrote = submission.text(result["task"].removeprefix("check-"))
        if wrote:
            parts.append(f"<details><summary>what you wrote</summary><pre>{html.escape(wrote)}</pre></details>")
    return page(f"{name}: {submission.student}", "\n".join(parts))
