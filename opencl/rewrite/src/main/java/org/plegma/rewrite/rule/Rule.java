package org.plegma.rewrite.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.plegma.array.Preconditions;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Language;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.OpenClReader;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;

/**
 * A rule {@code name: source [condition] -> destination [action]}. Immutable: each method gives another rule.
 *
 * <pre>{@code
 * Rule.named("double-step")
 *         .match("for (int $i = 0; $i < $n; $i++) { $body... }")
 *         .when("constant($n) && even($n) && !written($i, $body...)")
 *         .then("$next... = substitute($body..., $i, $i + 1)")
 *         .to("for (int $i = 0; $i < $n; $i += 2) { { $body... } { $next... } }")
 * }</pre>
 *
 * <p>The source and the destination quote code, with variables as {@link Hole} describes. A source of several
 * statements fits them in a row anywhere in a block. The destination may be empty, which removes them.
 */
public final class Rule {
    private final String name;
    private final String remark;
    private final Language language;
    /** Empty as long as it has none. */
    private final List<Term> source;

    private final List<Condition> conditions;
    private final Optional<List<Term>> destination;
    private final List<Action> actions;

    Rule(
            String name,
            String remark,
            Language language,
            List<Term> source,
            List<Condition> conditions,
            Optional<List<Term>> destination,
            List<Action> actions) {
        this.name = name;
        this.remark = remark;
        this.language = language;
        this.source = source;
        this.conditions = List.copyOf(conditions);
        this.destination = destination;
        this.actions = List.copyOf(actions);
    }

