package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.device.source.KernelSource;

/**
 * Memory on each of several devices, in pieces of one size, that kernels of all of them read and write by its address. A kernel takes
 * a table of addresses as {@code global const ulong *} and casts what it reads to a pointer: so one launch reaches any number of pieces.
 *
 * <p>The devices know nothing of each other: wait for what wrote before another reads.
 */
public final class PieceMemory implements AutoCloseable {
    private final List<Runnable> memory = new ArrayList<>();
    /** By the device that sees it, the device that has it, and the piece. */
    private final long[][][] addresses;

    /** By the device that has it, and the piece: as that device sees it. */
    private final DeviceArray[][] own;

    /** Why kernels of these sessions cannot reach each other's memory by address; empty if they can. */
    public static Optional<String> refusal(List<Session> sessions) {
        Preconditions.notNull(sessions, "sessions");
        return PeerMemory.isOneProcess(sessions) ? Optional.empty() : PeerMemory.refusal(sessions);
    }

    /**
     * The most bytes of a piece.
     *
     * @param sessions that {@link #refusal} has nothing against
     */
    public static long mostBytes(List<Session> sessions) {
        Preconditions.notNull(sessions, "sessions");
        return PeerMemory.isOneProcess(sessions)
                ? sessions.stream()
                        .mapToLong(session -> session.device().maxAllocationBytes())
                        .min()
                        .orElseThrow()
                : PeerMemory.MOST_BYTES;
    }

    /**
     * @param pieces on each device
     * @param length of a piece, in elements
     */
    public PieceMemory(List<Session> sessions, ElementType type, int pieces, int length) {
        addresses = new long[sessions.size()][sessions.size()][pieces];
        own = new DeviceArray[sessions.size()][pieces];
        boolean oneProcess = PeerMemory.isOneProcess(sessions);
        List<Program> programs = new ArrayList<>();
        try {
            for (Session session : sessions) {
                programs.add(session.compile(
                        KernelSource.resource(PieceMemory.class, "address.cl"), "-DELEMENT=" + type.openclName()));
            }
            for (int home = 0; home < sessions.size(); home++) {
                for (int piece = 0; piece < pieces; piece++) {
                    if (oneProcess) {
                        DeviceArray array = sessions.get(home).allocate(type, length);
                        memory.add(array::close);
                        own[home][piece] = array;
                        long address = address(programs.get(home), sessions.get(home), array);
                        for (long[][] seen : addresses) {
                            seen[home][piece] = address;
                        }
                    } else {
                        share(sessions, programs, home, piece, type, length);
                    }
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        } finally {
            programs.forEach(Program::close);
        }
    }

    private void share(
            List<Session> sessions, List<Program> programs, int home, int piece, ElementType type, int length) {
        List<Session> homeFirst = new ArrayList<>(sessions);
        homeFirst.add(0, homeFirst.remove(home));
        PeerMemory shared = PeerMemory.allocate(homeFirst, type, length);
        memory.add(shared::close);
        own[home][piece] = shared.on(sessions.get(home));
        for (int from = 0; from < sessions.size(); from++) {
            Session session = sessions.get(from);
            addresses[from][home][piece] = address(programs.get(from), session, shared.on(session));
        }
    }

    private static long address(Program program, Session session, DeviceArray array) {
        try (DeviceArray found = session.allocate(ElementType.LONG, 1)) {
            Kernel kernel = program.kernel("address_of").global(1).local(1);
            kernel.call(array, found);
            long[] value = new long[1];
            found.download(value);
            return value[0];
        }
    }

    /** Where a piece is in the memory of device {@code home}, as kernels of device {@code from} see it. */
    public long address(int from, int home, int piece) {
        return addresses[from][home][piece];
    }

    /** A piece as the device sees it that has it. */
    DeviceArray own(int home, int piece) {
        return own[home][piece];
    }

    @Override
    public void close() {
        memory.forEach(Runnable::run);
        memory.clear();
    }
}
