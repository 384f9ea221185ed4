package org.plegma.stencil;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.expr.Expr;

/**
 * Writes trees as OpenCL C that computes several cells at once: reads are vectors, and conditions vectors of integers,
 * among which {@code select} chooses cell by cell.
 */
final class VectorPrinter extends ClPrinter {
    static final String PREFIX = "vector_";

    private final String vector;

    VectorPrinter(ElementType type, int width, Function<Expr.Access, String> reads) {
        super(type, reads, PREFIX);
        this.vector = type.openclName() + width;
    }

    /** The type of conditions: its integers have as many bits as the values. */
    static String conditionType(ElementType type, int width) {
        return (type == ElementType.FLOAT ? "int" : "long") + width;
    }

    private String wide(Expr e) {
        return "(" + vector + ")(" + print(e) + ")";
    }

    @Override
    public Text call(Expr.Call call) {
        List<Expr> arguments = call.arguments();
        return Text.atom(function(call.function())
                + arguments.stream().map(this::wide).collect(Collectors.joining(", ", "(", ")")));
    }

    @Override
    protected String power(String base, String exponent) {
        return "pow((%1$s)(%2$s), (%1$s)(%3$s))".formatted(vector, base, exponent);
    }

    @Override
    public Text compare(Expr.Compare compare) {
        return Text.of(
                wide(compare.left()) + " " + comparison(compare.comparison()) + " " + wide(compare.right()),
                Precedence.COMPARE);
    }

    @Override
    public Text select(Expr.Select select) {
        return Text.atom("select(" + wide(select.otherwise()) + ", " + wide(select.then()) + ", "
                + print(select.condition()) + ")");
    }
}
