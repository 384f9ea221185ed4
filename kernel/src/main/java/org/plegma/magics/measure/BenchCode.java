package org.plegma.magics.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.magics.HostValues;
import org.plegma.magics.MagicException;
import org.plegma.measure.Buffers;
import org.plegma.measure.Errors;
import org.plegma.measure.Trial;

/** What {@code %%bench} compiles a line of a cell into: code that is set up for a size and then run many times. */
public final class BenchCode {

    private final Setup setup;

    private BenchCode(Setup setup) {
        this.setup = setup;
    }

    /** Code of the cell, with what it may throw. */
    @FunctionalInterface
    public interface Code {
        Object run() throws Exception;
    }

    /** Runs the set-up lines and gives the code of the case. */
    @FunctionalInterface
    public interface Setup {
        Ready prepare(int[] sizes, Buffers buffers) throws Exception;
    }

    /**
     * A case that was set up.
     *
     * @param code runs once
     * @param result gives the array that a run fills; null if the code's value is what it computes
     */
    public record Ready(Code code, Code result) {}

    /** Called by the compiled cell. */
    public static BenchCode of(Setup setup) {
        return new BenchCode(setup);
    }

    /** What the cases of one size are compared with: the result of the one that is judged first. */
    static final class Reference {
        private @Nullable Grid expected;

        private double error(Grid result) {
            if (expected == null) {
                expected = result.copy();
            }
            return Arrays.equals(expected.shape(), result.shape())
                    ? Errors.relativeToLargest(result, expected)
                    : Double.POSITIVE_INFINITY;
        }
    }

    /**
     * Sets up for these sizes, one for each variable.
     *
     * @param inPlace whether the result array is also an input, rather than written anew by each run
     */
    Trial prepare(int[] sizes, Reference reference, boolean inPlace, Buffers buffers) throws Exception {
        Ready ready = setup.prepare(sizes, buffers);
        Object result = ready.result() == null ? null : ready.result().run();
        if (ready.result() != null) {
            adopt(buffers, result, inPlace);
        }
        return new CellTrial(ready.code(), result, reference);
    }

    private static final class CellTrial implements Trial {
        private final Code code;
        private final @Nullable Object result;
        private final Reference reference;
        private @Nullable Object value;

        CellTrial(Code code, @Nullable Object result, Reference reference) {
            this.code = code;
            this.result = result;
            this.reference = reference;
        }

        @Override
        public List<Event> run() {
            value = call(code);
            Collection<?> all =
                    value instanceof Collection<?> several ? several : value == null ? List.of() : List.of(value);
            return all.stream()
                    .filter(Event.class::isInstance)
                    .map(Event.class::cast)
                    .toList();
        }

        @Override
        public double error() {
            return computed().map(reference::error).orElse(0.0);
        }

        @Override
        public boolean isChecked() {
            return computed().isPresent();
        }

        private Optional<Grid> computed() {
            Object of = result == null ? value : result;
            return of instanceof Number number
                    ? Optional.of(Grid.generate(ElementType.DOUBLE, i -> number.doubleValue(), 1))
                    : HostValues.grid(of);
        }
    }

    private static void adopt(Buffers buffers, @Nullable Object array, boolean inPlace) {
        if (array instanceof DeviceArray device) {
            if (inPlace) {
                buffers.inOut(device);
            } else {
                buffers.output(device);
            }
        } else if (array instanceof Object[] rows) {
            for (Object row : rows) {
                adopt(buffers, row, inPlace);
            }
        } else {
            Grid grid = HostValues.grid(array)
                    .orElseThrow(() -> new MagicException(
                            "--result is to name an array of float, double or int, a Grid or a" + " DeviceArray, not "
                                    + (array == null
                                            ? "null"
                                            : "a " + array.getClass().getSimpleName()) + "."));
            if (inPlace) {
                buffers.inOut(grid);
            } else {
                buffers.output(grid);
            }
        }
    }

    /** Runs code of the cell; what it throws goes on as it is, so that the notebook shows it as the cell's. */
    private static Object call(Code code) {
        try {
            return code.run();
        } catch (Exception e) {
            throw BenchCode.<RuntimeException>asItIs(e);
        }
    }

    @SuppressWarnings("unchecked") // the cast does nothing at run time, which is the point
    private static <E extends Exception> E asItIs(Exception e) throws E {
        throw (E) e;
    }
}
