package org.plegma.coursework;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.plegma.coursework.apart.LaunchRunner;
import org.plegma.coursework.apart.LaunchRunner.Code;
import org.plegma.coursework.apart.LaunchRunner.Launch;
import org.plegma.coursework.apart.LaunchRunner.Outcome;
import org.plegma.coursework.apart.LaunchRunner.Outcomes;
import org.plegma.coursework.inspection.Signatures;
import org.plegma.coursework.inspection.SimulatorFaults;
import org.plegma.coursework.inspection.SourceRules;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.inspection.Writers;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OpenClException;
import org.plegma.measure.Ceilings;

/**
 * Judges a kernel that somebody wrote as an exercise, whose last argument is its result.
 *
 * <p>It runs in another process ({@link LaunchRunner}), for sizes and values that are drawn from a seed, with guards behind each
 * array: the result's must stay as they are, and those of the inputs are NaN, which spoils a result that takes part of them.
 * Each size runs twice, the second time on a result that is NaN before, of which nothing may be left. Then what is right is
 * simulated, which finds races that did no harm and values that were not set; of what is wrong only the size that failed is,
 * for its line.
 *
 * @param <S> the sizes of a problem; its text is shown
 */
public abstract class KernelExercise<S> {
    private static final int RUNS = 5;

    private final Session session;
    private final Kernel kernel;
    private final Judging judging;
    private final Results<S> results;
    private final Words words;

    /**
     * How tables and verdicts call things.
     *
     * @param sizes the sizes' heading
     * @param rate the heading of what is reached
     * @param result the last parameter, such as {@code C}
     * @param inputs what is read, such as {@code A or B}
     * @param inside what a work-item checks before it writes
     */
    public record Words(String sizes, String rate, String result, String inputs, String inside) {}

    /** What an element should be, and how far off rounding alone may be. */
    public record Expected(double value, double bound) {
        /** Whether it explains what a kernel gave; NaN is never explained. */
        public boolean isMetBy(double found) {
            return Math.abs(found - value) <= bound;
        }
    }

    /** A size with its arguments and, unless the launch itself fails, how it is launched. */
    private record Case<S>(
            S size, List<Object> arguments, long[] global, long[] local, Optional<SubmissionFault> fault) {}

