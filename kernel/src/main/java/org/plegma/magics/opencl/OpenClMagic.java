package org.plegma.magics.opencl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.source.KernelParameter;
import org.plegma.device.source.OpenClToken;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.display.page.SourceView;
import org.plegma.expr.hints.Spelling;
import org.plegma.magics.Candidates;
import org.plegma.magics.DeviceCandidates;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.MagicRegistry;
import org.plegma.magics.Surroundings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%opencl}: kernels written in a cell. */
@Command(
        name = "opencl",
        description = "Compiles the cell as OpenCL C. Each kernel becomes a Java variable of its name, called as"
                + " `name.global(n).call(arguments)`. Java and device arrays may be arguments; they are checked before the"
                + " kernel starts.")
public final class OpenClMagic implements OpenClCell {
    private static final int MOST_MESSAGES = 20;
    private static final Pattern PRINTF = Pattern.compile("\\bprintf\\s*\\(");

    @Option(names = "-D", paramLabel = "NAME=VALUE", description = "Defines a macro; may be repeated: -DTILE=16.")
    private List<String> definitions = List.of();

    @Option(
            names = "-I",
            paramLabel = "FOLDER",
            completionCandidates = FileCandidates.class,
            description = "Adds a folder to those that #include looks in.")
    private List<String> includes = List.of();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            completionCandidates = DeviceCandidates.class,
            description = "Compiles for this one of the devices in use, not for the first.")
    private @Nullable String device;

    @Option(
            names = "--check",
            description =
                    "Simulates each launch under Oclgrind first, which finds accesses out of bounds, divisions of whole"
                            + " numbers by zero, races, barriers that not all reach, values that are used before they are set and loops without end"
                            + " before they harm the notebook. For small launches.")
    private boolean check;

    @Option(names = "--show", description = "Shows the source with line numbers and colours.")
    private boolean show;

    @Parameters(
            arity = "0..*",
            paramLabel = "BUILD_OPTION",
            completionCandidates = BuildOptions.class,
            description = "Further options of the OpenCL compiler.")
    private List<String> buildOptions = List.of();

    static final class BuildOptions extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return List.of(
                    "-cl-std=CL1.2",
                    "-cl-std=CL2.0",
                    "-cl-std=CL3.0",
                    "-cl-fast-relaxed-math",
                    "-cl-mad-enable",
                    "-cl-no-signed-zeros",
                    "-cl-unsafe-math-optimizations",
                    "-cl-finite-math-only",
                    "-cl-denorms-are-zero",
                    "-cl-single-precision-constant",
                    "-cl-fp32-correctly-rounded-divide-sqrt",
                    "-cl-opt-disable",
                    "-Werror",
                    "-w");
        }
    }

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public String example() {
        return """
                %%opencl -DSCALE=2
                kernel void scale(global float *x) {
                    x[get_global_id(0)] *= SCALE;
                }""";
    }

    /** What is no option here is one of the compiler. */
    @Override
    public void configure(CommandLine arguments) {
        arguments.setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        for (String option : buildOptions) {
            if (option.startsWith("--") || !option.startsWith("-")) {
                String nearest = Spelling.nearest(
                        option,
                        MagicRegistry.parserOf(this)
                                .getCommandSpec()
                                .optionsMap()
                                .keySet());
                throw call.error("%%opencl has no option " + option + ". "
                        + (nearest == null ? "" : "Did you mean " + nearest + "? ")
                        + "Options of the compiler begin with one dash, as -cl-fast-relaxed-math; %help opencl lists the"
                        + " others.");
            }
        }
        for (String option : options(call)) {
            if (option.chars().anyMatch(Character::isWhitespace)) {
                throw call.error("The option " + option + " holds a blank, at which drivers would divide it. Use a name"
                        + " without one, such as uint, or #define it in the cell.");
            }
        }
        if (call.body().isBlank()) {
            throw call.error("There is no OpenCL C below %%opencl.");
        }
        Session session = session(call);
        try {
            Program program = OpenClKernels.of(call.notebook())
                    .define(
                            call.host(),
                            session,
                            call.bodyInPlace(),
                            options(call),
                            check ? new OclgrindCheck() : null);
            showSource(call, program);
            return summary(program, whereItPrints(call, session));
        } catch (BuildException e) {
            throw atItsPlace(e);
        }
    }

    private Session session(MagicCall call) {
        Session session = call.notebook().open();
        if (device == null) {
            return session;
        }
        Device wanted = Devices.find(device);
        if (!session.devices().contains(wanted)) {
            throw call.error("Device " + wanted + " is not in use, only " + DevicesMagic.names(session.devices())
                    + ". %device " + session.device().index() + "," + wanted.index() + " takes both.");
        }
        return session.on(wanted);
    }

    private List<String> options(MagicCall call) {
        List<String> options = new ArrayList<>();
        definitions.forEach(definition -> options.add("-D" + definition));
        includes.forEach(
                folder -> options.add("-I" + Surroundings.of(call.notebook()).place(Path.of(folder))));
        options.addAll(buildOptions);
        return options;
    }

    private void showSource(MagicCall call, Program program) {
        List<Diagnostic> warnings = program.diagnostics();
        SourceView source = SourceView.of(program.source())
                .diagnostics(warnings.subList(0, Math.min(MOST_MESSAGES, warnings.size())));
        if (show) {
            call.show(source);
        } else if (!warnings.isEmpty()) {
            call.show(source.excerpt(1).title(Numbers.counted(warnings.size(), "message") + " of the compiler"));
        }
    }

    private Sheet summary(Program program, String printed) {
        Sheet sheet = new Sheet(null).text("variable").text("parameters");
        for (String name : program.kernelNames()) {
            Kernel kernel = program.kernel(name);
            sheet.row(name, kernel.parameters().stream().map(OpenClMagic::text).collect(Collectors.joining(", ")));
        }
        String options = program.options().isEmpty() ? "" : ", options " + String.join(" ", program.options());
        return sheet.note(
                "For " + program.device().name() + options + (check ? "; launches are checked" : "") + printed);
    }

    /** Drivers write what kernels print to the output of their process, which is not the notebook's. */
    private static String whereItPrints(MagicCall call, Session session) {
        if (session.isIsolated()
                || !PRINTF.matcher(OpenClToken.withoutComments(call.body())).find()) {
            return "";
        }
        return ". What printf writes is in the terminal of Jupyter, not below the cell"
                + (session.device().kind() == Device.Kind.CPU ? "; after %device --isolated it is there" : "");
    }

    private static String text(KernelParameter parameter) {
        String qualifier = parameter.isPointer() && parameter.readOnly() ? "const " : "";
        return qualifier + parameter.shortType() + (parameter.name().isEmpty() ? "" : " " + parameter.name());
    }

    /** The compiler's errors at their lines, with the options that it was given. */
    public static MagicException atItsPlace(BuildException e) {
        List<Diagnostic> messages = e.diagnostics();
        String head = String.valueOf(e.getMessage()).lines().findFirst().orElseThrow();
        if (messages.isEmpty()) {
            return new MagicException(e.getMessage(), e);
        }
        SourceView places = SourceView.of(e.source())
                .diagnostics(messages.subList(0, Math.min(MOST_MESSAGES, messages.size())))
                .excerpt(1);
        String more = messages.size() > MOST_MESSAGES
                ? "\n… and " + Numbers.counted(messages.size() - MOST_MESSAGES, "more message")
                : "";
        return MagicException.showingPlace(head + "\n" + places.text() + more, head + "\n" + places.ansi() + more, e);
    }
}
