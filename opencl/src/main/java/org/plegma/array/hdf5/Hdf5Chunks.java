package org.plegma.array.hdf5;

import io.jhdf.ObjectHeader;
import io.jhdf.api.Dataset;
import io.jhdf.btree.BTreeV1;
import io.jhdf.dataset.DatasetReader;
import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.dataset.chunked.DatasetInfo;
import io.jhdf.dataset.chunked.indexing.BTreeIndex;
import io.jhdf.dataset.chunked.indexing.ChunkImpl;
import io.jhdf.dataset.chunked.indexing.SingleChunkIndex;
import io.jhdf.exceptions.HdfException;
import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.FilterManager;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import io.jhdf.object.message.FilterPipelineMessage;
import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;
import io.jhdf.storage.HdfBackingStorage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A dataset in chunks. The library ends at the first chunk that was never written, counts chunks along an axis by its present
 * length, where files count them by the greatest, leaves zeros for the fill value, and undoes filters that a chunk went without.
 */
public final class Hdf5Chunks extends ChunkedDatasetBase {
    /** Filters whose names files leave out. */
    private static final Map<Integer, String> NAMES = Map.of(4, "szip", 5, "nbit", 6, "scaleoffset");

    /** Where the header of a tree of version 2 tells where its root is. */
    private static final int ROOT = 16;

    private final HdfBackingStorage file;
    private final int[] chunk;
    private final int whole;
    private @Nullable Map<ChunkOffset, Chunk> chunks;

    private Hdf5Chunks(HdfBackingStorage file, ChunkedDatasetBase dataset) {
        super(file, dataset.getAddress(), dataset.getName(), dataset.getParent(), dataset.getHeader());
        this.file = file;
        this.chunk = dataset.getChunkDimensions();
        this.whole = Arrays.stream(chunk).reduce(getDataType().getSize(), Math::multiplyExact);
    }

    /** The same dataset, read as told above if it is in chunks. */
    public static Dataset of(Dataset dataset) {
        return dataset instanceof ChunkedDatasetBase chunked
                ? new Hdf5Chunks(dataset.getHdfFile().getHdfBackingStorage(), chunked)
                : dataset;
    }

    /** The filter of a dataset that nothing here can undo, null if there is none. */
    public static @Nullable String unknownFilter(Dataset dataset) {
        return !(dataset instanceof ChunkedDatasetBase chunked)
                ? null
                : filters(chunked.getHeader()).stream()
                        .filter(filter -> !isKnown(filter))
                        .map(filter -> NAMES.getOrDefault(filter.getId(), filter.getName() + " " + filter.getId()))
                        .findFirst()
                        .orElse(null);
    }

    private static boolean isKnown(FilterInfo filter) {
        try {
            FilterManager.getPipeline(List.of(filter));
            return true;
        } catch (HdfFilterException unknown) {
            return false;
        }
    }

    private static List<FilterInfo> filters(ObjectHeader header) {
        return header.hasMessageOfType(FilterPipelineMessage.class)
                ? header.getMessageOfType(FilterPipelineMessage.class).getFilters()
                : List.of();
    }

    @Override
    public int[] getChunkDimensions() {
        return chunk.clone();
    }

    /** Puts what chunks have of some rows into an array of these, which has the fill value before; gives that array. */
    public Object readInto(Object rows, int first, int count) {
        int elements = whole / getDataType().getSize();
        int[] extent = getDimensions();
        extent[0] = count;
        getChunkLookup().values().parallelStream()
                .filter(each ->
                        each.getChunkOffset()[0] < first + (long) count && each.getChunkOffset()[0] + chunk[0] > first)
                .forEach(each -> {
                    Object some =
                            DatasetReader.readDataset(getDataType(), ByteBuffer.wrap(decoded(each)), elements, file);
                    int[] place = Arrays.stream(each.getChunkOffset())
                            .mapToInt(Math::toIntExact)
                            .toArray();
                    place[0] -= first;
                    copy(some, rows, place, extent, 0, 0, 0);
                });
        return rows;
    }

    /** The bytes of a chunk. The mask tells which filters it went without, as where packing would not have made it smaller. */
    private byte[] decoded(Chunk each) {
        ByteBuffer stored = file.map(each.getAddress(), each.getSize());
        byte[] bytes = new byte[stored.remaining()];
        stored.get(bytes);
        List<FilterInfo> filters = filters(oh);
        byte[] decoded = FilterManager.getPipeline(IntStream.range(0, filters.size())
                        .filter(i -> !each.getFilterMask().get(i))
                        .mapToObj(filters::get)
                        .toList())
                .decode(bytes);
        if (decoded.length < whole) {
            throw new HdfException("a chunk has " + decoded.length + " bytes, expected " + whole);
        }
        return decoded;
    }

