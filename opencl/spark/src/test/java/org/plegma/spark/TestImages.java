package org.plegma.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.convolve.filter.Filter;

/** Small images of 9 rows and 7 columns in all formats, and the slow way to convolve them. */
final class TestImages {
    private static final int HEIGHT = 9;
    private static final int WIDTH = 7;
    private static final int BANDS = 3;

    private TestImages() {}

    /** Files 0.png, 1.raw, 2.h5, 3.png and so on. */
    static List<Path> write(Path folder, int count) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve(i + List.of(".png", ".raw", ".h5").get(i % 3));
            double[] values = new Random(i)
                    .ints((long) BANDS * HEIGHT * WIDTH, 0, 256)
                    .asDoubleStream()
                    .toArray();
            switch (i % 3) {
                case 0 -> writePng(file, values);
                case 1 -> {
                    ByteBuffer bytes = ByteBuffer.allocate(8 * HEIGHT * WIDTH).order(ByteOrder.LITTLE_ENDIAN);
                    bytes.asDoubleBuffer().put(values, 0, HEIGHT * WIDTH);
                    Files.write(file, bytes.array());
                }
                default -> Hdf5.save(file, "image", Grid.of(Arrays.copyOf(values, HEIGHT * WIDTH), HEIGHT, WIDTH));
            }
            files.add(file);
        }
        return files;
    }

    private static void writePng(Path file, double[] values) throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_4BYTE_ABGR);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            for (int band = 0; band < BANDS; band++) {
                image.getRaster().setSample(i % WIDTH, i / WIDTH, band, values[band * WIDTH * HEIGHT + i]);
            }
            image.getRaster().setSample(i % WIDTH, i / WIDTH, BANDS, 100 + i);
        }
        ImageIO.write(image, "png", file.toFile());
    }

    static void assertConvolved(Path image, Path result, Filter filter) throws IOException {
        boolean png = image.toString().endsWith(".png");
        List<double[][]> before = bands(image);
        List<double[][]> after = bands(result);
        assertEquals(before.size(), after.size());
        for (int band = 0; band < before.size(); band++) {
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    double expected =
                            band == BANDS ? before.get(band)[y][x] : convolved(before.get(band), y, x, filter);
                    double clamped = png ? Math.max(0, Math.min(255, expected)) : expected;
                    String where = result.getFileName() + " " + band + " " + y + " " + x;
                    assertEquals(clamped, after.get(band)[y][x], png ? 0.501 : 1e-9, where);
                }
            }
        }
    }

    /** By the definition, with the image continued as dcba|abcd|dcba. */
    private static double convolved(double[][] image, int y, int x, Filter filter) {
        double sum = 0;
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < 3; i++) {
                sum += filter.values().get(j, i) * image[reflected(y - (j - 1), HEIGHT)][reflected(x - (i - 1), WIDTH)];
            }
        }
        return sum;
    }

    private static int reflected(int at, int size) {
        return at < 0 ? -1 - at : Math.min(at, 2 * size - 1 - at);
    }

    private static List<double[][]> bands(Path file) throws IOException {
        List<double[][]> bands = new ArrayList<>();
        if (file.toString().endsWith(".png")) {
            BufferedImage image = ImageIO.read(file.toFile());
            for (int band = 0; band < image.getRaster().getNumBands(); band++) {
                int number = band;
                bands.add(rows((y, x) -> image.getRaster().getSampleDouble(x, y, number)));
            }
        } else if (file.toString().endsWith(".raw")) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            bands.add(rows((y, x) -> bytes.getDouble(8 * (y * WIDTH + x))));
        } else {
            Grid grid = Hdf5.load(file, "image");
            bands.add(rows(grid::get));
        }
        return bands;
    }

    private interface At {
        double of(int y, int x);
    }

    private static double[][] rows(At values) {
        double[][] rows = new double[HEIGHT][WIDTH];
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                rows[y][x] = values.of(y, x);
            }
        }
        return rows;
    }
}
