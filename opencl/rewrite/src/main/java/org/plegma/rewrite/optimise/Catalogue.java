package org.plegma.rewrite.optimise;

import java.util.List;
import java.util.stream.Collectors;
import org.plegma.array.Preconditions;
import org.plegma.rewrite.ConstantFolding;
import org.plegma.rewrite.RelaxedMathematics;
import org.plegma.rewrite.StrengthReduction;
import org.plegma.rewrite.Unrolling;
import org.plegma.rewrite.optimise.rules.AtomicsToLocal;
import org.plegma.rewrite.optimise.rules.ContiguousThreads;
import org.plegma.rewrite.optimise.rules.Examples;
import org.plegma.rewrite.optimise.rules.FirstAddOnLoad;
import org.plegma.rewrite.optimise.rules.GlobalToLocal;
import org.plegma.rewrite.optimise.rules.HoistInvariant;
import org.plegma.rewrite.optimise.rules.ManyAddsOnLoad;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.optimise.rules.PairsOnly;
import org.plegma.rewrite.optimise.rules.SequentialAddressing;
import org.plegma.rewrite.optimise.rules.StepsInLocalMemory;
import org.plegma.rewrite.optimise.rules.TileProduct;
import org.plegma.rewrite.optimise.rules.UnrollSteps;
import org.plegma.rewrite.optimise.rules.VectorLoads;

/** All optimisations, by name. */
public final class Catalogue {
    private static final List<Optimisation> ALL = List.of(
            GlobalToLocal.optimisation(),
            ContiguousThreads.optimisation(),
            SequentialAddressing.optimisation(),
            FirstAddOnLoad.optimisation(),
            ManyAddsOnLoad.optimisation(),
            VectorLoads.optimisation(),
            UnrollSteps.optimisation(),
            PairsOnly.optimisation(),
            StepsInLocalMemory.optimisation(),
            TileProduct.optimisation(),
            AtomicsToLocal.optimisation(),
            HoistInvariant.optimisation(),
            new Optimisation(
                    "unroll-by-4",
                    "The body of a counting loop is written four times.",
                    "The number of rounds is known and a multiple of four, and nothing leaves the loop early.",
                    true,
                    "A. Aho, M. Lam, R. Sethi, J. Ullman, Compilers, 2nd ed., 10.5",
                    Examples.COUNTED,
                    Unrolling.by(4)),
            new Optimisation(
                    "constant-folding",
                    "What is known before the program runs is computed then.",
                    "Literals of one type, and whole numbers with 0 and 1.",
                    true,
                    "A. Aho, M. Lam, R. Sethi, J. Ullman, Compilers, 2nd ed., 9.4",
                    Examples.CONSTANTS,
                    ConstantFolding.rules()),
            new Optimisation(
                    "strength-reduction",
                    "Shifts and masks for products, quotients and remainders of powers of two.",
                    "Whole numbers; quotients and remainders only of unsigned ones.",
                    true,
                    "A. Aho, M. Lam, R. Sethi, J. Ullman, Compilers, 2nd ed., 8.5",
                    Examples.CONSTANTS,
                    StrengthReduction.rules()),
            new Optimisation(
                    "relaxed-mathematics",
                    "The device's own square roots, exponentials and quotients, which are faster and less exact.",
                    "Single precision.",
                    false,
                    "Khronos, The OpenCL C Specification, 6.15.2, native functions",
                    Examples.MATHEMATICS,
                    RelaxedMathematics.rules()));

    private Catalogue() {}

    /** All, in the order in which they help most often. */
    public static List<Optimisation> all() {
        return ALL;
    }

    /** Those of some names, in their order. */
    public static List<Optimisation> of(String... names) {
        Preconditions.notNull(names, "names");
        return List.of(names).stream().map(Catalogue::named).toList();
    }

    /**
     * The optimisation of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Optimisation named(String name) {
        Preconditions.notNull(name, "name");
        return ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no optimisation '" + name + "'; there are "
                        + ALL.stream().map(Optimisation::name).collect(Collectors.joining(", ")) + "."));
    }
}
