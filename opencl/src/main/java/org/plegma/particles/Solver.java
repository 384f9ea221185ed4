package org.plegma.particles;

/** How the constraints of a step are met. */
public enum Solver {
    /** All corrections from the old positions, and their mean added: each particle by itself. */
    JACOBI("mean of all corrections"),
    /** The same with λ of each constraint added up over the iterations of a step, so that its stiffness does not depend on their number. */
    ACCUMULATED("as Jacobi, λ added up over the iterations of a step"),
    /** As many short steps of one iteration each. */
    SUBSTEPS("as many short steps of one iteration each"),
    /** One constraint after the other, in colours within which no two share a particle; both of its ends are moved at once. */
    COLOURED("Gauss-Seidel, colour by colour");

    private final String text;

    Solver(String text) {
        this.text = text;
    }

    /** What it does, in short. */
    public String text() {
        return text;
    }
}
