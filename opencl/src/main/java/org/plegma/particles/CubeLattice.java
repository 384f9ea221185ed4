package org.plegma.particles;

/**
 * Who is whose neighbour in a cube of particles: all places within a reach along each axis, inside the cube. Particle
 * {@code (z * side + y) * side + x} is at the place (x, y, z).
 *
 * @param side particles along each axis, 2 to {@value #MOST_SIDE}
 * @param reach how far neighbours are along each axis, 1 to side − 1
 */
public record CubeLattice(int side, int reach) {
    /** Kernels count coordinates in int. */
    public static final int MOST_SIDE = 512;

    public CubeLattice {
        if (side < 2 || side > MOST_SIDE) {
            throw new IllegalArgumentException(
                    "A cube has from 2 to " + MOST_SIDE + " particles a side, found " + side + ".");
        }
        if (reach < 1 || reach >= side) {
            throw new IllegalArgumentException("Neighbours of a cube of " + side + " particles a side are from 1 to "
                    + (side - 1) + " places away, found " + reach + ".");
        }
    }

    /** The number of particles, side³. */
    public int particles() {
        return side * side * side;
    }

    /** The number of the particle at a place. */
    public int index(int x, int y, int z) {
        return (z * side + y) * side + x;
    }

    /** Its place along x. */
    public int x(int particle) {
        return particle % side;
    }

    /** Its place along y. */
    public int y(int particle) {
        return particle / side % side;
    }

    /** Its place along z. */
    public int z(int particle) {
        return particle / side / side;
    }

    /** The first place along an axis that is in reach. */
    public int from(int place) {
        return Math.max(0, place - reach);
    }

    /** The last place along an axis that is in reach. */
    public int to(int place) {
        return Math.min(side - 1, place + reach);
    }

    /** How many neighbours a particle has, itself not counted. */
    public int neighbours(int particle) {
        return along(x(particle)) * along(y(particle)) * along(z(particle)) - 1;
    }

    private int along(int place) {
        return to(place) - from(place) + 1;
    }

    /** The constraints of an iteration, each counted at both of its ends: (side (2 reach + 1) − reach (reach + 1))³ − side³. */
    public long constraints() {
        long line = (long) side * (2L * reach + 1) - reach * (reach + 1L);
        return line * line * line - particles();
    }

    @Override
    public String toString() {
        return side + ", " + reach;
    }
}
