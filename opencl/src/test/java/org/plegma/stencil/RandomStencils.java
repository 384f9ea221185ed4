package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.MathFunction;

/** Random formulas in the stencil language, boundaries and shapes; the same for the same seed. */
public final class RandomStencils {
    private static final String[] AXES = {"x", "y", "z"};
    private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 23, 24, 31};

    private static final double[] SPECIAL = {
        0,
        -0.0,
        1,
        -1,
        2,
        -3,
        0.5,
        100,
        1e-40,
        1e-30,
        -1e30,
        3e38,
        1e10,
        4503599627370497.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    private final Random random;
    private final int rank;

    public RandomStencils(long seed) {
        random = new Random(seed);
        rank = 1 + random.nextInt(3);
    }

    public int rank() {
        return rank;
    }

    public int[] shape() {
        int most = rank == 3 ? 9 : SIZES.length;
        return IntStream.range(0, rank).map(axis -> SIZES[random.nextInt(most)]).toArray();
    }

    /** One for each axis, constants that differ. */
    public Boundary[] boundaries() {
        return IntStream.range(0, rank)
                .mapToObj(axis -> switch (random.nextInt(7)) {
                    case 0 -> Boundary.ZERO;
                    case 1 -> Boundary.constant(
                            List.of(-1.5, 0.25, 2.0, 0.7, -0.1).get(random.nextInt(5)));
                    case 2 -> Boundary.FIXED;
                    case 3 -> Boundary.PERIODIC;
                    case 4 -> Boundary.REFLECT;
                    case 5 -> Boundary.MIRROR;
                    default -> Boundary.NEAREST;
                })
                .toArray(Boundary[]::new);
    }

    /** The same, among them constants that are no usual numbers. */
    Boundary[] strangeBoundaries() {
        Boundary[] all = boundaries();
        for (int axis = 0; axis < rank; axis++) {
            if (all[axis].kind() == Boundary.Kind.CONSTANT && random.nextInt(4) == 0) {
                all[axis] = Boundary.constant(SPECIAL[random.nextInt(SPECIAL.length)]);
            }
        }
        return all;
    }

    /** A value to start from, now and then a special one. */
    double startValue() {
        return random.nextInt(50) == 0 ? (float) SPECIAL[random.nextInt(SPECIAL.length)] : value();
    }

    /** A value for a parameter, now and then none or huge. */
    public double parameter() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> (random.nextBoolean() ? 1 : -1) * (double) (float) 1e20;
            default -> (float) value();
        };
    }

    /** A weighted sum of reads, some with coefficients of parameters. */
    public String linear() {
        return "param a = 0.3\nu[" + axes() + "] = " + sum(random.nextInt(6), "*a", "u");
    }

    /** At most three reads, so that even eight steps folded into one have at most 45. */
    String linearOfFewTerms() {
        return "param a = 0.3\nu[" + axes() + "] = " + sum(random.nextInt(3), "*a", "u");
    }

    /** Two fields that depend on each other, an older level, and a source of each cell. */
    public String coupled() {
        return "field kernel\nu[t+1," + axes() + "] = " + sum(3, "", "u", "v") + " + 0.25*u[t-1," + axes() + "] + 0.5*"
                + read("kernel", 1) + "\nv[" + axes() + "] = " + sum(2, "", "u", "v");
    }

    private String sum(int more, String param, String... fields) {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < 1 + more; i++) {
            terms.add(number() + (random.nextInt(4) == 0 ? param : "") + "*"
                    + read(fields[i % fields.length], random.nextInt(3) == 0 ? 6 : 2));
        }
        return String.join(" + ", terms);
    }

    /** Two fields, a read-only one, an older level, functions and conditions. Names are keywords of OpenCL C. */
    public String general() {
        while (true) {
            String formula = anyFormula();
            try {
                StencilSpec.parse(formula);
                return formula;
            } catch (FormulaException e) {
                // A constant that is no finite number, such as acos(2).
                if (!e.getMessage().contains("The constant")) {
                    throw e;
                }
            }
        }
    }

    private String anyFormula() {
        return "param global = 0.25\nfield kernel\nu[t+1," + axes() + "] = " + bounded(expression(3)) + " + 0.1*u[t-1,"
                + axes() + "]\nfloat4[" + axes() + "] = " + bounded(expression(3));
    }

    /** Mostly such that values stay about 1 from step to step. */
    private String bounded(String e) {
        return switch (random.nextInt(4)) {
            case 0 -> e;
            case 1 -> "0.5*sin(" + e + ")";
            case 2 -> "max(-1, min(1, " + e + "))";
            default -> "0.7*tanh(" + e + ")";
        };
    }

    private String expression(int depth) {
        if (depth == 0) {
            return switch (random.nextInt(8)) {
                case 0 -> number();
                case 1 -> List.of("global", "pi", "0.3*pi", "pi^2/8").get(random.nextInt(4));
                case 2, 3 -> read("float4", 2);
                case 4 -> read("kernel", 2);
                default -> read("u", 2);
            };
        }
        String a = expression(depth - 1);
        String b = expression(depth - 1);
        return switch (random.nextInt(12)) {
            case 0, 1 -> "(" + a + " + " + b + ")";
            case 2 -> "(" + a + " - " + b + ")";
            case 3 -> "(" + a + ")*(" + b + ")";
            case 4 -> "(" + a + ")/"
                    + List.of("(2 + abs(%s))", "(1.5 + sin(%s))", "3", read("u", 2))
                            .get(random.nextInt(4))
                            .formatted(b);
            case 5 -> "(" + condition(a, b) + " ? " + expression(depth - 1) + " : " + b + ")";
            case 6 -> power(a, b);
            default -> function(a, b);
        };
    }

    private String condition(String a, String b) {
        String one = a + List.of(" < ", " <= ", " > ", " >= ", " == ", " != ").get(random.nextInt(6)) + b;
        String other = read("u", 1) + " < " + number();
        return switch (random.nextInt(4)) {
            case 0 -> "(" + one + " && " + other + ")";
            case 1 -> "(" + one + " || !(" + other + "))";
            default -> one;
        };
    }

    /** Whole, fractional, negative and variable exponents; a few bases may be negative or 0. */
    private String power(String a, String b) {
        String positive = "(0.2 + abs(" + a + "))";
        return switch (random.nextInt(8)) {
            case 0 -> "(" + a + ")^" + (2 + random.nextInt(6));
            case 1 -> positive + "^(-" + (1 + random.nextInt(4)) + ")";
            case 2 -> positive + "^" + List.of("1.5", "0.5", "(1/3)", "2.75").get(random.nextInt(4));
            case 3 -> positive + "^(-" + List.of("0.5", "1.5", "1/3").get(random.nextInt(3)) + ")";
            case 4 -> positive + "^tanh(" + b + ")";
            case 5 -> List.of("2", "0.5", "pi").get(random.nextInt(3)) + "^sin(" + a + ")";
            case 6 -> positive + "^global";
            default -> read("u", 2) + "^"
                    + List.of("1.5", "0.5", "(-1)", "(-1.5)").get(random.nextInt(4));
        };
    }

    /** Every function, arguments mostly where it is defined and not steep. */
    private String function(String a, String b) {
        String tame = random.nextInt(12) == 0
                ? a
                : List.of("tanh(%s)", "sin(%s)", "cos(%s)")
                        .get(random.nextInt(3))
                        .formatted(a);
        String positive = random.nextInt(12) == 0 ? a : "0.1 + abs(" + a + ")";
        return switch (MathFunction.values()[random.nextInt(MathFunction.values().length)]) {
            case ABS -> "abs(" + a + ")";
            case ACOS -> "acos(" + tame + ")";
            case ASIN -> "asin(" + tame + ")";
            case ATAN -> "atan(" + a + ")";
            case ATAN2 -> "atan2(" + a + ", " + b + ")";
            case CBRT -> "cbrt(" + a + ")";
            case CEIL -> "ceil(2*(" + a + "))";
            case COS -> "cos(" + a + ")";
            case COSH -> "cosh(" + tame + ")";
            case EXP -> "exp(" + tame + ")";
            case FLOOR -> "floor(3*(" + a + "))";
            case HYPOT -> "hypot(" + a + ", " + b + ")";
            case LOG -> "log(" + positive + ")";
            case LOG10 -> "log10(" + positive + ")";
            case MAX -> "max(" + a + ", " + b + ")";
            case MIN -> "min(" + a + ", " + b + ", " + number() + ")";
            case ROUND -> "round(2*(" + a + "))";
            case SIN -> "sin(" + a + ")";
            case SINH -> "sinh(" + tame + ")";
            case SQRT -> "sqrt(" + positive + ")";
            case TAN -> "tan(" + tame + ")";
            case TANH -> "tanh(" + a + ")";
        };
    }

    private String number() {
        return List.of("0.5", "1/3", "2", "0.125", "(-0.75)", "1", "0.1", "1e-3")
                .get(random.nextInt(8));
    }

    private String read(String field, int radius) {
        return field
                + IntStream.range(0, rank)
                        .mapToObj(axis -> {
                            int step = random.nextInt(2) == 0 ? 0 : random.nextInt(2 * radius + 1) - radius;
                            return AXES[axis] + (step == 0 ? "" : step < 0 ? "" + step : "+" + step);
                        })
                        .collect(Collectors.joining(",", "[", "]"));
    }

    private String axes() {
        return String.join(",", List.of(AXES).subList(0, rank));
    }

    /** A whole number from 0 to {@code end}, without it. */
    public int below(int end) {
        return random.nextInt(end);
    }

    public double value() {
        return random.nextDouble() * 2 - 1;
    }
}
