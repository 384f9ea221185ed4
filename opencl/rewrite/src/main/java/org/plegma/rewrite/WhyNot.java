package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.plegma.rewrite.analysis.Macros;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.WellFormed;
import org.plegma.rewrite.rule.Mismatch;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.Place;

/**
 * Why a rule is not applied to a program.
 *
 * @param rule its name
 * @param fired how often it was applied before
 * @param places where it came nearest, the nearest first
 */
public record WhyNot(String rule, long fired, List<Nearly> places) {
    private static final int MOST = 5;

    /**
     * A place where the rule nearly fits.
     *
     * @param place where in the source
     * @param code the first line of what stands there
     * @param reason what differs, or which condition is false
     * @param bindings what the variables stood for; none if the source did not fit
     * @param progress how many parts of the source fitted
     */
    public record Nearly(Place place, String code, String reason, Bindings bindings, int progress) {

        @Override
        public String toString() {
            String where = bindings.toString().isEmpty()
                    ? ""
                    : "\n" + bindings.toString().indent(4).stripTrailing();
            return place + ": " + code + "\n  " + reason + where;
        }
    }

    static WhyNot of(Rule rule, Term program, long fired, Map<String, String> types) {
        List<Nearly> places = new ArrayList<>();
        Macros macros = new Macros(program);
        Location.visit(program, (location, term) -> {
            if (Application.mayFit(rule, term)) {
                at(rule, program, location, term, types, macros).ifPresent(places::add);
            }
        });
        places.sort(Comparator.comparingInt(Nearly::progress).reversed());
        int best = places.isEmpty() ? 0 : places.get(0).progress();
        places.removeIf(nearly -> nearly.progress() < Math.min(best, 1));
        return new WhyNot(rule.name(), fired, places.subList(0, Math.min(MOST, places.size())));
    }

    private static Optional<Nearly> at(
            Rule rule, Term program, Location location, Term term, Map<String, String> types, Macros macros) {
        Application application = new Application(rule, program, location, term, types, macros);
        Optional<Application.Fit> fit = application.run();
        String code = Mismatch.shown(term);
        if (fit.isPresent()) {
            String broken = WellFormed.broken(
                            program, location.replace(program, fit.get().result()), Names.undeclared(program))
                    .map(what -> "it fits here, but would make ill-formed code: " + what)
                    .orElse("it fits here, but the strategy did not try it");
            return Optional.of(new Nearly(term.place(), code, broken, fit.get().bindings(), Integer.MAX_VALUE));
        }
        if (application.illFormed != null) {
            String reason = "it fits here, but would make ill-formed code: " + application.illFormed;
            return Optional.of(new Nearly(term.place(), code, reason, Bindings.NONE, Integer.MAX_VALUE - 1));
        }
        if (application.failed != null) {
            String reason = "it fits here, but the condition '"
                    + application.failed.condition().text() + "' is false"
                    + (application.unknown == null ? "" : ": " + application.unknown);
            return Optional.of(
                    new Nearly(term.place(), code, reason, application.failed.bindings(), Integer.MAX_VALUE - 2));
        }
        if (application.complaint != null) {
            return Optional.of(
                    new Nearly(term.place(), code, application.complaint, Bindings.NONE, Integer.MAX_VALUE - 3));
        }
        Mismatch closest = application.closest();
        return closest.progress() < 0
                ? Optional.empty()
                : Optional.of(new Nearly(term.place(), code, closest.text(), Bindings.NONE, closest.progress()));
    }

    @Override
    public String toString() {
        String head = "Rule " + rule
                + (fired == 0 ? " was not applied" : " was applied " + times(fired) + ", and not again") + ". ";
        return places.isEmpty()
                ? head + "Nothing in the program begins as its source does."
                : head + "Where it came nearest:\n"
                        + places.stream().map(Nearly::toString).collect(Collectors.joining("\n"));
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }
}
