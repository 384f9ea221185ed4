package org.plegma.rewrite.parallel;

import java.util.Map;
import java.util.Optional;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.cell.JavaCell;
import org.plegma.rewrite.parallel.code.Methods;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/** Why a loop cannot be a kernel, if that is because of a method that it calls. */
final class RefusedCalls {
    private final JavaCell cell;
    private final Map<String, String> notInlined;

    /** @param notInlined why the statements of methods did not come in place of their calls, by the methods' names */
    RefusedCalls(JavaCell cell, Map<String, String> notInlined) {
        this.cell = cell;
        this.notInlined = notInlined;
    }

    /** The reason that says most: what is wrong with the method that was called there, if one was, or what was refused. */
    String reason(Term loop, RefusedException refused) {
        Optional<String> called = call(loop, refused).map(call -> call.child(0).text());
        if (called.isEmpty()) {
            return refused.reason();
        }
        String name = called.get();
        return Optional.ofNullable(notInlined.get(name))
                .or(() -> Optional.ofNullable(cell.methods().get(name))
                        .flatMap(Methods::whyNotPure)
                        .map(impure -> "the method '" + name + "' cannot be called here: " + impure + "."))
                .orElse(cell.unresolved().getOrDefault(name, refused.reason()));
    }

    private static Optional<Term> call(Term term, RefusedException refused) {
        if (term.is(Kind.CALL)
                && term.place().equals(refused.place())
                && term.child(0).is(Kind.NAME)) {
            return Optional.of(term);
        }
        return term.children().stream()
                .flatMap(part -> call(part, refused).stream())
                .findFirst();
    }
}
