package org.plegma.rewrite.parallel.code;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Java's functions of {@code Math} in OpenCL C. Those of whole numbers and {@code sqrt}, {@code floor}, {@code ceil},
 * {@code rint}, {@code round}, {@code fma}, {@code abs}, {@code signum}, {@code min}, {@code max} give the very bits that
 * Java does; the others are within the few last places that OpenCL allows, and give NaN and infinities for the arguments for
 * which Java does.
 */
public final class MathFunctions {
    /** Functions of double numbers that have the same name. */
    private static final Set<String> OF_DOUBLE = Set.of(
            "sqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "expm1", "log",
            "log10", "log1p", "floor", "ceil", "rint");

    private static final Set<String> OF_TWO_DOUBLES = Set.of("atan2", "pow", "hypot");
    /** Rounded to float, they give for a float what the float function does. */
    private static final Set<String> EXACT_IN_FLOAT = Set.of("sqrt", "floor", "ceil", "rint");

    private static final Map<String, String> HELPERS = Map.ofEntries(
            Map.entry("java_min_float", extreme("float", "int", "min", "|", "<=")),
            Map.entry("java_max_float", extreme("float", "int", "max", "&", ">=")),
            Map.entry("java_min_double", extreme("double", "long", "min", "|", "<=")),
            Map.entry("java_max_double", extreme("double", "long", "max", "&", ">=")),
            Map.entry("java_abs_int", abs("int", "0x80000000u", "0x7fffffff")),
            Map.entry("java_abs_long", abs("long", "0x8000000000000000ul", "0x7fffffffffffffffl")),
            Map.entry("java_signum_float", signum("float")),
            Map.entry("java_signum_double", signum("double")),
            Map.entry(
                    "java_pow",
                    """
                    // as Java: a power of 1 or -1 whose exponent is NaN or infinite is NaN
                    double java_pow(double x, double y) {
                        return fabs(x) == 1 && !(fabs(y) < INFINITY) ? NAN : pow(x, y);
                    }
                    """),
            Map.entry("java_floor_float", rounding("float", "floor", "8388608.0f")),
            Map.entry("java_ceil_float", rounding("float", "ceil", "8388608.0f")),
            Map.entry("java_rint_float", rounding("float", "rint", "8388608.0f")),
            Map.entry("java_floor_double", rounding("double", "floor", "4503599627370496.0")),
            Map.entry("java_ceil_double", rounding("double", "ceil", "4503599627370496.0")),
            Map.entry("java_rint_double", rounding("double", "rint", "4503599627370496.0")),
            Map.entry("java_exp", ofNumbers("exp")),
            Map.entry("java_expm1", ofNumbers("expm1")),
            Map.entry("java_int_of_float", whole("int", "float")),
            Map.entry("java_int_of_double", whole("int", "double")),
            Map.entry("java_long_of_float", whole("long", "float")),
            Map.entry("java_long_of_double", whole("long", "double")),
            Map.entry("java_round_float", round("float", "int", "0.5f", "1.0f")),
            Map.entry("java_round_double", round("double", "long", "0.5", "1.0")),
            Map.entry(
                    "java_index",
                    """
                    // as Java: an index out of bounds is an error, which the host reads from fault
                    int java_index(int index, int length, int site, global int *fault) {
                        if (index >= 0 && index < length) {
                            return index;
                        }
                        if (atomic_cmpxchg(fault, 0, site) == 0) {
                            fault[1] = index;
                            fault[2] = length;
                        }
                        return 0;
                    }
                    """),
            Map.entry("java_quotient_int", quotient("int", "quotient", "/", "(int)(0u - (uint)a)")),
            Map.entry("java_quotient_long", quotient("long", "quotient", "/", "(long)(0ul - (ulong)a)")),
            Map.entry("java_remainder_int", quotient("int", "remainder", "%", "0")),
            Map.entry("java_remainder_long", quotient("long", "remainder", "%", "0")));

    private static final Map<String, List<Term>> READ = new ConcurrentHashMap<>();

    private MathFunctions() {}

    private static String extreme(String type, String bits, String name, String join, String order) {
        return "// as Java: NaN if one is, and -0 is below 0\n" + type + " java_" + name + "_" + type + "(" + type
                + " a, "
                + type + " b) {\n    return a != a ? a : a == 0 && b == 0 ? as_" + type + "(as_" + bits + "(a) " + join
                + " as_" + bits + "(b)) : a " + order + " b ? a : b;\n}\n";
    }

