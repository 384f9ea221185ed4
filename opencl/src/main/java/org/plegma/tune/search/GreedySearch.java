package org.plegma.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Configuration;

/**
 * Multi-start greedy local search: random seeds, then from the best of them a climb through neighbours that differ in
 * one parameter, moving as soon as a few neighbours hold a better one; at a local optimum, on from the next best seed,
 * and when no seed is left, from new ones.
 *
 * <p>Random search with local search in discrete kernel spaces is the scheme of CLTune (Nugteren and Codreanu, "CLTune: A
 * Generic Auto-Tuner for OpenCL Kernels", MCSoC 2015) and Kernel Tuner (van Werkhoven, FGCS 90, 2019). Schoonhoven, van
 * Werkhoven and Batenburg, "Benchmarking Optimization Algorithms for Auto-Tuning GPU Kernels" (IEEE TEVC, 2022), find
 * multi-start and iterated greedy local search with the Hamming neighbourhood among the best for budgets of some
 * hundred evaluations, and without parameters that would need tuning themselves.
 *
 * <p>All choices come from one seed, so the same times give the same path.
 */
public final class GreedySearch implements SearchStrategy {
    /** Random configurations between climbs: enough to rank, few against a budget of 200. */
    private static final int SEEDS = 16;

    /** Neighbours compiled together; a constant, so that the path does not depend on the number of cores. */
    private static final int CHUNK = 4;

    /** Draws that may bring nothing new before no more are made. */
    private static final int FRUITLESS_DRAWS = 1000;

    private final Random random;

    /** Steps to the best neighbour, from beginnings that a seed gives. */
    public GreedySearch(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public void search(Pruner space, List<Configuration> first, Evaluator evaluator) throws InterruptedException {
        Set<Configuration> seeds = new LinkedHashSet<>(first);
        while (!evaluator.exhausted()) {
            draw(seeds, space, evaluator);
            if (seeds.isEmpty()) {
                return;
            }
            List<TrialResult> starts = new ArrayList<>(evaluator.evaluate(List.copyOf(seeds)));
            seeds.clear();
            starts.sort(Comparator.comparingDouble(TrialResult::seconds));
            Set<Configuration> summits = new LinkedHashSet<>();
            // The worse half of the seeds is not worth a climb: new seeds are as good and tell more.
            for (TrialResult start : starts.subList(0, (starts.size() + 1) / 2)) {
                if (!evaluator.exhausted() && start.ok()) {
                    climb(start, space, evaluator, summits);
                }
            }
        }
    }

    /** Adds random configurations that were not tried yet; none if there are no more. */
    private void draw(Set<Configuration> seeds, Pruner space, Evaluator evaluator) {
        int fruitless = 0;
        while (seeds.size() < SEEDS && fruitless < FRUITLESS_DRAWS) {
            Optional<Configuration> drawn = space.random(random);
            if (drawn.isEmpty() || evaluator.knows(drawn.get()) || !seeds.add(drawn.get())) {
                fruitless++;
            }
        }
        if (seeds.isEmpty()) { // draws hardly ever hit the last few of a large space
            space.listed().stream()
                    .flatMap(List::stream)
                    .filter(c -> !evaluator.knows(c))
                    .forEach(seeds::add);
        }
    }

    private void climb(TrialResult start, Pruner space, Evaluator evaluator, Set<Configuration> summits)
            throws InterruptedException {
        TrialResult here = start;
        while (!evaluator.exhausted() && summits.add(here.configuration())) {
            Optional<TrialResult> better = betterNeighbour(here, space, evaluator);
            if (better.isEmpty()) {
                return;
            }
            here = better.get();
        }
    }

    private Optional<TrialResult> betterNeighbour(TrialResult here, Pruner space, Evaluator evaluator)
            throws InterruptedException {
        List<Configuration> around = new ArrayList<>(space.neighbours(here.configuration()));
        Collections.shuffle(around, random);
        for (int i = 0; i < around.size() && !evaluator.exhausted(); i += CHUNK) {
            Optional<TrialResult> best =
                    evaluator.evaluate(around.subList(i, Math.min(i + CHUNK, around.size()))).stream()
                            .min(Comparator.comparingDouble(TrialResult::seconds))
                            .filter(t -> t.seconds() < here.seconds());
            if (best.isPresent()) {
                return best;
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "greedy search from random seeds";
    }
}
