package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.analysis.Macros;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.analysis.Types;
import org.plegma.rewrite.rule.Action;
import org.plegma.rewrite.rule.Condition;
import org.plegma.rewrite.rule.Facts;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Mismatch;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.RuleException;
import org.plegma.rewrite.rule.TermMatcher;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Comment;
import org.plegma.rewrite.text.Place;

/** One rule tried at one place. */
final class Application {
    private final Rule rule;
    private final Term root;
    private final Location location;
    private final Term subject;
    private final TermMatcher matcher;
    private final Map<String, String> outerTypes;
    private final Macros macros;
    private @Nullable Types types;

    private @Nullable Fit fit;

    /** A condition that was false where all of the source fitted; null if none was. */
    @Nullable
    Refusal failed;

    /** What the program did not tell that condition; null if it told all. */
    @Nullable
    String unknown;

    /** What a condition or action complained of; null if none did. */
    @Nullable
    String complaint;

    /** Why the result is no code; null if it is. */
    @Nullable
    String illFormed;

    /** What comes in the place of the subject, and what the variables of the rule stood for. */
    record Fit(Term result, Bindings bindings) {}

    /** A condition, and what the variables stood for when it was false. */
    record Refusal(Condition condition, Bindings bindings) {}

    Application(Rule rule, Term root, Location location, Term subject, Map<String, String> outerTypes, Macros macros) {
        this.rule = rule;
        this.root = root;
        this.location = location;
        this.subject = subject;
        this.outerTypes = outerTypes;
        this.macros = macros;
        this.matcher = new TermMatcher(term -> types().of(term));
    }

    private Types types() {
        if (types == null) {
            types = Types.at(location, root, outerTypes);
        }
        return types;
    }

    Mismatch closest() {
        return matcher.closest();
    }

    /** Whether the first term of the source may fit here at all; cheap. */
    static boolean mayFit(Rule rule, Term subject) {
        if (rule.isRow()) {
            return subject.sort() == Sort.STATEMENT || subject.is(Kind.UNIT) || subject.is(Kind.CASE);
        }
        Term first = rule.source().get(0);
        if (first instanceof Tree tree) {
            return subject.is(tree.kind()) || tree.kind() == Kind.BLOCK && subject.sort() == Sort.STATEMENT;
        }
        Sort sort = ((Hole) first).sort();
        return sort == subject.sort() || sort == Sort.EXPRESSION && subject.sort() == Sort.NAME;
    }

    /** Finds the first fit whose conditions hold and makes the result of it; empty if there is none. */
    Optional<Fit> run() {
        return fits() ? Optional.ofNullable(fit) : Optional.empty();
    }

    private boolean fits() {
        List<Term> around = location.around(root);
        boolean inList = around.isEmpty() || around.get(around.size() - 1).isList();
        if (rule.isRow()) {
            return subject.isList() ? inRow() : !inList && subject.sort() == Sort.STATEMENT && alone();
        }
        boolean block = rule.source().get(0).is(Kind.BLOCK) && !subject.is(Kind.BLOCK);
        if (block && inList) {
            return false;
        }
        if (isName(around)) {
            return false;
        }
        return matcher.match(rule.source().get(0), subject, Bindings.NONE, found -> accept(found, this::replaced));
    }

    /** Whether this is a name that no rule for expressions may touch: one that is declared or called. */
    private boolean isName(List<Term> around) {
        if (!subject.is(Kind.NAME) || around.isEmpty()) {
            return false;
        }
        Term parent = around.get(around.size() - 1);
        int step = location.last();
        return parent.is(Kind.DECLARATOR) && step == 0 || parent.is(Kind.FUNCTION) || parent.is(Kind.CALL) && step == 0;
    }

    private Term replaced(Bindings found) {
        Term pattern = rule.destination().get(0);
        Term made = Terms.executed(pattern, Terms.instantiate(pattern, found).get(0));
        return keepingComments(List.of(subject), List.of(made)).get(0);
    }

    private boolean inRow() {
        List<Term> parts = subject.children();
        int first = subject.is(Kind.CASE, "case") ? 1 : 0;
        for (int start = first; start < parts.size(); start++) {
            int from = start;
            int[] taken = new int[1];
            Predicate<Bindings> next = found -> accept(found, all -> {
                List<Term> made = new ArrayList<>(parts.subList(0, from));
                List<Term> replaced = parts.subList(from, from + taken[0]);
                made.addAll(keepingComments(replaced, row(all)));
                made.addAll(parts.subList(from + taken[0], parts.size()));
                return ((Tree) subject).withChildren(made);
            });
            List<Term> rest = parts.subList(start, parts.size());
            if (matcher.prefix(rule.source(), rest, Bindings.NONE, next, count -> taken[0] = count)) {
                return true;
            }
        }
        return false;
    }

