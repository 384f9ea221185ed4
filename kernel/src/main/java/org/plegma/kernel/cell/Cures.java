package org.plegma.kernel.cell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import org.plegma.expr.hints.Spelling;

/** What to do about messages of the compiler, from their codes and from what the notebook has declared. */
final class Cures {
    private static final Pattern SYMBOL = Pattern.compile("symbol: +(\\w+) (\\w+)");
    private static final Pattern LOSSY = Pattern.compile("lossy conversion from (\\w+) to (\\w+)");
    private static final Pattern EXCEPTION = Pattern.compile("unreported exception ([\\w.]+)");
    private static final int MOST_IMPORTS = 3;

    private final JShell shell;
    private final ClassList classes;

    Cures(JShell shell, ClassList classes) {
        this.shell = shell;
        this.classes = classes;
    }

    /** What to do about a message of the compiler: one sentence, or an empty string if there is no particular advice. */
    String of(String codeOfProblem, String message) {
        String code = codeOfProblem.replace("compiler.err.", "");
        if (code.startsWith("cant.resolve") || code.startsWith("doesnt.exist")) {
            return unknownSymbol(message);
        }
        return switch (code) {
            case "expected", "expected2", "expected3" -> message.startsWith("';'")
                    ? "End the statement with a semicolon."
                    : "";
            case "premature.eof" -> "Close what is still open: a brace, bracket or parenthesis.";
            case "unclosed.str.lit" -> "Close the string with \"; text of several lines goes between \"\"\" and \"\"\".";
            case "unclosed.text.block" -> "Close the text block with \"\"\".";
            case "limit.string", "limit.string.overflow" -> StringLiterals.CURE;
            case "limit.code",
                    "limit.pool" -> "Java compiles at most 64 KB a method: move data into a file, or split the statement.";
            case "prob.found.req" -> lossyConversion(message);
            case "unreported.exception.need.to.catch.or.throw" -> undeclaredException(message);
            case "missing.ret.stmt" -> "Return a value on every path.";
            case "does.not.override.abstract" -> "Implement the method, or declare the class abstract.";
            default -> "";
        };
    }

    private static String lossyConversion(String message) {
        Matcher types = LOSSY.matcher(message);
        return types.find() ? "If the loss is meant, cast it: (" + types.group(2) + ")." : "";
    }

    private static String undeclaredException(String message) {
        Matcher type = EXCEPTION.matcher(message);
        return type.find() ? "Catch it, or add \"throws " + type.group(1) + "\" to the method." : "";
    }

    private String unknownSymbol(String message) {
        Matcher symbol = SYMBOL.matcher(message);
        if (!symbol.find()) {
            return "";
        }
        return ofUnknown(symbol.group(2), symbol.group(1).equals("method"));
    }

    /** What to do about a name that is not declared. */
    String ofUnknown(String name, boolean method) {
        if (!method && !name.isEmpty() && Character.isUpperCase(name.charAt(0))) {
            List<String> homes = classes.named(name);
            if (!homes.isEmpty()) {
                return "Add "
                        + homes.stream()
                                .limit(MOST_IMPORTS)
                                .map(home -> "import " + home + ";")
                                .collect(Collectors.joining(" or "));
            }
        }
        Stream<String> known = method
                ? shell.methods().map(declared -> declared.name())
                : Stream.concat(
                        shell.variables().map(v -> v.name()), shell.types().map(t -> t.name()));
        Optional<String> near = known.distinct()
                .filter(candidate -> !candidate.equals(name))
                .filter(candidate -> Spelling.distance(candidate, name) <= Math.max(1, name.length() / 3))
                .min((a, b) -> Integer.compare(Spelling.distance(a, name), Spelling.distance(b, name)));
        return near.map(candidate -> "Did you mean " + candidate + "?").orElse("");
    }
}
