package org.plegma.particles;

import java.util.ArrayList;
import java.util.List;

/**
 * Constraints no two of which share a particle: those of one offset whose lower ends lie in every other block along one axis, where
 * blocks are as long as the offset. A reach of 1 has 26, of S has (2S + 1)³ − 1.
 *
 * @param x offset along x
 * @param y offset along y
 * @param z offset along z
 * @param parity whether the lower ends lie in even (0) or odd (1) blocks along the last axis along which the offset is not 0
 */
public record Colour(int x, int y, int z, int parity) {

    /** All colours of a reach, in the order in which they are taken: each offset of two opposite ones, even before odd. */
    public static List<Colour> all(int reach) {
        List<Colour> colours = new ArrayList<>();
        for (int z = 0; z <= reach; z++) {
            for (int y = -reach; y <= reach; y++) {
                for (int x = -reach; x <= reach; x++) {
                    if (z > 0 || y > 0 || y == 0 && x > 0) {
                        colours.add(new Colour(x, y, z, 0));
                        colours.add(new Colour(x, y, z, 1));
                    }
                }
            }
        }
        return colours;
    }

    /** Whether a particle is the lower end of one of them. */
    public boolean has(CubeLattice lattice, int particle) {
        int i = lattice.x(particle);
        int j = lattice.y(particle);
        int k = lattice.z(particle);
        int block = z > 0 ? k / z : y > 0 ? j / y : i / x;
        return block % 2 == parity && isInside(lattice, i + x) && isInside(lattice, j + y) && isInside(lattice, k + z);
    }

    /** The upper end. */
    public int other(CubeLattice lattice, int particle) {
        return lattice.index(lattice.x(particle) + x, lattice.y(particle) + y, lattice.z(particle) + z);
    }

    private static boolean isInside(CubeLattice lattice, int place) {
        return place >= 0 && place < lattice.side();
    }
}
