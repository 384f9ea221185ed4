package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.plegma.rewrite.analysis.Macros;
import org.plegma.rewrite.analysis.Types;
import org.plegma.rewrite.analysis.WellFormed;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.RuleException;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.rule.TermMatcher;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.DeepTerms;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Language;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;

/** Applies rules to a program by a strategy, and writes down each step. */
final class Rewriter {
    private static final int MOST_STEPS = 5_000;
    /** A program that has grown by more than this factor, and by so many parts, grows for ever. */
    private static final int MOST_GROWTH = 50;

    private static final int LARGE = 2_000;

    /** Rules may nest a program by so many levels more; going through it takes a stack as deep. */
    private static final int MOST_LEVELS = 200;

    private final Map<String, String> types;
    private final Macros macros;
    private final Optional<Language> language;
    private final RuleNotes notes = new RuleNotes();
    private final List<Step> steps = new ArrayList<>();
    private final Problems problems = new Problems();
    private final Programs seen = new Programs();
    private final Map<List<Rule>, SettledTerms> settled = new IdentityHashMap<>();
    private final StrategyCalls calls;
    private final int mostParts;
    private final int mostLevels;
    private Term root;

    private Rewriter(Term input, Map<String, String> types) {
        this.types = types;
        this.root = input;
        this.macros = new Macros(input);
        this.language = Language.of(input);
        this.mostParts = MOST_GROWTH * seen.parts(input) + LARGE;
        this.mostLevels = DeepTerms.levels(input) + MOST_LEVELS;
        this.calls = new StrategyCalls(mostLevels);
        seen.add(input, 0);
    }

    static Trace run(Term term, Strategy strategy) {
        return run(term, strategy, Map.of());
    }

    /** @param types the types of names that the term does not declare */
    static Trace run(Term term, Strategy strategy, Map<String, String> types) {
        boolean callsItself = !strategy.definitions().isEmpty();
        return DeepTerms.through(term, callsItself, () -> rewrite(term, strategy, types));
    }

    private static Trace rewrite(Term term, Strategy strategy, Map<String, String> types) {
        Rewriter rewriter = new Rewriter(term, types);
        rewriter.checkLanguage(strategy);
        StrategyLines.check(strategy, term);
        try {
            rewriter.apply(strategy, Location.ROOT);
        } catch (Stop loop) {
            // the problem is written down, and so are the steps so far
        }
        return new Trace(
                term,
                rewriter.root,
                rewriter.steps,
                rewriter.problems.all(),
                rewriter.notes.after(rewriter.steps),
                strategy,
                types);
    }

    private void checkLanguage(Strategy strategy) {
        List<Rule> others = strategy.allRules().stream().filter(this::isOfOther).toList();
        if (!others.isEmpty() && others.size() == strategy.allRules().size()) {
            throw new RuleException(
                    others.get(0).name(),
                    "it is for " + others.get(0).language().title() + ", and the program is "
                            + language.orElseThrow().title() + ", for which there is no rule.");
        }
        others.forEach(rule -> notes.add("Rule " + rule.name() + " was not tried: it is for "
                + rule.language().title() + ", and the program is "
                + language.orElseThrow().title() + "."));
    }

    private boolean isOfOther(Rule rule) {
        return language.isPresent() && rule.language() != language.get();
    }

