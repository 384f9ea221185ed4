package org.plegma.rewrite.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;

/** What code says without showing it: through the macros of its program, and in parts that are kept as text. */
public final class Macros {
    private static final Pattern DEFINE = Pattern.compile("\\s*#\\s*define\\s+(\\w+)(?:\\(([^)]*)\\))?([\\s\\S]*)");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern EFFECT = Pattern.compile("\\+\\+|--|(?<![=!<>])=(?!=)|<<=|>>=");

    private final Map<String, Macro> macros = new HashMap<>();

    /** What stands for a macro, and the words in it that are no parameters; of all its definitions, if there are several. */
    private record Macro(String body, Set<String> words) {
        Macro and(Macro other) {
            Set<String> all = new HashSet<>(words);
            all.addAll(other.words);
            return new Macro(body + "\n" + other.body, all);
        }
    }

    public Macros(Term root) {
        Location.visit(root, (location, part) -> {
            if (part.is(Kind.DIRECTIVE)) {
                Matcher define = DEFINE.matcher(part.text());
                if (define.matches()) {
                    Set<String> said = words(define.group(3));
                    said.removeAll(words(define.group(2) == null ? "" : define.group(2)));
                    macros.merge(define.group(1), new Macro(define.group(3), said), Macro::and);
                }
            }
        });
    }

    /** Whether a word comes into these terms by a macro, or by a part that is kept as text. */
    public boolean hide(List<Term> terms, String word) {
        return expanded(terms).stream().anyMatch(macro -> macro.words.contains(word))
                || terms.stream().anyMatch(term -> isKept(term, word));
    }

    /** Whether a macro in the term may change something when it is evaluated. */
    public boolean hideEffects(Term term) {
        return expanded(List.of(term)).stream()
                .anyMatch(macro -> EFFECT.matcher(macro.body).find() || calls(macro.body));
    }

    private boolean calls(String body) {
        Matcher call = Pattern.compile("([A-Za-z_]\\w*)\\s*\\(").matcher(body);
        return call.results()
                .map(found -> found.group(1))
                .anyMatch(name -> !macros.containsKey(name) && !Builtins.isPure(Terms.name(name)));
    }

    /** The macros in the terms, and those that come with these. */
    private Set<Macro> expanded(List<Term> terms) {
        Set<Macro> found = new HashSet<>();
        if (macros.isEmpty()) {
            return found;
        }
        Deque<String> open = new ArrayDeque<>();
        terms.forEach(term -> open.addAll(Names.in(term)));
        while (!open.isEmpty()) {
            Macro macro = macros.get(open.pop());
            if (macro != null && found.add(macro)) {
                open.addAll(macro.words);
            }
        }
        return found;
    }

    private static boolean isKept(Term term, String word) {
        boolean text = term.is(Kind.OPAQUE) || term.is(Kind.OPAQUE_STATEMENT) || term.is(Kind.DIRECTIVE);
        return text && words(term.text()).contains(word)
                || term.children().stream().anyMatch(part -> isKept(part, word));
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        WORD.matcher(text).results().forEach(word -> words.add(word.group()));
        return words;
    }
}
