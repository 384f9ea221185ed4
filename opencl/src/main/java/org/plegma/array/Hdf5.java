package org.plegma.array;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.DatasetCreationOptions;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import io.jhdf.api.WritableDataset;
import io.jhdf.api.WritableGroup;
import io.jhdf.exceptions.HdfException;
import io.jhdf.exceptions.HdfWritingException;
import io.jhdf.filter.FilterManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.plegma.array.hdf5.Fletcher32;
import org.plegma.array.hdf5.Hdf5Links;
import org.plegma.array.hdf5.Hdf5Names;
import org.plegma.array.hdf5.UnreadableFileException;

/**
 * Grids in HDF5 files, with their attributes, readable by h5py, HDFView and MATLAB.
 *
 * <p>A grid is a dataset; a name with slashes, such as {@code run1/height}, puts it into groups. Saving writes the whole
 * file beside the target and moves it into place, so a reader sees the old file or the new one, never a part.
 */
public final class Hdf5 {
    /** Elements in a chunk, about: large enough for deflate to work well, small enough to read a part quickly. */
    private static final int CHUNK_ELEMENTS = 1 << 16;

    /** The library's own mark on the files that it writes. */
    private static final String WRITER = "_jHDF";

    static {
        FilterManager.addFilter(new Fletcher32());
    }

    private Hdf5() {}

    /**
     * All numeric datasets of a file by their path, in the file's order. Integers of up to 32 bits become int, longer ones
     * and unsigned 32-bit ones long, unsigned 64-bit ones double; scalars become one element. Booleans, as h5py writes them,
     * are ints of 0 and 1, also as attributes. Datasets of text or compounds are passed over. What was never written holds
     * the fill value of its dataset, 0 if there is none.
     *
     * @throws IllegalArgumentException if the file is damaged or not HDF5
     */
    public static Map<String, Grid> load(Path file) {
        Preconditions.notNull(file, "file");
        return contents(file).grids();
    }

    /**
     * What a file holds.
     *
     * @param grids the numeric datasets by their path, in the file's order
     * @param skipped all else, with what it is
     */
    public record Contents(Map<String, Grid> grids, Map<String, String> skipped) {}

    /**
     * All numeric datasets of a file, as {@link #load(Path)}, and what else is there.
     *
     * @throws IllegalArgumentException if the file is damaged or not HDF5
     */
    public static Contents contents(Path file) {
        Preconditions.notNull(file, "file");
        return read(file, hdf -> {
            VirtualHdf5.Layout pieces = VirtualHdf5.layout(attributes(hdf));
            return pieces == null ? Hdf5Tree.of(hdf) : new Contents(VirtualHdf5.load(file, pieces), Map.of());
        });
    }

    /**
     * The paths of all that a file holds, numeric or not. It does not count as read by that.
     *
     * @throws IllegalArgumentException if the file is damaged or not HDF5
     */
    public static Set<String> names(Path file) {
        Preconditions.notNull(file, "file");
        return DataFiles.glance(file, () -> read(file, Hdf5Tree::all));
    }

    /**
     * One dataset of a file by its path.
     *
     * @throws IllegalArgumentException if there is no such dataset, naming those that exist, or it is not numeric
     */
    public static Grid load(Path file, String name) {
        return load(file, name, 0, Rows.ALL);
    }

