package org.plegma.display.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.stencil.Animation;

class ParticleFilmTest {
    private final SoftBody body = SoftBody.cube(2, 1);
    private final ParticleState rest = ParticleState.atRest(body);

    /** The values that are drawn in columns from one to before another. */
    private static Set<Double> drawn(Grid grid, int from, int to) {
        Set<Double> values = new TreeSet<>();
        for (int row = 0; row < grid.size(0); row++) {
            for (int column = from; column < to; column++) {
                if (!Double.isNaN(grid.get(row, column))) {
                    values.add(grid.get(row, column));
                }
            }
        }
        return values;
    }

    @Test
    void aFrameForEachStateWithThreePictures() {
        Animation film = ParticleFilm.projections(body, List.of(rest, rest));
        assertEquals(2, film.frames().size());
        assertEquals("step 1, t = 0.02 s", film.labels().get(1));
        Grid frame = film.frames().get(0);
        assertEquals(3 * frame.size(0) + 8, frame.size(1));
        assertTrue(drawn(frame, 0, frame.size(0)).stream().allMatch(error -> error < 1e-6), "at rest nothing is wrong");
    }

    @Test
    void theSecondOfTwoIsInColoursOfTheirDifference() {
        ParticleState moved = rest.copy();
        moved.position()[7] += 0.5f;
        Grid frame = ParticleFilm.beside(body, List.of(rest), List.of(moved))
                .frames()
                .get(0);
        int side = frame.size(0);
        Set<Double> difference = drawn(frame, 2 * side + 8, 3 * side + 8);
        assertTrue(difference.contains(0.5), difference.toString());
        assertTrue(difference.contains(0.0), difference.toString());
        assertEquals(0.5 / 8, ParticleFilm.difference(body, rest, moved), 1e-7);
        assertTrue(drawn(frame, 0, side).stream().allMatch(error -> error < 1e-6));
    }

    @Test
    void whatIsInFrontCoversWhatIsBehind() {
        // From the front z counts: particle 4 is before particle 0.
        ParticleState state = rest.copy();
        state.position()[0] = state.position()[4] - 0.01f;
        Grid frame = ParticleFilm.projections(body, List.of(state)).frames().get(0);
        int covered = drawn(frame, 0, frame.size(0)).size();
        assertTrue(covered >= 1 && covered < 8, "of eight particles four are seen: " + covered);
    }

    @Test
    void theValuesOfAParticle() {
        assertEquals(2, ParticleFilm.values(List.of(rest, rest), 3).rowCount());
        assertEquals(7, ParticleFilm.values(List.of(rest), 3).columnCount());
        String message = assertThrows(IllegalArgumentException.class, () -> ParticleFilm.values(List.of(rest), 8))
                .getMessage();
        assertEquals("There are particles 0 to 7, not 8.", message);
    }
}
