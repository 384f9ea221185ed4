package org.plegma.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.mpi.library.MpiRequest;

/**
 * Products of matrices that are spread over ranks, by SUMMA (van de Geijn and Watts, 1997). The ranks form a rectangle, as square as
 * their number lets it be, and of each matrix a rank has the block at its place ({@link #block}). The inner dimension is worked off in
 * panels: the owners of a panel of A send it along their row of ranks, those of B along their column, and each rank adds the product
 * of the two on its device. While it does, the next panels travel.
 *
 * <p>All ranks call the same methods. Not thread-safe. Close it on all ranks.
 */
public final class Summa implements AutoCloseable {
    /** Of a panel: long enough for a product to be fast, short enough for several to overlap. */
    private static final int WIDTH = 256;

    private final Ranks ranks;
    private final int rows;
    private final int columns;
    private final int row;
    private final int column;
    private final Object sameRow;
    private final Object sameColumn;
    private final Gemm gemm;
    private final int width;

    /** The part of a matrix that a rank has. */
    public record Block(int firstRow, int rows, int firstColumn, int columns) {}

    private Summa(Ranks ranks, int width) {
        this.ranks = ranks;
        int shorter = (int) Math.sqrt(ranks.size());
        while (ranks.size() % shorter != 0) {
            shorter--;
        }
        this.rows = shorter;
        this.columns = ranks.size() / shorter;
        this.row = ranks.rank() / columns;
        this.column = ranks.rank() % columns;
        this.sameRow = ranks.calls().split(ranks.communicator(), row, column);
        this.sameColumn = ranks.calls().split(ranks.communicator(), column, row);
        this.gemm = Gemm.of(ranks.session());
        this.width = width;
    }

    /** On all ranks, each with its session's device. */
    public static Summa of(Ranks ranks) {
        return of(ranks, WIDTH);
    }

    /** With panels of so many columns of A at most. */
    static Summa of(Ranks ranks, int width) {
        Preconditions.notNull(ranks, "ranks");
        return new Summa(ranks, width);
    }

    /** Where a part of a size begins, and the one before ends. */
    static int cut(int size, int parts, int part) {
        return (int) ((long) size * part / parts);
    }

    /** This rank's part of a matrix of so many rows and columns. */
    public Block block(int ofRows, int ofColumns) {
        return block(ofRows, ofColumns, ranks.rank());
    }

    private Block block(int ofRows, int ofColumns, int rank) {
        if (ofRows < rows || ofColumns < columns) {
            throw new IllegalArgumentException("A matrix of " + ofRows + " x " + ofColumns
                    + " has no block for each of " + rows + " x " + columns + " ranks.");
        }
        int firstRow = cut(ofRows, rows, rank / columns);
        int firstColumn = cut(ofColumns, columns, rank % columns);
        return new Block(
                firstRow,
                cut(ofRows, rows, rank / columns + 1) - firstRow,
                firstColumn,
                cut(ofColumns, columns, rank % columns + 1) - firstColumn);
    }

    /** This rank's part of a matrix that it has as a whole. */
    public Grid part(Grid whole) {
        Block block = block(whole.size(0), whole.size(1));
        return whole.region(new int[] {block.firstRow, block.firstColumn}, new int[] {block.rows, block.columns});
    }

    /**
     * This rank's block of A·B.
     *
     * @param a its block of A, of {@code m} rows and {@code k} columns in all; float or double
     * @param b its block of B, of {@code k} rows and {@code n} columns, of the same type
     * @throws IllegalArgumentException if a block is not what {@link #block} says
     */
    public Grid multiply(Grid a, Grid b, int m, int k, int n) {
        Preconditions.notNull(a, "a");
        Preconditions.notNull(b, "b");
        requireBlock("a", a, m, k);
        requireBlock("b", b, k, n);
        if (a.type() != b.type() || (a.type() != ElementType.FLOAT && a.type() != ElementType.DOUBLE)) {
            throw new IllegalArgumentException("Both factors must be float, or both double, found "
                    + a.type().javaName() + " and " + b.type().javaName() + ".");
        }
        Block result = block(m, n);
        try (Panels panels = new Panels(a, b, k, result)) {
            return panels.product();
        }
    }

    private void requireBlock(String name, Grid grid, int ofRows, int ofColumns) {
        Block block = block(ofRows, ofColumns);
        int[] expected = {block.rows, block.columns};
        if (!Arrays.equals(grid.shape(), expected)) {
            throw new IllegalArgumentException("The block " + name + " of a matrix of " + ofRows + " x " + ofColumns
                    + " must be " + Arrays.toString(expected) + " on rank " + ranks.rank() + ", found "
                    + Arrays.toString(grid.shape()) + ".");
        }
    }

    /** The whole matrix of so many rows and columns on rank 0, of the blocks of all ranks; nothing on the others. */
    public Optional<Grid> gather(Grid block, int ofRows, int ofColumns) {
        requireBlock("to gather", block, ofRows, ofColumns);
        GridMessages messages = new GridMessages(ranks);
        if (ranks.rank() > 0) {
            messages.send(block, 0);
            return Optional.empty();
        }
        Grid whole = Grid.zeros(block.type(), ofRows, ofColumns);
        for (int rank = 0; rank < ranks.size(); rank++) {
            Block place = block(ofRows, ofColumns, rank);
            Grid part = rank == 0 ? block : Grid.zeros(block.type(), place.rows, place.columns);
            if (rank > 0) {
                messages.receive(part, 0, part.length(), rank);
            }
            for (int i = 0; i < place.rows; i++) {
                System.arraycopy(
                        part.data(),
                        i * place.columns,
                        whole.data(),
                        (place.firstRow + i) * ofColumns + place.firstColumn,
                        place.columns);
            }
        }
        return Optional.of(whole);
    }