    /** Ends rewriting. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stop() {
            super(null, null, false, false);
        }
    }

    private boolean apply(Strategy strategy, Location at) {
        if (strategy instanceof Strategy.TopDown sweep) {
            return topDown(sweep.rules(), at);
        } else if (strategy instanceof Strategy.BottomUp sweep) {
            return bottomUp(sweep.rules(), at);
        } else if (strategy instanceof Strategy.FirstTop first) {
            return whileChanging(() -> firstTop(first.rules(), at), Integer.MAX_VALUE);
        } else if (strategy instanceof Strategy.Sequence sequence) {
            boolean changed = false;
            for (Strategy part : sequence.parts()) {
                changed |= apply(part, at);
            }
            return changed;
        } else if (strategy instanceof Strategy.Choice choice) {
            return choice.parts().stream().anyMatch(part -> apply(part, at));
        } else if (strategy instanceof Strategy.Repeat repeat) {
            return whileChanging(() -> apply(repeat.strategy(), at), repeat.limit());
        } else if (strategy instanceof Strategy.Here here) {
            return fire(here.rules(), at);
        } else if (strategy instanceof Strategy.All all) {
            boolean changed = false;
            for (int i = 0; i < at.in(root).children().size(); i++) {
                changed |= apply(all.strategy(), at.down(i));
            }
            return changed;
        } else if (strategy instanceof Strategy.One one) {
            for (int i = 0; i < at.in(root).children().size(); i++) {
                if (apply(one.strategy(), at.down(i))) {
                    return true;
                }
            }
            return false;
        } else if (strategy instanceof Strategy.Call call) {
            return call(call, at);
        }
        return within((Strategy.At) strategy, at);
    }

    private boolean call(Strategy.Call call, Location at) {
        endIfInterrupted();
        int before = steps.size();
        Optional<String> endless = calls.begin(call, at, before, seen.parts(root));
        if (endless.isPresent()) {
            String name = call.definition().name();
            problems.loop(name, "The strategy " + name + ", at " + at.in(root).place() + ", " + endless.get());
            throw new Stop();
        }
        boolean changed = apply(calls.meant(call), at);
        calls.end(call, at, before);
        return changed;
    }

    private static boolean whileChanging(BooleanSupplier change, int limit) {
        int times = 0;
        while (times < limit && change.getAsBoolean()) {
            times++;
        }
        return times > 0;
    }

    private boolean within(Strategy.At strategy, Location at) {
        boolean changed = false;
        List<Location> found = new ArrayList<>();
        Location.visit(at.in(root), (below, term) -> {
            List<Integer> steps = new ArrayList<>(at.steps());
            steps.addAll(below.steps());
            Location location = new Location(steps);
            boolean inside = found.stream().anyMatch(outer -> outer.contains(location));
            if (!inside && isMeant(strategy, term, location)) {
                found.add(location);
            }
        });
        if (found.isEmpty()) {
            String note = "at(" + strategy.where() + ", …) has no place: "
                    + (strategy.pattern().isEmpty() ? "what began in this line is gone." : "nothing fits it.");
            notes.add(note);
        }
        for (Location location : found) {
            changed |= apply(strategy.strategy(), location);
        }
        return changed;
    }

    private boolean isMeant(Strategy.At strategy, Term term, Location location) {
        if (strategy.pattern().isEmpty()) {
            return term.place().line() == strategy.line() && !term.is(Kind.UNIT);
        }
        Term pattern = strategy.pattern().get();
        TermMatcher matcher =
                new TermMatcher(expression -> Types.at(location, root, types).of(expression));
        return term.sort() == pattern.sort() && matcher.match(pattern, term, Bindings.NONE, found -> true);
    }

    private boolean topDown(List<Rule> rules, Location at) {
        return unlessSettled(rules, at, () -> sweepDown(rules, at));
    }

    private boolean sweepDown(List<Rule> rules, Location at) {
        boolean changed = whileChanging(() -> fire(rules, at), Integer.MAX_VALUE);
        Term here = at.in(root); // found again only after a change: the way to it may be long
        for (int i = 0; i < here.children().size(); i++) {
            if (topDown(rules, at.down(i))) {
                changed = true;
                here = at.in(root);
            }
        }
        return changed;
    }

    private boolean bottomUp(List<Rule> rules, Location at) {
        return unlessSettled(rules, at, () -> sweepUp(rules, at));
    }

    private boolean sweepUp(List<Rule> rules, Location at) {
        boolean changed = false;
        do {
            Term here = at.in(root);
            for (int i = 0; i < here.children().size(); i++) {
                if (bottomUp(rules, at.down(i))) {
                    changed = true;
                    here = at.in(root);
                }
            }
            if (!fire(rules, at)) {
                return changed;
            }
            changed = true;
        } while (true);
    }

    private boolean firstTop(List<Rule> rules, Location at) {
        return unlessSettled(rules, at, () -> firstBelow(rules, at));
    }

    /** Passes over what was searched before in vain, and remembers what is. */
    private boolean unlessSettled(List<Rule> rules, Location at, BooleanSupplier search) {
        SettledTerms known = settled.computeIfAbsent(rules, SettledTerms::new);
        Term parent = at.steps().isEmpty() ? null : at.parent(root);
        boolean inList = parent == null || parent.isList();
        Term term = parent == null ? root : parent.child(at.last());
        if (known.holds(term, inList)) {
            return false;
        }
        boolean changed = search.getAsBoolean();
        if (!changed) {
            known.add(term, inList);
        }
        return changed;
    }

