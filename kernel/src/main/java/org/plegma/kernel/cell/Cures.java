package org.plegma.kernel.cell;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import org.plegma.expr.hints.Spelling;
import org.plegma.kernel.cures.ForeignNames;
import org.plegma.kernel.cures.Misspelt;

/** What to do about messages of the compiler, from their codes and from what the notebook has declared. */
final class Cures {
    private static final Pattern SYMBOL = Pattern.compile("symbol: +(\\w+) (\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("package (\\w+) does not exist");
    private static final Pattern LOSSY = Pattern.compile("lossy conversion from (\\w+) to (\\w+)");
    private static final Pattern EXCEPTION = Pattern.compile("unreported exception ([\\w.]+)");
    private static final Pattern FOUND = Pattern.compile("but (?:[a-z]\\w*\\.)*(\\w+)");
    private static final Pattern IN_TYPE = Pattern.compile(
            "symbol: +(method|variable) (length|size|isEmpty)\\b[^:]*\\s+location: (.*)", Pattern.DOTALL);
    private static final Pattern OF_STENCIL = Pattern.compile(
            "symbol: +method (run|method|animate|save|plan|boundary)\\b.*location: +variable (\\w+) of type (?:[\\w.]*\\.)?Stencil\\b",
            Pattern.DOTALL);
    /** What comes after all else in an advice: few want a class of a compiler or debugger. */
    private static final Pattern OF_THE_JDK = Pattern.compile("(?:com\\.sun|sun|jdk)\\.");

    private static final int MOST_IMPORTS = 3;

    private final JShell shell;
    private final ClassList classes;
    private final Set<String> gone;

    Cures(JShell shell, ClassList classes, Set<String> gone) {
        this.shell = shell;
        this.classes = classes;
        this.gone = gone;
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
            case "unclosed.char.lit",
                    "empty.char.lit" -> "Text stands between \"double\" quotes, a single character between 'single' ones.";
            case "array.req.but.found" -> element(message);
            case "unclosed.str.lit" -> "Close the string with \"; text of several lines goes between \"\"\" and \"\"\".";
            case "unclosed.text.block" -> "Close the text block with \"\"\".";
            case "limit.string", "limit.string.overflow" -> StringLiterals.CURE;
            case "limit.code",
                    "limit.pool" -> "Java compiles at most 64 KB a method: move data into a file, or split the statement.";
            case "prob.found.req" -> lossyConversion(message);
            case "unreported.exception.need.to.catch.or.throw" -> undeclaredException(message);
            case "missing.ret.stmt" -> "Return a value on every path.";
            case "invalid.canonical.constructor.in.record" -> message.contains("stronger access")
                    ? "A cell's classes are public, and so must this be: write public before it."
                    : "";
            case "does.not.override.abstract" -> "Implement the method, or declare the class abstract.";
            default -> "";
        };
    }

    /** How an element is had of what is no array. */
    private static String element(String message) {
        Matcher found = FOUND.matcher(message);
        String type = found.find() ? found.group(1) : "";
        if (type.equals("String")) {
            return "A character of a string is s.charAt(i).";
        }
        return type.endsWith("List")
                ? "An element of a list is list.get(i)."
                : type.endsWith("Map")
                        ? "A value of a map is map.get(key)."
                        : type.equals("Grid") ? "A value of a grid is u.get(i, j)." : "";
    }

    private static String lossyConversion(String message) {
        if (message.stripTrailing().matches("(?s).* cannot be converted to (java\\.lang\\.)?String")) {
            return "The text of a value is String.valueOf(x).";
        }
        Matcher types = LOSSY.matcher(message);
        return types.find() ? "If the loss is meant, cast it: (" + types.group(2) + ")." : "";
    }

    private static String undeclaredException(String message) {
        Matcher type = EXCEPTION.matcher(message);
        return type.find() ? "Catch it, or add \"throws " + type.group(1) + "\" to the method." : "";
    }

    private String unknownSymbol(String message) {
        Matcher owner = PACKAGE.matcher(message);
        if (owner.matches()) {
            return ofUnknown(owner.group(1), false); // what stands before two dots may be a class or variable as well
        }
        Matcher symbol = SYMBOL.matcher(message);
        if (!symbol.find()) {
            return "";
        }
        Matcher ofStencil = OF_STENCIL.matcher(message);
        if (ofStencil.find()) {
            return "A stencil works on a session: " + ofStencil.group(2) + ".on(session())." + ofStencil.group(1)
                    + "(…).";
        }
        Matcher inType = IN_TYPE.matcher(message);
        if (inType.find() && !inType.group(3).contains("REPL")) {
            boolean ofArray = inType.group(3).stripTrailing().endsWith("[]");
            return ofArray
                    ? "The length of an array is a.length, without parentheses."
                    : inType.group(1).equals("variable") ? "It is a method: " + inType.group(2) + "()." : "";
        }
        Optional<String> member = Misspelt.member(message, DefaultImports.PACKAGES);
        return member.orElseGet(() -> ofUnknown(symbol.group(2), symbol.group(1).equals("method")));
    }

    /** What to do about a name that is not declared. */
    String ofUnknown(String name, boolean method) {
        if (!method && !name.isEmpty() && Character.isUpperCase(name.charAt(0))) {
            List<String> homes = classes.named(name).stream()
                    .sorted(Comparator.comparing(
                            home -> OF_THE_JDK.matcher(home).lookingAt()))
                    .limit(MOST_IMPORTS)
                    .toList();
            if (!homes.isEmpty()) {
                return homes.stream()
                        .map(home -> "import " + home + ";")
                        .collect(Collectors.joining(" or ", "Add ", ""));
            }
        }
        if (!method && gone.contains(name)) {
            return "What it was made from was declared anew, as something else. Run the cell again that makes " + name
                    + ".";
        }
        if (name.equals("ranks")) {
            return "It is there if the notebook runs on ranks of MPI: plegma mpi -n 4 NOTEBOOK.";
        }
        if (name.equals("spark")) {
            return "%spark starts it, in a notebook that plegma lab --spark or plegma run --spark opened.";
        }
        Optional<String> habit = ForeignNames.cure(name);
        if (habit.isPresent()) {
            return habit.get();
        }
        Stream<String> known = method
                ? shell.methods().map(declared -> declared.name())
                : Stream.concat(
                        shell.variables().map(v -> v.name()), shell.types().map(t -> t.name()));
        Optional<String> near = known.distinct()
                .filter(candidate -> !candidate.equals(name))
                .filter(candidate ->
                        name.length() > 1 && Spelling.distance(candidate, name) <= Math.max(1, name.length() / 3))
                .min((a, b) -> Integer.compare(Spelling.distance(a, name), Spelling.distance(b, name)));
        return near.map(candidate -> "Did you mean " + candidate + "?")
                .or(() -> method || !Character.isUpperCase(name.charAt(0))
                        ? Optional.empty()
                        : Misspelt.type(name, DefaultImports.PACKAGES))
                .orElse("");
    }
}
