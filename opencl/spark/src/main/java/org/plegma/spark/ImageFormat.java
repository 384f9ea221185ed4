package org.plegma.spark;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;

/**
 * How files hold images: HDF5, PNG, or raw numbers.
 *
 * @param dataset the name of the image in HDF5 files; empty if they have one only
 * @param type of raw files; null if none is expected
 * @param shape of raw files
 */
record ImageFormat(String dataset, @Nullable ElementType type, int[] shape) implements Serializable {

    static final ImageFormat USUAL = new ImageFormat("", null, new int[0]);

    private static final Set<String> HDF5 = Set.of("h5", "hdf5", "he5");

    /** An image as grids, one a channel, and what else the file needs to be written in the same way. */
    record Picture(String name, List<Grid> channels, @Nullable BufferedImage original) {}

    /** What tells files of other images from these. */
    String note() {
        return dataset + (type == null ? "" : " raw " + type.javaName() + " " + Arrays.toString(shape));
    }

    Picture read(Path file) throws IOException {
        String ending = ending(file);
        if (HDF5.contains(ending)) {
            return readHdf5(file);
        }
        if (ending.equals("png")) {
            return readPng(file);
        }
        if (type == null) {
            throw new IllegalArgumentException("The ending of " + file
                    + " is neither .png nor .h5. Of raw files tell type" + " and shape by raw(type, shape).");
        }
        return new Picture("", List.of(readRaw(file, type)), null);
    }

    void write(Path file, Picture picture, List<Grid> results) throws IOException {
        if (picture.original != null) {
            writePng(file, picture.original, results);
        } else if (!picture.name.isEmpty()) {
            Hdf5.save(file, picture.name, results.get(0));
        } else {
            Files.write(file, bytes(results.get(0)).array());
        }
    }

    private static String ending(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private Picture readHdf5(Path file) {
        if (!dataset.isEmpty()) {
            return new Picture(dataset, List.of(floating(Hdf5.load(file, dataset))), null);
        }
        Map<String, Grid> grids = Hdf5.load(file);
        if (grids.size() != 1) {
            throw new IllegalArgumentException(file + " has " + grids.size() + " numeric datasets, " + grids.keySet()
                    + ": tell by dataset(NAME) which is the image.");
        }
        Map.Entry<String, Grid> only = grids.entrySet().iterator().next();
        return new Picture(only.getKey(), List.of(floating(only.getValue())), null);
    }

    /** Whole numbers that a float does not hold are doubles. */
    static Grid floating(Grid grid) {
        if (grid.type().isFloating()) {
            return grid;
        }
        Grid floats = grid.to(ElementType.FLOAT);
        Grid doubles = grid.to(ElementType.DOUBLE); // back to ints, 2^31 would be the largest one
        return floats.to(ElementType.DOUBLE).equals(doubles) ? floats : doubles;
    }

    private Grid readRaw(Path file, ElementType type) throws IOException {
        long elements = Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact);
        long expected = Math.multiplyExact(elements, (long) type.bytes());
        if (Files.size(file) != expected) {
            throw new IllegalArgumentException(file + " has " + Files.size(file) + " bytes; " + type.javaName() + " "
                    + Arrays.toString(shape) + " needs " + expected + ". Check type and shape.");
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        Grid grid = Grid.zeros(type, shape);
        if (type == ElementType.FLOAT) {
            bytes.asFloatBuffer().get(grid.floats());
        } else {
            bytes.asDoubleBuffer().get(grid.doubles());
        }
        return grid;
    }

    private static ByteBuffer bytes(Grid grid) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(grid.bytes())).order(ByteOrder.LITTLE_ENDIAN);
        if (grid.type() == ElementType.FLOAT) {
            bytes.asFloatBuffer().put(grid.floats());
        } else {
            bytes.asDoubleBuffer().put(grid.doubles());
        }
        return bytes;
    }

    /** Grey values, or red, green and blue; transparency stays as it is. */
    private static Picture readPng(Path file) throws IOException {
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new IllegalArgumentException(file + " is not a readable PNG.");
        }
        int bits = image.getColorModel().getComponentSize(0);
        boolean plain = image.getType() != BufferedImage.TYPE_BYTE_INDEXED
                && image.getType() != BufferedImage.TYPE_BYTE_BINARY
                && (bits == 8 || bits == 16);
        if (!plain) {
            BufferedImage colours = new BufferedImage(
                    image.getWidth(),
                    image.getHeight(),
                    image.getColorModel().hasAlpha() ? BufferedImage.TYPE_4BYTE_ABGR : BufferedImage.TYPE_3BYTE_BGR);
            Graphics2D graphics = colours.createGraphics();
            graphics.drawImage(image, 0, 0, null);
            graphics.dispose();
            image = colours;
        }
        int width = image.getWidth();
        int height = image.getHeight();
        List<Grid> channels = new ArrayList<>();
        for (int c = 0; c < image.getColorModel().getNumColorComponents(); c++) {
            channels.add(Grid.of(image.getRaster().getSamples(0, 0, width, height, c, (float[]) null), height, width));
        }
        return new Picture("", channels, image);
    }

    private static void writePng(Path file, BufferedImage original, List<Grid> results) throws IOException {
        Grid first = results.get(0);
        boolean sameShape =
                first.rank() == 2 && first.size(0) == original.getHeight() && first.size(1) == original.getWidth();
        if (first.rank() != 2 || (!sameShape && original.getColorModel().hasAlpha())) {
            throw new IllegalArgumentException("A result of shape " + Arrays.toString(first.shape())
                    + " cannot be written as a PNG" + (first.rank() == 2 ? " with the transparency of " : " like ")
                    + original.getHeight() + " x " + original.getWidth() + ".");
        }
        int width = first.size(1);
        int height = first.size(0);
        WritableRaster raster = original.getRaster().createCompatibleWritableRaster(width, height);
        if (sameShape) {
            raster.setRect(original.getRaster());
        }
        double most = (1 << original.getColorModel().getComponentSize(0)) - 1.0;
        for (int c = 0; c < results.size(); c++) {
            float[] samples = results.get(c).to(ElementType.FLOAT).floats().clone();
            for (int i = 0; i < samples.length; i++) {
                samples[i] = (float) Math.max(0, Math.min(most, Math.rint(samples[i])));
            }
            raster.setSamples(0, 0, width, height, c, samples);
        }
        BufferedImage result = new BufferedImage(original.getColorModel(), raster, false, null);
        if (!ImageIO.write(result, "png", file.toFile())) {
            throw new IOException("Java writes no PNG of the colours of the image.");
        }
    }
}