    /**
     * PoCL's {@code abs} leaves the least number open, and NVIDIA's compiler takes any negation of a negative number for
     * positive: with {@code a < 0 ? -a : a}, by unsigned numbers too, a remainder of it was wrong. So it is no negation.
     */
    private static String abs(String type, String least, String rest) {
        return "// as Java: the least number stays what it is, of which compilers are not to know that it is an absolute value\n"
                + type + " java_abs_" + type + "(" + type + " a) {\n    return a < 0 ? (" + type + ")(" + least
                + " - (a & "
                + rest + ")) : a;\n}\n";
    }

    private static String signum(String type) {
        return "// as Java: NaN and zeros are what they were\n" + type + " java_signum_" + type + "(" + type
                + " x) {\n    return x > 0 ? 1 : x < 0 ? -1 : x;\n}\n";
    }

    private static String whole(String type, String from) {
        return "// as Java: 0 of NaN, which drivers leave as it comes, and the nearest of what is too large\n" + type
                + " " + conversion(type, from) + "(" + from + " x) {\n    return x != x ? 0 : convert_" + type
                + "_sat(x);\n}\n";
    }

    /** The helper that makes a whole number of a real one. */
    static String conversion(String type, String from) {
        return "java_" + type + "_of_" + from;
    }

    /** A compiler that knows the number computes PoCL's own functions wrongly where it is large or NaN. */
    private static String rounding(String type, String name, String whole) {
        return "// what is larger is whole, and NaN stays: some drivers' own function loses it if it is constant\n"
                + type
                + " java_" + name + "_" + type + "(" + type + " x) {\n    return fabs(x) < " + whole + " ? " + name
                + "(x) : x;\n}\n";
    }

    private static String ofNumbers(String name) {
        return "// NaN stays: some drivers' own function loses it if it is constant\ndouble java_" + name
                + "(double x) {\n    return x == x ? " + name + "(x) : x;\n}\n";
    }

    private static String round(String type, String whole, String half, String one) {
        String large = type.equals("float") ? "8388608.0f" : "4503599627370496.0";
        return "// what is larger is whole already; it is asked first, as PoCL 6 fails to compile a choice within the sum\n"
                + whole
                + " java_round_" + type + "(" + type + " x) {\n    if (!(fabs(x) < " + large
                + ")) {\n        return x != x ? 0 : convert_" + whole + "_sat(x);\n    }\n    " + type
                + " below = floor(x);\n    return convert_" + whole + "(x - below >= " + half + " ? below + " + one
                + " : below);\n}\n";
    }

    private static String quotient(String type, String name, String operator, String ofMinusOne) {
        return "// as Java: a division by zero is an error, which the host reads from fault, and by -1 wraps\n" + type
                + " java_" + name + "_" + type + "(" + type + " a, " + type
                + " b, int site, global int *fault) {\n    if (b == 0) {\n        atomic_cmpxchg(fault, 0, site);\n"
                + "        return 0;\n    }\n    return b == -1 ? " + ofMinusOne + " : a " + operator + " b;\n}\n";
    }

    /** Whether it is a function that kernels may need and that is written here. */
    static boolean isHelper(String name) {
        return HELPERS.containsKey(name);
    }

