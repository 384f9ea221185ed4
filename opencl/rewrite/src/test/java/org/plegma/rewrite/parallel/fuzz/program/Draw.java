package org.plegma.rewrite.parallel.fuzz.program;

import java.util.List;
import java.util.Random;

/** Random choices; the same for the same seed. */
final class Draw {
    private final Random random;

    Draw(long seed) {
        this.random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From low to high, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    boolean chance(double percent) {
        return random.nextDouble() * 100 < percent;
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    int anyInt() {
        return random.nextInt();
    }

    long anyLong() {
        return random.nextLong();
    }

    double gaussian() {
        return random.nextGaussian();
    }
}
