"""Executes a notebook from top to bottom with the plegma kernel and writes the result as HTML, as PDF or as a notebook.

Called by the launcher, which puts the private kernelspec on JUPYTER_PATH. A failing cell ends the run with its error on
standard error and exit status 1; what was executed up to there is written all the same. Only with --keep, which writes
into the notebook itself, nothing is written then.
"""

import argparse
import asyncio
import contextlib
import copy
import csv
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings

import nbclient
import nbformat
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

import parameters

ANSI = re.compile(r"\x1b\[[0-9;]*m")
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
NO_PDF = ("PDF is made by Chromium, or by xelatex with pandoc; this machine has neither. Cure: apt-get install chromium, or "
          "--to html and print the page from a browser")
LATEX = r"""((*- set charlim = 105 -*))
((*- extends 'latex/index.tex.j2' -*))
((* block packages *))((( super() )))
    % LaTeX leaves out, without a word, what its own font lacks, as most raised digits
    \IfFontExistsTF{DejaVu Serif}{\setmainfont{DejaVu Serif}[Scale=0.9]\setmonofont{DejaVu Sans Mono}[Scale=0.85]}{}
    \fvset{fontsize=\footnotesize}  % lines of tables are long
((* endblock packages *))
((* block input *))
((*- if not cell.metadata.get('jupyter', {}).get('source_hidden') *))((( super() )))((* endif -*))
((* endblock input *))
"""
SUFFIXES = {"html": ".html", "pdf": ".pdf", "ipynb": ".executed.ipynb"}
# A page is dark where its reader's other pages are, but not on paper, and so are charts, as in a dark JupyterLab. On paper nothing is cut
# off at the right, as there is no scrolling. A picture tells who cannot see it the first line of its text.
# Code that a notebook hides, as JupyterLab does, is there in the page too, and opens on a click. A reader without a network has no MathJax:
# the formula of a stencil is shown as text then.
PAGE = """{% extends 'lab/index.html.j2' %}
{%- block notebook_css -%}
{{ super() }}
{{ resources.include_css("static/theme-dark.css") | replace("<style", '<style media="screen and (prefers-color-scheme: dark)"') }}
<style media="screen and (prefers-color-scheme: dark)">
.plegma img.plegma-chart { filter: invert(.93) hue-rotate(180deg) }
</style>
<style>
.jp-OutputArea-output pre { word-break: normal; overflow-wrap: anywhere }
@media print {
@page { margin: 15mm }
.jp-Notebook .highlight pre, .jp-Notebook .jp-OutputArea-output pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 11px }
.jp-Notebook .plegma, .jp-Notebook .jp-OutputArea-output { overflow: visible }
.jp-Notebook .plegma table.plegma-table { font-size: 10px }
.jp-Notebook .plegma table.plegma-table th, .jp-Notebook .plegma table.plegma-table td { padding-left: 4px; padding-right: 4px }
.jp-Notebook tr, .jp-Notebook img, .jp-Notebook svg, .jp-Notebook .highlight { break-inside: avoid }
.jp-Notebook h1, .jp-Notebook h2, .jp-Notebook h3, .jp-Notebook .jp-Cell-inputWrapper { break-after: avoid }
.jp-Notebook .jp-InputPrompt, .jp-Notebook .jp-OutputPrompt, .jp-Notebook details.plegma-code:not([open]) { display: none }
}
</style>
{%- endblock notebook_css -%}
{%- block data_png scoped -%}
{{ super() | replace('<img src', '<img alt="' ~ (output.data.get('text/plain', '').split('\\n')[0] | escape_html) ~ '" src', 1) }}
{%- endblock data_png -%}
{%- block input_group -%}
{%- if cell.metadata.get('jupyter', {}).get('source_hidden') -%}
<details class="plegma-code" style="margin-left: 5px; color: #777"><summary style="cursor: pointer">code</summary>{{ super() }}</details>
{%- else -%}{{ super() }}{%- endif -%}
{%- endblock input_group -%}
{%- block body_footer -%}
<script>
window.addEventListener("load", () => {
    if (window.MathJax) return;
    for (const folded of document.querySelectorAll(".jp-RenderedMarkdown details")) {
        const formula = [...folded.parentElement.childNodes].find(node => node.textContent.trim().startsWith("$$"));
        if (formula) formula.remove();
        folded.open ||= Boolean(formula);
    }
});
</script>
{{ super() }}
{%- endblock body_footer -%}
"""
LIBRARIES = "https://cdnjs.cloudflare.com/ajax/libs"
SCRIPTS = {"mathjax_url": LIBRARIES + "/mathjax/2.7.7/latest.js?config=TeX-AMS_CHTML-full,Safe",  # as nbconvert itself has it
           "require_js_url": LIBRARIES + "/require.js/2.1.10/require.min.js", "jquery_url": LIBRARIES + "/jquery/2.0.3/jquery.min.js"}
