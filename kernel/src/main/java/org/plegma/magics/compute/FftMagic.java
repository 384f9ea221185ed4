package org.plegma.magics.compute;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.display.grid.GridView;
import org.plegma.fft.Fft;
import org.plegma.fft.GridTransforms;
import org.plegma.fft.Spectra;
import org.plegma.magics.HostValues;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.VariableNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %fft S = rfft(u)}: transforms of notebook variables; {@code %fft u} shows a spectrum. */
@Command(
        name = "fft",
        description =
                "Fourier transforms on the device, with NumPy's meanings: `S = fft(z)`, `z = ifft(S)`, `S = rfft(u)`, `u ="
                        + " irfft(S)` or `irfft(S, n)` for n reals along the last axis. Complex grids have a last axis of length 2,"
                        + " real and imaginary part. Without a name in front of `=`, or for a name alone, the spectrum is shown: the"
                        + " logarithm of its magnitude, frequency 0 in the middle. A name alone is taken for reals; write `fft(z)`"
                        + " for complex values. With several devices in use, grids of two axes or more are dealt out to all of them.")
public final class FftMagic implements Magic {
    /** A word of Java: a name, or a whole number. */
    private static final String WORD = "\\p{javaJavaIdentifierPart}+";

    private static final Pattern FORMULA = Pattern.compile("(?:(?<target>" + WORD + ")\\s*=\\s*)?"
            + "(?:(?<function>i?r?fft)\\s*\\(\\s*(?<argument>" + WORD + ")\\s*(?:,\\s*(?<size>" + WORD
            + ")\\s*)?\\)|(?<name>" + WORD + "))\\s*;?\\s*");

    /** What is transformed, and the whole number that irfft takes. */
    private static final Pattern VARIABLES =
            Pattern.compile("Grid|DeviceArray|(?:float|double|int)(?:\\[]){1,3}|byte|short|int|Byte|Short|Integer");

    private static final Pattern LATE_OPTION = Pattern.compile("\\s(--(?:axes|step))\\b");

    @Option(
            names = "--axes",
            paramLabel = "N",
            description = "Transform along the last N axes; those before count a batch. Without it, along all.")
    private @Nullable Integer axes;

    @Option(
            names = "--step",
            paramLabel = "D",
            description = "The distance of two samples, for the marks of a spectrum's axes. Default: ${DEFAULT-VALUE}.")
    private double step = 1;

    @Parameters(
            arity = "0..*",
            paramLabel = "TRANSFORM",
            description = "Such as S = rfft(u), up to the end of the line.")
    private List<String> transform;

    /** Not Java, but variables in it can be inspected. */
    @Override
    public boolean takesJava() {
        return true;
    }

    @Override
    public Collection<String> codeWords() {
        return List.of("fft", "ifft", "rfft", "irfft");
    }

    @Override
    public Optional<Pattern> formulaTypes() {
        return Optional.of(VARIABLES);
    }

    @Override
    public String example() {
        return """
                Grid wave = Grid.floats(64, 64).fill(at -> Math.sin(0.6 * at[0]) + Math.sin(1.2 * at[1]));
                %fft wave
                %fft S = rfft(wave)
                %fft again = irfft(S)
                again.maxAbsDifference(wave)""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        Matcher late = LATE_OPTION.matcher(call.code());
        if (late.find()) {
            throw new MagicException(
                    "Options of %fft stand before the transform: %fft " + late.group(1) + " … S = rfft(u).",
                    call.codeLine(),
                    call.codeColumn() + late.start(1),
                    null);
        }
        Matcher formula = FORMULA.matcher(call.code().strip());
        if (!formula.matches()) {
            throw call.error("A transform looks like 'S = fft(z)', 'z = ifft(S)', 'S = rfft(u)', 'u = irfft(S)',"
                    + " 'u = irfft(S, n)', or 'u' to see its spectrum; found '"
                    + call.code().strip() + "'.");
        }
        try {
            return formula.group("target") == null ? show(call, formula) : compute(call, formula);
        } catch (IllegalArgumentException e) {
            throw call.error(e.getMessage());
        }
    }

    private @Nullable Object compute(MagicCall call, Matcher formula) throws Exception {
        String target = formula.group("target");
        if (formula.group("function") == null) {
            throw call.error("Which transform? Write " + target + " = fft(" + formula.group("name") + ") or " + target
                    + " = rfft(" + formula.group("name") + ").");
        }
        VariableNames.check(call.host(), target, Grid.class, "result");
        Grid result = apply(call, formula.group("function"), formula.group("argument"), formula.group("size"));
        call.host().bind(target, Grid.class.getName(), result);
        return null;
    }

    private Grid apply(MagicCall call, String function, String argument, String size) throws Exception {
        Grid grid = grid(call, argument);
        int points = function.equals("rfft") ? grid.rank() : grid.rank() - 1;
        GridTransforms fft = transforms(call.notebook().open(), points);
        if (size != null && !function.equals("irfft")) {
            throw call.error("Only irfft takes a size, found " + function + "(" + argument + ", " + size + ").");
        }
        return switch (function) {
            case "fft" -> fft.fft(grid);
            case "ifft" -> fft.ifft(grid);
            case "rfft" -> fft.rfft(grid);
            default -> fft.irfft(
                    grid,
                    size == null ? Math.max(1, 2 * grid.size(Math.max(0, grid.rank() - 2)) - 2) : integer(call, size));
        };
    }

    private static int integer(MagicCall call, String text) {
        if (Character.isDigit(text.charAt(0))) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw call.error("A size is a whole number up to " + Integer.MAX_VALUE + ", found " + text + ".");
            }
        }
        if (call.require(text) instanceof Integer value) {
            return value;
        }
        throw call.error(text + " must be an int.");
    }

    /** Reals, and arrays of them, by rfft unless fft is asked for. */
    private Object show(MagicCall call, Matcher formula) throws Exception {
        String function = formula.group("function") == null ? "rfft" : formula.group("function");
        String name = formula.group("function") == null ? formula.group("name") : formula.group("argument");
        if (function.startsWith("i")) {
            throw call.error("Name the result: x = " + function + "(" + name + ").");
        }
        Grid grid = grid(call, name);
        Grid spectrum = apply(call, function, name, formula.group("size"));
        boolean reals = function.equals("rfft");
        int all = reals ? grid.rank() : grid.rank() - 1;
        int along = axes == null ? all : axes;
        Grid logs = reals
                ? Spectra.logMagnitudeOfReals(spectrum, grid.size(grid.rank() - 1), along, step)
                : Spectra.logMagnitude(spectrum, along, step);
        return GridView.of(logs).title("Spectrum of " + name);
    }

    /** On all devices in use; a single line of values is not dealt out. */
    private GridTransforms transforms(Session session, int points) {
        Fft one = axes == null ? Fft.of(session) : Fft.of(session).axes(axes);
        return session.devices().size() > 1 && points > 1 ? one.onAll() : one;
    }

    private static Grid grid(MagicCall call, String name) {
        Object value = call.require(name);
        Grid grid = HostValues.grid(value)
                .orElseThrow(() -> call.error(name + " is a " + value.getClass().getSimpleName()
                        + ". A transform takes a Grid, a DeviceArray, or an array such as float[][]."));
        return grid.type() == ElementType.FLOAT || grid.type() == ElementType.DOUBLE
                ? grid
                : grid.to(ElementType.DOUBLE);
    }
}
