package org.plegma.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.plegma.array.Grid;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.KernelFaultException;
import org.plegma.device.OpenClException;
import org.plegma.device.Session;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Judges a kernel that somebody wrote as an exercise, whose last argument is its result.
 *
 * <p>Each size, drawn anew for each check, is first simulated in a process of its own: what would end or hang this process on
 * a device, and a race that does no harm there, are verdicts with a place. Then it runs with guards behind each array: the
 * result's must stay as they are, and those of the inputs are NaN, which spoils a result that takes part of them. Last it runs
 * on a result that is NaN before, of which nothing may be left.
 *
 * @param <S> the sizes of a problem; its text is shown
 */
public abstract class KernelExercise<S> {
    /** What a result holds before; hints tell what was added to it, or not written. */
    protected static final float UNTOUCHED = -12345.5f;

    private static final int GUARD = 4096;

    /** Of a large problem only so many operations are done again; the small ones before it are judged to the last element. */
    private static final double MOST_CHECKED = 1 << 28;

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

    /** What a kernel did for a size. */
    private record Verdict(String text, boolean isRight, double seconds) {
        static Verdict wrong(String text) {
            return new Verdict(text, false, Double.NaN);
        }
    }

    private final Session session;
    private final Kernel kernel;
    private final Optional<? extends ArgumentCheck> simulation;
    private final Words words;

    /** @param simulation of each launch; none where there is no simulator */
    protected KernelExercise(
            Session session, Kernel kernel, Optional<? extends ArgumentCheck> simulation, Words words) {
        this.session = session;
        this.kernel = kernel;
        this.simulation = simulation;
        this.words = words;
    }

    /** The sizes to be tried, the simplest first. */
    protected abstract List<S> sizes(Random random);

    /** The size that is timed. */
    protected abstract S timedSize(Device.Kind kind);

    /** The kernel with its sizes set, as the exercise launches it; null if that gives null. */
    protected abstract Kernel launch(Kernel kernel, S size);

    /** Scalars and arrays of float in the order of the parameters, the last of them for the result. */
    protected abstract List<Object> arguments(S size);

    /** An element of the result. */
    protected abstract Expected expected(S size, List<Object> arguments, int element);

    /** Where an element is, such as {@code C[1][2]}. */
    protected abstract String place(S size, int element);

    /** What a wrong value points to, from the colon or comma on; empty if to nothing. */
    protected abstract String hint(S size, List<Object> arguments, int element, double found);

    /** What the rate counts, such as floating-point operations. */
    protected abstract double work(S size);

    /** Seconds below which no kernel can be on a device with these limits. */
    protected abstract double bound(S size, Ceilings limits);

    /** The first size that fails is the last row; if none does, the last row has the rate and its share of the roofline. */
    protected final Table table() {
        StringColumn sizes = StringColumn.create(words.sizes);
        StringColumn verdicts = StringColumn.create("verdict");
        DoubleColumn rates = DoubleColumn.create(words.rate);
        DoubleColumn shares = DoubleColumn.create("% of the roofline");
        String caption = simulation.isPresent() ? "" : " (not simulated first: the command oclgrind-kernel is missing)";
        Table table = Table.create(kernel.name() + caption, sizes, verdicts, rates, shares);
        boolean isRight = true;
        for (S size : sizes(new Random())) {
            if (isRight) {
                Verdict verdict = judge(size);
                sizes.append(size.toString());
                verdicts.append(verdict.text);
                rates.appendMissing();
                shares.appendMissing();
                isRight = verdict.isRight;
            }
        }
        if (isRight) {
            S size = timedSize(session.device().kind());
            Verdict verdict = run(size, arguments(size), UNTOUCHED, 5);
            sizes.append(size.toString());
            verdicts.append(verdict.text);
            rates.append(work(size) / verdict.seconds * 1e-9); // NaN is Tablesaw's missing value
            shares.append(100 * bound(size, Ceilings.of(session)) / verdict.seconds);
        }
        return table;
    }

    private Verdict judge(S size) {
        List<Object> arguments = arguments(size);
        Optional<Verdict> simulated = simulate(size, arguments);
        if (simulated.isPresent()) {
            return simulated.get();
        }
        Verdict verdict = run(size, arguments, UNTOUCHED, 1);
        return verdict.isRight ? run(size, arguments, Float.NaN, 1) : verdict;
    }

