package org.plegma.rewrite.loops;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A linear equation over iteration numbers: the sum of coefficients times unknowns, and a constant, is zero.
 *
 * @param coefficients of the unknowns
 */
record Equation(Map<String, Long> coefficients, long constant) {
    /** So many points are tried one by one. */
    private static final long MOST_POINTS = 20_000;

    /** The unknowns with their bounds, both included; without an upper one they grow for ever. */
    static final class Unknowns {
        private final Map<String, Unknown> byName = new LinkedHashMap<>();
        private Optional<Sum> sum = Optional.empty();

        private record Unknown(String name, long first, Optional<Long> last) {}

        private record Sum(String first, String second, long below) {
            boolean holds(Map<String, Long> values) {
                return values.getOrDefault(first, 0L) + values.getOrDefault(second, 0L) < below;
            }
        }

        void put(String name, Optional<Long> last, long first) {
            byName.put(name, new Unknown(name, first, last));
        }

        private Unknown named(String name) {
            return Objects.requireNonNull(byName.get(name), "equations have the unknowns of their accesses");
        }

        /** An unknown from {@code first} to {@code last + first}. */
        String add(Optional<Long> last, long first) {
            String name = "distance";
            put(name, last.map(n -> n + first), first);
            return name;
        }

        /** Two unknowns whose sum stays below a number. */
        void sumBelow(String first, String second, long below) {
            sum = Optional.of(new Sum(first, second, below));
        }
    }

    /**
     * The equation {@code x = y} of two subscripts; empty if a product of variables does not cancel, so that nothing
     * can be said.
     *
     * @param number the loop in question, whose number in {@code y} is that in {@code x} and {@code distance}
     */
    static Optional<Equation> of(
            Poly x, Map<String, String> inX, Poly y, Map<String, String> inY, String number, String distance) {
        Map<String, Long> coefficients = new TreeMap<>();
        Poly invariants = Poly.ZERO;
        for (boolean left : new boolean[] {true, false}) {
            Map<String, String> names = left ? inX : inY;
            for (Map.Entry<String, Long> term : (left ? x : y).terms().entrySet()) {
                long value = left ? term.getValue() : Math.negateExact(term.getValue());
                String[] factors = Poly.factors(term.getKey());
                boolean numbered = List.of(factors).stream().anyMatch(factor -> factor.startsWith("#"));
                if (!numbered) {
                    invariants = invariants.plus(new Poly(new TreeMap<>(Map.of(term.getKey(), value))));
                } else if (factors.length > 1 || !names.containsKey(factors[0])) {
                    return Optional.empty();
                } else {
                    coefficients.merge(names.get(factors[0]), value, Math::addExact);
                    if (!left && factors[0].equals(number)) {
                        coefficients.merge(distance, value, Math::addExact);
                    }
                }
            }
        }
        coefficients.values().removeIf(value -> value == 0);
        return invariants.isConstant()
                ? Optional.of(new Equation(coefficients, invariants.constant()))
                : Optional.empty();
    }

    /** Whether all equations may hold at once for some whole numbers within the bounds. */
    static boolean mayHold(List<Equation> equations, Unknowns unknowns) {
        for (Equation equation : equations) {
            if (!equation.divides() || !equation.reachesZero(unknowns)) {
                return false;
            }
        }
        return enumerable(equations, unknowns)
                .map(tried -> search(equations, unknowns.sum, tried, 0, new TreeMap<>()))
                .orElse(true);
    }

    /** The test of greatest common divisors: whether whole numbers can solve it at all. */
    private boolean divides() {
        long divisor = 0;
        for (long value : coefficients.values()) {
            divisor = gcd(divisor, Math.absExact(value));
        }
        return divisor == 0 ? constant == 0 : constant % divisor == 0;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Banerjee's test: whether the sum may be zero for real numbers within the bounds. */
    private boolean reachesZero(Unknowns unknowns) {
        Optional<Long> least = Optional.of(constant);
        Optional<Long> most = Optional.of(constant);
        for (Map.Entry<String, Long> term : coefficients.entrySet()) {
            Unknowns.Unknown unknown = unknowns.named(term.getKey());
            Optional<Long> low = Optional.of(unknown.first);
            Optional<Long> high = unknown.last;
            long coefficient = term.getValue();
            least = plus(least, coefficient, coefficient > 0 ? low : high);
            most = plus(most, coefficient, coefficient > 0 ? high : low);
        }
        return least.map(value -> value <= 0).orElse(true)
                && most.map(value -> value >= 0).orElse(true);
    }

    /** Sum and product, exactly; empty stands for no bound. */
    private static Optional<Long> plus(Optional<Long> sum, long coefficient, Optional<Long> bound) {
        return sum.flatMap(a -> bound.map(b -> Math.addExact(a, Math.multiplyExact(coefficient, b))));
    }

    /** The unknowns to try one by one, if all are bounded and few enough; those in no equation may be anything. */
    private static Optional<List<Unknowns.Unknown>> enumerable(List<Equation> equations, Unknowns unknowns) {
        List<Unknowns.Unknown> tried = new ArrayList<>();
        long points = 1;
        for (Unknowns.Unknown unknown : unknowns.byName.values()) {
            String name = unknown.name;
            Optional<Long> last = unknown.last;
            if (last.isPresent() && last.get() < unknown.first) {
                return Optional.of(List.of(unknown)); // an empty loop: the search finds nothing
            }
            boolean used = equations.stream().anyMatch(equation -> equation.coefficients.containsKey(name));
            boolean inSum = unknowns.sum
                    .filter(sum -> name.equals(sum.first) || name.equals(sum.second))
                    .isPresent();
            if (used || inSum) {
                if (last.isEmpty() || last.get() >= MOST_POINTS) {
                    return Optional.empty();
                }
                points *= last.get() - unknown.first + 1;
                tried.add(unknown);
            }
            if (points > MOST_POINTS) {
                return Optional.empty();
            }
        }
        return Optional.of(tried);
    }

    private static boolean search(
            List<Equation> equations,
            Optional<Unknowns.Sum> sum,
            List<Unknowns.Unknown> tried,
            int next,
            Map<String, Long> values) {
        if (next == tried.size()) {
            boolean within = sum.map(two -> two.holds(values)).orElse(true);
            return within && equations.stream().allMatch(equation -> equation.holds(values));
        }
        Unknowns.Unknown unknown = tried.get(next);
        long last = unknown.last.orElseThrow();
        for (long value = unknown.first; value <= last; value++) {
            values.put(unknown.name, value);
            if (search(equations, sum, tried, next + 1, values)) {
                return true;
            }
        }
        values.remove(unknown.name);
        return false;
    }

    /** @param values of all unknowns of the equation, and perhaps of others */
    private boolean holds(Map<String, Long> values) {
        long sum = constant;
        for (Map.Entry<String, Long> value : values.entrySet()) {
            long coefficient = coefficients.getOrDefault(value.getKey(), 0L);
            sum = Math.addExact(sum, Math.multiplyExact(coefficient, value.getValue()));
        }
        return sum == 0;
    }
}
