package org.plegma.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParticleReferenceTest {

    @ParameterizedTest
    @CsvSource({"6,1,3880", "6,2,13608", "6,5,46440", "2,1,56"})
    void constraintsAreCounted(int side, int reach, long count) {
        assertEquals(count, new CubeLattice(side, reach).constraints());
    }

    @Test
    void theCountIsTheSumOfNeighbours() {
        for (int side = 2; side < 8; side++) {
            for (int reach = 1; reach < side; reach++) {
                CubeLattice lattice = new CubeLattice(side, reach);
                long sum = 0;
                for (int i = 0; i < lattice.particles(); i++) {
                    sum += lattice.neighbours(i);
                }
                assertEquals(lattice.constraints(), sum, lattice.toString());
            }
        }
    }

    @Test
    void wrongSettingsAreTold() {
        assertEquals(
                "Neighbours of a cube of 4 particles a side are from 1 to 3 places away, found 4.",
                assertThrows(IllegalArgumentException.class, () -> SoftBody.cube(4, 4))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> SoftBody.cube(1, 1));
        assertEquals(
                "damping of a soft body must be from 0 to 1, found 2.0.",
                assertThrows(IllegalArgumentException.class, () -> SoftBody.cube(3, 1)
                                .withDamping(2))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> SoftBody.cube(3, 1).withBox(1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void jacobiIsWhatAllPairsSay(int side) {
        for (int reach = 1; reach < side; reach++) {
            for (int iterations : new int[] {0, 1, 3}) {
                SoftBody body = SoftBody.cube(side, reach)
                        .withIterations(iterations)
                        .withCompliance(2e-4f)
                        .withForce(0.5f, -1, 2)
                        .withBox(side, side + 0.95f * (side - 1));
                ParticleState state = ParticleState.disturbed(body, 3);
                double[][] expected = ParticleOracle.step(body, state);
                ReferenceStep found = new ParticleReference(body, Solver.JACOBI).step(state);
                int n = state.particles();
                int walls = 0;
                for (int c = 0; c < 3 * n; c++) {
                    assertEquals(expected[c % n][c / n], found.position()[c], 1e-12);
                    assertEquals(expected[c % n][3 + c / n], found.velocity()[c], 1e-9);
                    walls += found.position()[c] == body.low() || found.position()[c] == body.high() ? 1 : 0;
                    assertTrue(found.positionBound()[c] < 1e-4 * body.distance(), "a bound that says something");
                }
                assertTrue(walls > 0 && walls < 3 * n, "some meet walls: " + walls);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Solver.class)
    void everySolverMeetsConstraintsBetterWithMoreIterations(Solver solver) {
        SoftBody body = SoftBody.cube(4, 1).withGravity(0).withCompliance(1e-7f);
        ParticleState state = ParticleState.disturbed(body, 1);
        double few = ConstraintErrors.mean(
                body,
                new ParticleReference(body.withIterations(1), solver)
                        .step(state)
                        .state());
        double many = ConstraintErrors.mean(
                body,
                new ParticleReference(body.withIterations(20), solver)
                        .step(state)
                        .state());
        assertTrue(many < 0.5 * few, few + " and " + many);
    }

    @Test
    void oneIterationIsTheSameForJacobiAccumulatedAndSubsteps() {
        SoftBody body = SoftBody.cube(4, 2).withIterations(1);
        ParticleState state = ParticleState.disturbed(body, 1);
        double[] expected =
                new ParticleReference(body, Solver.JACOBI).step(state).position();
        for (Solver solver : List.of(Solver.ACCUMULATED, Solver.SUBSTEPS)) {
            double[] found = new ParticleReference(body, solver).step(state).position();
            for (int c = 0; c < found.length; c++) {
                assertEquals(expected[c], found[c], 1e-12);
            }
        }
    }

    /** Each constraint once, and none that shares a particle with another of its colour. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void coloursPartConstraints(int reach) {
        CubeLattice lattice = new CubeLattice(5, reach);
        List<Colour> colours = Colour.all(reach);
        int span = 2 * reach + 1;
        assertEquals(span * span * span - 1, colours.size());
        Set<List<Integer>> all = new HashSet<>();
        for (Colour colour : colours) {
            Set<Integer> touched = new HashSet<>();
            for (int i = 0; i < lattice.particles(); i++) {
                if (colour.has(lattice, i)) {
                    int j = colour.other(lattice, i);
                    assertTrue(touched.add(i) && touched.add(j), colour + " meets itself");
                    assertTrue(all.add(List.of(Math.min(i, j), Math.max(i, j))), "twice");
                }
            }
        }
        assertEquals(lattice.constraints() / 2, all.size());
    }

    @Test
    void aCubeAtRestStaysAtRestWithoutForces() {
        SoftBody body = SoftBody.cube(4, 3).withGravity(0);
        ParticleState rest = ParticleState.atRest(body);
        for (Solver solver : Solver.values()) {
            double[] found = new ParticleReference(body, solver).step(rest).position();
            for (int c = 0; c < found.length; c++) {
                assertEquals(rest.position()[c], found[c], 1e-6);
            }
        }
    }

    @Test
    void energyOfOneFall() {
        SoftBody body = SoftBody.cube(2, 1)
                .withIterations(0)
                .withGravity(10)
                .withTimeStep(0.5f)
                .withBox(0, 100);
        ParticleState state = ParticleState.atRest(body);
        ReferenceStep step = new ParticleReference(body, Solver.JACOBI).step(state);
        // 0.5 s at 10 m/s² is 5 m/s, and 2.5 m lower than the middle, 50 m.
        assertEquals(8 * (10 * (50 - 2.5) + 0.5 * 25), step.energy(), 1e-9);
        assertEquals(
                8 * (10 * (50 - 2.5) + 25.0),
                new ParticleReference(body.withKinetic(1), Solver.JACOBI)
                        .step(state)
                        .energy(),
                1e-9);
    }
}
