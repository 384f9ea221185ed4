package org.plegma.magics.compute;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.expr.FormulaOptions;
import org.plegma.expr.StencilLanguage;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.expr.tree.Boundary;
import org.plegma.magics.Candidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.VariableNames;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%stencil}: a formula in a cell becomes a variable that runs it. */
@Command(
        name = "stencil",
        description =
                "Reads the cell as the formula of a stencil and makes it a variable. `name.on(session()).run(grid, steps)`"
                        + " gives the grid after so many steps; `%explain name` compares the methods and shows the code that runs.")
public final class StencilMagic implements Magic {

    @Parameters(paramLabel = "NAME", description = "The variable to make.")
    private String name;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = Types.class,
            description = "float or double; without it, the type of the grids.")
    private @Nullable String type;

    @Option(
            names = "--boundary",
            split = ",",
            paramLabel = "BOUNDARY",
            completionCandidates = Boundaries.class,
            description =
                    "What lies outside: zero, constant(v), fixed, periodic (or wrap), reflect, mirror or nearest; with"
                            + " commas one for each axis. Without it, zero.")
    private List<String> boundaries = List.of();

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            completionCandidates = Methods.class,
            description =
                    "How the steps are computed: auto (the default) takes the fastest, and direct for short runs, on a GPU"
                            + " for the first of them; others are direct,"
                            + " micikevicius, partial-sums, and with the number of steps done together composed(k),"
                            + " blocked(k) and fft(k). %%explain NAME compares them, %%explain NAME --steps N for a run.")
    private @Nullable String method;

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUE",
            description = "The value of a parameter unless a run gives another; may be repeated.")
    private Map<String, Double> params = new LinkedHashMap<>();

    @Option(
            names = "--spacing",
            paramLabel = "H",
            description = "The distance of grid points for d1, d2 and lap: a number or an expression of parameters.")
    private @Nullable String spacing;

    static final class Types extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return List.of("float", "double");
        }
    }

    static final class Boundaries extends Candidates {
        @Override
        protected List<String> values(Request request) {
            String done = request.prefix().substring(0, request.prefix().lastIndexOf(',') + 1);
            return Boundary.names().stream().map(boundary -> done + boundary).toList();
        }
    }

    static final class Methods extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return Method.examples();
        }
    }

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public String example() {
        return """
                %%stencil heat --boundary reflect
                param alpha = 0.1
                u[x,y] = u + alpha*lap(u)""";
    }

    /** The words of the stencil language. */
    @Override
    public Collection<String> bodyWords() {
        return StencilLanguage.words().stream().map(StencilLanguage.Word::name).toList();
    }

    @Override
    public Optional<BodyWord> describe(String body, int cursor) {
        return StencilLanguage.describe(body, cursor).map(word -> new BodyWord(word.form(), word.meaning()));
    }

    @Override
    public Object run(MagicCall call) throws Exception {
        if (call.body().isBlank()) {
            throw call.error("There is no formula below %%stencil. Write one, such as u[x] = u + 0.1*lap(u)");
        }
        VariableNames.check(call.host(), name, Stencil.class, "stencil");
        Stencil stencil = settings(call, parse(call));
        call.host().bind(name, Stencil.class.getName(), stencil);
        return stencil;
    }

    private Stencil parse(MagicCall call) {
        FormulaOptions options = FormulaOptions.standard();
        try {
            return Stencil.parse(call.body(), spacing == null ? options : options.spacing(spacing));
        } catch (FormulaException e) {
            throw MagicException.showingPlace(
                    e.problems().stream()
                            .map(problem -> inTheCell(problem, call.bodyLine()).text())
                            .collect(Collectors.joining("\n\n")),
                    e);
        }
    }

    private static FormulaException.Problem inTheCell(FormulaException.Problem problem, int bodyLine) {
        return new FormulaException.Problem(
                problem.line() == 0 ? 0 : problem.line() + bodyLine - 1,
                problem.column(),
                problem.excerpt(),
                problem.markStart(),
                problem.marked(),
                problem.cause(),
                problem.cure());
    }

    private Stencil settings(MagicCall call, Stencil parsed) {
        Stencil stencil = parsed;
        try {
            if (type != null) {
                stencil = stencil.withType(elementType(call));
            }
            if (!boundaries.isEmpty()) {
                stencil = stencil.withBoundary(
                        boundaries.stream().map(Boundary::parse).toArray(Boundary[]::new));
            }
            if (method != null) {
                stencil = stencil.withMethod(Method.parse(method));
            }
            for (Map.Entry<String, Double> param : params.entrySet()) {
                stencil = stencil.withParam(param.getKey(), param.getValue());
            }
            return stencil;
        } catch (IllegalArgumentException e) {
            throw call.error(e.getMessage());
        }
    }

    private ElementType elementType(MagicCall call) {
        return switch (type) {
            case "float" -> ElementType.FLOAT;
            case "double" -> ElementType.DOUBLE;
            default -> throw call.error("Unknown type '" + type + "'. A stencil computes in float or double.");
        };
    }
}
