package org.plegma.device.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out of a source what the preprocessor leaves out, as far as that is plain: by {@code #ifdef EXACT}, {@code #if !defined(EXACT)},
 * {@code #if EXACT} and {@code #if WIDTH == 4}, with their {@code #elif} and {@code #else}. Where a condition is another, or a
 * name may be the compiler's own or of a file that is included, all branches stay.
 */
final class ActiveLines {
    private static final Pattern DIRECTIVE =
            Pattern.compile("\\s*#\\s*(ifdef|ifndef|if|elif|else|endif|define|undef|include)\\b\\s*(.*?)\\s*");
    private static final Pattern OPTION = Pattern.compile("(?:^|\\s)-D\\s*(\\w+)(?:=(\\S*))?");
    private static final Pattern DEFINITION = Pattern.compile("(\\w+)(?:\\s+(\\S+))?.*");
    private static final Pattern ASKED = Pattern.compile("(!?)\\s*defined\\s*(?:\\(\\s*(\\w+)\\s*\\)|(\\w+))");
    private static final Pattern COMPARED = Pattern.compile("(\\w+)(?:\\s*(==|!=)\\s*(\\w+))?");
    private static final Pattern OF_THE_COMPILER = Pattern.compile("_.*|cl_.*|[A-Z]+_FP.*");

    private final Map<String, String> macros = new HashMap<>();
    private final Set<String> unsure = new HashSet<>();
    private boolean including;
    private final Deque<Level> levels = new ArrayDeque<>();

    /** Of an {@code #if}, where null is not known: whether its branch is taken now, and whether one was up to now. */
    private record Level(@Nullable Boolean now, @Nullable Boolean ever) {}

    private ActiveLines(List<String> options) {
        Matcher given = OPTION.matcher(String.join(" ", options));
        while (given.find()) {
            macros.put(given.group(1), given.group(2) == null ? "1" : given.group(2));
        }
    }

    /** The source without comments, with empty lines in place of those that are left out. */
    static String of(String source, List<String> options) {
        ActiveLines lines = new ActiveLines(options);
        StringBuilder kept = new StringBuilder();
        OpenClToken.withoutComments(source).lines().forEach(line -> {
            Matcher directive = DIRECTIVE.matcher(line);
            boolean any = directive.matches();
            if (any) {
                lines.take(directive.group(1), directive.group(2));
            }
            kept.append(Boolean.FALSE.equals(lines.isActive()) ? "" : line).append('\n');
        });
        return kept.toString();
    }

    private @Nullable Boolean isActive() {
        if (levels.stream().anyMatch(level -> Boolean.FALSE.equals(level.now()))) {
            return false;
        }
        return levels.stream().anyMatch(level -> level.now() == null) ? null : true;
    }

    private void take(String word, String rest) {
        switch (word) {
            case "define", "undef" -> define(word.equals("define"), rest);
            case "ifdef" -> begin(isDefined(rest));
            case "ifndef" -> begin(not(isDefined(rest)));
            case "if" -> begin(holds(rest));
            case "endif" -> levels.poll();
            case "include" -> including |= !Boolean.FALSE.equals(isActive());
            default -> {
                Level level = levels.poll();
                if (level != null) {
                    Boolean here = word.equals("else") ? Boolean.TRUE : holds(rest);
                    levels.push(new Level(and(not(level.ever()), here), not(and(not(level.ever()), not(here)))));
                }
            }
        }
    }

    private void begin(@Nullable Boolean condition) {
        levels.push(new Level(condition, condition));
    }

    private void define(boolean defined, String rest) {
        Matcher definition = DEFINITION.matcher(rest);
        Boolean active = isActive();
        if (!definition.matches() || Boolean.FALSE.equals(active)) {
            return;
        }
        String name = definition.group(1);
        if (active == null) {
            unsure.add(name);
        } else if (defined) {
            macros.put(name, definition.group(2) == null ? "" : definition.group(2));
        } else {
            macros.remove(name);
        }
    }

    private @Nullable Boolean isDefined(String name) {
        if (unsure.contains(name)) {
            return null;
        }
        if (macros.containsKey(name)) {
            return true;
        }
        boolean elsewhere = including || OF_THE_COMPILER.matcher(name).matches();
        return elsewhere || !name.matches("\\w+") ? null : false;
    }

    private @Nullable Boolean holds(String condition) {
        Matcher asked = ASKED.matcher(condition);
        if (asked.matches()) {
            Boolean defined = isDefined(asked.group(2) == null ? asked.group(3) : asked.group(2));
            return asked.group(1).isEmpty() ? defined : not(defined);
        }
        Matcher compared = COMPARED.matcher(condition);
        if (!compared.matches()) {
            return null;
        }
        Long left = number(compared.group(1));
        Long right = compared.group(3) == null ? Long.valueOf(0) : number(compared.group(3));
        return left == null || right == null ? null : left.equals(right) == "==".equals(compared.group(2));
    }

    /** A name that is none is 0. */
    private @Nullable Long number(String word) {
        boolean named = !Character.isDigit(word.charAt(0));
        String text = word;
        if (named) {
            Boolean defined = isDefined(word);
            text = defined == null ? "?" : macros.getOrDefault(word, "0");
        }
        return text.matches("[1-9]\\d{0,9}|0") ? Long.valueOf(text) : null;
    }

    private static @Nullable Boolean not(@Nullable Boolean value) {
        return value == null ? null : !value;
    }

    private static @Nullable Boolean and(@Nullable Boolean a, @Nullable Boolean b) {
        boolean wrong = Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b);
        return wrong ? Boolean.FALSE : a == null || b == null ? null : true;
    }
}