    /**
     * Copies what lies within an array, from an axis on.
     *
     * @param place where the chunk begins in the array; perhaps before it
     */
    private void copy(Object from, Object to, int[] place, int[] extent, int axis, int source, int target) {
        int begin = Math.max(0, place[axis]);
        int end = (int) Math.min(extent[axis], (long) place[axis] + chunk[axis]);
        int first = source * chunk[axis] + begin - place[axis];
        if (axis == chunk.length - 1) {
            System.arraycopy(from, first, to, target * extent[axis] + begin, end - begin);
        } else {
            for (int i = 0; i < end - begin; i++) {
                copy(from, to, place, extent, axis + 1, first + i, target * extent[axis] + begin + i);
            }
        }
    }

    @Override
    protected Map<ChunkOffset, Chunk> getChunkLookup() {
        Map<ChunkOffset, Chunk> known = chunks;
        if (known == null) {
            Map<ChunkOffset, Chunk> all = new HashMap<>();
            int[] shape = getDimensions();
            for (Chunk each : read()) {
                long[] first = each.getChunkOffset();
                if (IntStream.range(0, shape.length).allMatch(axis -> first[axis] < shape[axis])) {
                    all.put(new ChunkOffset(first), each);
                }
            }
            known = Collections.unmodifiableMap(all);
            chunks = known;
        }
        return known;
    }

    private Collection<Chunk> read() {
        if (oh.hasMessageOfType(ChunkedDataLayoutMessage.class)) {
            long tree = oh.getMessageOfType(ChunkedDataLayoutMessage.class).getBTreeAddress();
            return tree == Hdf5Bytes.UNDEFINED
                    ? List.of()
                    : BTreeV1.createDataBTree(file, tree, chunk.length).getChunks();
        }
        ChunkedDataLayoutMessageV4 layout = oh.getMessageOfType(ChunkedDataLayoutMessageV4.class);
        long address = layout.getAddress();
        if (address == Hdf5Bytes.UNDEFINED) {
            return List.of();
        }
        DatasetInfo info = new DatasetInfo(whole, getDimensionsAsLong(), chunk);
        List<Chunk> all = new ArrayList<>();
        switch (layout.getIndexingType()) {
            case ChunkedDataLayoutMessageV4.SINGLE_CHUNK_INDEX -> all.addAll(
                    new SingleChunkIndex(layout, info).getAllChunks());
            case ChunkedDataLayoutMessageV4.FIXED_ARRAY_INDEX -> ChunkArray.fixed(
                    file, address, (index, at, bytes, mask) -> all.add(chunk(index, at, bytes, mask)));
            case ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX -> ChunkArray.extensible(
                    file, address, (index, at, bytes, mask) -> all.add(chunk(index, at, bytes, mask)));
            case ChunkedDataLayoutMessageV4.B_TREE_V2_INDEX -> {
                if (file.readBufferFromAddress(address + ROOT, Long.BYTES).getLong() != Hdf5Bytes.UNDEFINED) {
                    all.addAll(new BTreeIndex(file, address, info).getAllChunks());
                }
            }
            default -> {
                long count = 1;
                for (int axis = 0; axis < chunk.length; axis++) {
                    count *= along(axis);
                }
                for (long i = 0; i < count; i++) {
                    all.add(chunk(i, address + i * whole, -1, 0));
                }
            }
        }
        return all;
    }

    /** How many chunks a file counts along an axis. */
    private long along(int axis) {
        return (getMaxSize()[axis] + chunk[axis] - 1) / chunk[axis];
    }

    private Chunk chunk(long index, long address, int bytes, long mask) {
        long[] first = new long[chunk.length];
        int[] order = order(getMaxSize());
        long rest = index;
        for (int i = order.length - 1; i >= 0; i--) {
            int axis = order[i];
            long along = i == 0 ? Long.MAX_VALUE : along(axis);
            first[axis] = rest % along * chunk[axis];
            rest /= along;
        }
        return new ChunkImpl(address, bytes < 0 ? whole : bytes, first, BitSet.valueOf(new long[] {mask}));
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
