package org.plegma.array;

import static org.plegma.array.Hdf5Values.datatype;
import static org.plegma.array.hdf5.Hdf5Bytes.DATASPACE;
import static org.plegma.array.hdf5.Hdf5Bytes.DATATYPE;
import static org.plegma.array.hdf5.Hdf5Bytes.FILL_VALUE;
import static org.plegma.array.hdf5.Hdf5Bytes.LAYOUT;
import static org.plegma.array.hdf5.Hdf5Bytes.SUPERBLOCK_BYTES;
import static org.plegma.array.hdf5.Hdf5Bytes.checked;
import static org.plegma.array.hdf5.Hdf5Bytes.group;
import static org.plegma.array.hdf5.Hdf5Bytes.little;
import static org.plegma.array.hdf5.Hdf5Bytes.message;
import static org.plegma.array.hdf5.Hdf5Bytes.object;
import static org.plegma.array.hdf5.Hdf5Bytes.space;
import static org.plegma.array.hdf5.Hdf5Bytes.superblock;

import com.google.gson.Gson;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.array.hdf5.Hdf5Bytes;
import org.plegma.array.hdf5.UnreadableFileException;

/**
 * One HDF5 file for grids that lie in pieces in other files, each some planes of the first axis: <em>virtual datasets</em>, which
 * h5py, HDFView, MATLAB and all that use the HDF5 library from 1.10 on read as if they were in the file. So several processes write a
 * grid that no one of them could hold, without waiting for each other.
 *
 * <p>jhdf neither writes nor reads virtual datasets. The bytes are written here, as in the HDF5 File Format Specification, version
 * 3.0. The file also names its pieces in the attribute {@value #PIECES}, by which {@link Hdf5#load(Path)} reads it.
 */
public final class VirtualHdf5 {
    /** The file's attribute with the pieces, as JSON. */
    static final String PIECES = "plegma_pieces";

    private static final int MOST_TEXT = 60_000;
    private static final int SMALLEST_HEAP = 4096;

    /**
     * What the pieces are.
     *
     * @param datasets element types by names; each piece has a dataset of each name
     * @param shape of the whole
     * @param folder of the pieces, seen from the virtual file's
     * @param first the first plane of each piece, ascending from 0; a piece ends where the next begins
     * @param attributes texts and numbers that describe the whole
     */
    public record Layout(
            Map<String, ElementType> datasets,
            int[] shape,
            String folder,
            int[] first,
            Map<String, String> attributes) {
        /** Fails unless pieces cover the whole and none is empty. */
        public Layout {
            boolean ascending = first.length > 0 && first[0] == 0 && first[first.length - 1] < shape[0];
            for (int i = 1; i < first.length; i++) {
                ascending &= first[i] > first[i - 1];
            }
            if (!ascending) {
                throw new IllegalArgumentException("Pieces must begin at ascending planes from 0 to " + (shape[0] - 1)
                        + ", found " + Arrays.toString(first) + ".");
            }
        }

        /** The name of a piece's file, seen from the virtual file's folder. */
        public String file(int piece) {
            return String.format(java.util.Locale.ROOT, "%s/%05d.h5", folder, piece);
        }

        /** Planes of a piece. */
        public int planes(int piece) {
            return (piece + 1 < first.length ? first[piece + 1] : shape[0]) - first[piece];
        }
    }

    private VirtualHdf5() {}

