package org.plegma.rewrite.simulator;

/** Operators on the values of a group, with the types and widths of OpenCL C. */
final class Arithmetic {
    private Arithmetic() {}

    static Lanes unary(String operator, Lanes value) {
        boolean not = operator.equals("!");
        ScalarType type = not ? ScalarType.INT : ScalarType.wider(value.type, value.type);
        Lanes result = Lanes.of(type, value.width, value.items());
        for (int c = 0; c < value.width; c++) {
            for (int i = 0; i < value.items(); i++) {
                double real = value.real(c, i);
                long whole = value.whole(c, i);
                switch (operator) {
                    case "-" -> result.set(c, i, -real, -whole);
                    case "~" -> result.set(c, i, Double.NaN, ~whole);
                    case "!" -> result.set(c, i, 0, value.isTrue(i) ? 0 : 1);
                    case "+" -> result.set(c, i, real, whole);
                    default -> throw new SimulatorException(
                            "The simulator does not know the operator " + operator + ".");
                }
            }
        }
        return result;
    }

    static Lanes binary(String operator, Lanes left, Lanes right, boolean[] active) {
        int width = Math.max(left.width, right.width);
        boolean shift = operator.equals("<<") || operator.equals(">>");
        ScalarType type = shift
                ? ScalarType.wider(left.type, left.type)
                : left.width > right.width && !left.isPointer()
                        ? left.type
                        : right.width > left.width ? right.type : ScalarType.wider(left.type, right.type);
        boolean comparison = operator.matches("[<>]=?|[=!]=");
        if (comparison && width > 1) {
            throw new SimulatorException("The simulator does not compare vectors.");
        }
        Lanes result = Lanes.of(comparison ? ScalarType.INT : type, width, active.length);
        for (int c = 0; c < width; c++) {
            for (int i = 0; i < active.length; i++) {
                if (!active[i] && operator.matches("[/%]")) {
                    continue;
                }
                if (type.real) {
                    double a = type.round(left.real(c, i));
                    double b = type.round(right.real(c, i));
                    if (comparison) {
                        result.whole[c][i] = compare(operator, Double.compare(a, b), a == b, a != a || b != b) ? 1 : 0;
                    } else {
                        result.real[c][i] = type.round(real(operator, a, b));
                    }
                } else {
                    long a = type.wrap(left.whole(c, i));
                    long b = shift ? right.whole(c, i) : type.wrap(right.whole(c, i));
                    result.whole[c][i] = comparison
                            ? compare(operator, order(type, a, b), a == b, false) ? 1 : 0
                            : type.wrap(whole(operator, type, a, b));
                }
            }
        }
        return result;
    }

    private static int order(ScalarType type, long a, long b) {
        return type == ScalarType.ULONG ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    }

    private static boolean compare(String operator, int order, boolean equal, boolean nan) {
        return switch (operator) {
            case "==" -> equal;
            case "!=" -> !equal;
            case "<" -> !nan && !equal && order < 0;
            case ">" -> !nan && !equal && order > 0;
            case "<=" -> !nan && (equal || order < 0);
            default -> !nan && (equal || order > 0);
        };
    }

    private static double real(String operator, double a, double b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            default -> throw new SimulatorException("There is no " + operator + " of real numbers.");
        };
    }

    private static long whole(String operator, ScalarType type, long a, long b) {
        boolean unsigned = type == ScalarType.ULONG;
        int bits = type.bytes * 8 - 1;
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/", "%" -> {
                if (b == 0) {
                    throw new SimulatorException("The kernel divides by zero.");
                }
                boolean quotient = operator.equals("/");
                yield unsigned
                        ? quotient ? Long.divideUnsigned(a, b) : Long.remainderUnsigned(a, b)
                        : quotient ? a / b : a % b;
            }
            case "&" -> a & b;
            case "|" -> a | b;
            case "^" -> a ^ b;
            case "<<" -> a << (b & bits);
            case ">>" -> unsigned ? a >>> (b & bits) : a >> (b & bits);
            default -> throw new SimulatorException("The simulator does not know the operator " + operator + ".");
        };
    }
}
