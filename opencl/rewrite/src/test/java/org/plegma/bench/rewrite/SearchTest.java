package org.plegma.bench.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.optimise.Catalogue;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.optimise.Computations;
import org.plegma.rewrite.optimise.Search;
import org.plegma.rewrite.optimise.SearchResult;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.simulator.Simulation;

/** The search finds an order by itself, by the simulator's costs. */
class SearchTest {

    @Test
    void theModelAloneFindsASequenceAsGoodAsThePapers() {
        double paper = PaperTables.after(Computations.sum(), PaperTables.SUM).cost(PaperTables.MODELLED);
        try (Session session = Session.open()) {
            SearchResult found = PaperTables.searchByModel(session, 100);
            assertTrue(found.best().cost() <= paper, found.toString());
            assertTrue(found.best().sequence().contains("many-adds-on-load"), found.toString());
        }
    }

    @Test
    void aFewGroupsTellWhatAllCost() {
        Computation sum = Computations.sum();
        double all = Simulation.run(sum.unit(), sum.values(4096, 1)).counts().cost();
        double some = Simulation.estimate(sum.unit(), sum.values(4096, 1), 4).cost();
        assertEquals(all, some, 0.001 * all);
    }

    @Test
    void itFindsASequenceAsGoodAsThePapers() {
        Optimisation wrong = new Optimisation(
                "wrong", "", "", true, "", "", RuleSet.parse("wrong: `barrier(CLK_GLOBAL_MEM_FENCE);` -> ``"));
        Computation start = Computations.sum().sizes(1500);
        Computation paper = PaperTables.after(start, PaperTables.SUM.subList(0, 5));
        try (Session session = Session.open()) {
            List<Optimisation> all = new java.util.ArrayList<>(Catalogue.all());
            all.add(wrong);
            SearchResult found = Search.on(session).width(2).budget(30).run(start, all);
            assertTrue(found.best().cost() <= paper.cost(1500), found.toString());
            assertEquals(found.best().cost(), found.computation().cost(1500));
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