    /** For a judge of one's own, which draws sizes and values from any seed. */
    protected KernelExercise(Session session, Kernel kernel, Words words) {
        this(session, kernel, Judging.standard(), words);
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    protected KernelExercise(Session session, Kernel kernel, long seed, Words words) {
        this(session, kernel, Judging.standard(seed), words);
    }

    KernelExercise(Session session, Kernel kernel, Judging judging, Words words) {
        this.session = session;
        this.kernel = kernel;
        this.judging = judging;
        this.words = words;
        results = new Results<>(this, words);
    }

    /** The parameters, as OpenCL C has them. */
    protected abstract List<String> parameters();

    /** The sizes to be tried, the simplest first, the largest last. */
    protected abstract List<S> sizes(Random random);

    /** Sizes small enough to think through, the smallest first: the first that fails is told. */
    protected abstract List<S> smallSizes();

    /** The size that is timed. */
    protected abstract S timedSize(Device.Kind kind);

    /** The kernel with its sizes set, as the exercise launches it; null if that gives null. */
    protected abstract Kernel launch(Kernel kernel, S size);

    /** Scalars and arrays of float in the order of the parameters, the last of them for the result. */
    protected abstract List<Object> arguments(S size, Random random);

    /** An element of the result. */
    protected abstract Expected expected(S size, List<Object> arguments, int element);

    /** Where an element is, such as {@code C[1][2]}. */
    protected abstract String place(S size, int element);

    /** How many elements of the result are side by side, for pictures of it. */
    protected abstract int width(S size);

    /** What a wrong value points to, from the colon or comma on; empty if to nothing. */
    protected abstract String hint(S size, List<Object> arguments, int element, double found);

    /** What the rate counts, such as floating-point operations. */
    protected abstract double work(S size);

    /** Seconds below which no kernel can be on a device with these limits. */
    protected abstract double bound(S size, Ceilings limits);

    /** A simple kernel for the same parameters, a work-item for each element along x and y in groups of 16 by 16. */
    protected abstract String reference();

    /** The global sizes of the reference: columns and rows. */
    protected abstract long[] referenceSizes(S size);

    /** Seconds of processor time after which a launch counts as one without end, for tasks of long loops; empty for the usual 20. */
    protected OptionalInt mostSeconds() {
        return OptionalInt.empty();
    }

    private LaunchRunner runner() {
        return mostSeconds().isPresent() ? judging.runner().within(mostSeconds().getAsInt()) : judging.runner();
    }

    /**
     * The verdict.
     *
     * @throws IllegalStateException if the device is busy with what an earlier cell has launched
     */
    protected final Verdict verdict() {
        Judging.awaitEarlier(session);
        Random random = new Random(judging.seed());
        VerdictTable rows = new VerdictTable(words, kernel, judging);
        Optional<SubmissionFault> refused =
                SourceRules.fault(kernel.program().source()).or(() -> Signatures.fault(kernel, parameters()));
        if (refused.isPresent()) {
            return rows.finish(refused.get(), 0, Double.NaN);
        }
        List<Case<S>> cases =
                sizes(random).stream().map(size -> prepared(size, random)).toList();
        List<Case<S>> small =
                smallSizes().stream().map(size -> prepared(size, random)).toList();
        Optional<SubmissionFault> unlaunchable = cases.get(0).fault;
        if (unlaunchable.isPresent()) {
            rows.add(cases.get(0).size, unlaunchable.get().text());
            return rows.finish(unlaunchable.get(), 0, Double.NaN);
        }
        List<Optional<SubmissionFault>> faults = run(cases, small);
        int first = first(faults);
        if (first < 0) {
            first = simulateAll(cases, faults);
        } else if (faults.get(first).get().kind() != FaultKind.MISSING) {
            boolean isEndless = faults.get(first).get().kind() == FaultKind.ENDLESS;
            Optional<SubmissionFault> simulated = simulate(cases.get(first), isEndless);
            SubmissionFault found = faults.get(first).get();
            faults.set(
                    first,
                    Optional.of(simulated
                            .map(it -> isEndless ? SimulatorFaults.withLoop(found, it) : it)
                            .orElse(found)));
        }
        for (int i = 0; i < cases.size() && (first < 0 || i <= first); i++) {
            rows.add(cases.get(i).size, faults.get(i).map(SubmissionFault::text).orElse("right"));
        }
        if (first >= 0) {
            SubmissionFault fault = faults.get(first).get();
            return rows.finish(fault, fault.kind().isFatal() ? 0 : share(cases, faults), Double.NaN);
        }
        return timed(rows, random);
    }

    /** Of the sizes those that are right; none if it is only a size of one element, which says nothing. */
    private static <S> double share(List<Case<S>> cases, List<Optional<SubmissionFault>> faults) {
        int right = 0;
        boolean isMore = false;
        for (int i = 0; i < cases.size(); i++) {
            if (faults.get(i).isEmpty()) {
                List<Object> arguments = cases.get(i).arguments;
                right++;
                isMore |= ((float[]) arguments.get(arguments.size() - 1)).length > 1;
            }
        }
        return isMore ? (double) right / cases.size() : 0;
    }

    private Case<S> prepared(S size, Random random) {
        List<Object> arguments = arguments(size, random);
        try {
            Kernel sized = sized(size);
            return new Case<>(size, arguments, sized.global(), sized.local(), Optional.empty());
        } catch (CancellationException e) { // which is an IllegalStateException, and no fault of the kernel's
            throw e;
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return new Case<>(
                    size,
                    arguments,
                    new long[0],
                    new long[0],
                    Optional.of(SubmissionFault.ofLaunch(String.valueOf(e.getMessage()))));
        }
    }

    private Kernel sized(S size) {
        Kernel sized = launch(kernel, size);
        if (sized == null) {
            throw new IllegalArgumentException("the launch gives null instead of the kernel with its sizes");
        }
        return sized;
    }

    private Code code() {
        return new Code(kernel.program().source(), kernel.program().options(), kernel.name());
    }

    /** Runs each size twice, then the small ones once; what is wrong with each size. */
    private List<Optional<SubmissionFault>> run(List<Case<S>> cases, List<Case<S>> small) {
        List<Launch> launches = new ArrayList<>();
        for (Case<S> each : cases) {
            launches.add(launch(each, Results.UNTOUCHED));
            launches.add(launch(each, Float.NaN));
        }
        List<Case<S>> tried =
                small.stream().filter(each -> each.fault.isEmpty()).toList();
        tried.forEach(each -> launches.add(launch(each, Results.UNTOUCHED)));
        Outcomes outcomes = runner().run(List.of(code()), launches);
        List<Optional<SubmissionFault>> faults = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            Optional<SubmissionFault> fault = fault(cases.get(i), outcomes, 2 * i, Results.UNTOUCHED);
            faults.add(fault.isPresent() ? fault : fault(cases.get(i), outcomes, 2 * i + 1, Float.NaN));
        }
        int first = first(faults);
        if (first >= 0 && !faults.get(first).get().kind().isFatal()) {
            faults.set(first, Optional.of(withSmallest(faults.get(first).get(), tried, outcomes, 2 * cases.size())));
        }
        return faults;
    }

