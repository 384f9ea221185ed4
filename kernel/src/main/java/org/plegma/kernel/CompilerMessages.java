package org.plegma.kernel;

import java.util.Locale;
import java.util.regex.Pattern;
import jdk.jshell.Diag;

/** The compiler's messages without what JShell's wrapping of snippets puts into them. */
final class CompilerMessages {
    private static final Pattern LOCATION =
            Pattern.compile("\\s*location: class\\s*(\\$?REPL\\S*|\\$JShell\\S*)?\\s*$");
    private static final Pattern WRAPPER = Pattern.compile("(REPL\\.)?\\$JShell\\$\\w+[.$]");
    private static final Pattern JAVA_LANG = Pattern.compile("\\bjava\\.lang\\.(?=[A-Z])");
    private static final Pattern SYMBOL = Pattern.compile("\\s+symbol: +");
    private static final Pattern PLACE = Pattern.compile("\\s+location: +");

    private CompilerMessages() {}

    /** A text without the names of JShell's wrapper classes. */
    static String withoutWrappers(String text) {
        return WRAPPER.matcher(text).replaceAll("");
    }

    /** In one line: "cannot find symbol: method foo(int) in class Bar". */
    static String clean(Diag diag) {
        String message = diag.getMessage(Locale.ROOT);
        message = LOCATION.matcher(message).replaceFirst("");
        message = withoutWrappers(message);
        message = JAVA_LANG.matcher(message).replaceAll("");
        message = SYMBOL.matcher(message).replaceFirst(": ");
        message = PLACE.matcher(message).replaceFirst(" in ");
        return message.strip().replaceAll("\\s*\\R\\s*", "; ").replaceAll(" {2,}", " ");
    }
}
