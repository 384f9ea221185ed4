"""Mutation testing of a package: how many small faults, put into its code, do the tests of the package notice?

The launcher calls it ("plegma test --mutations PACKAGE"); docs/mutations.md explains the table that it prints. Two kinds:
Java, whose bytecode PIT mutates, and OpenCL, in files of the resources and in the strings that Java completes to kernels,
which this script mutates token by token. Of each kind a uniform sample is tested.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import opencl_text
import trials

HERE = pathlib.Path(__file__).resolve().parent
MODULES = [HERE.parents[2], HERE.parents[2] / "rewrite"]
SOURCES = pathlib.Path("src/main/java")
EXPLAINED = HERE / "explained.txt"

# How a mutant ended: the columns of the table.
CAUGHT, TIMED_OUT, SURVIVED, NO_TEST, INVALID = "caught", "timed out", "survived", "no test", "invalid"
PIT = {
    "KILLED": CAUGHT,
    "MEMORY_ERROR": CAUGHT,
    "RUN_ERROR": CAUGHT,
    "TIMED_OUT": TIMED_OUT,
    "SURVIVED": SURVIVED,
    "NO_COVERAGE": NO_TEST,
    "NON_VIABLE": INVALID,
}

Outcome = collections.namedtuple("Outcome", "language kind file line change result by")


def wilson(caught, n, z=1.96):
    """The 95% confidence interval of a share."""
    if n == 0:
        return 0.0, 1.0
    p = caught / n
    middle = p + z * z / (2 * n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def pit(options, folder, only):
    """The population of Java mutants, and the outcomes of a sample, or of those that are meant."""
    names = ""
    if only:
        names = str(folder / "only.txt")
        lines = [f"{pathlib.Path(each.file).relative_to(SOURCES)}\t{each.line}\t{each.change}\n" for each in only]
        pathlib.Path(names).write_text("".join(lines))
    # Children that want several devices run in PIT's process, as it puts mutants into no other: see ChildJvm.
    several = {"POCL_DEVICES": "pthread pthread pthread"}
    java = [*options.java, "-Dmutations.children.here=true"]
    command = [*java, "-cp", options.classpath, "PitSample", options.package, options.tests]
    command += [str(options.sample), str(options.seed), str(options.module), str(folder / "pit"), names]
    population, outcomes = None, []
    with open(folder / "pit.log", "w") as log:
        process = subprocess.Popen(
            command,
            cwd=options.module,
            env=os.environ | several,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for line in process.stdout:
            log.write(line)
            log.flush()
            word, *rest = line.rstrip("\n").split("\t")
            if word == "population":
                population = int(rest[0])
            elif word == "mutant":
                status, kind, file, number, change, by = rest
                outcomes.append(Outcome("Java", kind, str(SOURCES / file), int(number), change, PIT[status], by))
                tell(outcomes[-1])
    if process.wait() != 0 or population is None:
        sys.exit(f"PIT failed; its log is {folder / 'pit.log'}")
    return population, outcomes


def tell(outcome):
    print(f"{outcome.result}: {outcome.file}:{outcome.line} {outcome.change}  {outcome.by}", flush=True)


def compile_tools(options, folder):
    """Compiles what runs tests, and sets the class path: that, the code under test, the tests and the libraries of all modules."""
    targets = [module / "target" for module in MODULES]
    options.classpath = ":".join((target / "mutations.path").read_text().strip() for target in targets)
    tools = folder / "tools"
    services = tools / "META-INF/services"
    services.mkdir(parents=True)
    (services / "org.pitest.testapi.TestPluginFactory").write_text("PlatformTests\n")
    subprocess.run(["javac", "-d", tools, "-cp", options.classpath, *HERE.glob("*.java")], check=True)
    own = [tools, *(target / name for target in targets for name in ("test-classes", "classes"))]
    options.classpath = ":".join([*map(str, own), options.classpath])


def line_of(options, outcome):
    lines = (options.module / outcome.file).read_text().splitlines()
    return lines[outcome.line - 1].strip() if outcome.line <= len(lines) else ""


def explanations():
    """Reasons by file name, text of the line and mutation, so that an explanation ends with a change of its line."""
    found = {}
    for entry in EXPLAINED.read_text().split("\n\n"):
        lines = [line for line in entry.strip().splitlines() if not line.startswith("# ")]
        if lines:
            file, line, change, reason = lines
            found[file, line, change] = reason
    return found


def explained(options, outcome, known):
    return known.get((pathlib.Path(outcome.file).name, line_of(options, outcome), outcome.change))


def row(options, name, population, outcomes, known):
    counts = collections.Counter(each.result for each in outcomes)
    tested = len(outcomes) - counts[INVALID]
    caught = counts[CAUGHT] + counts[TIMED_OUT]
    reasons = sum(1 for each in outcomes if each.result in (SURVIVED, NO_TEST) and explained(options, each, known))
    low, high = wilson(caught, tested)
    share = 100 * caught / tested if tested else 0
    rest = 100 * caught / (tested - reasons) if tested > reasons else 100
    return (
        f"{name:36} {population if population else '':>6} {len(outcomes):>7} {counts[INVALID]:>7} {counts[CAUGHT]:>6} "
        f"{counts[TIMED_OUT]:>9} {counts[SURVIVED]:>8} {counts[NO_TEST]:>7} {reasons:>9} {share:6.1f} "
        f"({100 * low:.0f}-{100 * high:.0f}) {rest:11.1f}"
    )


def report(options, populations, outcomes):
    known = explanations()
    print(f"\n{options.package}, samples of up to {options.sample} by seed {options.seed}")
    print(
        f"{'kind':36} {'all':>6} {'sampled':>7} {'invalid':>7} {'caught':>6} {'timed out':>9} {'survived':>8} "
        f"{'no test':>7} {'explained':>9}  share (95%)  of the rest"
    )
    for language, population in populations.items():
        mine = [each for each in outcomes if each.language == language]
        for kind in sorted({each.kind for each in mine}):
            print(row(options, f"  {language}: {kind}", None, [each for each in mine if each.kind == kind], known))
        print(row(options, language, population, mine, known))
    print()
    for each in sorted(outcomes):
        if each.result in (SURVIVED, NO_TEST) and not explained(options, each, known):
            print(f"{each.result}: {each.file}:{each.line} {each.change}\n    {line_of(options, each)}")
    if options.json:
        rows = [each._asdict() | {"explained": explained(options, each, known)} for each in outcomes]
        summary = {"package": options.package, "seed": options.seed, "populations": populations, "mutants": rows}
        pathlib.Path(options.json).write_text(json.dumps(summary, indent=1))


def main():
    parser = argparse.ArgumentParser(prog="plegma test --mutations", description=__doc__.split("\n")[0])
    parser.add_argument("package", metavar="PACKAGE", help="of the library, for example org.plegma.fft")
    parser.add_argument("--sample", type=int, default=60, help="mutants of each kind (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--only", choices=["java", "opencl"], help="one kind")
    parser.add_argument("--tests", help="test classes, with * and commas (default: those of the package)")
    parser.add_argument("--without", default="^$", help="leave out tests whose id has this regular expression")
    parser.add_argument("--json", metavar="FILE", help="write the outcomes of all mutants, too")
    parser.add_argument("--again", metavar="FILE", help="test only what survived there, of the same code, with the tests named now")
    options = parser.parse_args()
    options.tests = options.tests or options.package + ".*"
    options.java = ["java", "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    options.java.append(f"-Dmutations.without={options.without}")
    # A mutant may crash, and its log is of no use.
    options.java.append(f"-XX:ErrorFile={tempfile.gettempdir()}/hs_err_pid%p.log")
    place = SOURCES / options.package.replace(".", "/") / "package-info.java"
    options.module = next((module for module in MODULES if (module / place).exists()), None)
    if options.module is None:
        sys.exit(f"no package {options.package} in {' or '.join(str(module / SOURCES) for module in MODULES)}")
    folder = options.module / "target" / "mutations" / options.package
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # What mutants leave in caches is not the user's.
    os.environ["XDG_CACHE_HOME"] = str(folder.parent / "cache")
    compile_tools(options, folder)
    populations, outcomes, again = {}, [], []
    if options.again:
        before = json.loads(pathlib.Path(options.again).read_text())
        populations = before["populations"]
        for each in before["mutants"]:
            outcome = Outcome(*(each[field] for field in Outcome._fields))
            (again if outcome.result in (SURVIVED, NO_TEST) else outcomes).append(outcome)
    java, opencl = ([each for each in again if each.language == language] for language in ("Java", "OpenCL"))
    if java or not again and options.only != "opencl":
        population, found = pit(options, folder, java)
        populations.setdefault("Java", population)
        outcomes += found
    if opencl or not again and options.only != "java":
        sites = opencl_text.sites(options.module, options.package)
        populations.setdefault("OpenCL", len(sites))
        names = {(each.file, each.line, each.change) for each in opencl}
        sample = [site for site in sites if (site.file, site.line, site.change) in names]
        if not names:
            sample = random.Random(options.seed).sample(sites, min(options.sample, len(sites)))
        laboratory = trials.Laboratory(MODULES, options, folder)
        for site in sample:
            result, by = laboratory.test(site)
            outcomes.append(Outcome("OpenCL", site.kind, site.file, site.line, site.change, result, by))
            tell(outcomes[-1])
    report(options, populations, outcomes)


if __name__ == "__main__":
    main()
