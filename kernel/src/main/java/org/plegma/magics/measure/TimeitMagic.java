package org.plegma.magics.measure;

import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.rewrite.text.JavaParsers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %timeit} and {@code %%timeit}: times code over many rounds. */
@Command(
        name = "timeit",
        description =
                "Times Java code by running it in a loop, as often as the clock needs; shows mean, standard deviation and"
                        + " best of several runs. Variables that the code declares end with it; what computes them is timed, though"
                        + " nothing uses them. Code on the line of `%%timeit` is set-up that is not timed. `%%bench` gives the median"
                        + " of single runs, each with a look at the clock. The two agree for code of some microseconds or more; below"
                        + " that `%timeit` is right.")
public final class TimeitMagic implements Magic {
    private static final String USE = "org.plegma.magics.measure.Timeit.use(";

    @Option(names = "-n", paramLabel = "LOOPS", description = "Loops of a run; without it, as many as take 0.2 s.")
    private long loops;

    @Option(names = "-r", paramLabel = "RUNS", defaultValue = "7", description = "Runs; 7 unless told.")
    private int runs;

    @Parameters(arity = "0..*", paramLabel = "CODE", description = "Java code, up to the end of the line.")
    private @Nullable List<String> code;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.allOf(Kind.class);
    }

    @Override
    public boolean takesJava() {
        return true;
    }

    @Override
    public String example() {
        return "%timeit -r 3 Math.sqrt(System.nanoTime())";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        String timed = call.code();
        if (timed.isBlank()) {
            throw call.error("There is no code to time. Write it after %timeit, or below %%timeit.");
        }
        if (loops < 0 || runs < 1) {
            throw call.error("The numbers of loops and of runs have to be positive.");
        }
        String setup = call.isCell() && code != null ? call.lineCode() : "";
        String expression = timed.strip();
        expression = expression.endsWith(";") ? expression.substring(0, expression.length() - 1) : expression;
        long startedBefore = Timeit.started();
        try {
            return call.evaluate(program(call, setup, USE, expression, ");"), call.codeLine() - 1);
        } catch (Exception notAnExpression) {
            if (Timeit.started() != startedBefore) {
                throw notAnExpression; // it compiled, and failed when it ran
            }
        }
        boolean closed = timed.strip().endsWith(";") || timed.strip().endsWith("}");
        String after = (closed ? "" : ";") + uses(timed);
        return call.evaluate(program(call, setup, "", timed, after), call.codeLine() - 1);
    }

    /** Uses of the variables that the code declares: else the compiler leaves out what computes them. */
    private static String uses(String timed) {
        return JavaParsers.of(new ParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17))
                .parseBlock("{" + timed + ";}")
                .getResult()
                .map(block -> block.getStatements().stream()
                        .filter(Statement::isExpressionStmt)
                        .map(statement -> statement.asExpressionStmt().getExpression())
                        .filter(Expression::isVariableDeclarationExpr)
                        .flatMap(declared -> declared.asVariableDeclarationExpr().getVariables().stream())
                        .filter(variable -> variable.getInitializer().isPresent())
                        .map(variable -> " " + USE + variable.getNameAsString() + ");")
                        .collect(Collectors.joining()))
                .orElse("");
    }

    /** The loop around the code, which keeps its line and column so that errors point into the cell. */
    private String program(MagicCall call, String setup, String before, String timed, String after) {
        return "org.plegma.magics.measure.Timeit.measure(" + loops + "L, " + runs + ", loops$ -> { " + statement(setup)
                + " long start$ = System.nanoTime(); for (long i$ = 0; i$ < loops$; i$++) { " + before + "\n"
                + " ".repeat(call.codeColumn() - 1) + timed + "\n"
                + after + " } return System.nanoTime() - start$; })";
    }

    private static String statement(String code) {
        return code.isBlank() || code.strip().endsWith(";") || code.strip().endsWith("}") ? code : code + ";";
    }
}
