package org.plegma.convolve.stream;

import java.nio.ByteBuffer;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;

/** An image of floats made by a function, rows in parallel. */
final class StreamGenerated implements StreamSource {
    private final String name;
    private final RowFunction<float[]> function;
    private final int[] shape;
    private final int rowLength;

    StreamGenerated(String name, RowFunction<float[]> function, int... shape) {
        this.name = name;
        this.function = function;
        this.shape = shape.clone();
        this.rowLength = shape[0] == 0 ? 0 : Math.toIntExact(ArrayShapes.length(shape) / shape[0]);
    }

    @Override
    public ElementType type() {
        return ElementType.FLOAT;
    }

    @Override
    public int[] shape() {
        return shape.clone();
    }

    @Override
    public void read(int row, int count, ByteBuffer into) {
        StreamCopy.inParallel(row, count, rowBytes(), (first, rows) -> {
            float[] values = new float[rowLength];
            for (int i = 0; i < rows; i++) {
                function.fill(first + i, values);
                StreamCopy.part(into, (first + i - row) * rowBytes(), rowBytes())
                        .asFloatBuffer()
                        .put(values);
            }
        });
    }

    @Override
    public String identity() {
        return name;
    }

    @Override
    public String toString() {
        return name + " " + ArrayShapes.text(shape);
    }
}
