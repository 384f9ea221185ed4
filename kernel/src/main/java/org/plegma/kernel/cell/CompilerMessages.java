package org.plegma.kernel.cell;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.Diag;
import org.plegma.display.page.Text;

/** The compiler's messages without what JShell's wrapping of snippets puts into them. */
public final class CompilerMessages {
    private static final Pattern LOCATION =
            Pattern.compile("\\s*location: class\\s*(\\$?REPL\\S*|\\$JShell\\S*)?\\s*$");
    private static final Pattern QUALIFIED = Pattern.compile("\\b(?:[a-z]\\w*\\.)+([A-Z]\\w*)");
    private static final Pattern SYMBOL = Pattern.compile("\\s+symbol: +");
    private static final Pattern PLACE = Pattern.compile("\\s+location: +");

    private CompilerMessages() {}

    /** With simple names of classes, but for two of different packages. */
    public static String withoutPackages(String message) {
        Map<String, Set<String>> packages = new HashMap<>();
        QUALIFIED.matcher(message).results().forEach(name -> packages.computeIfAbsent(
                        name.group(1), simple -> new HashSet<>())
                .add(name.group()));
        return QUALIFIED
                .matcher(message)
                .replaceAll(name -> Matcher.quoteReplacement(
                        Objects.requireNonNull(packages.get(name.group(1))).size() == 1
                                ? name.group(1)
                                : name.group()));
    }

    /** In one line: "cannot find symbol: method foo(int) in class Bar". */
    static String clean(Diag diag) {
        return clean(String.valueOf(diag.getCode()), diag.getMessage(Locale.ROOT));
    }

    static String clean(String code, String said) {
        if (code.contains("limit.string")) {
            return "constant string too long"; // else its first letters, if it is too long in bytes but not in letters
        }
        String message = LOCATION.matcher(said).replaceFirst("");
        message = Text.withoutWrappers(message);
        message = withoutPackages(message);
        message = SYMBOL.matcher(message).replaceFirst(": ");
        message = PLACE.matcher(message).replaceFirst(" in ");
        return message.strip().replaceAll(";?\\s*\\R\\s*", "; ").replaceAll(" {2,}", " ");
    }
}
