package org.plegma.magics.rewriting;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.display.page.SourceView;
import org.plegma.magics.DeviceCandidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.VariableNames;
import org.plegma.rewrite.parallel.LoopComparison;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.ParallelLoop;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.text.CodeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%parallel}: sequential Java loops run on the device. */
@Command(
        name = "parallel",
        description =
                "Runs the Java loops of the cell on the device, if their iterations do not depend on each other, and"
                        + " compares with the Java itself. Variables and methods are those of the notebook and of the cell. The"
                        + " variable NAME runs it again: `NAME.run()` on the notebook's variables, `NAME.call(arguments)` on others."
                        + " `NAME.source()` is the kernel, `NAME.explain()` how it runs here, `NAME.hostCode()` Java with JOCL,"
                        + " `NAME.trace()` how it came about.")
public final class ParallelMagic implements Magic {

    @Parameters(paramLabel = "NAME", description = "The variable to make, and the name of the kernel.")
    private String name;

    @Option(names = "--show", description = "Shows the kernels and the host's code.")
    private boolean show;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            completionCandidates = DeviceCandidates.class,
            description = "Runs on this one of the devices in use, not on the first.")
    private @Nullable String device;

    @Option(
            names = "--assume-independent",
            description =
                    "Takes the iterations of the outermost loop that counts as independent of each other, though that"
                            + " is not proven.")
    private boolean assumeIndependent;

    @Option(
            names = "--assume-loop",
            paramLabel = "LOOP",
            description =
                    "Takes the iterations of this loop alone as independent of each other, though that is not proven:"
                            + " its variable, or the line of the cell where it begins. May be given several times.")
    private List<String> trusted = List.of();

    @Option(
            names = "--atomics",
            description = "Makes updates such as bins[k]++ atomic, where iterations may meet in one element.")
    private boolean atomics;

    @Option(
            names = "--check",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Runs the Java too, on copies, and compares; --no-check does not.")
    private boolean check;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public boolean bodyIsJava() {
        return true;
    }

    @Override
    public String example() {
        return """
                %%parallel waves
                float[] x = new float[1 << 20];
                for (int i = 0; i < x.length; i++) {
                    float t = i * 1e-3f;
                    x[i] = (float) (Math.sin(t) * Math.exp(-1e-2 * t));
                }""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        VariableNames.check(call.host(), name, ParallelLoop.class, "loop");
        Map<String, String> types = new LinkedHashMap<>();
        call.host().variables().forEach(variable -> types.put(variable.name(), variable.type()));
        try {
            ParallelCode code = ParallelCode.of(
                    name,
                    "\n".repeat(call.bodyLine() - 1) + call.body(), // so that lines are told as the cell has them
                    types,
                    call.host().methods(),
                    new ParallelCode.Options(assumeIndependent, atomics, Set.copyOf(trusted)));
            return run(call, code);
        } catch (NotParallelException e) {
            throw MagicException.showingPlace(String.valueOf(e.getMessage()), e);
        } catch (CodeException e) {
            throw MagicException.showingPlace(String.valueOf(e.getMessage()), e);
        } catch (ParallelException e) {
            throw new MagicException(
                    e.reason(),
                    e.place().isKnown() ? e.place().line() : 0,
                    e.place().column(),
                    e);
        }
    }

    private @Nullable Object run(MagicCall call, ParallelCode code) throws Exception {
        Map<String, Object> values = new HashMap<>();
        for (String parameter : code.parameters().keySet()) {
            values.put(parameter, call.require(parameter));
        }
        Session session = session(call);
        ParallelLoop loop = new ParallelLoop(session, code, new NotebookVariables(call.host()));
        LoopComparison comparison = check ? loop.compare(values) : null;
        if (comparison != null && !comparison.agrees()) {
            loop.close();
            throw call.error("The device computes something else than the Java, so nothing was changed.\n"
                    + comparison.differences().stripTrailing()
                    + (!code.assumed().isEmpty()
                            ? "\nThe iterations may depend on each other: leave "
                                    + (assumeIndependent ? "--assume-independent" : "--assume-loop") + " out."
                            : ""));
        }
        loop.run();
        call.host().bind(name, ParallelLoop.class.getName(), loop);
        if (show) {
            call.show(SourceView.of(code.source()).title(name + ", kernel"));
            call.show(SourceView.of(code.hostCode()).title(name + ", host"));
        }
        return check ? comparison : loop;
    }

    private Session session(MagicCall call) {
        Session session = call.notebook().open();
        if (device == null) {
            return session;
        }
        Device wanted = Devices.find(device);
        if (!session.devices().contains(wanted)) {
            throw call.error("Device " + wanted + " is not in use. %device "
                    + session.device().index() + "," + wanted.index() + " takes both.");
        }
        return session.on(wanted);
    }

    /** The variables of the notebook. */
    private record NotebookVariables(Host host) implements ParallelLoop.Variables {
        @Override
        public @Nullable Object get(String variable) {
            return host.variable(variable).orElse(null);
        }

        @Override
        public void set(String variable, String type, Object value) {
            try {
                host.bind(variable, type, value);
            } catch (Exception e) {
                throw new IllegalStateException("The variable " + variable + " cannot be set: " + e.getMessage(), e);
            }
        }
    }
}