    /**
     * A function of constants, computed by Java: PoCL's own functions convert numbers that are too large, and NaN, to
     * int before they see that they are, which the compiler takes for impossible if it knows the number: the store of the
     * result, and those beside it, are left out then.
     */
    static Typed constant(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            long whole = ((Number) value).longValue();
            boolean isInt = value instanceof Integer;
            if (whole == (isInt ? Integer.MIN_VALUE : Long.MIN_VALUE)) {
                return Typed.of(Terms.name(isInt ? "INT_MIN" : "LONG_MIN"), isInt ? "int" : "long");
            }
            Term digits = Terms.literal(Math.abs(whole) + (isInt ? "" : "L"));
            return Typed.of(whole < 0 ? Tree.of(Kind.UNARY, "-", List.of(digits)) : digits, isInt ? "int" : "long");
        }
        double real = ((Number) value).doubleValue();
        boolean single = value instanceof Float;
        boolean negative = real < 0 || real == 0 && 1 / real < 0;
        String digits = (single ? Float.toString(Math.abs((Float) value)) + "f" : Double.toString(Math.abs(real)));
        Term size = Double.isNaN(real)
                ? Terms.name("NAN")
                : Double.isInfinite(real) ? Terms.name("INFINITY") : Terms.literal(digits.replace("E", "e"));
        Term code = negative ? Tree.of(Kind.UNARY, "-", List.of(size)) : size;
        boolean isFloat = size.is(Kind.NAME);
        return Typed.of(isFloat && !single ? JavaTypes.conversion("double", code) : code, single ? "float" : "double");
    }

    /** A translated call; the name of the helper that it needs, or empty. */
    record Call(Term term, String type, String helper) {}

    /** A call of a function of Math, if there is one for these arguments. */
    static Optional<Call> call(String name, List<Term> arguments, List<String> types) {
        int count = arguments.size();
        if (OF_DOUBLE.contains(name) && count == 1 || OF_TWO_DOUBLES.contains(name) && count == 2) {
            Term[] wide = new Term[count];
            for (int i = 0; i < count; i++) {
                wide[i] = JavaTypes.cast("double", types.get(i), arguments.get(i));
            }
            String own = HELPERS.containsKey("java_" + name) ? "java_" + name : "java_" + name + "_double";
            boolean needed = HELPERS.containsKey(own) && !(name.equals("pow") && isPlainPower(wide[0], wide[1]));
            String helper = needed ? own : "";
            return Optional.of(new Call(Terms.call(helper.isEmpty() ? name : helper, wide), "double", helper));
        }
        return count == 0 ? Optional.empty() : ofOneType(name, arguments, types);
    }

    /** Those whose arguments and result have one type. */
    private static Optional<Call> ofOneType(String name, List<Term> arguments, List<String> types) {
        int count = arguments.size();
        String type = types.stream().reduce(JavaTypes::wider).orElseThrow();
        Term[] same = new Term[count];
        for (int i = 0; i < count; i++) {
            same[i] = JavaTypes.cast(type, types.get(i), arguments.get(i));
        }
        boolean real = JavaTypes.isReal(type);
        if ((name.equals("min") || name.equals("max")) && count == 2) {
            String helper = real ? "java_" + name + "_" + type : "";
            return Optional.of(new Call(Terms.call(real ? helper : name, same), type, helper));
        } else if (name.equals("abs") && count == 1) {
            String helper = real ? "" : "java_abs_" + type;
            return Optional.of(new Call(Terms.call(real ? "fabs" : helper, same), type, helper));
        } else if (name.equals("signum") && count == 1) {
            String of = type.equals("double") ? type : "float";
            String helper = "java_signum_" + of;
            return Optional.of(new Call(Terms.call(helper, JavaTypes.cast(of, type, same[0])), of, helper));
        } else if (name.equals("round") && count == 1) {
            String from = real ? type : "float";
            String helper = "java_round_" + from;
            Term argument = JavaTypes.cast(from, type, same[0]);
            return Optional.of(new Call(Terms.call(helper, argument), from.equals("float") ? "int" : "long", helper));
        } else if (name.equals("fma") && count == 3 && real) {
            return Optional.of(new Call(Terms.call("fma", same), type, ""));
        }
        return Optional.empty();
    }

    /** Whether OpenCL's power is Java's: its exponent is finite, or its base neither 1 nor -1. */
    private static boolean isPlainPower(Term base, Term exponent) {
        Term number = constant(base);
        boolean unlikeOne = number.is(Kind.LITERAL)
                && number.text().matches("[0-9.]+([eE][+-]?\\d+)?f?")
                && Double.parseDouble(number.text()) != 1;
        return unlikeOne || constant(exponent).is(Kind.LITERAL);
    }

    /** Without signs and casts. */
    private static Term constant(Term value) {
        return value.is(Kind.CAST) ? constant(value.child(1)) : value.is(Kind.UNARY) ? constant(value.child(0)) : value;
    }

    /** {@code (float)Math.name(x)} of a float where the function for floats gives the same bits; empty for others. */
    static Optional<Term> inFloat(String name, Term argument) {
        String own = "java_" + name + "_float";
        return EXACT_IN_FLOAT.contains(name)
                ? Optional.of(Terms.call(HELPERS.containsKey(own) ? own : name, argument))
                : Optional.empty();
    }

    public static String names() {
        Set<String> names = new TreeSet<>(OF_DOUBLE);
        names.addAll(OF_TWO_DOUBLES);
        names.addAll(List.of("abs", "min", "max", "round", "signum", "fma"));
        return String.join(", ", names);
    }

    /** The functions of a helper's source, which is read once. */
    static List<Term> functions(String helper) {
        return READ.computeIfAbsent(
                helper, name -> Code.opencl(Objects.requireNonNull(HELPERS.get(name), name + " is no helper"))
                        .children());
    }
}
