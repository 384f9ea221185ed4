package org.plegma.magics.compute;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.coursework.ParticleJudge;
import org.plegma.device.errors.BuildException;
import org.plegma.magics.MagicCall;
import org.plegma.magics.opencl.OpenClCell;
import org.plegma.magics.opencl.OpenClMagic;
import org.plegma.particles.variant.ParticleVariants;
import org.plegma.particles.variant.StudentVariant;
import org.plegma.particles.variant.VariantCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%variant}: a way to compute the soft cube, written in a cell. */
@Command(
        name = "variant",
        description =
                "Adds a variant of the soft cube: kernels in OpenCL C, and below them a Java class that implements"
                        + " `VariantCode`. `prepare(Stages)` gets the kernels with their sizes, `iterate(Stages)` launches one"
                        + " iteration, or `step(Stages)` a whole step. The variant is then in `ParticleVariants.all()`, in each"
                        + " bench, table and chart. `ParticleJudge.check(session(), ParticleVariants.named(name))` judges it.")
public final class VariantMagic implements OpenClCell {
    private static final Pattern CLASS = Pattern.compile("(?m)^[ \\t]*(?:(?:public|static|final)\\s+)*class\\s+(\\w+)");

    @Parameters(paramLabel = "NAME", description = "Its name in tables and charts, such as mine or tiles-of-4.")
    private String name;

    @Option(names = "-D", paramLabel = "NAME=VALUE", description = "Defines a macro; may be repeated: -DTILE=16.")
    private List<String> definitions = List.of();

    @Option(
            names = "--check",
            description = "Judges it at once: simulated first, then stage by stage, in a process of its own.")
    private boolean check;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public String example() {
        return """
                %%variant mine
                kernel void stay(int n, global const float* from, global float* to) {
                    int i = get_global_id(0);
                    if (i < n) to[i] = from[i];
                }

                class Mine implements VariantCode {
                    Kernel stay;
                    public void prepare(Stages s) {
                        stay = s.kernel("stay").global(3 * s.particles());
                    }
                    public void iterate(Stages s) {
                        s.launch(stay, 3 * s.particles(), s.from(), s.to());
                        s.swap();
                    }
                }""";
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        String body = call.bodyInPlace();
        Matcher begin = CLASS.matcher(body);
        if (!begin.find()) {
            throw call.error("The cell has no Java class. Write one below the kernels, such as\n"
                    + "class Mine implements VariantCode { … }");
        }
        String source = body.substring(0, begin.start());
        String java = body.substring(begin.start());
        int javaLine = 1 + (int) source.chars().filter(c -> c == '\n').count();
        List<String> options = definitions.stream().map(each -> "-D" + each).toList();
        try {
            if (!source.isBlank()) {
                call.notebook()
                        .open()
                        .compileGuarded(source, options.toArray(String[]::new))
                        .close();
            }
        } catch (BuildException e) {
            throw OpenClMagic.atItsPlace(e);
        }
        call.host()
                .evaluate(
                        "import org.plegma.device.*; import org.plegma.particles.*; import"
                                + " org.plegma.particles.variant.*;",
                        1);
        call.evaluate(java, javaLine);
        Object code = call.evaluate(
                "(java.util.function.Supplier<" + VariantCode.class.getName() + ">) () -> new " + begin.group(1) + "()",
                javaLine);
        StudentVariant variant = new StudentVariant(name, source, options, asSupplier(code));
        try {
            ParticleVariants.add(variant);
        } catch (IllegalArgumentException e) {
            throw call.error(e.getMessage());
        }
        return check ? ParticleJudge.check(call.notebook().open(), variant) : variant;
    }

    @SuppressWarnings("unchecked") // it was evaluated as one
    private static Supplier<VariantCode> asSupplier(@Nullable Object code) {
        return (Supplier<VariantCode>) Objects.requireNonNull(code);
    }
}