STOP = "org.plegma.mpi.NotebookRanks.stop();"  # of a job that "plegma mpi" has started, in which the kernel is a rank
INTERRUPTED = "interrupted"
LIVE = "live"  # the tag of cells that measure on the device at hand, which a notebook that keeps its outputs does not keep


class ReportingClient(nbclient.NotebookClient):
    """Says on standard error which cell runs and how long each took."""

    @contextlib.asynccontextmanager
    async def async_setup_kernel(self, **options):
        if "PLEGMA_RANKS" not in os.environ:
            async with super().async_setup_kernel(**options):
                yield
            return
        if "PMI_FD" in os.environ:  # by which MPICH's processes speak with their launcher
            options["pass_fds"] = [int(os.environ["PMI_FD"])]
        async with super().async_setup_kernel(**options):
            # By it the launcher ends a job that has lost a rank: there is nobody left to stop, nor time to.
            asyncio.get_event_loop().remove_signal_handler(signal.SIGTERM)
            await self.tell("import org.plegma.mpi.*; NotebookRanks ranks = NotebookRanks.start();")
            pathlib.Path(os.environ["PLEGMA_RANKS"]).write_text("joined")
            try:
                yield
            except CellExecutionError:
                await self.tell(STOP)
                raise
            await self.tell(STOP)

    async def async_start_new_kernel(self, **options):
        # That of nbclient takes the kernel away from what waits for it: here Ctrl-C ends the waiting, and the kernel with this process.
        asyncio.get_event_loop().remove_signal_handler(signal.SIGINT)
        await super().async_start_new_kernel(**options)

    async def tell(self, code):
        reply = await self.async_wait_for_reply(self.kc.execute(code, silent=True, store_history=False))
        if reply and reply["content"]["status"] != "ok":
            raise RuntimeError(ANSI.sub("", "\n".join(reply["content"].get("traceback", [code]))))

    def is_executed(self, cell):
        return cell.cell_type == "code" and cell.source.strip() and self.skip_cells_with_tag not in cell.metadata.get("tags", [])

    async def async_execute_cell(self, cell, cell_index, **options):
        codes = [c for c in self.nb.cells if self.is_executed(c)]
        if cell not in codes:
            return await super().async_execute_cell(cell, cell_index, **options)
        first = next(line for line in cell.source.splitlines() if line.strip()).strip()
        label = f"  [{codes.index(cell) + 1}/{len(codes)}] {first[:60]}"
        live = sys.stderr.isatty()
        if live:
            print(label, end=" ", flush=True, file=sys.stderr)
        start = time.monotonic()
        try:
            return await super().async_execute_cell(cell, cell_index, **options)
        finally:
            took = f"({time.monotonic() - start:.1f} s)"
            print(took if live else f"{label} {took}", flush=True, file=sys.stderr)


def execute(notebook, folder, timeout=None, **traits):
    """Executes the notebook in place, with its own folder as the working directory, as Jupyter does.

    What the kernel's process itself writes to standard error (not its cells, whose output is theirs) is kept apart, and told
    only if the process dies.
    """
    notebook.metadata["kernelspec"] = {"name": "plegma", "display_name": "Java (Plegma)", "language": "java"}
    client = ReportingClient(
        notebook,
        kernel_name="plegma",
        timeout=timeout,
        startup_timeout=3600,  # as long as the machine is busy; that a kernel has died is noticed at once
        resources={"metadata": {"path": str(folder)}},
        **traits,
    )
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        try:
            client.execute(stderr=log)
        except DeadKernelError as death:
            log.seek(0)
            raise DeadKernelError("".join(log.readlines()[-20:])) from death
    return notebook


