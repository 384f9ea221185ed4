package org.plegma.rewrite.parallel.launch;

import java.util.Optional;

/** Whole numbers from one to another; empty if the first is larger. */
record Interval(long low, long high) {

    static Interval of(long value) {
        return new Interval(value, value);
    }

    boolean isEmpty() {
        return low > high;
    }

    boolean within(long least, long most) {
        return isEmpty() || low >= least && high <= most;
    }

    boolean contains(long value) {
        return low <= value && value <= high;
    }

    Interval union(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** What {@code a operator b} may be; empty if it cannot be told, or does not fit 64 bits. */
    static Optional<Interval> of(String operator, Interval a, Interval b) {
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.of(new Interval(0, -1));
        }
        try {
            return switch (operator) {
                case "+" -> Optional.of(new Interval(Math.addExact(a.low, b.low), Math.addExact(a.high, b.high)));
                case "-" -> Optional.of(
                        new Interval(Math.subtractExact(a.low, b.high), Math.subtractExact(a.high, b.low)));
                case "*" -> Optional.of(corners(
                        Math.multiplyExact(a.low, b.low),
                        Math.multiplyExact(a.low, b.high),
                        Math.multiplyExact(a.high, b.low),
                        Math.multiplyExact(a.high, b.high)));
                case "/" -> b.contains(0) || b.contains(-1) && a.contains(Long.MIN_VALUE)
                        ? Optional.empty()
                        : Optional.of(corners(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high));
                case "%" -> remainder(a, b);
                case "&" -> a.low >= 0 && b.low >= 0
                        ? Optional.of(new Interval(0, Math.min(a.high, b.high)))
                        : b.low >= 0
                                ? Optional.of(new Interval(0, b.high))
                                : a.low >= 0 ? Optional.of(new Interval(0, a.high)) : Optional.empty();
                case "|", "^" -> a.low >= 0 && b.low >= 0
                        ? Optional.of(new Interval(0, allOnes(Math.max(a.high, b.high))))
                        : Optional.empty();
                case ">>" -> b.low == b.high && b.low >= 0 && b.low < Integer.SIZE
                        ? Optional.of(new Interval(a.low >> b.low, a.high >> b.low))
                        : Optional.empty();
                case "<<" -> b.low == b.high && b.low >= 0 && b.low < Integer.SIZE
                        ? of("*", a, of(1L << b.low))
                        : Optional.empty();
                case "min" -> Optional.of(new Interval(Math.min(a.low, b.low), Math.min(a.high, b.high)));
                case "max" -> Optional.of(new Interval(Math.max(a.low, b.low), Math.max(a.high, b.high)));
                default -> Optional.empty();
            };
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private static Optional<Interval> remainder(Interval a, Interval b) {
        if (b.contains(0)) {
            return Optional.empty();
        }
        if (a.low == a.high && b.low == b.high) {
            return Optional.of(of(a.low % b.low));
        }
        long most = Math.max(Math.absExact(b.low), Math.absExact(b.high)) - 1;
        return Optional.of(
                new Interval(a.low >= 0 ? 0 : Math.max(-most, a.low), a.high <= 0 ? 0 : Math.min(most, a.high)));
    }

    private static long allOnes(long value) {
        return value == 0 ? 0 : (Long.highestOneBit(value) << 1) - 1;
    }

    private static Interval corners(long p, long q, long r, long s) {
        return new Interval(Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
    }
}