    /** What a simulator finds wrong, on arrays without guards. */
    private Optional<Verdict> simulate(S size, List<Object> arguments) {
        try {
            simulation.ifPresent(check -> check.check(sized(size), arguments));
            return Optional.empty();
        } catch (KernelFaultException e) {
            return Optional.of(Verdict.wrong("wrong: " + e.getMessage()));
        } catch (CancellationException e) { // which is an IllegalStateException, and no fault of the kernel's
            throw e;
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return Optional.of(cannotBeLaunched(e));
        }
    }

    private Kernel sized(S size) {
        Kernel sized = launch(kernel, size);
        if (sized == null) {
            throw new IllegalArgumentException("the launch gives null instead of the kernel with its sizes");
        }
        return sized;
    }

    private static Verdict cannotBeLaunched(RuntimeException e) {
        return Verdict.wrong("cannot be launched: " + e.getMessage());
    }

    private Verdict run(S size, List<Object> arguments, float before, int runs) {
        List<DeviceArray> arrays = new ArrayList<>();
        double seconds = Double.POSITIVE_INFINITY;
        float[] result;
        try {
            Object[] values = arguments.toArray();
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof float[] array) {
                    boolean isResult = i == values.length - 1;
                    values[i] = session.upload(isResult ? result(array.length, before) : guarded(array, Float.NaN));
                    arrays.add((DeviceArray) values[i]);
                }
            }
            for (int run = 0; run < runs; run++) {
                Event event = sized(size).call(values);
                event.await();
                seconds = Math.min(seconds, event.seconds());
            }
            result = arrays.get(arrays.size() - 1).download().floats();
        } catch (CancellationException e) {
            throw e;
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return cannotBeLaunched(e);
        } finally {
            arrays.forEach(DeviceArray::close);
        }
        Optional<String> fault = fault(size, arguments, before, result);
        return fault.map(Verdict::wrong).orElse(new Verdict("right", true, seconds));
    }

    private static Grid result(int length, float before) {
        float[] values = new float[length];
        Arrays.fill(values, before);
        return guarded(values, UNTOUCHED);
    }

    private static Grid guarded(float[] values, float guard) {
        float[] all = Arrays.copyOf(values, values.length + GUARD);
        Arrays.fill(all, values.length, all.length, guard);
        return Grid.of(all);
    }

    /** What is wrong with a result; empty if nothing is. */
    private Optional<String> fault(S size, List<Object> arguments, float before, float[] result) {
        int length = result.length - GUARD;
        boolean written = false;
        for (int i = 0; i < length && !written; i++) {
            written = result[i] != before; // as NaN is not either
        }
        if (!written) {
            return Optional.of("still to be written: " + words.result + " is as it was before");
        }
        for (int i = length; i < result.length; i++) {
            if (result[i] != UNTOUCHED) {
                return Optional.of("writes behind " + words.result + ", at element " + i + " of " + length
                        + ": does every work-item check that " + words.inside + "?");
            }
        }
        for (int i : checked(length, (long) (work(size) / MOST_CHECKED))) {
            Expected expected = expected(size, arguments, i);
            if (!expected.isMetBy(result[i])) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "wrong: %s should be %.6g, is %.6g%s",
                        place(size, i),
                        expected.value,
                        result[i],
                        commonHint(size, arguments, i, before, expected, result[i])));
            }
        }
        return Optional.empty();
    }

    /** All elements, or in a large result one of so many, in their order. */
    private static int[] checked(int length, long oneOf) {
        return oneOf <= 1
                ? IntStream.range(0, length).toArray()
                : Arrays.stream(Places.of((int) (length / oneOf) + 2, length))
                        .mapToInt(place -> place[0])
                        .sorted()
                        .distinct()
                        .toArray();
    }

    private String commonHint(
            S size, List<Object> arguments, int element, float before, Expected expected, float found) {
        if (Float.isNaN(before)) {
            return ", as it was NaN before: is what " + words.result + " held multiplied by 0, or added?";
        } else if (Float.isNaN(found)) {
            return ": it takes elements from outside of " + words.inputs;
        } else if (found == before) {
            return ": it was not written";
        }
        // Each of the additions to what was there may round.
        double rounding = 0x1p-24 * Math.abs(before) * 64;
        if (new Expected(expected.value + before, expected.bound + rounding).isMetBy(found)) {
            return ", that and the " + before + " which it was before: is it added to, without being set to 0 first?";
        }
        return hint(size, arguments, element, found);
    }
}