def execute_to_keep(notebook, folder, timeout=None, **traits):
    """Executes the notebook but its live cells, which are left without outputs; without the times at which cells ran."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.pop("execution", None)
            if LIVE in cell.metadata.get("tags", []):
                cell.update(outputs=[], execution_count=None)
    return execute(notebook, folder, timeout, skip_cells_with_tag=LIVE, record_timing=False, **traits)


def describe(notebook, error):
    """The failing cell and its error, as a reader of a terminal wants them."""
    if isinstance(error, DeadKernelError):
        return f"the kernel's process died; did an OpenCL kernel write outside its arrays?\n{error}"
    if isinstance(error, CellTimeoutError):
        return str(error)
    for number, cell in enumerate(notebook.cells, start=1):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                source = "\n".join(f"    {line}" for line in cell.source.splitlines()[:30])
                text = "\n".join(output.traceback) or f"{output.ename}: {output.evalue}"
                if not sys.stderr.isatty():
                    text = ANSI.sub("", text)
                return f"cell {number} failed:\n{source}\n\n{text}"
    return str(error)


def without_ended_bars(notebook):
    """A copy without the outputs that have become empty, which would leave gaps in the page."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if "data" not in output or any(output.data.values())]
    return notebook


def as_html(notebook, title):
    import nbconvert  # only here: it takes half a second

    exporter = nbconvert.HTMLExporter()
    exporter.raw_template = PAGE
    for script, address in SCRIPTS.items():
        if getattr(exporter, script, "").startswith("file:"):  # as Debian has it: there is no such file where the page is read
            setattr(exporter, script, address)
    return exporter.from_notebook_node(without_ended_bars(notebook), resources={"metadata": {"name": title}})[0]


def pdf_maker():
    """What this machine makes PDF with: a browser's program, or xelatex for nbconvert; None if it has neither."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    return browser or (shutil.which("pandoc") and shutil.which("xelatex"))


def as_pdf(notebook, title, maker):
    """The pages as a browser prints them, which look as in Jupyter; or as LaTeX sets them, where there is no browser."""
    if pathlib.Path(maker).name == "xelatex":
        import nbconvert

        exporter = nbconvert.PDFExporter(raw_template=LATEX)
        return exporter.from_notebook_node(notebook, resources={"metadata": {"name": title}})[0]
    with tempfile.TemporaryDirectory(prefix="plegma-pdf-") as name:
        folder = pathlib.Path(name)
        page = folder / "page.html"
        page.write_text(as_html(notebook, title), encoding="utf-8")
        printed = folder / "page.pdf"
        command = [maker, "--headless", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer",
                   "--virtual-time-budget=20000", f"--print-to-pdf={printed}"]  # time for formulas, of the page's own clock
        if os.getuid() == 0:
            command.append("--no-sandbox")  # for root it has none
        made = subprocess.run([*command, page.as_uri()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        if not printed.exists():
            raise OSError(f"{maker} printed no PDF:\n{made.stdout[-2000:]}")
        return printed.read_bytes()


def check_place(parser, output):
    """Ends with a message if a file cannot be written: before it is worked for."""
    if not output.parent.is_dir():
        parser.error(f"there is no folder {output.parent} to write {output.name} to")
    if not os.access(output if output.exists() else output.parent, os.W_OK):
        parser.error(f"{output} cannot be written; name another file with --output")


def write(path, content):
    """All or nothing, where it is a file: a disk that is full leaves a notebook that keeps its outputs as it was."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = path.resolve()
    partial = path.with_name(path.name + ".new")
    try:
        partial.write_bytes(content)
        if path.exists():
            shutil.copymode(path, partial)
        os.replace(partial, path)
    except OSError:
        if partial.exists():
            partial.unlink()
        raise


