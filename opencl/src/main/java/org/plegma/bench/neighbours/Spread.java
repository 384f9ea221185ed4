package org.plegma.bench.neighbours;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How points are spread in the unit cube. */
enum Spread {
    EVEN,
    /** 256 normal clouds, each a hundredth wide. */
    CLUSTERED,
    /** All but one within a millionth, so that a grid over the box has them in one cell. */
    ONE_CELL;

    private static final int CLUSTERS = 256;
    private static final int BLOCK = 1 << 16;

    /** Coordinates of so many points. */
    float[] points(int n, long seed) {
        float[] coordinates = new float[3 * n];
        SplittableRandom shared = new SplittableRandom(7);
        double[] centres = shared.doubles(3 * CLUSTERS).toArray();
        IntStream.range(0, (n + BLOCK - 1) / BLOCK).parallel().forEach(block -> {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + block);
            for (int i = block * BLOCK; i < Math.min(n, (block + 1) * BLOCK); i++) {
                int cluster = random.nextInt(CLUSTERS);
                for (int axis = 0; axis < 3; axis++) {
                    double value =
                            switch (this) {
                                case EVEN -> random.nextDouble();
                                case CLUSTERED -> centres[3 * cluster + axis] + 0.01 * random.nextGaussian();
                                case ONE_CELL -> i == 0 ? 1 : 1e-6 * random.nextDouble();
                            };
                    coordinates[3 * i + axis] = (float) value;
                }
            }
        });
        return coordinates;
    }

    String caseName() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