    private static Path folder(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "A file is in a folder.");
    }

    /** Writes the file, replacing it as a whole. The pieces must be there. */
    public static void write(Path file, Layout layout) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(layout, "layout");
        Path folder = folder(file);
        for (int i = 0; i < layout.first().length; i++) {
            if (!Files.exists(folder.resolve(layout.file(i)))) {
                throw new IllegalStateException(
                        "The piece " + folder.resolve(layout.file(i)) + " of " + file + " is not there.");
            }
        }
        byte[] bytes = bytes(layout);
        AtomicFile.replace(file, temporary -> Files.write(temporary, bytes));
    }

    private static byte[] bytes(Layout layout) {
        String text = new Gson().toJson(layout);
        if (text.length() > MOST_TEXT) {
            throw new IllegalArgumentException(
                    "A file of " + layout.first().length + " pieces would need an attribute of " + text.length()
                            + " characters: expected at most " + MOST_TEXT + ".");
        }
        List<byte[]> attributes = new ArrayList<>(List.of(Hdf5Bytes.attribute(PIECES, text)));
        layout.attributes().forEach((name, value) -> attributes.add(Hdf5Bytes.attribute(name, value)));
        byte[][] more = attributes.toArray(byte[][]::new);

        Map<String, Long> places = new LinkedHashMap<>();
        layout.datasets().keySet().forEach(name -> places.put(name, 0L));
        long next = SUPERBLOCK_BYTES + group(places, more).length;
        ByteArrayOutputStream behind = new ByteArrayOutputStream();
        for (Map.Entry<String, ElementType> each : layout.datasets().entrySet()) {
            places.put(each.getKey(), next + behind.size());
            long heap = next + behind.size() + dataset(each.getValue(), layout.shape(), 0).length;
            behind.writeBytes(dataset(each.getValue(), layout.shape(), heap));
            behind.writeBytes(heap(mapping(each.getKey(), layout)));
        }
        return little(Math.toIntExact(next) + behind.size())
                .put(superblock(next + behind.size()))
                .put(group(places, more))
                .put(behind.toByteArray())
                .array();
    }

    private static byte[] dataset(ElementType type, int[] shape, long heap) {
        ByteBuffer fill = little(2)
                .put((byte) 3) // version
                .put((byte) 0x0b); // allocated as it is written, written if set; not set
        ByteBuffer virtual = little(2 + Long.BYTES + Integer.BYTES)
                .put((byte) 4) // version
                .put((byte) 3) // virtual
                .putLong(heap)
                .putInt(1); // the object in the heap
        return object(
                message(DATASPACE, space(shape)),
                message(DATATYPE, datatype(type)),
                message(FILL_VALUE, fill),
                message(LAYOUT, virtual));
    }

    /** A global heap with one object. */
    private static byte[] heap(byte[] object) {
        int used = 16 + 16 + (object.length + 7) / 8 * 8;
        int size = Math.max(SMALLEST_HEAP, used + 16);
        ByteBuffer heap = little(size)
                .put(new byte[] {'G', 'C', 'O', 'L', 1, 0, 0, 0})
                .putLong(size)
                .putShort((short) 1) // the object's number
                .putShort((short) 1) // references
                .putInt(0)
                .putLong(object.length)
                .put(object);
        // What is free is object 0, whose size counts its own head.
        return heap.position(used)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(0)
                .putLong(size - used)
                .array();
    }

    /** Which planes of which file are which of the whole. */
    private static byte[] mapping(String name, Layout layout) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(0); // version
        all.writeBytes(little(Long.BYTES).putLong(layout.first().length).array());
        for (int i = 0; i < layout.first().length; i++) {
            all.writeBytes((layout.file(i) + "\0" + name + "\0").getBytes(StandardCharsets.UTF_8));
            all.writeBytes(everything());
            all.writeBytes(planes(layout.shape(), layout.first()[i], layout.planes(i)));
        }
        return checked(little(all.size() + Integer.BYTES).put(all.toByteArray()));
    }

    private static byte[] everything() {
        return little(16).putInt(3).putInt(1).putInt(0).putInt(0).array();
    }

    /** A regular hyperslab of one block. */
    private static byte[] planes(int[] shape, long first, long count) {
        int content = Integer.BYTES + shape.length * 4 * Long.BYTES;
        ByteBuffer selection = little(13 + content)
                .putInt(2) // a hyperslab
                .putInt(2) // version
                .put((byte) 1) // regular
                .putInt(content)
                .putInt(shape.length);
        for (int axis = 0; axis < shape.length; axis++) {
            selection
                    .putLong(axis == 0 ? first : 0)
                    .putLong(1) // from one block to the next
                    .putLong(1) // blocks
                    .putLong(axis == 0 ? count : shape[axis]);
        }
        return selection.array();
    }

    /** What the pieces of a file are, by its attributes; null if it is no file of pieces. */
    static @Nullable Layout layout(Map<String, Object> attributes) {
        return attributes.get(PIECES) instanceof String text ? new Gson().fromJson(text, Layout.class) : null;
    }

    /**
     * What a file that {@link #write} wrote says of its pieces.
     *
     * @throws IllegalArgumentException if it is another
     */
    public static Layout layout(Path file) {
        Preconditions.notNull(file, "file");
        Layout layout = layout(Hdf5.attributes(file));
        if (layout == null) {
            throw new IllegalArgumentException(file + " has no attribute " + PIECES + ": it is no file of pieces.");
        }
        return layout;
    }

    /**
     * Some planes of a grid; only the pieces that have some of them are read.
     *
     * @param first the first plane
     * @param planes how many
     * @throws IllegalArgumentException if there are no such planes or dataset, or a piece is missing or of another shape
     */
    public static Grid load(Path file, String name, int first, int planes) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(name, "name");
        return load(file, layout(file), name, first, planes);
    }

    static Map<String, Grid> load(Path file, Layout layout) {
        Map<String, Grid> all = new LinkedHashMap<>();
        layout.datasets().keySet().forEach(name -> all.put(name, load(file, layout, name, 0, layout.shape()[0])));
        return all;
    }

    private static Grid load(Path file, Layout layout, String name, int first, int planes) {
        int[] shape = layout.shape();
        ElementType type = layout.datasets().get(name);
        if (type == null || first < 0 || planes < 1 || first > shape[0] - planes) {
            throw new UnreadableFileException(
                    "There are no planes " + first + " to " + (first + planes - 1) + " of '" + name + "' in " + file
                            + "; it has " + layout.datasets().keySet() + " of shape " + ArrayShapes.text(shape) + ".",
                    null);
        }
        int[] extent = shape.clone();
        extent[0] = planes;
        Grid grid = Grid.zeros(type, extent);
        int plane = Math.toIntExact(grid.length() / planes);
        for (int i = 0; i < layout.first().length; i++) {
            int from = Math.max(first, layout.first()[i]);
            int to = Math.min(first + planes, layout.first()[i] + layout.planes(i));
            if (from < to) {
                Path source = folder(file).resolve(layout.file(i));
                Grid piece = Hdf5.load(source, name);
                extent[0] = layout.planes(i);
                if (piece.type() != type || !Arrays.equals(piece.shape(), extent)) {
                    throw new UnreadableFileException(
                            "The piece " + source + " of " + file + " must be " + type.javaName()
                                    + " " + ArrayShapes.text(extent) + ", found "
                                    + piece.type().javaName() + " "
                                    + ArrayShapes.text(piece.shape()) + ".",
                            null);
                }
                System.arraycopy(
                        piece.data(),
                        (from - layout.first()[i]) * plane,
                        grid.data(),
                        (from - first) * plane,
                        (to - from) * plane);
            }
        }
        return grid;
    }
}