    /**
     * Some rows of a dataset, along its first axis; no more of the file is read than it takes.
     *
     * @param first the first row
     * @param count how many; 0 to see only whether the dataset can be read
     * @throws IllegalArgumentException if there are no such rows, or as {@link #load(Path, String)}
     */
    public static Grid load(Path file, String name, int first, int count) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(name, "name");
        return read(file, hdf -> {
            VirtualHdf5.Layout pieces = VirtualHdf5.layout(attributes(hdf));
            if (pieces != null) {
                return VirtualHdf5.load(file, name, first, count == Rows.ALL ? pieces.shape()[0] : count);
            }
            Node node = Hdf5Links.find(hdf, name);
            if (node instanceof Link link) {
                throw new UnreadableFileException("'" + name + "' is " + Hdf5Tree.dangling(link), null);
            }
            if (!(node instanceof Dataset dataset)) {
                throw new UnreadableFileException(
                        "No dataset '" + name + "' in " + file + "; it holds " + Hdf5Tree.names(hdf) + ".", null);
            }
            Grid grid = Hdf5Tree.read(dataset, name, new Rows(first, count));
            if (grid == null) {
                throw new UnreadableFileException(
                        "Dataset '" + name + "' in " + file + " is no array of numbers but " + Hdf5Values.kind(dataset)
                                + ".",
                        null);
            }
            return grid;
        });
    }

    /** Saves one grid under a name. */
    public static void save(Path file, String name, Grid grid) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(name, "name");
        Preconditions.notNull(grid, "grid");
        save(file, Map.of(name, grid));
    }

    /**
     * Saves grids under their names, chunked and deflated, replacing the file if it exists.
     *
     * @throws IllegalArgumentException if one has no elements, or a name that is none or taken
     */
    public static void save(Path file, Map<String, Grid> grids) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(grids, "grids");
        save(file, grids, Map.of());
    }

    /**
     * Saves grids under their names, chunked and deflated, with attributes of the file itself.
     *
     * @param attributes Strings, boxed numbers or primitive arrays by name
     */
    public static void save(Path file, Map<String, Grid> grids, Map<String, ?> attributes) {
        save(file, grids, Map.of(), attributes);
    }

    /**
     * Saves grids and series of grids, which become one dataset each with one axis more, the first, along which they follow each other; it
     * has the attributes of the first grid. What has more than 2 GiB is neither chunked nor deflated.
     *
     * @throws IllegalArgumentException if a grid has no elements, the grids of a series differ in shape or type, or a name is none or taken
     */
    public static void save(
            Path file, Map<String, Grid> grids, Map<String, List<Grid>> series, Map<String, ?> attributes) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(grids, "grids");
        Preconditions.notNull(series, "series");
        Preconditions.notNull(attributes, "attributes");
        save(file, grids, series, attributes, Hdf5Large.MOST);
    }

    /** @param most bytes of a dataset that the library writes */
    static void save(
            Path file, Map<String, Grid> grids, Map<String, List<Grid>> series, Map<String, ?> attributes, long most) {
        Hdf5Large large = new Hdf5Large(most);
        write(
                file,
                attributes,
                hdf -> {
                    Map<String, WritableGroup> groups = new LinkedHashMap<>();
                    groups.put("", hdf);
                    Hdf5Names names = new Hdf5Names();
                    grids.forEach((name, grid) -> put(groups, names.added(name), grid.shape(), List.of(grid), large));
                    series.forEach(
                            (name, parts) -> put(groups, names.added(name), seriesShape(name, parts), parts, large));
                },
                large);
    }

    /** Puts grids into a file that is being written. */
    public interface Grids {
        /**
         * Puts a grid with its attributes as one dataset, chunked and deflated unless it has more than 2 GiB.
         *
         * @throws IllegalArgumentException if it has no elements
         */
        void put(WritableGroup group, String name, Grid grid);
    }

    /**
     * Writes a file with attributes and whatever {@code content} puts into it, replacing it as a whole. The library keeps
     * all that is put until the end, and then writes it.
     *
     * @param content what puts it, also grids
     * @throws IllegalArgumentException if a name or an attribute is longer than the library can write
     */
    public static void write(Path file, Map<String, ?> attributes, BiConsumer<WritableGroup, Grids> content) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(attributes, "attributes");
        Preconditions.notNull(content, "content");
        write(file, attributes, content, Hdf5Large.MOST);
    }

    /** @param most bytes of a dataset that the library writes */
    static void write(Path file, Map<String, ?> attributes, BiConsumer<WritableGroup, Grids> content, long most) {
        Hdf5Large large = new Hdf5Large(most);
        Grids grids = (group, name, grid) -> {
            Preconditions.notNull(group, "group");
            Preconditions.notNull(name, "name");
            Preconditions.notNull(grid, "grid");
            Hdf5Names.check(name, name);
            List<Grid> one = List.of(grid);
            put(group, name, grid.shape(), one, large.takes(path(group) + name, grid.shape(), one));
        };
        write(file, attributes, hdf -> content.accept(hdf, grids), large);
    }

    /** Where the members of a group are; the library forgets to put anything between the names of groups that it writes. */
    private static String path(Group group) {
        return group.getName().equals("/") ? "" : path(group.getParent()) + group.getName() + "/";
    }

    private static void write(Path file, Map<String, ?> attributes, Consumer<WritableGroup> content, Hdf5Large large) {
        AtomicFile.replace(file, temporary -> {
            try (WritableHdfFile hdf = HdfFile.write(temporary)) {
                attributes.forEach((name, value) -> hdf.putAttribute(name, Hdf5Values.checked(name, value)));
                content.accept(hdf);
            } catch (HdfWritingException e) {
                throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
            }
            large.complete(temporary);
            Hdf5Names.verify(temporary);
        });
    }

    private static void put(WritableGroup group, String name, int[] shape, List<Grid> parts, boolean large) {
        if (ArrayShapes.length(shape) == 0) {
            throw new IllegalArgumentException("'" + name + "' has no elements, shape " + Arrays.toString(shape)
                    + ": expected at least one, as the HDF5 library cannot write empty datasets. Leave it out.");
        }
        Grid first = parts.get(0);
        WritableDataset dataset = large
                ? group.putDataset(name, Hdf5Large.one(first, shape.length))
                : group.putDataset(name, Hdf5Values.toNested(shape, parts), deflated(shape));
        first.attributes().forEach((key, value) -> dataset.putAttribute(key, Hdf5Values.checked(key, value)));
    }

    private static int[] seriesShape(String name, List<Grid> parts) {
        if (parts.isEmpty()) {
            return new int[] {0};
        }
        Grid first = parts.get(0);
        for (int i = 0; i < parts.size(); i++) {
            Grid grid = parts.get(i);
            if (grid.type() != first.type() || !Arrays.equals(grid.shape(), first.shape())) {
                throw new IllegalArgumentException("The grids of '" + name + "' must be alike: the first is "
                        + first.type().javaName() + " " + ArrayShapes.text(first.shape()) + ", number " + i + " is "
                        + grid.type().javaName() + " " + ArrayShapes.text(grid.shape()) + ".");
            }
        }
        int[] shape = new int[first.rank() + 1];
        shape[0] = parts.size();
        System.arraycopy(first.shape(), 0, shape, 1, first.rank());
        return shape;
    }

    /**
     * A dataset of an open file as a grid with its attributes; types as in {@link #load(Path)}.
     *
     * @throws IllegalArgumentException if it is not numeric
     */
    public static Grid read(Dataset dataset) {
        Preconditions.notNull(dataset, "dataset");
        Grid grid = Hdf5Values.toGrid(dataset, Rows.WHOLE);
        if (grid == null) {
            throw new IllegalArgumentException("Dataset '" + dataset.getPath() + "' is not numeric.");
        }
        return grid;
    }

    /** The attributes of the file itself, by name. */
    public static Map<String, Object> attributes(Path file) {
        Preconditions.notNull(file, "file");
        return read(file, Hdf5::attributes);
    }

    static Map<String, Object> attributes(Node node) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Attribute attribute : node.getAttributes().values()) {
            if (!attribute.getName().equals(WRITER)) {
                values.put(attribute.getName(), Hdf5Values.value(attribute));
            }
        }
        return values;
    }

    /** What a function finds in a file. The library reports damage by whatever goes wrong first, of any type. */
    private static <T> T read(Path file, Function<HdfFile, T> function) {
        if (!Files.isRegularFile(file)) {
            String place = file.isAbsolute() ? "" : ": " + file.toAbsolutePath().normalize() + " is not there";
            throw new UncheckedIOException(
                    "No HDF5 file " + file + place + ".", new NoSuchFileException(file.toString()));
        }
        DataFiles.reading(file);
        try (HdfFile hdf = new HdfFile(file)) {
            return function.apply(hdf);
        } catch (UnreadableFileException e) {
            String message = String.valueOf(e.getMessage());
            throw message.contains(file.toString())
                    ? e
                    : new UnreadableFileException(file + ": " + message, e.getCause());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError damage) {
            throw new UnreadableFileException(file + " is not a readable HDF5 file: " + reason(damage), damage);
        }
    }

    /** The library reads all objects of a group or none, and tells what is the matter with one as the cause of that. */
    private static String reason(Throwable damage) {
        if (!(damage instanceof HdfException)) {
            return "it is damaged (" + damage + ")";
        }
        Throwable first = Hdf5Links.first(damage);
        return first == damage
                ? String.valueOf(damage.getMessage())
                : damage.getMessage()
                        + ". One object is damaged or of a kind that the HDF5 library cannot read, and all that is in"
                        + " its group with it: " + first.getMessage();
    }

    private static void put(
            Map<String, WritableGroup> groups, String path, int[] shape, List<Grid> parts, Hdf5Large large) {
        int slash = path.lastIndexOf('/');
        WritableGroup parent = group(groups, slash <= 0 ? "" : path.substring(0, slash));
        put(parent, path.substring(slash + 1), shape, parts, large.takes(path, shape, parts));
    }

    private static WritableGroup group(Map<String, WritableGroup> groups, String path) {
        WritableGroup known = groups.get(path);
        if (known == null) {
            int slash = path.lastIndexOf('/');
            WritableGroup parent = group(groups, slash <= 0 ? "" : path.substring(0, slash));
            known = parent.putGroup(path.substring(slash + 1));
            groups.put(path, known);
        }
        return known;
    }

    private static DatasetCreationOptions deflated(int[] shape) {
        int[] chunk = new int[shape.length];
        int left = CHUNK_ELEMENTS;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            chunk[axis] = Math.max(1, Math.min(shape[axis], left));
            left /= chunk[axis];
        }
        return DatasetCreationOptions.builder()
                .chunkDimensions(chunk)
                .shuffle()
                .deflate()
                .build();
    }
}
