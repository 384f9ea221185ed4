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

    /** What stands for each macro. */
    private final Map<String, String> bodies = new HashMap<>();

    private final Map<String, Set<String>> words = new HashMap<>();

    public Macros(Term root) {
        Location.visit(root, (location, part) -> {
            if (part.is(Kind.DIRECTIVE)) {
                Matcher define = DEFINE.matcher(part.text());
                if (define.matches()) {
                    Set<String> said = words(define.group(3));
                    said.removeAll(words(define.group(2) == null ? "" : define.group(2)));
                    bodies.merge(define.group(1), define.group(3), (a, b) -> a + "\n" + b);
                    words.computeIfAbsent(define.group(1), name -> new HashSet<>())
                            .addAll(said);
                }
            }
        });
    }

    /** Whether a word comes into these terms by a macro, or by a part that is kept as text. */
    public boolean hide(List<Term> terms, String word) {
        return expanded(terms).stream().anyMatch(macro -> words.get(macro).contains(word))
                || terms.stream().anyMatch(term -> isKept(term, word));
    }

    /** Whether a macro in the term may change something when it is evaluated. */
    public boolean hideEffects(Term term) {
        return expanded(List.of(term)).stream()
                .anyMatch(macro -> EFFECT.matcher(bodies.get(macro)).find() || calls(bodies.get(macro)));
    }

    private boolean calls(String body) {
        Matcher call = Pattern.compile("([A-Za-z_]\\w*)\\s*\\(").matcher(body);
        return call.results()
                .map(found -> found.group(1))
                .anyMatch(name -> !bodies.containsKey(name) && !Builtins.isPure(Terms.name(name)));
    }

    /** The macros in the terms, and those that come with these. */
    private Set<String> expanded(List<Term> terms) {
        Set<String> found = new HashSet<>();
        if (bodies.isEmpty()) {
            return found;
        }
        Deque<String> open = new ArrayDeque<>();
        terms.forEach(term -> open.addAll(Names.in(term)));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (words.containsKey(name) && found.add(name)) {
                open.addAll(words.get(name));
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