    @Override
    public void close() {
        gemm.close();
        ranks.calls().free(sameRow);
        ranks.calls().free(sameColumn);
    }

    @Override
    public String toString() {
        return "SUMMA on " + rows + " x " + columns + " ranks";
    }

    /** The panels of one product, two of each factor at a time: one is multiplied while the other travels. */
    private final class Panels implements AutoCloseable {
        private final Grid a;
        private final Grid b;
        private final int inner;
        private final Block result;
        /** Where panels begin along the inner dimension, and where the last ends. */
        private final int[] places;

        private final List<AutoCloseable> owned = new ArrayList<>();
        private final HostBuffer[] hostA = new HostBuffer[2];
        private final HostBuffer[] hostB = new HostBuffer[2];
        private final DeviceArray[] deviceA = new DeviceArray[2];
        private final DeviceArray[] deviceB = new DeviceArray[2];
        private final Event[] uploaded = new Event[2];
        private final Event[] multiplied = new Event[2];

        Panels(Grid a, Grid b, int inner, Block result) {
            this.a = a;
            this.b = b;
            this.inner = inner;
            this.result = result;
            TreeSet<Integer> all = new TreeSet<>();
            for (int i = 0; i <= columns; i++) {
                all.add(cut(inner, columns, i));
            }
            for (int i = 0; i <= rows; i++) {
                all.add(cut(inner, rows, i));
            }
            for (int i = width; i < inner; i += width) {
                all.add(i);
            }
            this.places = all.stream().mapToInt(each -> each).toArray();
            Session session = ranks.session();
            for (int i = 0; i < 2; i++) {
                hostA[i] = own(session.pinned(a.type(), (long) result.rows * width));
                hostB[i] = own(session.pinned(a.type(), (long) result.columns * width));
                deviceA[i] = own(session.allocate(a.type(), result.rows * width));
                deviceB[i] = own(session.allocate(a.type(), result.columns * width));
            }
        }

        private <T extends AutoCloseable> T own(T memory) {
            owned.add(memory);
            return memory;
        }

        Grid product() {
            Session session = ranks.session();
            try (DeviceArray c = session.allocate(a.type(), result.rows, result.columns)) {
                List<MpiRequest> coming = send(0);
                for (int p = 0; p + 1 < places.length; p++) {
                    coming.forEach(MpiRequest::await);
                    coming = p + 2 < places.length ? send(p + 1) : List.of();
                    multiply(p, c);
                }
                return c.download();
            }
        }

        /** Starts to send a panel from its owners to all. */
        private List<MpiRequest> send(int panel) {
            int slot = panel % 2;
            if (uploaded[slot] != null) {
                uploaded[slot].await(); // from the memory that is now to be written
            }
            int from = places[panel];
            int count = places[panel + 1] - from;
            int ownerOfA = owner(from, columns);
            int ownerOfB = owner(from, rows);
            if (column == ownerOfA) {
                int first = from - cut(inner, columns, column);
                for (int i = 0; i < result.rows; i++) {
                    put(a, i * a.size(1) + first, hostA[slot], i * count, count);
                }
            }
            if (row == ownerOfB) {
                put(b, (from - cut(inner, rows, row)) * result.columns, hostB[slot], 0, count * result.columns);
            }
            int bytes = a.type().bytes();
            return List.of(
                    ranks.calls().broadcast(sameRow, hostA[slot].bytes().limit(count * result.rows * bytes), ownerOfA),
                    ranks.calls()
                            .broadcast(
                                    sameColumn, hostB[slot].bytes().limit(count * result.columns * bytes), ownerOfB));
        }

        private int owner(int place, int parts) {
            int part = 0;
            while (cut(inner, parts, part + 1) <= place) {
                part++;
            }
            return part;
        }

        private void put(Grid grid, int from, HostBuffer host, int to, int count) {
            if (grid.type() == ElementType.FLOAT) {
                host.floats().position(to).put(grid.floats(), from, count);
            } else {
                host.doubles().position(to).put(grid.doubles(), from, count);
            }
        }

        private void multiply(int panel, DeviceArray c) {
            Session session = ranks.session();
            int slot = panel % 2;
            int count = places[panel + 1] - places[panel];
            if (multiplied[slot] != null) {
                session.upload().waitFor(multiplied[slot]);
            }
            Event first = deviceA[slot].uploadAsync(session.upload(), hostA[slot], 0, 0, (long) count * result.rows);
            Event second =
                    deviceB[slot].uploadAsync(session.upload(), hostB[slot], 0, 0, (long) count * result.columns);
            session.compute().waitFor(first, second);
            uploaded[slot] = second;
            multiplied[slot] = gemm.multiply(
                    1,
                    Matrix.of(deviceA[slot], 0, result.rows, count, count),
                    Op.N,
                    Matrix.of(deviceB[slot], 0, count, result.columns, result.columns),
                    Op.N,
                    panel == 0 ? 0 : 1,
                    Matrix.of(c));
            session.compute().flush();
        }

        @Override
        public void close() {
            for (AutoCloseable memory : owned) {
                try {
                    memory.close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
