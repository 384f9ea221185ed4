package org.plegma.fft;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.shared.PieceMemory;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;

/**
 * How {@link DirectTransform} cuts an exchange: a piece holds, of each row that a device gives another, the columns of the latter. Equal
 * parts for all devices.
 *
 * @param rows of a device
 * @param columns of a device
 * @param inner values of a column
 * @param pieceRows rows of a piece
 * @param launchRows rows of a launch, which divide those of a piece
 */
record PieceShape(int devices, int rows, int columns, long inner, int pieceRows, int launchRows) {
    /** What launches of two passes leave in a GPU's cache of the second level, so that the second reads it there. */
    private static final long LAUNCH_BYTES = 32L << 20;

    private static final long MOST_BYTES = 1L << 30;

    /** Why a transform cannot exchange in this way; empty if it can. */
    static Optional<String> refusal(DealtShape dealt) {
        int devices = dealt.each().size();
        if (devices == 1) {
            return Optional.of("There is one device.");
        }
        if (dealt.columns() == null) {
            return Optional.of("Whole transforms of a batch are dealt out.");
        }
        if (dealt.each().stream().anyMatch(fft -> fft.code() == Code.CPU)) {
            return Optional.of("Code for processors reads and writes one array.");
        }
        if (dealt.real() && dealt.shape().length == 2) {
            return Optional.of("Rows of reals are half as long in the spectrum.");
        }
        if (!isEqual(dealt.rows()) || !isEqual(dealt.columns())) {
            return Optional.of("The devices' parts are not all of one size.");
        }
        Optional<String> memory = PieceMemory.refusal(dealt.sessions());
        if (memory.isPresent()) {
            return memory;
        }
        return usual(dealt).isEmpty()
                ? Optional.of("The shape cannot be cut into pieces that the passes reach.")
                : Optional.empty();
    }

    private static boolean isEqual(int... ends) {
        for (int i = 0; i < ends.length; i++) {
            if (ends[i] != (i + 1) * ends[0]) {
                return false;
            }
        }
        return ends[0] > 0;
    }

    /** For a transform that {@link #refusal} has nothing against. */
    static PieceShape of(DealtShape dealt) {
        return usual(dealt).orElseThrow(() -> new IllegalStateException("refused: " + refusal(dealt)));
    }

    private static Optional<PieceShape> usual(DealtShape dealt) {
        return find(dealt, Math.min(PieceMemory.mostBytes(dealt.sessions()), MOST_BYTES), LAUNCH_BYTES);
    }

    /** With the largest pieces up to so many bytes, and launches on rows of about so many. */
    static Optional<PieceShape> find(DealtShape dealt, long pieceBytes, long launchBytes) {
        int[] points = dealt.points();
        int devices = dealt.each().size();
        int rows = points[0] / devices;
        int columns = points[1] / devices;
        long inner = Planner.count(points, 2, points.length);
        long rowBytes = 2L * dealt.type().bytes() * columns * inner;
        for (int pieceRows = rows; pieceRows > 0; pieceRows--) {
            if (rows % pieceRows == 0
                    && pieceRows * rowBytes <= pieceBytes
                    && isReached(dealt.each(), dealt.type(), points, columns, inner, pieceRows)) {
                int launchRows = launchRows(dealt, rows, pieceRows, launchBytes / (devices * rowBytes));
                if (launchRows > 0) {
                    return Optional.of(new PieceShape(devices, rows, columns, inner, pieceRows, launchRows));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isReached(
            List<Fft> each, ElementType type, int[] points, int columns, long inner, int pieceRows) {
        return each.stream().allMatch(fft -> {
            Planner planner = new Planner(new PassCompiler(fft.session(), type, fft.code()).limits());
            return planner.reaches(points[1], inner, columns) && planner.reaches(points[0], columns * inner, pieceRows);
        });
    }

    /** Launches read and write views, which devices want aligned; 0 if none are. */
    private static int launchRows(DealtShape dealt, int rows, int pieceRows, long wished) {
        int[] input = dealt.input();
        long inputBytes = Planner.count(input, 1, input.length) * dealt.type().bytes();
        long alignment = dealt.sessions().stream()
                .mapToLong(session -> session.device().baseAlignmentBytes())
                .max()
                .orElseThrow();
        for (int launch = (int) Math.max(1, Math.min(pieceRows, wished)); launch > 0; launch--) {
            if (pieceRows % launch == 0 && launch * inputBytes % alignment == 0) {
                return launch;
            }
        }
        return pieceRows == rows ? rows : 0;
    }

    /** Pieces in a device's memory: from each device, or to each device, all of its rows. */
    int pieces() {
        return devices * piecesEach();
    }

    private int piecesEach() {
        return rows / pieceRows;
    }

    /** The number of the piece that holds a row of a device's part, exchanged with another device. */
    int piece(int other, int row) {
        return other * piecesEach() + row / pieceRows;
    }

    /** Where a row begins in its piece, in complex values. */
    long start(int row) {
        return row % pieceRows * columns * inner;
    }

    int launches() {
        return rows / launchRows;
    }

    /** Reals of a piece. */
    int length() {
        return Math.toIntExact(2 * pieceRows * columns * inner);
    }

    PieceMemory allocate(List<Session> sessions, ElementType type) {
        return new PieceMemory(sessions, type, pieces(), length());
    }
}
