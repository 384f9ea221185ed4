package org.plegma.stencil.code;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.device.vectors.VectorFunction;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.MathFunction;

/**
 * Writes trees as OpenCL C that computes several cells at once: reads are vectors, and conditions vectors of integers,
 * among which {@code select} chooses cell by cell. Functions that the device computes wrongly for vectors are called lane by
 * lane.
 */
public final class VectorPrinter extends ClPrinter {
    static final String PREFIX = "vector_";

    private final ElementType type;
    private final int width;
    private final String vector;
    private final VectorFunctions device;
    private final SortedSet<VectorFunction> laneByLane = new TreeSet<>();

    VectorPrinter(ElementType type, int width, VectorFunctions device, Function<Expr.Access, String> reads) {
        super(type, reads, PREFIX);
        this.type = type;
        this.width = width;
        this.vector = type.openclName() + width;
        this.device = device;
    }

    /** The functions for which the printed code calls one of {@link #laneByLaneFunction}. */
    SortedSet<VectorFunction> laneByLane() {
        return laneByLane;
    }

    /** A function of vectors that takes each lane on its own. */
    static String laneByLaneFunction(VectorFunction function, ElementType type, int width) {
        return VectorFunctions.laneByLane(PREFIX + function.text(), function, type, width);
    }

    /** The type of conditions: its integers have as many bits as the values. */
    public static String conditionType(ElementType type, int width) {
        return (type == ElementType.FLOAT ? "int" : "long") + width;
    }

    private String wide(String text) {
        return "(" + vector + ")(" + text + ")";
    }

    private String wide(Expr e) {
        return wide(print(e));
    }

    /** The name by which a function of vectors is called. */
    private String callee(VectorFunction function) {
        if (device.mayCall(function, type, width)) {
            return function.text();
        }
        laneByLane.add(function);
        return PREFIX + function.text();
    }

    @Override
    public Text call(Expr.Call call) {
        return Text.atom(callee(of(call.function()))
                + call.arguments().stream().map(this::wide).collect(Collectors.joining(", ", "(", ")")));
    }

    private VectorFunction of(MathFunction function) {
        return VectorFunction.valueOf(function(function).toUpperCase(java.util.Locale.ROOT));
    }

    @Override
    protected String power(String base, String exponent) {
        return callee(VectorFunction.POW) + "(" + wide(base) + ", " + wide(exponent) + ")";
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
