package org.plegma.measure.campaign;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.measure.Work;

/**
 * Parameters as text, and those that records of old versions have in the names of their cases, such as {@code radius-4}. The only place
 * that reads such names.
 */
final class CaseNames {
    /** A name of one family; its groups are whole numbers, or words, under the names that follow. */
    private record Rule(String family, Pattern name, String newName, List<String> groups, Map<String, Object> fixed) {
        static Rule of(String family, String name, String newName, String... groups) {
            return new Rule(family, Pattern.compile(name), newName, List.of(groups), Map.of());
        }

        Rule withRadius(int radius) {
            return new Rule(family, name, newName, groups, Map.of("radius", radius));
        }
    }

    /** A parameter that is the work's cells over those of its grid. */
    private static final String STEPS = "steps";

    /** Twice the radius and one more. */
    private static final String WIDTH = "width";

    private static final List<Rule> RULES = List.of(
            Rule.of("stencil-report", "radius-(\\d+)", "star", "radius", STEPS),
            Rule.of("stencil-report", "density-(\\d+)", "random", "density", STEPS)
                    .withRadius(2),
            // What was called so read cells on the diagonal.
            Rule.of("stencil-report", "flux-sum", "diagonal", STEPS).withRadius(1),
            Rule.of("stencil-report", "(?:2d-)?(?<name>star|box)", "", STEPS).withRadius(1),
            Rule.of("stencil", "3d-star-radius-(\\d+)", "star", "radius", STEPS),
            Rule.of("stencil", "[23]d-flux-sum-\\d+-steps", "diagonal", STEPS).withRadius(1),
            Rule.of("stencil", "[23]d-(?<name>[-a-z0-9]+?)(?:-\\d+-steps)?", "", STEPS)
                    .withRadius(1),
            Rule.of("convolve-report", "density-(\\d+)", "random", "density").withRadius(2),
            Rule.of("convolve-report", "(?<name>row|column|image|square)-(\\d+)", "", "", "radius"),
            Rule.of("convolve", "(?<name>separable)-radius-(\\d+)", "", "", "radius"),
            Rule.of("convolve", "(?<name>direct|fft)-(\\d+)x\\d+", "", "", WIDTH),
            Rule.of("convolve", "(?<name>choice-[a-z]+)-(\\d+)", "", "", WIDTH),
            Rule.of("streams", "(?<name>separable)-radius-(\\d+)", "", "", "radius"),
            Rule.of("primitives", "(?<name>permutation)-(\\d+)-bits", "", "", "bits"),
            Rule.of("primitives", "(?<name>select)-1-of-(\\d+)", "", "", "one_of"),
            Rule.of("primitives", "(?<name>histogram(?:-all-same)?)-(\\d+)", "", "", "bins"));

    /** Long runs have their boundary in their names; tried before the other rules of their family. */
    private static final Pattern LONG_RUN = Pattern.compile("[23]d-(\\d-point)-1000-([a-z]+)");

    private static final Pattern WHOLE = Pattern.compile("-?\\d+");
    private static final Pattern WORD = Pattern.compile("(?!(NaN|Infinity)$)[A-Za-z].*");

    private CaseNames() {}

    /** What {@link Work#parametersText} wrote. */
    static Map<String, Object> parse(String text) {
        Map<String, Object> parameters = new HashMap<>();
        if (!text.isEmpty()) {
            for (String pair : text.split(", ")) {
                int at = pair.indexOf('=');
                parameters.put(pair.substring(0, at), value(pair.substring(at + 1)));
            }
        }
        return parameters;
    }

    static Object value(String text) {
        double number = WHOLE.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (number == (int) number) {
            return Integer.valueOf(text);
        }
        return WORD.matcher(text).matches() ? (Object) text : Double.valueOf(text);
    }

    /** Work with the parameters that its name has; what has none in its name, or names them itself, stays as it is. */
    static Work parameters(Work work) {
        if (!work.parameters().isEmpty()) {
            return work;
        }
        Matcher longRun = LONG_RUN.matcher(work.name());
        if (work.family().equals("stencil") && longRun.matches()) {
            Map<String, Object> parameters = new HashMap<>();
            parameters.put(STEPS, steps(work));
            parameters.put("boundary", longRun.group(2));
            parameters.put("radius", 1);
            return renamed(work, longRun.group(1), parameters);
        }
        for (Rule rule : RULES) {
            Matcher name = rule.name.matcher(work.name());
            if (rule.family.equals(work.family()) && name.matches()) {
                Map<String, Object> parameters = new HashMap<>(rule.fixed);
                for (int g = 0; g < rule.groups.size(); g++) {
                    String parameter = rule.groups.get(g);
                    if (parameter.equals(STEPS)) {
                        parameters.put(STEPS, steps(work));
                    } else if (parameter.equals(WIDTH)) {
                        parameters.put("radius", Integer.parseInt(name.group(g + 1)) / 2);
                    } else if (!parameter.isEmpty() && !(parameter.equals("radius") && isCopy(work))) {
                        parameters.put(parameter, Integer.valueOf(name.group(g + 1)));
                    }
                }
                return renamed(work, rule.newName.isEmpty() ? name.group("name") : rule.newName, parameters);
            }
        }
        return work;
    }

    /** Whether it copies an image, which no filter's radius matters to. */
    private static boolean isCopy(Work work) {
        return work.family().equals("streams") && Double.isNaN(work.flops());
    }

    private static int steps(Work work) {
        double cells = work.shape().stream().mapToDouble(n -> n).reduce(1, (a, b) -> a * b);
        return (int) Math.round(work.cells() / cells);
    }

    private static Work renamed(Work work, String name, Map<String, Object> parameters) {
        return new Work(
                work.family(),
                name,
                work.method(),
                work.type(),
                work.shape(),
                work.flops(),
                work.bytes(),
                work.cells(),
                parameters);
    }
}
