package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.api.dataset.ContiguousDataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.testing.OtherPrograms;

class ContiguousHdf5Test {
    @TempDir
    Path folder;

    private Path write(String name, Grid grid) throws IOException {
        Path file = folder.resolve("whole.h5");
        Files.write(file, ContiguousHdf5.header(name, grid.type(), grid.shape()));
        ByteBuffer elements =
                ByteBuffer.allocate((int) grid.length() * grid.type().bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < grid.length(); i++) {
            double value = grid.reshape((int) grid.length()).get(i);
            switch (grid.type()) {
                case FLOAT -> elements.putFloat((float) value);
                case DOUBLE -> elements.putDouble(value);
                default -> elements.putInt((int) value);
            }
        }
        Files.write(file, elements.array(), StandardOpenOption.APPEND);
        return file;
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"FLOAT", "DOUBLE", "INT"})
    void isReadBackByTheLibraryAndByH5py(ElementType type) throws IOException, InterruptedException {
        Grid grid = Grid.random(type, 7, 5, 3, 4);
        Path file = write("run 1/höhe/height", grid);
        assertEquals(grid, Hdf5.load(file, "run 1/höhe/height"));
        try (HdfFile hdf = new HdfFile(file)) {
            ContiguousDataset dataset = (ContiguousDataset) hdf.getDatasetByPath("run 1/höhe/height");
            assertEquals(0, dataset.getDataAddress() % 4096);
        }
        String script = "import h5py,sys; d=h5py.File(sys.argv[1])['run 1/höhe/height']; "
                + "print(d.dtype, d.shape, repr(float(d[4,2,3])), d.chunks)";
        assertEquals(
                String.format("%s (5, 3, 4) %s None", numpyName(type), grid.get(4, 2, 3)),
                OtherPrograms.python(script, file.toString()).strip());
    }

    private static String numpyName(ElementType type) {
        return switch (type) {
            case FLOAT -> "float32";
            case DOUBLE -> "float64";
            default -> "int32";
        };
    }

    @Test
    void aNameMustHaveNoEmptyPart() {
        for (String name : new String[] {"", "a//b", "a/", "x".repeat(256)}) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> ContiguousHdf5.header(name, ElementType.FLOAT, 2, 2))
                    .getMessage();
            assertTrue(message.contains("is not a name for a dataset"), message);
        }
        assertThrows(IllegalArgumentException.class, () -> ContiguousHdf5.header("a", ElementType.BYTE, 2));
    }
}