    /** A statement that a loop or condition governs, without a block around it. */
    private boolean alone() {
        return matcher.list(
                rule.source(),
                List.of(subject),
                Bindings.NONE,
                found -> accept(found, all -> {
                    List<Term> made = keepingComments(List.of(subject), row(all));
                    return made.size() == 1 ? made.get(0) : Tree.of(Kind.BLOCK, "", made);
                }));
    }

    private List<Term> row(Bindings found) {
        List<Term> made = new ArrayList<>();
        rule.destination().forEach(term -> Terms.instantiate(term, found)
                .forEach(each -> made.add(Terms.placed(Terms.executed(term, each), Place.byRule(rule.name())))));
        return made;
    }

    private boolean accept(Bindings found, java.util.function.Function<Bindings, Term> maker) {
        Match match = new Match(root, location, types(), macros, found);
        for (Condition condition : rule.conditions()) {
            unknown = null;
            if (!holds(condition, match)) {
                failed = new Refusal(condition, found);
                return false;
            }
        }
        try {
            for (Action action : rule.actions()) {
                action.run().accept(match);
            }
        } catch (Facts.NotKnown impossible) {
            complaint = impossible.getMessage();
            return false;
        } catch (RuntimeException e) {
            throw new RuleException(rule.name(), "its action fails at " + subject.place() + ". " + told(e), e);
        }
        try {
            Term bare = maker.apply(match.bindings());
            Term made = Terms.placed(bare, place(subject, bare).madeAs(Place.byRule(rule.name())));
            if (made.equals(subject)) {
                return false;
            }
            if (!subject.isList() && made.sort() != subject.sort() && !isExpression(made, subject)) {
                illFormed = "it would put " + Mismatch.shown(made) + " in the place of " + Mismatch.shown(subject);
                return false;
            }
            fit = new Fit(made, match.bindings());
            return true;
        } catch (IllegalArgumentException e) {
            illFormed = e.getMessage();
            return false;
        }
    }

    private static boolean isExpression(Term made, Term subject) {
        return made.sort() == Sort.NAME && subject.sort() == Sort.EXPRESSION
                || made.sort() == Sort.EXPRESSION && subject.sort() == Sort.NAME;
    }

    private static String told(RuntimeException e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private boolean holds(Condition condition, Match match) {
        try {
            return condition.test().test(match);
        } catch (Facts.NotKnown notKnown) {
            unknown = notKnown.getMessage();
            return false;
        } catch (RuntimeException e) {
            throw new RuleException(
                    rule.name(),
                    "its condition '" + condition.text() + "' fails at " + subject.place() + ". " + told(e),
                    e);
        }
    }

    /** Gives the comments of what went to what came, unless that is still there. */
    private static List<Term> keepingComments(List<Term> gone, List<Term> made) {
        if (made.isEmpty()) {
            return made;
        }
        List<Comment> before = new ArrayList<>();
        List<Comment> after = new ArrayList<>();
        for (Term term : gone) {
            if (term.notes().hasComments() && made.stream().noneMatch(each -> contains(each, term))) {
                before.addAll(term.notes().before());
                (before.isEmpty() || gone.size() == 1 ? after : before)
                        .addAll(term.notes().after());
            }
        }
        List<Term> result = new ArrayList<>(made);
        Term first = result.get(0);
        boolean blank = gone.get(0).notes().blankBefore() || first.notes().blankBefore();
        boolean statement = first.sort() == Sort.STATEMENT || first.sort() == Sort.FUNCTION;
        result.set(
                0,
                first.withNotes(
                        first.notes().plusBefore(before).plusAfter(after).blankBefore(blank && statement)));
        return result;
    }

    private static boolean contains(Term term, Term part) {
        return term == part || term.children().stream().anyMatch(each -> contains(each, part));
    }

    /** Where what is new was: of a list, which has no place of its own, that of the first part that gave way. */
    private static Place place(Term subject, Term made) {
        if (subject.place().isKnown() || !made.isList()) {
            return subject.place();
        }
        int i = 0;
        while (i < made.children().size() && i < subject.children().size() && made.child(i) == subject.child(i)) {
            i++;
        }
        return i < subject.children().size() ? subject.child(i).place() : subject.place();
    }
}