    /** The first size that has a fault, or -1. */
    private static int first(List<Optional<SubmissionFault>> faults) {
        return IntStream.range(0, faults.size())
                .filter(i -> faults.get(i).isPresent())
                .findFirst()
                .orElse(-1);
    }

    /** A fault with the first of the small sizes that fails, and a picture of what is wrong there. */
    private SubmissionFault withSmallest(SubmissionFault fault, List<Case<S>> small, Outcomes outcomes, int from) {
        for (int i = 0; i < small.size() && from + i < outcomes.outcomes().size(); i++) {
            Case<S> each = small.get(i);
            Optional<SubmissionFault> failed = fault(each, outcomes, from + i, Results.UNTOUCHED);
            if (failed.isEmpty()) {
                continue;
            }
            String text = fault.text() + "\nThe smallest size that fails is " + each.size + ": "
                    + failed.get().text();
            float[] found = outcomes.outcomes().get(from + i).result();
            if (found == null) {
                return new SubmissionFault(fault.kind(), text);
            }
            Optional<int[]> writers = Writers.find(runner(), kernel, launch(each, Results.UNTOUCHED));
            FailurePicture picture =
                    results.picture(each.size, each.arguments, found, writers, each.global, each.local);
            return new SubmissionFault(
                    fault.kind(),
                    text + "\n" + picture.text(),
                    Optional.of(picture.picture(
                            "The smallest size that fails, " + each.size, element -> place(each.size, element))));
        }
        return fault;
    }

    private static <S> Launch launch(Case<S> each, float before) {
        return launch(0, each, before, 1);
    }

    private static <S> Launch launch(int code, Case<S> each, float before, int runs) {
        return new Launch(code, each.global, each.local, Results.guarded(each.arguments, before), runs);
    }

    private Optional<SubmissionFault> fault(Case<S> each, Outcomes outcomes, int launch, float before) {
        if (each.fault.isPresent()) {
            return each.fault;
        }
        if (launch >= outcomes.outcomes().size()) {
            return Optional.of(SubmissionFault.ofEnd(kernel.name(), outcomes));
        }
        Outcome outcome = outcomes.outcomes().get(launch);
        if (outcome.result() == null) {
            return Optional.of(SubmissionFault.ofLaunch(outcome.problem()));
        }
        return results.fault(each.size, each.arguments, before, outcome.result());
    }

