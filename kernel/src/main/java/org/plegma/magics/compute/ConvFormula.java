package org.plegma.magics.compute;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.convolve.filter.Filter;
import org.plegma.expr.hints.Spelling;

/**
 * What {@code %conv} computes: {@code OUT = IMAGE * FILTER}, where the filter is a variable or a common one with its numbers,
 * such as {@code gaussian(2)}.
 */
record ConvFormula(String target, String image, String filter) {
    private static final String NAME = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";
    private static final Pattern FORMULA = Pattern.compile(
            "(" + NAME + ")\\s*=\\s*(" + NAME + ")\\s*\\*\\s*(" + NAME + "(?:\\s*\\([^()]*\\))?)\\s*;?");
    private static final Pattern COMMON = Pattern.compile("(" + NAME + ")\\s*\\(([^()]*)\\)");

    /** Common filters as they are written. */
    static final List<String> COMMON_FILTERS =
            List.of("gaussian(2)", "box(2)", "sobel(0)", "sobel(1)", "laplacian()", "sharpen(2,1)", "motion(15,30)");

    /** Reads a formula; empty if it is none. */
    static Optional<ConvFormula> parse(String text) {
        Matcher formula = FORMULA.matcher(text.strip());
        return formula.matches()
                ? Optional.of(new ConvFormula(formula.group(1), formula.group(2), formula.group(3)))
                : Optional.empty();
    }

    /**
     * The common filter that is written there; empty if it is the name of a variable.
     *
     * @param rank the number of axes of the image
     * @throws IllegalArgumentException if there is no such filter, or its numbers are wrong
     */
    Optional<Filter> common(int rank) {
        Matcher common = COMMON.matcher(filter);
        if (!common.matches()) {
            return Optional.empty();
        }
        double[] numbers = common.group(2).isBlank()
                ? new double[0]
                : Arrays.stream(common.group(2).split(","))
                        .mapToDouble(this::number)
                        .toArray();
        return Optional.of(
                switch (common.group(1) + "/" + numbers.length) {
                    case "gaussian/1" -> Filter.gaussian(rank, numbers[0]);
                    case "gaussian/2" -> Filter.gaussian(rank, numbers[0], whole(numbers[1]));
                    case "box/1" -> Filter.box(rank, whole(numbers[0]));
                    case "sobel/1" -> Filter.sobel(whole(numbers[0]));
                    case "laplacian/0" -> Filter.laplacian(rank);
                    case "sharpen/2" -> Filter.sharpen(numbers[0], numbers[1]);
                    case "motion/2" -> Filter.motion(numbers[0], numbers[1]);
                    default -> throw new IllegalArgumentException("There is no filter " + filter
                            + "." + meant(common.group(1))
                            + " There are variables, gaussian(sigma), gaussian(sigma,radius), box(radius), sobel(axis),"
                            + " laplacian(), sharpen(sigma,amount) and motion(length,degrees).");
                });
    }

    /** A common filter whose name is nearly the given one. */
    private static String meant(String name) {
        List<String> names = COMMON_FILTERS.stream()
                .map(known -> known.substring(0, known.indexOf('(')))
                .distinct()
                .toList();
        String nearest = names.contains(name) ? null : Spelling.nearest(name, names);
        return nearest == null ? "" : " Did you mean " + nearest + "?";
    }

    private double number(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text.strip() + "' in " + filter + " is not a number.", e);
        }
    }

    private int whole(double number) {
        if (number != Math.rint(number)) {
            throw new IllegalArgumentException("The filter " + filter + " takes whole numbers, found " + number + ".");
        }
        return (int) number;
    }
}
