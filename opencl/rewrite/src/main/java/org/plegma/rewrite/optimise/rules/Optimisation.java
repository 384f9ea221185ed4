package org.plegma.rewrite.optimise.rules;

import org.plegma.rewrite.RuleSet;

/**
 * A way to make kernels faster.
 *
 * @param name the name by which it is chosen
 * @param what what it does and why that helps
 * @param when what must hold for it to be applied; the rules check it
 * @param exact whether the results keep every bit; else sums are added in another order
 * @param source where it is described
 * @param example a program on which it fires, as OpenCL C
 * @param rules the rules
 */
public record Optimisation(
        String name, String what, String when, boolean exact, String source, String example, RuleSet rules) {

    @Override
    public String toString() {
        return name + ": " + what;
    }
}