    /** Simulates all sizes but the largest; which has a fault, or -1. */
    private int simulateAll(List<Case<S>> cases, List<Optional<SubmissionFault>> faults) {
        for (int i = 0; i < cases.size() - 1; i++) {
            Optional<SubmissionFault> fault = simulate(cases.get(i), false);
            if (fault.isPresent()) {
                faults.set(i, fault);
                return i;
            }
        }
        return -1;
    }

    /**
     * What a simulator finds wrong, on arrays without guards. That it takes too long for it is no fault; of a kernel that is
     * known for it, it is the loop.
     */
    private Optional<SubmissionFault> simulate(Case<S> each, boolean isEndless) {
        if (judging.simulation().isEmpty()) {
            return Optional.empty();
        }
        ArgumentCheck check = judging.simulation().get();
        try {
            check.check(sized(each.size), each.arguments);
            return Optional.empty();
        } catch (KernelFaultException e) {
            FaultKind kind = SimulatorFaults.of(SimulatorFaults.told(e));
            boolean isTold = kind != FaultKind.ENDLESS || isEndless && e.diagnostic() != null;
            return isTold
                    ? Optional.of(new SubmissionFault(kind, "wrong: " + SimulatorFaults.told(e)))
                    : Optional.empty();
        } catch (LaunchLimitException e) {
            return Optional.empty();
        } catch (CancellationException e) {
            throw e;
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return Optional.of(SubmissionFault.ofLaunch(String.valueOf(e.getMessage())));
        }
    }

    /** Against the reference in one process; and against the limits of the session's own device, where one measures. */
    private Verdict timed(VerdictTable rows, Random random) {
        S size = timedSize(Device.Kind.CPU);
        Case<S> each = prepared(size, random);
        if (each.fault.isPresent()) {
            rows.add(size, each.fault.get().text());
            return rows.finish(each.fault.get(), 0, Double.NaN);
        }
        Case<S> simple = new Case<>(size, each.arguments, referenceSizes(size), new long[] {16, 16}, Optional.empty());
        Outcomes outcomes = runner().run(
                        List.of(code(), new Code(reference(), List.of(), "reference")),
                        List.of(launch(0, each, Results.UNTOUCHED, RUNS), launch(1, simple, Results.UNTOUCHED, RUNS)));
        Optional<SubmissionFault> fault = fault(each, outcomes, 0, Results.UNTOUCHED);
        if (fault.isPresent()) {
            rows.add(size, fault.get().text());
            return rows.finish(fault.get(), 0, Double.NaN);
        }
        double speedup = outcomes.outcomes().get(1).seconds()
                / outcomes.outcomes().get(0).seconds();
        if (judging.ceilings().isPresent()) {
            addRate(rows, random);
        }
        return rows.finish(new SubmissionFault(FaultKind.NONE, "right"), 1, speedup);
    }

    private void addRate(VerdictTable rows, Random random) {
        S size = timedSize(session.device().kind());
        Case<S> each = prepared(size, random);
        Outcome outcome = judging.timing(session)
                .run(List.of(code()), List.of(launch(0, each, Results.UNTOUCHED, RUNS)))
                .outcomes()
                .get(0);
        Optional<SubmissionFault> fault = outcome.result() == null
                ? Optional.of(SubmissionFault.ofLaunch(outcome.problem()))
                : results.fault(size, each.arguments, Results.UNTOUCHED, outcome.result());
        double seconds = outcome.seconds();
        rows.add(
                size,
                fault.map(SubmissionFault::text).orElse("right"),
                work(size) / seconds * 1e-9, // NaN is Tablesaw's missing value
                100 * bound(size, judging.ceilings().get().apply(session)) / seconds);
    }
}
