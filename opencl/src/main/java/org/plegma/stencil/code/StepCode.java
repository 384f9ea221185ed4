package org.plegma.stencil.code;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * What a method makes for an instance of a stencil: OpenCL C, and the launches that do {@code steps} steps when they run in their order.
 *
 * <p>Every kernel gets the same arguments: the {@code outputs} newest levels of each updated field, newest first, to be
 * written; all levels of each field, newest first; the values of {@code uniform}; the sizes of the axes; and those of its
 * {@link Launch}.
 *
 * @param steps how many steps a round of the launches does
 * @param outputs how many levels of each updated field they write: all that a following step reads, if {@code steps} are
 *     so many
 * @param text the OpenCL C, which is not written before {@link #source} is called
 * @param frequency what {@code FrequencyStage} computes instead of the launches, for the method {@code fft(k)}
 * @param options for the compiler
 */
public record StepCode(
        int steps,
        int outputs,
        LazySource text,
        UniformParts uniform,
        List<Launch> launches,
        Optional<FrequencyForm> frequency,
        List<String> options) {
    /** The name of a kernel that does one step a launch. */
    public static final String ONE_STEP = "stencil_step";

    /** @param source writes the text; asked once at most, and not at all by those who only look at the launches */
    public StepCode(int steps, int outputs, Supplier<String> source, UniformParts uniform, List<Launch> launches) {
        this(steps, outputs, new LazySource(source), uniform, launches, Optional.empty(), List.of());
    }

    /** With a product in frequency in place of launches. */
    public StepCode(int steps, int outputs, Supplier<String> source, UniformParts uniform, FrequencyForm frequency) {
        this(steps, outputs, new LazySource(source), uniform, List.of(), Optional.of(frequency), List.of());
    }

    public String source() {
        return text.text();
    }

    public StepCode withOptions(List<String> others) {
        return new StepCode(steps, outputs, text, uniform, launches, frequency, others);
    }

    /** Compiled on the session's device. */
    public Program compile(Session session) {
        return session.compile(source(), options.toArray(String[]::new));
    }

    /**
     * A kernel with its work sizes.
     *
     * @param extra its last arguments: scalars, local memory or {@link Scratch}
     * @param uniform its scalars, if they are not those of the {@link StepCode}
     */
    public record Launch(
            String kernel, long[] global, long[] local, List<Object> extra, Optional<UniformParts> uniform) {
        public Launch(String kernel, long[] global, long[] local, List<Object> extra) {
            this(kernel, global, local, extra, Optional.empty());
        }
    }

    /** Memory of the plan for values between two launches, by a name that says which launches share it. */
    public record Scratch(String name, long cells) {}
}
