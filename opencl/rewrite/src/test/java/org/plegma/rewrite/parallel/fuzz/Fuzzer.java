package org.plegma.rewrite.parallel.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.ParallelForms;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.fuzz.JavaOracle.Compiled;
import org.plegma.rewrite.parallel.fuzz.JavaOracle.Outcome;
import org.plegma.rewrite.parallel.fuzz.program.DataSets;
import org.plegma.rewrite.parallel.fuzz.program.Frame;
import org.plegma.rewrite.parallel.fuzz.program.Program;
import org.plegma.rewrite.parallel.fuzz.program.ProgramWriter;
import org.plegma.rewrite.text.CodeException;

/** Draws programs, runs them as {@code %%parallel} does and compares with javac's; several programs share a kernel where they can. */
final class Fuzzer {
    private static final int FRAMES = 4;
    private static final int PROGRAMS = 80;
    /** As many are drawn before a frame whose programs are all refused is given up. */
    private static final int FIRST = 4;

    /** Each program that throws has kernels of its own; where a frame does it, as by a bound, more would tell nothing. */
    private static final int MOST_THROWING = 8;

    private static final int TOGETHER = 40;
    /** Data sets that need a work-group of another size, for which PoCL compiles each kernel again. */
    private static final int OF_ONE = 3;

    private static final int ONE_IN = 3;
    /** The others are compiled without the optimizer, in a fraction of the time: they judge the translation, not the compiler. */
    private static final int OPTIMIZED_ONE_IN = 8;

    /** What iterations throw: of several that fail, any may be the one that is told of. */
    private static final Set<String> FAULTS = Set.of("index", ArithmeticException.class.getName());

    /** Failures by exceptions of one text are reported no more often. */
    private static final int MOST_ALIKE = 2;

    private final Session session;
    private final long seed;
    private final Report report;
    private final Consumer<Report.Failure> onFailure;
    private final StepWatch watch;
    private int frames;
    private int chunks;
    /** Options of the compiler for the chunk at hand. */
    private String[] options = {};

    /** @param watch is told of each step */
    Fuzzer(Session session, long seed, Report report, Consumer<Report.Failure> onFailure, StepWatch watch) {
        this.session = session;
        this.seed = seed;
        this.report = report;
        this.onFailure = onFailure;
        this.watch = watch;
    }

    private void step(String what, List<Candidate> programs, int set) {
        watch.next(
                what + " (seed " + seed + ", data set " + set + ")",
                () -> programs.stream().map(each -> each.text(set)).collect(Collectors.joining("\n")));
    }

    void run(int programs) {
        while (report.counted("programs") < programs) {
            round();
        }
    }

