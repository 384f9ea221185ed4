package org.plegma.device.vectors;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;

/**
 * A lane in which a function of vectors gives another value than the same function of numbers.
 *
 * @param width lanes of the vectors
 * @param lane the wrong one, from 0
 * @param count how often it was wrong
 * @param tried with so many vectors
 * @param arguments what all lanes had, of the first vector for which it was wrong: a list for each argument
 * @param found what the function of vectors gave in this lane
 * @param expected what the function of numbers gives
 */
public record LaneFault(
        VectorFunction function,
        ElementType type,
        int width,
        int lane,
        int count,
        int tried,
        List<List<Double>> arguments,
        double found,
        double expected) {
    @Override
    public String toString() {
        return "%s(%s%s), lane %s: wrong for %s of %s vectors; %s(%s) gave %s, expected %s, beside %s"
                .formatted(
                        function.text(),
                        type.openclName(),
                        width,
                        lane,
                        count,
                        tried,
                        function.text(),
                        at(lane),
                        found,
                        expected,
                        IntStream.range(0, width)
                                .filter(other -> other != lane)
                                .mapToObj(other -> arguments.size() == 1 ? at(other) : "(" + at(other) + ")")
                                .collect(Collectors.joining(", ")));
    }

    private String at(int other) {
        return arguments.stream().map(each -> String.valueOf(each.get(other))).collect(Collectors.joining(", "));
    }
}
