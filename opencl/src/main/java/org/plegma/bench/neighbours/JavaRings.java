package org.plegma.bench.neighbours;

/** The search in rings of cells in plain Java by one thread: what the device is compared with. */
final class JavaRings {
    private static final double POINTS_IN_CELL = 3;

    private final int cells;
    private final int[] starts;
    private final float[] sorted;
    private final int[] ids;

    /** Sorts points of the unit cube by cells. */
    JavaRings(float[] points) {
        int n = points.length / 3;
        cells = (int) Math.max(1, Math.round(Math.cbrt(n / POINTS_IN_CELL)));
        starts = new int[cells * cells * cells + 1];
        int[] cellOf = new int[n];
        for (int i = 0; i < n; i++) {
            cellOf[i] = (cell(points[3 * i + 2]) * cells + cell(points[3 * i + 1])) * cells + cell(points[3 * i]);
            starts[cellOf[i] + 1]++;
        }
        for (int c = 1; c < starts.length; c++) {
            starts[c] += starts[c - 1];
        }
        int[] next = starts.clone();
        sorted = new float[3 * n];
        ids = new int[n];
        for (int i = 0; i < n; i++) {
            int at = next[cellOf[i]]++;
            ids[at] = i;
            System.arraycopy(points, 3 * i, sorted, 3 * at, 3);
        }
    }

    private int cell(float x) {
        return Math.max(0, Math.min(cells - 1, (int) (x * cells)));
    }

    /** The index of the nearest point. */
    int nearest(float x, float y, float z) {
        int[] own = {cell(x), cell(y), cell(z)};
        float best = Float.POSITIVE_INFINITY;
        int id = -1;
        for (int ring = 0; ring <= cells; ring++) {
            for (int cz = Math.max(0, own[2] - ring); cz <= Math.min(cells - 1, own[2] + ring); cz++) {
                for (int cy = Math.max(0, own[1] - ring); cy <= Math.min(cells - 1, own[1] + ring); cy++) {
                    boolean shell = Math.abs(cz - own[2]) == ring || Math.abs(cy - own[1]) == ring;
                    int step = shell ? 1 : Math.max(1, 2 * ring);
                    for (int cx = own[0] - ring; cx <= own[0] + ring; cx += step) {
                        if (cx < 0 || cx >= cells || off(x, cx) + off(y, cy) + off(z, cz) > best) {
                            continue;
                        }
                        int row = (cz * cells + cy) * cells + cx;
                        for (int i = starts[row]; i < starts[row + 1]; i++) {
                            float dx = sorted[3 * i] - x;
                            float dy = sorted[3 * i + 1] - y;
                            float dz = sorted[3 * i + 2] - z;
                            float d = dx * dx + dy * dy + dz * dz;
                            if (d < best || (d == best && ids[i] < id)) {
                                best = d;
                                id = ids[i];
                            }
                        }
                    }
                }
            }
            float next = Math.min(side(x, own[0], ring), Math.min(side(y, own[1], ring), side(z, own[2], ring)));
            if (next > 0 && next * next * 0.9999f > best) {
                return id;
            }
        }
        return id;
    }

    /** The squared distance to a cell along an axis. */
    private float off(float x, int cell) {
        float low = (float) cell / cells;
        float high = (float) (cell + 1) / cells;
        float off = Math.max(0, Math.max(low - x, x - high) - 1e-6f);
        return off * off * 0.9999f;
    }

    /** How far the ring's nearer side is. */
    private float side(float x, int own, int ring) {
        return Math.min(x - (float) (own - ring) / cells, (float) (own + ring + 1) / cells - x) - 1e-6f;
    }
}