    private void round() {
        long start = Report.now();
        List<Frame> made = new ArrayList<>();
        List<Frame> of = new ArrayList<>();
        List<Program> programs = new ArrayList<>();
        watch.next("drawing", () -> "frames from " + frames + " of seed " + seed);
        for (int i = 0; i < FRAMES; i++) {
            Frame frame = new Frame(seed * 1_000_003 + frames++);
            made.add(frame);
            List<Program> all = new ArrayList<>();
            for (int k = 0; k < PROGRAMS && (k < FIRST || !isRefused(frame, all)); k++) {
                all.add(ProgramWriter.write(frame, k));
            }
            all.forEach(each -> of.add(frame));
            programs.addAll(all);
        }
        report.time("drawing", start);
        start = Report.now();
        watch.next("javac", () -> "frames " + (frames - FRAMES) + " to " + (frames - 1) + " of seed " + seed);
        List<JavaOracle.Source> sources = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            sources.add(Candidate.source(of.get(i), programs.get(i)));
        }
        List<String> errors = new ArrayList<>();
        List<Compiled> compiled = JavaOracle.compile(sources, errors);
        errors.forEach(error -> {
            report.count("no Java");
            if (System.getProperty("plegma.fuzz.errors") != null) {
                System.out.println(error);
            }
        });
        report.time("javac", start);
        for (Frame frame : made) {
            List<Candidate> candidates = new ArrayList<>();
            int throwing = 0;
            for (int i = 0; i < programs.size(); i++) {
                if (of.get(i) != frame) {
                    continue;
                }
                Compiled java = compiled.get(i);
                Candidate candidate = java == null ? null : new Candidate(frame, programs.get(i), java, seed);
                if (candidate != null && failsAnywhere(candidate) && ++throwing > MOST_THROWING) {
                    continue;
                }
                report.count("programs");
                if (candidate != null) {
                    candidates.add(candidate);
                }
            }
            run(candidates);
        }
    }

    /** Whether Java throws on one of the data sets. */
    private boolean failsAnywhere(Candidate candidate) {
        boolean fails = false;
        for (int set = 0; set < DataSets.COUNT; set++) {
            step("Java", List.of(candidate), set);
            fails |= candidate.outcome(set).failure() != null;
        }
        return fails;
    }

    /** Whether the first programs are refused, as the frame is: more would tell nothing. */
    private boolean isRefused(Frame frame, List<Program> first) {
        return first.size() == FIRST
                && first.stream().allMatch(program -> {
                    try {
                        Candidate.code(List.of(new Candidate(frame, program, null, seed)), false);
                        return false;
                    } catch (NotParallelException | CodeException e) {
                        return true;
                    } catch (RuntimeException e) {
                        return false;
                    }
                });
    }

    private void run(List<Candidate> candidates) {
        Map<String, List<Candidate>> alike = new LinkedHashMap<>();
        for (Candidate each : candidates) {
            String forms = forms(each);
            if (forms != null) {
                alike.computeIfAbsent(forms, key -> new ArrayList<>()).add(each);
            }
        }
        alike.forEach((forms, all) -> {
            boolean alone = forms.startsWith("alone");
            report.count((alone ? "alone" : forms.contains("c") ? "checked" : "plain") + " form", all.size());
            int most = alone ? 1 : TOGETHER;
            for (int i = 0; i < all.size(); i += most) {
                List<Candidate> chunk = all.subList(i, Math.min(all.size(), i + most));
                chunks++;
                boolean optimized = chunks % OPTIMIZED_ONE_IN == 1;
                options = optimized ? new String[0] : new String[] {"-cl-opt-disable"};
                report.count(optimized ? "optimized" : "not optimized", chunk.size());
                together(chunk, chunks % ONE_IN == 0, chunks % 4 == 0);
            }
        });
    }

    /** What decides which programs share a kernel; null for a program that is refused. */
    private String forms(Candidate candidate) {
        long start = Report.now();
        ParallelCode code;
        step("translation", List.of(candidate), -1);
        try {
            code = Candidate.code(List.of(candidate), false);
        } catch (NotParallelException | CodeException e) {
            report.refused(Report.reason(e));
            return null;
        } catch (RuntimeException e) {
            fail(candidate, -1, new Problem(false, "translation fails: " + e, e));
            return null;
        } finally {
            report.time("translation", start);
        }
        if (code.realSums().stream()
                .anyMatch(name -> !candidate.program().captured().containsKey(name)
                        && !candidate.program().declared().containsKey(name))) {
            report.count("sums in another order"); // as is documented; those of the program's own variables are exact
            return null;
        }
        start = Report.now();
        StringBuilder key = new StringBuilder();
        boolean throwing = failsAnywhere(candidate);
        boolean launchFails = false;
        try (ParallelForms forms = new ParallelForms(session, code)) {
            for (int set = 0; set < OF_ONE; set++) {
                Outcome java = candidate.outcome(set);
                Map<String, Object> values = new LinkedHashMap<>(java.values());
                String form = forms.of(values);
                key.append(
                        set > 0
                                ? ""
                                : form.contains("c") ? "checked" : form.contains("p1 ") ? "plain" : "plain, lanes");
                key.append(set > 0 || !form.contains("g") ? "" : ", gathers");
                launchFails |= form.contains("!");
            }
        }
        report.count("that jump", candidate.program().jumps() ? 1 : 0);
        report.count("that throw", throwing ? 1 : 0);
        report.count("not launched", launchFails ? 1 : 0);
        boolean alone = candidate.program().jumps() || throwing || launchFails;
        report.time("Java", start);
        return (alone ? "alone " : "") + key;
    }

    /** Runs programs in one cell on all data sets; if that goes wrong, in parts, down to the program at fault. */
    private void together(List<Candidate> chunk, boolean ofOne, boolean methodsInCell) {
        long start = Report.now();
        ParallelCode code;
        step("translation together", chunk, -1);
        try {
            code = Candidate.code(chunk, methodsInCell);
        } catch (RuntimeException e) {
            report.time("translation together", start);
            if (chunk.size() == 1) {
                fail(chunk.get(0), -1, new Problem(false, "with methods in the cell: " + e, e));
            } else {
                report.count("cells refused together");
                halves(chunk, ofOne, methodsInCell);
            }
            return;
        }
        report.time("translation together", start);
        start = Report.now();
        boolean refused = false;
        try (ParallelForms forms = new ParallelForms(session, code, options)) {
            for (int set = 0; set < DataSets.COUNT; set++) {
                if (isLeftOut(chunk, set, ofOne)) {
                    continue;
                }
                Problem problem = check(chunk, forms, set);
                if (problem != null && chunk.size() > 1) {
                    report.count("cells split");
                    report.time("running", start);
                    halves(chunk, ofOne, methodsInCell);
                    return;
                } else if (problem != null && problem.refusal()) {
                    refused = true;
                } else if (problem != null) {
                    fail(chunk.get(0), set, problem);
                    return;
                }
            }
        } finally {
            report.time("running", start);
        }
        report.count(refused ? "refused at a launch" : "right in parallel", chunk.size());
    }

    /**
     * What costs a compilation is drawn: one iteration for one chunk in three, and of a program that throws the data sets on
     * which it does, and another.
     */
    private boolean isLeftOut(List<Candidate> chunk, int set, boolean ofOne) {
        List<Integer> throwing = new ArrayList<>();
        for (int i = 0; chunk.size() == 1 && i < DataSets.COUNT; i++) {
            if (chunk.get(0).outcome(i).failure() != null) {
                throwing.add(i);
            }
        }
        return throwing.isEmpty() ? set == OF_ONE && !ofOne : !throwing.contains(set) && set != chunks % DataSets.COUNT;
    }

    private void halves(List<Candidate> chunk, boolean ofOne, boolean methodsInCell) {
        int middle = chunk.size() / 2;
        together(chunk.subList(0, middle), ofOne, methodsInCell);
        together(chunk.subList(middle, chunk.size()), ofOne, methodsInCell);
    }

    /** What a run did that it should not. */
    private record Problem(boolean refusal, String text, Throwable cause) {
        String category() {
            return cause == null ? "other values" : kind(cause);
        }
    }

    private Problem check(List<Candidate> chunk, ParallelForms forms, int set) {
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, Object> before = new LinkedHashMap<>();
        for (Candidate each : chunk) {
            each.values(set).forEach(values::putIfAbsent);
            each.values(set).forEach(before::putIfAbsent);
        }
        Map<String, Object> arrays = new LinkedHashMap<>(values);
        Throwable thrown = null;
        long start = Report.now();
        step("device", chunk, set);
        try {
            forms.run(values);
        } catch (ParallelException e) {
            return new Problem(true, e.toString(), e);
        } catch (RuntimeException e) {
            thrown = e;
        } finally {
            report.time("device" + set, start);
            report.count("launched" + set);
        }
        Set<String> rounded = new HashSet<>();
        chunk.forEach(each -> rounded.addAll(each.program().rounded()));
        for (Candidate each : chunk) {
            Outcome java = each.outcome(set);
            if (java.failure() != null || thrown != null) {
                report.count("runs that throw");
                String expected = kind(java.failure());
                boolean otherIteration = FAULTS.contains(expected) && FAULTS.contains(kind(thrown));
                report.count("other iteration's exception", otherIteration && !expected.equals(kind(thrown)) ? 1 : 0);
                if (!otherIteration && !expected.equals(kind(thrown))) {
                    return new Problem(false, "Java: " + java.failure() + ", device: " + thrown, thrown);
                }
                String changed = BitDifference.of(before, arrays, Set.of());
                if (changed != null) {
                    return new Problem(false, "changed though it threw: " + changed, thrown);
                }
                continue;
            }
            report.count("runs compared");
            String where = BitDifference.of(java.values(), values, rounded);
            if (where != null) {
                return new Problem(false, where, null);
            }
        }
        return null;
    }

    private static String kind(Throwable thrown) {
        return thrown == null
                ? ""
                : thrown instanceof IndexOutOfBoundsException
                        ? "index"
                        : thrown.getClass().getName();
    }

    private void fail(Candidate candidate, int set, Problem problem) {
        report.count("wrong");
        String like = problem.text().replaceAll("'[^']*'", "").replaceAll("[\\w$]*\\d[\\w.]*", "");
        if (like.startsWith("Java: null")
                && report.seen(like.substring(0, Math.min(160, like.length()))) > MOST_ALIKE) {
            return;
        }
        Problem[] last = {problem};
        Candidate small = Shrinker.shrink(candidate, smaller -> {
            Problem found = problem(smaller, set);
            boolean alike =
                    found != null && !found.refusal() && found.category().equals(problem.category());
            if (alike) {
                last[0] = found;
            }
            return alike;
        });
        Report.Failure failure = new Report.Failure(
                last[0].category(), last[0].text() + "\nseed " + seed + ", data set " + set + "\n" + small.text(set));
        report.failures.add(failure);
        onFailure.accept(failure);
    }

    /** What goes wrong with one program on one data set; null if nothing does. */
    private Problem problem(Candidate candidate, int set) {
        failsAnywhere(candidate);
        ParallelCode code;
        try {
            code = Candidate.code(List.of(candidate), false);
        } catch (NotParallelException | CodeException e) {
            return new Problem(true, e.toString(), e);
        } catch (RuntimeException e) {
            return new Problem(false, "translation fails: " + e, e);
        }
        if (set < 0) {
            return null;
        }
        try (ParallelForms forms = new ParallelForms(session, code, options)) {
            return check(List.of(candidate), forms, set);
        }
    }
}
