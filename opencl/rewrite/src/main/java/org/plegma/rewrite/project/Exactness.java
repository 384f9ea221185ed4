package org.plegma.rewrite.project;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.rewrite.parallel.ParallelCode;

/** Whether a loop gives the same bits on a device. */
final class Exactness {
    private static final Pattern MATH = Pattern.compile("\\bMath\\s*\\.\\s*(\\w+)\\s*\\(");

    private Exactness() {}

    /** Why the last places may differ; empty if they do not. */
    static Optional<String> whyNot(ParallelCode code, FoundLoop loop, Set<String> exact) {
        if (!code.realSums().isEmpty()) {
            return Optional.of(
                    "the sum '" + String.join("', '", code.realSums()) + "' of real numbers is added in another order");
        }
        Set<String> functions = new LinkedHashSet<>();
        functions(loop.text(), functions);
        FileRewriter.called(loop).forEach(method -> functions(method, functions));
        functions.removeAll(exact);
        return functions.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the last places of Math." + String.join(", Math.", functions) + " may differ on a device");
    }

    private static void functions(String text, Set<String> found) {
        Matcher matcher = MATH.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
    }
}
