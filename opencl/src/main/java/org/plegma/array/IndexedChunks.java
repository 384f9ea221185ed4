package org.plegma.array;

import io.jhdf.AbstractNode;
import io.jhdf.api.Dataset;
import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.jhdf.dataset.chunked.ChunkedDatasetV4;
import io.jhdf.dataset.chunked.indexing.ChunkImpl;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import io.jhdf.storage.HdfBackingStorage;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A dataset whose chunks are found by a {@link ChunkArray}. The library ends at the first chunk that was never written, and counts
 * chunks along an axis by its present length, where files count them by the greatest.
 */
final class IndexedChunks extends ChunkedDatasetV4 {
    private final HdfBackingStorage file;
    private final ChunkedDataLayoutMessageV4 layout;
    private @Nullable Map<ChunkOffset, Chunk> chunks;

    private IndexedChunks(HdfBackingStorage file, Dataset dataset, ChunkedDataLayoutMessageV4 layout) {
        super(file, dataset.getAddress(), dataset.getName(), dataset.getParent(), ((AbstractNode) dataset).getHeader());
        this.file = file;
        this.layout = layout;
    }

    /** The same dataset, read by a {@link ChunkArray} if it has one. */
    static Dataset of(Dataset dataset) {
        if (!(dataset instanceof ChunkedDatasetV4 chunked)) {
            return dataset;
        }
        ChunkedDataLayoutMessageV4 layout = chunked.getHeader().getMessageOfType(ChunkedDataLayoutMessageV4.class);
        boolean array = layout.getIndexingType() == ChunkedDataLayoutMessageV4.FIXED_ARRAY_INDEX
                || layout.getIndexingType() == ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX;
        return array ? new IndexedChunks(dataset.getHdfFile().getHdfBackingStorage(), dataset, layout) : dataset;
    }

    @Override
    protected Map<ChunkOffset, Chunk> getChunkLookup() {
        Map<ChunkOffset, Chunk> known = chunks;
        if (known == null) {
            known = layout.getAddress() == Hdf5Bytes.UNDEFINED ? Map.of() : read();
            chunks = known;
        }
        return known;
    }

    private Map<ChunkOffset, Chunk> read() {
        Map<ChunkOffset, Chunk> all = new HashMap<>();
        int[] shape = getDimensions();
        int[] chunk = getChunkDimensions();
        long[] most = getMaxSize();
        int[] order = order(most);
        int whole = Arrays.stream(chunk).reduce(getDataType().getSize(), Math::multiplyExact);
        ChunkArray.Chunks found = (index, address, bytes) -> {
            long[] first = new long[shape.length];
            boolean inside = true;
            long rest = index;
            for (int i = order.length - 1; i >= 0; i--) {
                int axis = order[i];
                long along = i == 0 ? Long.MAX_VALUE : (most[axis] + chunk[axis] - 1) / chunk[axis];
                first[axis] = rest % along * chunk[axis];
                inside &= first[axis] < shape[axis];
                rest /= along;
            }
            if (inside) {
                all.put(new ChunkOffset(first), new ChunkImpl(address, bytes < 0 ? whole : bytes, first));
            }
        };
        if (layout.getIndexingType() == ChunkedDataLayoutMessageV4.FIXED_ARRAY_INDEX) {
            ChunkArray.fixed(file, layout.getAddress(), found);
        } else {
            ChunkArray.extensible(file, layout.getAddress(), found);
        }
        return Collections.unmodifiableMap(all);
    }

    /** The axes from the slowest to the fastest: one without a greatest length is the slowest. */
    private static int[] order(long[] most) {
        int unlimited = IntStream.range(0, most.length)
                .filter(axis -> most[axis] < 0)
                .findFirst()
                .orElse(0);
        return IntStream.concat(
                        IntStream.of(unlimited), IntStream.range(0, most.length).filter(axis -> axis != unlimited))
                .toArray();
    }
}
