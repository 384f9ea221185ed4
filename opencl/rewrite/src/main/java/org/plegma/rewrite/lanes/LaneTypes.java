package org.plegma.rewrite.lanes;

import java.util.List;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/** Vectors of a width: their types, and conversions as C makes them of scalars. */
final class LaneTypes {
    /** The constant vector 0, 1, 2, …. */
    static final String LANES = "java_lanes";

    private static final List<String> RANKS = List.of("int", "uint", "long", "ulong", "float", "double");

    private final int width;
    private boolean wide;

    LaneTypes(int width) {
        this.width = width;
    }

    int width() {
        return width;
    }

    /** Whether a vector of numbers of 64 bits was made. */
    boolean hasWide() {
        return wide;
    }

    static boolean isNumber(String type) {
        return RANKS.contains(type);
    }

    static boolean isWhole(String type) {
        return RANKS.indexOf(type) >= 0 && RANKS.indexOf(type) < 4;
    }

    static boolean isWide(String type) {
        return type.endsWith("long") || type.equals("double");
    }

    /** The type in which C computes with two numbers. */
    static String usual(String a, String b) {
        if (a.equals("bool") && b.equals("bool")) {
            return "bool";
        }
        return RANKS.get(Math.max(RANKS.indexOf(a), RANKS.indexOf(b)));
    }

    String vectorName(String type) {
        wide |= isWide(type);
        return (type.equals("bool") ? "int" : type) + width;
    }

    Tree vectorType(String type) {
        return Tree.leaf(Kind.TYPE, vectorName(type));
    }

    Term splat(String type, Term scalar) {
        return Tree.of(Kind.VECTOR, vectorType(type), scalar);
    }

    /** The value as a vector. */
    Term vector(LaneValue value) {
        return value.isSame() ? splat(value.type(), operand(value)) : operand(value);
    }

    /** The value beside an operator whose other side is a vector: a scalar may stay one. */
    Term operand(LaneValue value) {
        return switch (value.spread()) {
            case SAME -> value.type().equals("bool") ? truth(value.code()) : value.code();
            case CONSECUTIVE -> Terms.binary(
                    "+",
                    value.code(),
                    value.type().equals("int")
                            ? Terms.name(LANES)
                            : Terms.call("convert_" + vectorName(value.type()), Terms.name(LANES)));
            case EACH -> value.code();
        };
    }

    private static Term truth(Term condition) {
        return Tree.of(Kind.CONDITIONAL, condition, Terms.number(-1), Terms.number(0));
    }

    /** A condition, which in C may be a number. */
    LaneValue condition(LaneValue value) {
        if (value.type().equals("bool")) {
            return value;
        }
        return value.isSame()
                ? LaneValue.same(value.code(), "bool")
                : comparison("!=", value, LaneValue.same(Terms.number(0), "int"));
    }

    /** A comparison of numbers that differ between lanes; OpenCL gives a mask as wide as they are. */
    LaneValue comparison(String operator, LaneValue left, LaneValue right) {
        String type = usual(left.type(), right.type());
        Term code = Terms.binary(operator, operand(convert(left, type)), operand(convert(right, type)));
        return LaneValue.each(isWide(type) ? Terms.call("convert_" + vectorName("int"), code) : code, "bool");
    }

    /** A vector that has {@code yes} where the mask is set, else {@code no}. */
    Term select(String type, Term no, Term yes, Term mask) {
        return Terms.call("select", no, yes, isWide(type) ? Terms.call("convert_" + vectorName("long"), mask) : mask);
    }

    LaneValue convert(LaneValue value, String type) {
        if (value.type().equals(type)) {
            return value;
        }
        if (type.equals("bool")) {
            return condition(value);
        }
        if (value.type().equals("bool")) {
            throw new RefusedException(place(value.code()), "a condition is used as a number.");
        }
        if (value.isSame()) {
            return LaneValue.same(scalar(value, type), type);
        }
        boolean signed = value.type().equals("int") || value.type().equals("long");
        if (value.isConsecutive() && signed && (type.equals("int") || type.equals("long"))) {
            return new LaneValue(cast(type, value.code()), type, Spread.CONSECUTIVE);
        }
        return LaneValue.each(converted(operand(value), value.type(), type), type);
    }

    private static Term scalar(LaneValue value, String type) {
        boolean plain = value.code().is(Kind.LITERAL) && value.code().text().matches("\\d+");
        if (plain && !isWhole(type)) {
            return Terms.literal(value.code().text() + (type.equals("float") ? ".0f" : ".0"));
        }
        return cast(type, value.code());
    }

    static Term cast(String type, Term value) {
        return Tree.of(Kind.CAST, Tree.leaf(Kind.TYPE, type), value);
    }

    private Term converted(Term code, String from, String to) {
        if (!isWhole(to)) {
            return Terms.call("convert_" + vectorName(to), code);
        }
        if (!isWhole(from)) {
            throw new RefusedException(place(code), "a real number becomes a whole one without saturation.");
        }
        Term same = code;
        String middle = from;
        if (isWide(from) != isWide(to)) { // with its own sign first: a vector's conversion that changes it is undefined
            middle = (from.startsWith("u") ? "u" : "") + (isWide(to) ? "long" : "int");
            same = Terms.call("convert_" + vectorName(middle), code);
        }
        return middle.equals(to) ? same : Terms.call("as_" + vectorName(to), same);
    }

    private static Place place(Term term) {
        return term.place();
    }
}