    private boolean firstBelow(List<Rule> rules, Location at) {
        if (fire(rules, at)) {
            return true;
        }
        int parts = at.in(root).children().size();
        for (int i = 0; i < parts; i++) {
            if (firstTop(rules, at.down(i))) {
                return true;
            }
        }
        return false;
    }

    private void endIfInterrupted() {
        if (Thread.interrupted()) {
            throw new CancellationException("Rewriting was interrupted after " + steps.size() + " steps.");
        }
    }

    /** Applies the first rule that can be applied here. */
    private boolean fire(List<Rule> rules, Location at) {
        endIfInterrupted();
        Term subject = at.in(root);
        for (Rule rule : rules) {
            if (isOfOther(rule) || !Application.mayFit(rule, subject)) {
                continue;
            }
            Application application = new Application(rule, root, at, subject, types, macros);
            Optional<Application.Fit> fit = application.run();
            notes.answer(application, rule, subject);
            if (application.illFormed != null) {
                problems.illFormed(rule, subject, application.illFormed);
            }
            if (fit.isPresent() && commit(rule, at, subject, fit.get())) {
                return true;
            }
        }
        return false;
    }

    private boolean commit(Rule rule, Location at, Term subject, Application.Fit fit) {
        Term after;
        try {
            after = at.replace(root, fit.result());
        } catch (IllegalArgumentException e) {
            problems.illFormed(rule, subject, String.valueOf(e.getMessage()));
            return false;
        }
        boolean declares = WellFormed.declares(subject) || WellFormed.declares(fit.result());
        Optional<String> broken = WellFormed.brokenBy(root, after, at, subject, fit.result(), declares);
        if (broken.isPresent()) {
            problems.illFormed(rule, subject, broken.get() + ".");
            return false;
        }
        steps.add(new Step(
                steps.size() + 1, rule, at, subject.place(), subject, fit.result(), fit.bindings(), root, after));
        root = after;
        if (declares) {
            settled.clear(); // types may have changed anywhere
        }
        stopIfEndless();
        if (at.steps().size() + DeepTerms.levels(fit.result()) > mostLevels) {
            loop(
                    Set.of(rule.name()),
                    "the program is nested " + MOST_LEVELS + " levels deeper than it was. Add a condition that"
                            + " what the rule makes does not fulfil.");
        }
        return true;
    }

    private void stopIfEndless() {
        int before = seen.add(root, steps.size());
        if (before >= 0) {
            Set<String> names = new LinkedHashSet<>();
            steps.subList(before, steps.size())
                    .forEach(step -> names.add(step.rule().name()));
            loop(
                    names,
                    "after step " + steps.size() + " the program is what it was "
                            + (before == 0 ? "at the beginning" : "after step " + before)
                            + ". Give " + (names.size() == 1 ? "it" : "one of them") + " a condition that ends this.");
        } else if (steps.size() >= MOST_STEPS || seen.parts(root) > mostParts) {
            Set<String> names = new LinkedHashSet<>();
            steps.subList(Math.max(0, steps.size() - 100), steps.size())
                    .forEach(step -> names.add(step.rule().name()));
            loop(
                    names,
                    "there was no end after " + steps.size() + " steps, and the program has " + seen.parts(root)
                            + " parts. Add a condition that what it makes does not fulfil, or limit it by repeat(…,"
                            + " limit).");
        }
    }

    private void loop(Set<String> names, String how) {
        problems.loop(names, how);
        throw new Stop();
    }
}
