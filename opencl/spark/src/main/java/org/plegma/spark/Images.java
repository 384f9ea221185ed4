package org.plegma.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.stream.StreamKey;
import org.plegma.measure.campaign.Figures;
import org.plegma.measure.progress.Progress;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * The same work on many image files, on the executors of a Spark session. Each image is a task, which claims a device for
 * itself. Executors read the files and write the results, so both are in folders that all machines see.
 *
 * <pre>{@code
 * Images.on(spark).convolve(Filter.gaussian(2, 3), "reflect").run(spark.read().textFile("list.txt"), Path.of("blurred"));
 * }</pre>
 *
 * <p>Files are HDF5, PNG (8 or 16 bits; each channel is an image, transparency stays), or raw little-endian numbers. A result
 * has the name and the format of its image. It is written under a temporary name and then moved: a file that is there is
 * whole, whatever was killed. The same call goes on with what is missing, or older than its image. Immutable.
 */
public final class Images {
    private static final String NOTE = "_plegma";

    private final SparkSession spark;
    private final String device;
    private final ImageFormat format;
    private final String name;
    private final @Nullable ImageWork work;

    private Images(SparkSession spark, String device, ImageFormat format, String name, @Nullable ImageWork work) {
        this.spark = spark;
        this.device = device;
        this.format = format;
        this.name = name;
        this.work = work;
    }

    /** On the devices that executors prefer; what is to be done has to be said. */
    public static Images on(SparkSession spark) {
        Preconditions.notNull(spark, "spark");
        return new Images(spark, "", ImageFormat.USUAL, "", null);
    }

    /** On devices of this name or a part of it. */
    public Images device(String part) {
        Preconditions.notNull(part, "part");
        return new Images(spark, part, format, name, work);
    }

    /** HDF5 files have the image under this name. Needs not be said where they have one dataset only. */
    public Images dataset(String path) {
        Preconditions.notNull(path, "path");
        return new Images(spark, device, new ImageFormat(path, format.type(), format.shape()), name, work);
    }

    /** Files that are neither HDF5 nor PNG have floats or doubles of this shape, little-endian and nothing else. */
    public Images raw(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        if (!type.isFloating()) {
            throw new IllegalArgumentException("An image has floats or doubles, not " + type.javaName() + "s.");
        }
        return new Images(spark, device, new ImageFormat(format.dataset(), type, shape.clone()), name, work);
    }

    /** Convolves each image; the boundary is one of {@code Convolve}'s. */
    public Images convolve(Filter filter, String boundary) {
        Preconditions.notNull(filter, "filter");
        Preconditions.notNull(boundary, "boundary");
        Grid taps = filter.values();
        return by(
                "convolution, filter of " + Arrays.toString(filter.shape()) + " " + StreamKey.digest(taps.doubles())
                        + ", boundary " + boundary,
                new ImageWork.Convolution(taps.doubles(), filter.shape(), boundary));
    }

    /** Makes steps of a stencil with one field, by its formula. */
    public Images stencil(String formula, String boundary, long steps) {
        Preconditions.notNull(formula, "formula");
        Preconditions.notNull(boundary, "boundary");
        return by(
                steps + " steps of " + formula + ", boundary " + boundary,
                new ImageWork.Steps(formula, boundary, steps));
    }

    /** Multiplies each image, as a matrix, by a matrix on its right. */
    public Images multiply(Grid right) {
        Preconditions.notNull(right, "right");
        double[] values = right.to(ElementType.DOUBLE).doubles();
        return by(
                "product with " + Arrays.toString(right.shape()) + " " + StreamKey.digest(values),
                new ImageWork.Product(values, right.shape()));
    }

    /**
     * Does something else to each image.
     *
     * @param description tells this work from others, whose results must not be taken for its own
     */
    public Images by(String description, ImageWork newWork) {
        Preconditions.notNull(description, "description");
        Preconditions.notNull(newWork, "newWork");
        return new Images(spark, device, format, description, newWork);
    }

    /** As {@link #run(List, Path)}, of a data set of paths. */
    public Table run(Dataset<String> files, Path folder) {
        Preconditions.notNull(files, "files");
        return run(files.collectAsList().stream().map(Path::of).toList(), folder);
    }

