package org.plegma.rewrite.optimise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.measure.progress.Progress;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.simulator.SimulatorException;

/**
 * Finds an order of optimisations by itself. It is a beam search: from each of the best few programs so far every optimisation
 * that fits makes another; programs that are the same by different ways count once; those that cost least and are proven
 * become the next few. An optimisation need not pay at once, since it may only make way for others. The number of programs
 * that are looked at is bounded.
 */
public final class Search {
    private final Session session;
    private final long size;
    private final long modelled;
    private final int width;
    private final int budget;

    private Search(Session session, long size, long modelled, int width, int budget) {
        this.session = session;
        this.size = size;
        this.modelled = modelled;
        this.width = width;
        this.budget = budget;
    }

    /** A search by the costs that the simulator counts, three programs wide, that looks at 100 programs at most. */
    public static Search on(Session session) {
        return new Search(session, 0, 0, 3, 100);
    }

    /** By the time measured on a problem of a size instead. */
    public Search timedAt(long problem) {
        return new Search(session, problem, 0, width, budget);
    }

    /** By the costs that the simulator estimates for a problem of a size, which may be far larger than it could simulate. */
    public Search modelledAt(long problem) {
        return new Search(session, 0, problem, width, budget);
    }

    /** With so many programs from which to go on. */
    public Search width(int programs) {
        return new Search(session, size, modelled, programs, budget);
    }

    /** With so many programs to look at, at most. */
    public Search budget(int programs) {
        return new Search(session, size, modelled, width, programs);
    }

    /** Searches among the sequences of some optimisations, each used once at most. */
    public SearchResult run(Computation start, List<Optimisation> optimisations) {
        try (Timing timing = new Timing(session, start, size);
                Progress progress = Progress.start("Searching for an order of " + start.name(), 0)) {
            return new Run(timing, progress).search(start, optimisations);
        }
    }

    /** A program on the way, and the one from which it was made; the first is made from itself. */
    private record Node(Computation before, Computation computation, SearchResult.Candidate candidate) {}

    private final class Run {
        private final Timing timing;
        private final Progress progress;
        private final Prover prover = new Prover();
        private final Set<String> seen = new HashSet<>();
        private final List<SearchResult.Candidate> tried = new ArrayList<>();

        Run(Timing timing, Progress progress) {
            this.timing = timing;
            this.progress = progress;
        }

        SearchResult search(Computation start, List<Optimisation> optimisations) {
            Node best = new Node(start, start, new SearchResult.Candidate(List.of(), cost(start), "start"));
            tried.add(best.candidate);
            seen.add(start.source());
            List<Node> beam = List.of(best);
            while (!beam.isEmpty() && tried.size() < budget) {
                beam = proven(children(beam, optimisations));
                for (Node node : beam) {
                    best = node.candidate.cost() < best.candidate.cost() ? node : best;
                }
            }
            return new SearchResult(size == 0 ? "cost" : "ms", tried, best.candidate, best.computation);
        }

        private List<Node> children(List<Node> beam, List<Optimisation> optimisations) {
            List<Node> children = new ArrayList<>();
            for (Node node : beam) {
                for (Optimisation optimisation : optimisations) {
                    if (node.candidate.sequence().contains(optimisation.name())
                            || tried.size() + children.size() >= budget) {
                        continue;
                    }
                    Trace trace = optimisation.rules().apply(node.computation.unit());
                    if (trace.steps().isEmpty() || !trace.problems().isEmpty()) {
                        continue;
                    }
                    Computation made = node.computation.with(trace.result());
                    if (seen.add(made.source())) {
                        children.add(new Node(node.computation, made, candidate(node, optimisation, made)));
                        progress.step(1);
                    }
                }
            }
            children.sort(Comparator.comparingDouble(child -> child.candidate.cost()));
            return children;
        }

        private SearchResult.Candidate candidate(Node node, Optimisation optimisation, Computation made) {
            List<String> sequence = new ArrayList<>(node.candidate.sequence());
            sequence.add(optimisation.name());
            try {
                return new SearchResult.Candidate(List.copyOf(sequence), cost(made), "");
            } catch (SimulatorException | OpenClException | IllegalArgumentException e) {
                return new SearchResult.Candidate(
                        List.copyOf(sequence), Double.POSITIVE_INFINITY, "undone: " + e.getMessage());
            }
        }

        /** The cheapest that hold; all are written down. */
        private List<Node> proven(List<Node> children) {
            List<Node> kept = new ArrayList<>();
            for (Node child : children) {
                SearchResult.Candidate candidate = child.candidate;
                String verdict = candidate.verdict();
                if (verdict.isEmpty() && kept.size() < width) {
                    Proof proof = prover.prove(session, child.before, child.computation);
                    verdict = proof.holds() ? "kept" : "undone: " + proof.fault();
                    if (proof.holds()) {
                        kept.add(child);
                    }
                } else if (verdict.isEmpty()) {
                    verdict = "slower than " + (width == 1 ? "the one kept" : width + " others");
                }
                tried.add(new SearchResult.Candidate(candidate.sequence(), candidate.cost(), verdict));
            }
            return kept;
        }

        private double cost(Computation computation) {
            OptionalDouble seconds = timing.seconds(computation, 3);
            return seconds.isPresent()
                    ? seconds.getAsDouble() * 1e3
                    : computation.cost(modelled == 0 ? computation.simulated() : modelled);
        }
    }
}
