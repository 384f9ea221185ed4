package org.plegma.convolve.stream;

import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.exceptions.HdfException;
import io.jhdf.object.datatype.OrderedDataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plegma.array.DataFiles;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;

/** A dataset that is not contiguous, or not of our types: read in parts and converted. */
final class StreamHdf5Source implements StreamSource {
    private final Path file;
    private final String name;
    private final ElementType type;
    private final int[] shape;

    private StreamHdf5Source(Path file, String name, ElementType type, int[] shape) {
        this.file = file;
        this.name = name;
        this.type = type;
        this.shape = shape;
    }

    static StreamSource of(Path file, String name) {
        StreamRawSource.size(file); // a clear error if it cannot be read at all
        DataFiles.reading(file);
        try (HdfFile hdf = new HdfFile(file)) {
            Dataset dataset = find(hdf, file, name);
            int[] shape = dataset.getDimensions();
            Class<?> java = dataset.getJavaType();
            if (shape.length == 0 || dataset.isCompound() || dataset.isVariableLength() || !isNumeric(java)) {
                throw new IllegalArgumentException(
                        "'" + name + "' in " + file + " is not an image: expected an array of numbers.");
            }
            Hdf5.load(file, name, 0, 0);
            ElementType type =
                    java == float.class || java == short.class || java == byte.class || isSmallUnsigned(dataset)
                            ? ElementType.FLOAT
                            : ElementType.DOUBLE;
            boolean asItIs = (java == float.class || java == double.class)
                    && dataset.getDataType().getSize() == type.bytes()
                    && dataset.getDataType() instanceof OrderedDataType ordered
                    && ordered.getByteOrder() == ByteOrder.LITTLE_ENDIAN
                    && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
            return asItIs && dataset instanceof ContiguousDataset contiguous && !dataset.isEmpty()
                    ? new StreamRawSource(file, hdf.getUserBlockSize() + contiguous.getDataAddress(), type, shape)
                    : new StreamHdf5Source(file, name, type, shape);
        } catch (HdfException e) {
            throw new IllegalArgumentException(file + " is not a readable HDF5 file: " + e.getMessage(), e);
        }
    }

    private static Dataset find(HdfFile hdf, Path file, String name) {
        try {
            return hdf.getDatasetByPath(name);
        } catch (HdfException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "No dataset '" + name + "' in " + file + "; at its top are "
                            + hdf.getChildren().keySet() + ".",
                    e);
        }
    }

    private static boolean isNumeric(Class<?> java) {
        return java.isPrimitive() ? java != boolean.class && java != char.class : Number.class.isAssignableFrom(java);
    }

    /** Unsigned integers of 8 and 16 bits, which jhdf gives as ints. */
    private static boolean isSmallUnsigned(Dataset dataset) {
        return dataset.getJavaType() == int.class && dataset.getDataType().getSize() <= 2;
    }

    /** Where it is read from. */
    Path file() {
        return file;
    }

    @Override
    public ElementType type() {
        return type;
    }

    @Override
    public int[] shape() {
        return shape.clone();
    }

    @Override
    public void read(int row, int count, ByteBuffer into) throws IOException {
        try {
            Grid rows = Hdf5.load(file, name, row, count);
            ByteBuffer part = StreamCopy.part(into, 0, count * rowBytes());
            if (rows.type() == ElementType.FLOAT && type == ElementType.FLOAT) {
                part.asFloatBuffer().put(rows.floats());
                return;
            }
            for (int i = 0; i < rows.length(); i++) {
                if (type == ElementType.FLOAT) {
                    part.putFloat((float) rows.at(i));
                } else {
                    part.putDouble(rows.at(i));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "rows " + row + " to " + (row + count - 1) + " of '" + name + "' in " + file + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public String identity() throws IOException {
        return file.toAbsolutePath() + " " + name + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
    }

    @Override
    public String toString() {
        return "'" + name + "' of " + file;
    }
}
