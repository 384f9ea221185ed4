package org.plegma.kernel.editor;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Which of several methods a call that is still being typed may mean: those that take as many arguments. */
final class FittingOverloads {
    private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])'");

    private FittingOverloads() {}

    /**
     * Those that take at least as many arguments as the call has so far; all, if none does.
     *
     * @param code ends within the call
     * @param signature gives a method as {@code int max(int a, int b)}
     */
    static <T> List<T> of(List<T> methods, String code, Function<T, String> signature) {
        int open = openCall(code);
        if (open < 0) {
            return methods;
        }
        int typed = arguments(withoutTexts(code).substring(open));
        List<T> fitting = methods.stream()
                .filter(method -> takes(signature.apply(method), typed))
                .toList();
        return fitting.isEmpty() ? methods : fitting;
    }

    private static boolean takes(String signature, int typed) {
        int open = signature.indexOf('(');
        if (open < 0 || signature.contains("...")) {
            return true;
        }
        return arguments(signature.substring(open + 1, signature.lastIndexOf(')'))) >= typed;
    }

    /** Where the arguments begin of the call that the code ends within, or -1. */
    static int openCall(String source) {
        String code = withoutTexts(source);
        int depth = 0;
        for (int i = code.length() - 1; i >= 0 && code.charAt(i) != ';' && code.charAt(i) != '"'; i--) {
            char c = code.charAt(i);
            if (c == ')') {
                depth++;
            } else if (c == '(' && depth-- == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /** As long as the code, without what stands in its strings and characters. */
    private static String withoutTexts(String code) {
        return TEXT.matcher(code).replaceAll(text -> "_".repeat(text.group().length()));
    }

    /** How many there are of what commas divide outside of brackets: after a comma one more, though nothing of it may be there yet. */
    private static int arguments(String text) {
        int depth = 0;
        int count = text.isBlank() ? 0 : 1;
        for (char c : text.toCharArray()) {
            if ("([{<".indexOf(c) >= 0) {
                depth++;
            } else if (")]}>".indexOf(c) >= 0) {
                depth--;
            } else if (c == ',' && depth == 0) {
                count++;
            }
        }
        return count;
    }
}