def main():
    parser = argparse.ArgumentParser(prog="plegma run", description="Execute a notebook without a browser.")
    parser.add_argument("notebook", metavar="NOTEBOOK", type=pathlib.Path)
    parser.add_argument("--to", choices=["html", "pdf", "ipynb"], help="format of the result (default: that of --output, or html)")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE", help="where to write it (default: beside the notebook)")
    parser.add_argument("--keep", action="store_true", help="write the outputs into NOTEBOOK, as reports are kept: without running cells tagged live")
    parser.add_argument("--timeout", type=int, metavar="SECONDS", help="longest time a cell may take (default: no limit)")
    parser.add_argument("-p", "--parameter", action="append", default=[], metavar="NAME=VALUE",
                        help="sets a variable that the cell tagged parameters declares; may be repeated")
    parser.add_argument("--spark", action="store_true", help="with Apache Spark: %%spark starts it")
    parser.add_argument("--grid", type=pathlib.Path, metavar="FILE.csv", help="runs the notebook once for each row of parameters")
    options = parser.parse_args()

    path = options.notebook
    if options.keep and (options.to or options.output):
        parser.error("--keep writes into the notebook itself, so leave out --to and --output")
    if options.keep and (options.parameter or options.grid):
        parser.error("--keep writes into the notebook itself, which keeps its own parameters: leave out -p and --grid")
    if not path.is_file():
        parser.error(f"there is no notebook {path}")
    if options.grid and "PLEGMA_RANKS" in os.environ:
        parser.error("ranks of MPI start once, and so does a notebook on them: call plegma mpi for each row of --grid")
    named = options.output.suffix[1:].lower() if options.output else ""
    form = options.to or ("ipynb" if options.keep else named if named in SUFFIXES else "html")
    if form == "pdf" and not pdf_maker():
        parser.error(NO_PDF)
    output = path if options.keep else options.output or path.with_suffix(SUFFIXES[form])
    if not options.keep and not options.grid and output.exists() and output.samefile(path):
        parser.error(f"{output} is the notebook itself, which would be lost: name another file, or --keep, which writes its outputs into it")
    check_place(parser, output)
    try:
        notebook = read(path)
    except Exception as fault:
        parser.error(f"{path} is not a notebook: {fault}")

    try:
        given = parameters.assignments(options.parameter)
        rows = parameters.grid(options.grid) if options.grid else [{}]
        twice = sorted(given.keys() & rows[0].keys())
        if twice:
            raise parameters.ParameterError(f"{', '.join(twice)} is given by -p and by {options.grid}")
        variants = [copy.deepcopy(notebook) for _ in rows]
        for variant, row in zip(variants, rows):
            parameters.inject(variant, {**given, **row})
    except (parameters.ParameterError, OSError, csv.Error) as wrong:
        parser.error(str(wrong))

    os.environ.setdefault("PLEGMA_HISTORY", "off")  # it keeps what a user types
    failures = []
    for number, (variant, row) in enumerate(zip(variants, rows), start=1):
        place = output.with_name(f"{output.stem}-{number}{output.suffix}") if options.grid else output
        values = "".join(f" {name}={value}" for name, value in row.items())
        print(f"plegma: running {path}{values}", file=sys.stderr)
        failure = run_once(variant, path, place, form, options)
        if failure == INTERRUPTED:
            raise KeyboardInterrupt
        if failure:
            failures.append(f"plegma: {path}{values}: {failure}")
    if failures:
        sys.exit("\n".join(failures))


def read(path):
    """A notebook; its cells get the ids that they lack, without the library's word about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return nbformat.read(path, as_version=4)


def run_once(notebook, path, output, form, options):
    """Executes one notebook and writes it; gives what went wrong, if anything did."""
    failure = None
    try:
        (execute_to_keep if options.keep else execute)(notebook, path.resolve().parent, options.timeout)
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        failure = describe(notebook, error)
    except KeyboardInterrupt:
        if options.keep:
            raise
        failure = INTERRUPTED
    if failure and options.keep:
        sys.exit(f"plegma: {path} is left as it was: {failure}")
    try:
        write(output, as_pdf(notebook, path.stem, pdf_maker()) if form == "pdf"
              else (as_html(notebook, path.stem) if form == "html" else nbformat.writes(notebook) + "\n").encode())
    except OSError as fault:
        if options.keep:
            sys.exit(f"plegma: {path} is left as it was: {fault}")
        return failure or str(fault)
    print(f"plegma: wrote {output}", file=sys.stderr)
    return failure


def until_interrupted(command):
    """Runs a command that Ctrl-C ends with a line, and without what asyncio would say of tasks that were cut off."""
    try:
        command()
    except KeyboardInterrupt:
        sys.stdout.flush()
        print("plegma: interrupted", file=sys.stderr, flush=True)
        os._exit(130)  # the kernel ends with this process


if __name__ == "__main__":
    until_interrupted(main)
