package org.plegma.gemm.network;

import java.util.Random;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;

/**
 * DrawnDigits as if written by hand, grey on black in 28 × 28 pixels as those of MNIST: each is drawn as strokes that are turned, slanted,
 * moved and bent at random, with a pen of random width and some noise. A seed gives the same digits each time.
 *
 * @param images one a row, pixel after pixel, from 0 to 1
 * @param classes the digits that they show
 */
public record DrawnDigits(Grid images, int[] classes) {
    /** Pixels along each side of an image. */
    public static final int SIDE = 28;

    /** Pixels of an image. */
    public static final int PIXELS = SIDE * SIDE;

    private static final double NOISE = 0.1;

    /** The strokes of each digit, as x and y of points that lines join, from 0 to 1 to the right and downwards. */
    private static final double[][][] STROKES = {
        {{.5, .1, .25, .25, .2, .5, .25, .75, .5, .9, .75, .75, .8, .5, .75, .25, .5, .1}},
        {{.35, .28, .52, .1, .52, .9}},
        {{.22, .3, .35, .12, .6, .1, .75, .25, .7, .45, .22, .9, .8, .9}},
        {{.25, .15, .55, .1, .72, .25, .65, .43, .42, .48}, {.42, .48, .7, .55, .76, .75, .55, .9, .24, .84}},
        {{.62, .9, .62, .1, .2, .65, .82, .65}},
        {{.76, .1, .3, .1, .27, .45, .55, .42, .76, .6, .7, .82, .45, .9, .23, .82}},
        {{.68, .12, .4, .3, .25, .6, .32, .83, .55, .9, .74, .77, .68, .57, .48, .52, .28, .66}},
        {{.2, .1, .8, .1, .42, .9}},
        {
            {.5, .1, .28, .2, .3, .38, .5, .48, .7, .38, .72, .2, .5, .1},
            {.5, .48, .25, .6, .26, .82, .5, .9, .74, .82, .75, .6, .5, .48}
        },
        {{.72, .35, .5, .48, .3, .38, .28, .2, .5, .1, .7, .18, .72, .35, .68, .65, .5, .9}}
    };

    /** So many, of random classes. */
    public static DrawnDigits of(ElementType type, long seed, int count) {
        Preconditions.notNull(type, "type");
        Grid images = Grid.zeros(type, count, PIXELS);
        int[] classes = new int[count];
        IntStream.range(0, count).parallel().forEach(i -> {
            Random random = new Random(seed * 1_000_003 + i);
            classes[i] = random.nextInt(STROKES.length);
            double[] pixels = drawn(STROKES[classes[i]], random);
            for (int p = 0; p < PIXELS; p++) {
                images.set(pixels[p], i, p);
            }
        });
        return new DrawnDigits(images, classes);
    }

    /** The classes as a network is trained with them. */
    public Grid targets() {
        return Network.oneHot(images.type(), classes, STROKES.length);
    }

    private static double[] drawn(double[][] strokes, Random random) {
        double turn = between(random, -0.2, 0.2);
        double slant = between(random, -0.2, 0.25);
        double size = between(random, 15, 20);
        double across = size * between(random, 0.8, 1.1);
        double left = SIDE / 2.0 + between(random, -2, 2);
        double top = SIDE / 2.0 + between(random, -2, 2);
        double pen = between(random, 0.7, 1.5);
        double[] darkness = new double[PIXELS];
        for (double[] stroke : strokes) {
            double[] points = new double[stroke.length];
            for (int i = 0; i < stroke.length; i += 2) {
                double x = (stroke[i] - 0.5 + between(random, -0.03, 0.03)) * across;
                double y = (stroke[i + 1] - 0.5 + between(random, -0.03, 0.03)) * size;
                x -= slant * y;
                points[i] = left + x * Math.cos(turn) - y * Math.sin(turn);
                points[i + 1] = top + x * Math.sin(turn) + y * Math.cos(turn);
            }
            for (int i = 0; i + 3 < points.length; i += 2) {
                line(darkness, points[i], points[i + 1], points[i + 2], points[i + 3], pen);
            }
        }
        for (int p = 0; p < PIXELS; p++) {
            darkness[p] = Math.min(1, darkness[p] + between(random, 0, NOISE));
        }
        return darkness;
    }

    /** Pixels within half the pen's width of a line are white, and those beside it grey. */
    private static void line(double[] darkness, double x0, double y0, double x1, double y1, double pen) {
        double dx = x1 - x0;
        double dy = y1 - y0;
        double length = Math.max(1e-9, dx * dx + dy * dy);
        int reach = (int) Math.ceil(pen + 1);
        for (int y = place(Math.min(y0, y1) - reach); y <= place(Math.max(y0, y1) + reach); y++) {
            for (int x = place(Math.min(x0, x1) - reach); x <= place(Math.max(x0, x1) + reach); x++) {
                double along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length));
                double away = Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
                double value = Math.max(0, Math.min(1, pen + 0.5 - away));
                darkness[y * SIDE + x] = Math.max(darkness[y * SIDE + x], value);
            }
        }
    }

    private static int place(double at) {
        return Math.max(0, Math.min(SIDE - 1, (int) Math.round(at)));
    }

    private static double between(Random random, double low, double high) {
        return low + (high - low) * random.nextDouble();
    }
}
