package org.plegma.stencil;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.expr.Expr;
import org.plegma.expr.MathFunction;

/**
 * Writes trees as OpenCL C that computes several cells at once: reads are vectors, and conditions vectors of integers,
 * among which {@code select} chooses cell by cell.
 */
final class VectorPrinter extends ClPrinter {
    static final String PREFIX = "vector_";

    /**
     * Functions that are called lane by lane: PoCL's for vectors are wrong by a hundredth for small arguments beside huge
     * ones in other lanes.
     */
    private static final Set<MathFunction> LANE_BY_LANE =
            EnumSet.of(MathFunction.SIN, MathFunction.COS, MathFunction.TAN);

    private final String vector;
    private final SortedSet<MathFunction> laneByLane = new TreeSet<>();

    VectorPrinter(ElementType type, int width, Function<Expr.Access, String> reads) {
        super(type, reads, PREFIX);
        this.vector = type.openclName() + width;
    }

    /** The functions for which the printed code calls one of {@link #laneByLaneFunction}. */
    SortedSet<MathFunction> laneByLane() {
        return laneByLane;
    }

    /** A function of vectors that takes each lane on its own. */
    static String laneByLaneFunction(MathFunction function, ElementType type, int width) {
        String name = function.text();
        String lanes = IntStream.range(0, width)
                .mapToObj(lane -> name + "(a.s" + Integer.toHexString(lane) + ")")
                .collect(Collectors.joining(", "));
        String vector = type.openclName() + width;
        return "%s %s%s(const %s a) {\n    return (%s)(%s);\n}\n"
                .formatted(vector, PREFIX, name, vector, vector, lanes);
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
        boolean each = LANE_BY_LANE.contains(call.function());
        if (each) {
            laneByLane.add(call.function());
        }
        return Text.atom((each ? PREFIX : "")
                + function(call.function())
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
