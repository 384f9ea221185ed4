package org.plegma.tune.space;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * An expression over whole numbers and names, as one writes sizes and constraints: {@code (n/WIDTH) * 2},
 * {@code TILE*TILE <= 256 && n % TILE == 0}.
 *
 * <p>Precedence and meaning are Java's, with 64-bit numbers, overflow an error, and 0 and 1 for false and true. Operators:
 * {@code || && == != < <= > >= + - * / % !}; functions {@code min}, {@code max}, {@code ceilDiv} and {@code roundUp} (to
 * a multiple). In a {@linkplain #parseSize size}, {@code /} rounds up: a launch has to cover the whole problem.
 */
public final class SizeExpression {
    private final String text;
    private final boolean divisionRoundsUp;
    private final Set<String> names = new LinkedHashSet<>();

    private SizeExpression(String text, boolean divisionRoundsUp) {
        this.text = text;
        this.divisionRoundsUp = divisionRoundsUp;
        // Evaluated once over ones, so that a wrong expression is refused at once and its names are known.
        Function<String, Optional<Long>> ones = name -> {
            names.add(name);
            return Optional.of(1L);
        };
        value(new Reader(ones, true));
    }

    /** A condition or a value; {@code /} rounds toward zero. */
    public static SizeExpression parse(String text) {
        return new SizeExpression(text, false);
    }

    /** A number of work-items or elements; {@code /} rounds up. */
    public static SizeExpression parseSize(String text) {
        return new SizeExpression(text, true);
    }

    /** The names that occur, in order. */
    public Set<String> names() {
        return Set.copyOf(names);
    }

    /**
     * The value.
     *
     * @param values the value of a name, empty if it has none
     * @throws IllegalArgumentException if a name has no value, or a division by zero or an overflow occurs
     */
    public long value(Function<String, Optional<Long>> values) {
        return value(new Reader(values, false));
    }

    private long value(Reader reader) {
        try {
            return reader.whole();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' has no value: " + e.getMessage() + ".", e);
        }
    }

    @Override
    public String toString() {
        return text;
    }

    /** Reads and evaluates in one go, by recursive descent; both sides of {@code &&} and {@code ||} are evaluated. */
    private final class Reader {
        private final Function<String, Optional<Long>> values;
        private final boolean checking;
        private int at;

        /** @param checking whether values do not matter, so that a divisor may be 0 */
        Reader(Function<String, Optional<Long>> values, boolean checking) {
            this.values = values;
            this.checking = checking;
        }

        long whole() {
            long value = or();
            skipBlanks();
            if (at < text.length()) {
                throw fault("unexpected '" + text.charAt(at) + "'");
            }
            return value;
        }

        private long or() {
            long left = and();
            while (take("||")) {
                left = truth(truth(and()) + truth(left));
            }
            return left;
        }

        private long and() {
            long left = equality();
            while (take("&&")) {
                left = truth(equality()) * truth(left);
            }
            return left;
        }

        private long equality() {
            long left = relation();
            while (true) {
                if (take("==")) {
                    left = left == relation() ? 1 : 0;
                } else if (take("!=")) {
                    left = left != relation() ? 1 : 0;
                } else {
                    return left;
                }
            }
        }

        private long relation() {
            long left = sum();
            while (true) {
                if (take("<=")) {
                    left = left <= sum() ? 1 : 0;
                } else if (take(">=")) {
                    left = left >= sum() ? 1 : 0;
                } else if (take("<")) {
                    left = left < sum() ? 1 : 0;
                } else if (take(">")) {
                    left = left > sum() ? 1 : 0;
                } else {
                    return left;
                }
            }
        }

        private long sum() {
            long left = product();
            while (true) {
                if (take("+")) {
                    left = Math.addExact(left, product());
                } else if (take("-")) {
                    left = Math.subtractExact(left, product());
                } else {
                    return left;
                }
            }
        }

        private long product() {
            long left = unary();
            while (true) {
                if (take("*")) {
                    left = Math.multiplyExact(left, unary());
                } else if (take("/")) {
                    long right = divisor(unary());
                    left = divisionRoundsUp ? ceilDiv(left, right) : left / right;
                } else if (take("%")) {
                    left = left % divisor(unary());
                } else {
                    return left;
                }
            }
        }

        private long unary() {
            if (take("-")) {
                return Math.negateExact(unary());
            }
            if (take("!")) {
                return 1 - truth(unary());
            }
            return primary();
        }

        private long primary() {
            if (take("(")) {
                long value = or();
                expect(")");
                return value;
            }
            skipBlanks();
            int start = at;
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            String word = text.substring(start, at);
            if (word.isEmpty()) {
                throw fault(
                        at < text.length()
                                ? "unexpected '" + text.charAt(at) + "'"
                                : "something is missing at the end");
            }
            if (Character.isDigit(word.charAt(0))) {
                return number(word, start);
            }
            if (take("(")) {
                return function(word, start);
            }
            return values.apply(word)
                    .orElseThrow(() -> new IllegalArgumentException("In '" + text + "', " + word
                            + " is neither a parameter nor a variable that holds a whole number."));
        }

        private long number(String word, int start) {
            try {
                return Long.decode(word.endsWith("L") ? word.substring(0, word.length() - 1) : word);
            } catch (NumberFormatException e) {
                at = start;
                throw fault("'" + word + "' is not a whole number");
            }
        }

        private long function(String name, int start) {
            long a = or();
            expect(",");
            long b = or();
            expect(")");
            return switch (name) {
                case "min" -> Math.min(a, b);
                case "max" -> Math.max(a, b);
                case "ceilDiv" -> ceilDiv(a, divisor(b));
                case "roundUp" -> Math.multiplyExact(ceilDiv(a, divisor(b)), b);
                default -> {
                    at = start;
                    throw fault("no function is called " + name + ": there are min, max, ceilDiv and roundUp");
                }
            };
        }

        private long divisor(long value) {
            return value == 0 && checking ? 1 : value;
        }

        private long ceilDiv(long a, long b) {
            return -Math.floorDiv(-a, b);
        }

        private static long truth(long value) {
            return value != 0 ? 1 : 0;
        }

        private void expect(String symbol) {
            if (!take(symbol)) {
                throw fault("'" + symbol + "' is missing");
            }
        }

        private boolean take(String symbol) {
            skipBlanks();
            if (!text.startsWith(symbol, at)) {
                return false;
            }
            at += symbol.length();
            return true;
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private boolean isWordPart(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '.';
        }

        private IllegalArgumentException fault(String cause) {
            return new IllegalArgumentException(
                    "'" + text + "' is not an expression: " + cause + " (at character " + (at + 1) + ").");
        }
    }
}
