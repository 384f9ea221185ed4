package org.plegma.rewrite.optimise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.model.Simulation;

/** The search finds an order by itself, by the simulator's costs. */
class SearchTest {

    private static double cost(Computation computation) {
        return Simulation.run(computation.unit(), computation.values(1500, 1))
                .counts()
                .cost();
    }

    @Test
    void itFindsASequenceAsGoodAsThePapers() {
        Optimisation wrong = new Optimisation(
                "wrong", "", "", true, "", "", RuleSet.parse("wrong: `barrier(CLK_GLOBAL_MEM_FENCE);` -> ``"));
        Computation start = Computations.sum().sizes(1500);
        Computation paper = start;
        for (String name : List.of(
                "global-to-local",
                "contiguous-threads",
                "sequential-addressing",
                "first-add-on-load",
                "unroll-steps")) {
            paper = paper.with(Catalogue.named(name).rules().apply(paper.unit()).result());
        }
        try (Session session = Session.open()) {
            List<Optimisation> all = new java.util.ArrayList<>(Catalogue.all());
            all.add(wrong);
            Found found = Search.on(session).width(2).budget(30).run(start, all);
            assertTrue(found.best().cost() <= cost(paper), found.toString());
            assertEquals(found.best().cost(), cost(found.computation()));
            assertTrue(
                    found.best().sequence().containsAll(List.of("global-to-local", "unroll-steps")), found.toString());
            assertTrue(
                    found.tried().stream().anyMatch(each -> each.verdict().contains("no barrier between")),
                    found.toString());
            assertTrue(found.tried().size() <= 30);
            assertTrue(found.best().sequence().stream().noneMatch("wrong"::equals));
        }
    }
}