    /**
     * Computes the results that the folder does not have yet.
     *
     * @return a row for each of these: file, host, executor, device, and the seconds that it had the device
     * @throws IllegalArgumentException if nothing is to be done, two files have one name, or the folder has results of
     *     other work
     * @throws IllegalStateException if some have no result; all others do
     * @throws CancellationException if interrupted
     */
    public Table run(List<Path> files, Path folder) {
        Preconditions.notNull(files, "files");
        Preconditions.notNull(folder, "folder");
        if (work == null) {
            throw new IllegalArgumentException(
                    "Say what is to be done: convolve(filter, boundary), stencil(formula, boundary, steps), multiply(matrix)"
                            + " or by(description, work).");
        }
        Path to = folder.toAbsolutePath();
        List<String> missing = missing(files, to);
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        ImageTask task = new ImageTask(work, format, to.toString(), device);
        List<ImageTask.Done> done = new ArrayList<>();
        if (!missing.isEmpty()) {
            try (Progress progress = Progress.start("Images", missing.size())) {
                Jobs.forEach(context, name, missing, task::run, arrived -> {
                    done.addAll(arrived);
                    progress.step(arrived.size());
                });
            }
            removeTemporary(to);
        }
        List<ImageTask.Done> failed =
                done.stream().filter(d -> !d.problem().isEmpty()).toList();
        if (!failed.isEmpty()) {
            throw new IllegalStateException(failed.size() + " of " + missing.size() + " images have no result. "
                    + failed.get(0).file() + ": " + failed.get(0).problem() + " All others are in " + folder
                    + "; the same call tries again what is missing.");
        }
        return table(done);
    }

    private List<String> missing(List<Path> files, Path folder) {
        Map<Path, Path> names = new TreeMap<>();
        List<String> missing = new ArrayList<>();
        try {
            claim(folder);
            for (Path file : files) {
                Path source = file.toAbsolutePath();
                Path target = folder.resolve(source.getFileName());
                Path other = names.put(target, source);
                if (other != null || target.equals(source)) {
                    throw new IllegalArgumentException(
                            other == null
                                    ? source + " would be replaced by its result: name another folder."
                                    : other + " and " + source + " would have one result, " + target + ".");
                }
                if (!Files.exists(target)
                        || Files.getLastModifiedTime(target).compareTo(Files.getLastModifiedTime(source)) < 0) {
                    missing.add(source.toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot begin with the images: " + e, e);
        }
        return missing;
    }

    /** Notes in the folder what its results are, so that those of other work are not taken for them. */
    private void claim(Path folder) throws IOException {
        Path note = Files.createDirectories(folder).resolve(NOTE);
        String mine = name + "\n" + format.note() + "\n";
        if (!Files.exists(note)) {
            Files.writeString(note, mine);
        } else if (!Files.readString(note).equals(mine)) {
            throw new IllegalArgumentException(folder + " has results of other work ("
                    + Files.readString(note).strip() + "; this is " + mine.strip()
                    + "). Name another folder, or delete that one.");
        }
    }

    private static void removeTemporary(Path folder) {
        try (Stream<Path> left = Files.list(folder.resolve(ImageTask.TEMPORARY))) {
            for (Path each : left.toList()) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(folder.resolve(ImageTask.TEMPORARY));
        } catch (IOException e) {
            // What killed executors left does no harm.
        }
    }

    private static Table table(List<ImageTask.Done> done) {
        StringColumn file = StringColumn.create("file");
        StringColumn host = StringColumn.create("host");
        StringColumn executor = StringColumn.create("executor");
        IntColumn device = IntColumn.create("device");
        DoubleColumn seconds = DoubleColumn.create("seconds");
        for (ImageTask.Done each : done) {
            file.append(Path.of(each.file()).getFileName().toString());
            host.append(each.host());
            executor.append(each.executor());
            device.append(each.device());
            seconds.append(each.seconds());
        }
        return Figures.of(Table.create("images", file, host, executor, device, seconds));
    }
}
