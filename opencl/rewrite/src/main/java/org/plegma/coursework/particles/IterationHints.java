package org.plegma.coursework.particles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.SoftBody;

/**
 * What a wrong iteration of a soft cube points to: usual mistakes are made on purpose, and the one that gives what was found is
 * told.
 */
public final class IterationHints {
    private final SoftBody body;
    private final CubeLattice lattice;
    private final float[] from;
    private final int n;

    /** @param from positions before the iteration, in planes */
    public IterationHints(SoftBody body, float[] from) {
        this.body = body;
        this.lattice = body.lattice();
        this.from = from;
        this.n = lattice.particles();
    }

    /** A wrong way to compute a number, with what to say of it. */
    private record Mistake(String text, double value) {}

    /** A neighbour and what it adds to the sum. */
    private record Term(int x, int y, int z, double value) {}

    /**
     * A sentence from the colon on, empty if nothing is known.
     *
     * @param bound how far off rounding may be
     */
    public String hint(int particle, int axis, double expected, double found, double bound) {
        for (Mistake mistake : mistakes(particle, axis)) {
            if (Math.abs(mistake.value - found) <= bound && Math.abs(mistake.value - expected) > 2 * bound) {
                return ": " + mistake.text;
            }
        }
        String elsewhere = elsewhere(particle, axis, found, bound);
        return elsewhere.isEmpty() ? dropped(particle, axis, expected, found, bound) : elsewhere;
    }

    private List<Mistake> mistakes(int i, int axis) {
        double old = from[axis * n + i];
        int count = lattice.neighbours(i);
        double sum = sum(i, axis, body.weight(), 1);
        List<Mistake> mistakes = new ArrayList<>();
        mistakes.add(new Mistake("it has not moved", old));
        mistakes.add(new Mistake("the sum of the corrections is not divided by the number of neighbours", old + sum));
        mistakes.add(new Mistake(
                "the sum is divided by one more than there are neighbours: is the particle counted itself?",
                old + sum / (count + 1)));
        int whole = 2 * lattice.reach() + 1;
        mistakes.add(new Mistake(
                "the sum is divided by the neighbours that a particle inside has; at the edge there are fewer",
                old + sum / (whole * whole * whole - 1)));
        mistakes.add(
                new Mistake("particles are pushed where they should be pulled: the sign is wrong", old - sum / count));
        mistakes.add(new Mistake("it is the mean correction without the old position", sum / count));
        mistakes.add(new Mistake(
                "the weight is 1/2, as if α was 0: it is 1 / (α/Δt² + 2)", old + sum(i, axis, 0.5, 1) / count));
        mistakes.add(new Mistake(
                "the weight is 1 / (α/Δt² + 1): both ends of a constraint have mass 1",
                old + sum(i, axis, 1 / (body.stiffness() + 1), 1) / count));
        mistakes.add(new Mistake(
                "the rest length of all neighbours is d: of a diagonal one it is d times its distance in places",
                old + sum(i, axis, body.weight(), 0) / count));
        addShorterReach(mistakes, i, axis);
        addInterleaved(mistakes, i, axis);
        return mistakes;
    }

    private void addShorterReach(List<Mistake> mistakes, int i, int axis) {
        List<Term> nearer = terms(i, axis, body.weight(), 1).stream()
                .filter(term ->
                        Math.max(Math.max(Math.abs(term.x), Math.abs(term.y)), Math.abs(term.z)) < lattice.reach())
                .toList();
        double sum = nearer.stream().mapToDouble(Term::value).sum();
        for (int count : new int[] {lattice.neighbours(i), Math.max(1, nearer.size())}) {
            mistakes.add(new Mistake(
                    "that is without all neighbours at the distance S: do loops end before it?",
                    from[axis * n + i] + sum / count));
        }
    }

    /** As arrays of structures would have it, read so, or read and written. */
    private void addInterleaved(List<Mistake> mistakes, int i, int axis) {
        float[] read = new float[3 * n];
        for (int c = 0; c < 3 * n; c++) {
            read[c] = from[c % n * 3 + c / n];
        }
        IterationHints interleaved = new IterationHints(body, read);
        int place = axis * n + i;
        for (double value : new double[] {interleaved.right(i, axis), interleaved.right(place / 3, place % 3)}) {
            mistakes.add(new Mistake(
                    "particles lie in planes, all x, then all y, then all z, not x, y and z of one after another",
                    value));
        }
    }

    /** @param diagonal 1 for rest lengths as they are, 0 for d always */
    private double sum(int i, int axis, double weight, double diagonal) {
        return terms(i, axis, weight, diagonal).stream()
                .mapToDouble(Term::value)
                .sum();
    }

    private List<Term> terms(int i, int axis, double weight, double diagonal) {
        List<Term> terms = new ArrayList<>();
        int x = lattice.x(i);
        int y = lattice.y(i);
        int z = lattice.z(i);
        for (int c = lattice.from(z); c <= lattice.to(z); c++) {
            for (int b = lattice.from(y); b <= lattice.to(y); b++) {
                for (int a = lattice.from(x); a <= lattice.to(x); a++) {
                    int j = lattice.index(a, b, c);
                    if (j == i) {
                        continue;
                    }
                    double dx = (double) from[j] - from[i];
                    double dy = (double) from[n + j] - from[n + i];
                    double dz = (double) from[2 * n + j] - from[2 * n + i];
                    double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
                    double squares = (a - x) * (a - x) + (b - y) * (b - y) + (c - z) * (c - z);
                    double rest = body.distance() * (diagonal == 0 ? 1 : Math.sqrt(squares));
                    double d = axis == 0 ? dx : axis == 1 ? dy : dz;
                    terms.add(new Term(a - x, b - y, c - z, weight * (length - rest) / length * d));
                }
            }
        }
        return terms;
    }

    /** Whether the number belongs to another axis or to a particle whose place is mirrored. */
    private String elsewhere(int i, int axis, double found, double bound) {
        for (int other = 0; other < 3; other++) {
            if (other != axis && Math.abs(right(i, other) - found) <= bound) {
                return ": that is what its " + "xyz".charAt(other)
                        + " should be: do the numbers lie in memory as the kernel reads and writes them?";
            }
        }
        int mirrored = lattice.index(lattice.z(i), lattice.y(i), lattice.x(i));
        if (mirrored != i && Math.abs(right(mirrored, axis) - found) <= bound) {
            return String.format(
                    Locale.ROOT,
                    ": that is what particle (%d, %d, %d) should have: are x and z swapped?",
                    lattice.z(i),
                    lattice.y(i),
                    lattice.x(i));
        }
        return "";
    }

    private double right(int i, int axis) {
        return from[axis * n + i] + sum(i, axis, body.weight(), 1) / lattice.neighbours(i);
    }

    /** Whether exactly one neighbour is left out, or taken twice. */
    private String dropped(int i, int axis, double expected, double found, double bound) {
        int count = lattice.neighbours(i);
        double off = (found - expected) * count;
        List<Term> same = new ArrayList<>();
        for (Term term : terms(i, axis, body.weight(), 1)) {
            if (Math.abs(off + term.value) <= bound * count && Math.abs(term.value) > 4 * bound * count) {
                same.add(term);
            }
        }
        if (same.size() != 1) {
            return "";
        }
        Term term = same.get(0);
        return ": that is without the neighbour at offset (" + term.x + ", " + term.y + ", " + term.z
                + "): do loops end at S, and at the last place?";
    }
}
