package org.plegma.rewrite.parallel.code;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.parallel.code.KernelContext.Captured;
import org.plegma.rewrite.parallel.code.KernelContext.Site;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * A kernel for a loop, and what running it asks for.
 *
 * @param captured for each scalar argument its value in Java
 * @param names those of arrays in Java, where the kernel has others
 * @param counts the number of iterations of each dimension
 * @param obligations what has to hold, or another kernel has to be used
 * @param ranges the bounds of the numbered loop variables of the obligations
 * @param sites where it may fail when it runs; if there are any it has an argument {@code fault} of three ints
 */
public record KernelDraft(
        KernelProgram program,
        Map<String, Captured> captured,
        List<Obligation> obligations,
        Map<String, Obligation.Range> ranges,
        List<Site> sites,
        List<Trips> counts,
        Map<String, String> names) {

    /** The name in Java of an array. */
    public String javaName(String argument) {
        return names.getOrDefault(argument, argument);
    }

    /** What a scalar argument is in Java. */
    public Captured ofScalar(String argument) {
        return Objects.requireNonNull(captured.get(argument), () -> "'" + argument + "' is no scalar of the kernel");
    }

    /** A size with what the kernel receives as numbers in terms of Java's variables. */
    public Term inJava(Term size) {
        Term term = size;
        for (String name : Names.in(size)) {
            Captured value = captured.get(name);
            if (value != null && !value.value().is(Kind.NAME, name)) {
                term = Terms.substitute(term, name, value.value());
            }
        }
        return term;
    }

    /** The same with other code. */
    public KernelDraft with(org.plegma.rewrite.term.Tree unit) {
        return with(program.with(unit));
    }

    /** The same with another program of the same arguments. */
    public KernelDraft with(KernelProgram other) {
        return new KernelDraft(other, captured, obligations, ranges, sites, counts, names);
    }
}