    /** A rule for OpenCL C that has only a name as yet: letters, digits and dashes. */
    public static Rule named(String name) {
        Preconditions.notNull(name, "name");
        if (!name.matches("[A-Za-z][\\w-]*")) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of a rule. Use letters, digits and '-', as in 'unroll-by-2'.");
        }
        return new Rule(name, "", Language.OPENCL, List.of(), List.of(), Optional.empty(), List.of());
    }

    /** The rule for code of another language. Comes before the quotes. */
    public Rule in(Language other) {
        Preconditions.notNull(other, "other");
        if (!source.isEmpty() || destination.isPresent()) {
            throw new IllegalStateException("The language comes before the code: named(…).in(…).match(…)");
        }
        return new Rule(name, remark, other, source, conditions, destination, actions);
    }

    /** With a sentence that says what it is good for. */
    public Rule because(String sentence) {
        Preconditions.notNull(sentence, "sentence");
        return new Rule(name, sentence, language, source, conditions, destination, actions);
    }

    /** With the code that it replaces. */
    public Rule match(String code) {
        Preconditions.notNull(code, "code");
        List<Term> terms = read(code, "source").stream().map(Terms::unplaced).toList();
        if (terms.isEmpty()) {
            throw new RuleException(name, "the source is empty. Quote the code to replace.");
        }
        return new Rule(name, remark, language, terms, conditions, destination, actions);
    }

    /** With the code that comes in place; empty text for none. */
    public Rule to(String code) {
        Preconditions.notNull(code, "code");
        return to(code, "");
    }

    /** @param text that the lines of the code are those of */
    Rule to(String code, String text) {
        return new Rule(name, remark, language, source, conditions, Optional.of(destination(code, text)), actions);
    }

    /** What it makes is at a place of the rule, as there is no other that could be told. */
    private List<Term> destination(String code, String text) {
        return read(code, "destination").stream()
                .map(term -> Terms.transform(
                        term,
                        part -> part.withPlace(
                                part.place().isKnown()
                                        ? Place.inRule(name, part.place().line(), text)
                                        : Place.NONE)))
                .toList();
    }

    private List<Term> read(String code, String what) {
        try {
            return language.pattern(code);
        } catch (CodeException e) {
            throw new RuleException(name, "its " + what + " cannot be read.\n" + e.getMessage(), e);
        }
    }

    /** With conditions more, in the language of {@code RuleSet.parse}; each part of an {@code &&} is a condition of its own. */
    public Rule when(String condition) {
        Preconditions.notNull(condition, "condition");
        Term term = conditionTerm(condition, "condition");
        List<Condition> more = new ArrayList<>(conditions);
        conjuncts(term).forEach(each -> more.add(Condition.of(each)));
        return new Rule(name, remark, language, source, more, destination, actions);
    }

    private static List<Term> conjuncts(Term term) {
        if (!term.is(Kind.BINARY, "&&")) {
            return List.of(term.withNotes(Notes.NONE));
        }
        List<Term> all = new ArrayList<>(conjuncts(term.child(0)));
        all.addAll(conjuncts(term.child(1)));
        return all;
    }

    /** With a condition more, in Java. */
    public Rule when(String description, Predicate<Match> condition) {
        Preconditions.notNull(description, "description");
        Preconditions.notNull(condition, "condition");
        List<Condition> more = new ArrayList<>(conditions);
        more.add(new Condition(description, Optional.empty(), condition));
        return new Rule(name, remark, language, source, more, destination, actions);
    }

    /** With actions more: {@code $name = value}, parted by commas. */
    public Rule then(String action) {
        Preconditions.notNull(action, "action");
        Term term = conditionTerm(action, "action");
        List<Action> more = new ArrayList<>(actions);
        for (Term each : term.is(Kind.COMMA) ? term.children() : List.of(term)) {
            if (!each.is(Kind.ASSIGN, "=") || !(each.child(0) instanceof Hole)) {
                throw new RuleException(
                        name, "an action has the form '$name = value', not '" + Code.print(each) + "'.");
            }
            more.add(Action.of(each));
        }
        return new Rule(name, remark, language, source, conditions, destination, more);
    }

    /** With an action more, in Java: it binds variables of the destination. */
    public Rule then(String description, Consumer<Match> action) {
        Preconditions.notNull(description, "description");
        Preconditions.notNull(action, "action");
        List<Action> more = new ArrayList<>(actions);
        more.add(new Action(description, Optional.empty(), action));
        return new Rule(name, remark, language, source, conditions, destination, more);
    }

    private Term conditionTerm(String text, String what) {
        try {
            return OpenClReader.expression(text, true);
        } catch (CodeException e) {
            throw new RuleException(name, "its " + what + " cannot be read.\n" + e.getMessage(), e);
        }
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** What it is good for; empty if nobody said. */
    public String remark() {
        return remark;
    }

    /** The language that it quotes. */
    public Language language() {
        return language;
    }

    /** The code that it replaces; nothing as long as it is not given. */
    public List<Term> source() {
        return source;
    }

    /** The code that comes in place; nothing as long as it is not given. */
    public List<Term> destination() {
        return destination.orElse(List.of());
    }

    /** What has to hold where the rule fits. */
    public List<Condition> conditions() {
        return conditions;
    }

    /** What gives further variables their meaning before the destination is built. */
    public List<Action> actions() {
        return actions;
    }

    /** Whether its source is a row of statements, not one term. */
    public boolean isRow() {
        return source.size() != 1
                || destination().size() != 1
                || source.get(0) instanceof Hole hole && hole.sequence()
                || destination().get(0) instanceof Hole other && other.sequence();
    }

    /** Whether the whole rule can be written down. */
    public Optional<String> javaPart() {
        return conditions.stream()
                .filter(condition -> condition.source().isEmpty())
                .map(Condition::text)
                .findFirst()
                .or(() -> actions.stream()
                        .filter(action -> action.source().isEmpty())
                        .map(Action::text)
                        .findFirst());
    }

    /**
     * This rule, if it can work at all.
     *
     * @throws RuleException if it has no source or destination, its destination has a variable that nothing binds, or it
     *     can never fire
     */
    public Rule checked() {
        if (source.isEmpty() || destination.isEmpty()) {
            throw new RuleException(
                    name,
                    "it has no " + (source.isEmpty() ? "source" : "destination") + ". Give it by "
                            + (source.isEmpty() ? "match(…)" : "to(…)") + ".");
        }
        RuleCheck.check(this);
        return this;
    }

    static Set<String> holes(List<Term> terms) {
        Set<String> names = new HashSet<>();
        for (Term term : terms) {
            Location.visit(term, (location, part) -> {
                if (part instanceof Hole hole) {
                    names.add(hole.name());
                }
            });
        }
        return names;
    }

    /** The rule as text, which {@code RuleSet.parse} reads again unless a part of it is Java. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (!remark.isEmpty()) {
            text.append("// ").append(remark).append('\n');
        }
        text.append(name)
                .append(language == Language.OPENCL ? "" : " (" + language.text() + ")")
                .append(": ");
        text.append(quoted(source));
        if (!conditions.isEmpty()) {
            text.append(" [")
                    .append(conditions.stream().map(Condition::conjunct).collect(Collectors.joining(" && ")))
                    .append(']');
        }
        text.append(" -> ").append(quoted(destination()));
        if (!actions.isEmpty()) {
            text.append(" [")
                    .append(actions.stream().map(Action::text).collect(Collectors.joining(", ")))
                    .append(']');
        }
        return text.toString();
    }

    private static String quoted(List<Term> terms) {
        String code = terms.stream().map(Code::print).collect(Collectors.joining("\n"));
        return code.contains("\n") ? "`\n" + code.indent(4) + "`" : "`" + code + "`";
    }
}
