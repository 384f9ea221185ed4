package org.plegma.rewrite.loops;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.plegma.rewrite.loops.NestReader.Access;
import org.plegma.rewrite.loops.NestReader.Range;

/**
 * Takes a flat subscript {@code i*n + j} apart into {@code i} and {@code j}, which is right if {@code j} is never below 0
 * nor as large as {@code n}.
 */
final class Subscripts {
    private Subscripts() {}

    /** Whether the subscripts of two accesses come apart by the same lengths, so that their parts can be compared. */
    static boolean alike(Access a, Access b, int dimension) {
        return lengths(a, dimension).equals(lengths(b, dimension));
    }

    private static List<String> lengths(Access access, int dimension) {
        return access.subscripts().get(dimension).flatMap(Subscripts::length).stream()
                .toList();
    }

    /** The parts of a subscript, most significant first; the subscript itself if it has no length in it. */
    static Optional<List<Poly>> parts(Access access, int dimension) {
        Optional<Poly> subscript = access.subscripts().get(dimension);
        if (subscript.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> length = length(subscript.get());
        if (length.isEmpty()) {
            return Optional.of(List.of(subscript.get()));
        }
        for (Range range : access.loops()) {
            Optional<List<Poly>> parts = parts(subscript.get(), length.get(), range);
            if (parts.isPresent()) {
                return parts;
            }
        }
        return Optional.empty();
    }

    /** With the variable of a loop and a constant as the last part; empty if that may be below 0 or reach the length. */
    private static Optional<List<Poly>> parts(Poly subscript, String length, Range range) {
        if (subscript.of(range.name()) != range.step()
                || range.first().isEmpty()
                || range.limit().isEmpty()) {
            return Optional.empty();
        }
        Poly first = range.first().get();
        Poly variable = first.plus(Poly.variable(range.name()).times(Poly.constant(range.step())));
        TreeMap<String, Long> high = new TreeMap<>();
        TreeMap<String, Long> rest = new TreeMap<>();
        subscript.minus(variable).terms().forEach((product, value) -> {
            List<String> factors = new ArrayList<>(List.of(Poly.factors(product)));
            if (factors.remove(length)) {
                high.put(String.join("*", factors), value);
            } else {
                rest.put(product, value);
            }
        });
        Poly shift = new Poly(rest);
        Poly one = Poly.constant(1);
        boolean up = range.step() > 0;
        Poly least = (up ? first : range.limit().get().plus(one)).plus(shift);
        Poly end = (up ? range.limit().get() : first.plus(one)).plus(shift);
        Poly room = Poly.variable(length).minus(end);
        boolean between = shift.isConstant()
                && least.isConstant()
                && least.constant() >= 0
                && room.isConstant()
                && room.constant() >= 0;
        return between ? Optional.of(List.of(new Poly(high), variable.plus(shift))) : Optional.empty();
    }

    /** The one variable by which iteration numbers are multiplied. */
    private static Optional<String> length(Poly subscript) {
        Set<String> lengths = new HashSet<>();
        for (String product : subscript.terms().keySet()) {
            String[] factors = Poly.factors(product);
            boolean numbered = List.of(factors).stream().anyMatch(factor -> factor.startsWith("#"));
            if (numbered && factors.length == 2) {
                lengths.add(factors[0].startsWith("#") ? factors[1] : factors[0]);
            } else if (numbered && factors.length > 2) {
                return Optional.empty();
            }
        }
        return lengths.size() == 1 && !lengths.iterator().next().startsWith("#")
                ? Optional.of(lengths.iterator().next())
                : Optional.empty();
    }
}
