package org.plegma.stencil.method.partialsums;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What groups compute that have a unit each: pieces of columns of cells. Columns that fill whole waves of groups stay whole. Each other one is
 * cut in two, so that all units end together: those that have no long part have short ones.
 *
 * <pre>
 *   units with a long part:     | whole column | whole column | long part   |
 *   the others, here two each:  | whole column | whole column | short | short |
 * </pre>
 *
 * @param columns of cells
 * @param planes of a column
 * @param units that compute one piece at a time
 * @param around planes that a piece reads besides its own, which cost half as much as those
 * @param longer planes of a long part
 */
public record ColumnPieces(int columns, int planes, int units, int around, int longer) {
    private static final int WHOLE = -1;

    /** Planes of a column from the first to before the end. */
    record Piece(int column, int first, int end) {
        int planes() {
            return end - first;
        }
    }

    private record Begun(double time, Piece piece) {}

    /** Those of so many columns; empty if nothing is gained. */
    public static Optional<ColumnPieces> of(int columns, int planes, int units, int around) {
        int left = columns % units;
        if (left == 0) {
            return Optional.empty();
        }
        // A long part takes as long as all short ones of a unit.
        int rounds = (left - 1) / (units - left) + 1;
        double longer = (rounds * (planes + around / 2.0) - around / 2.0) / (rounds + 1);
        ColumnPieces pieces = new ColumnPieces(columns, planes, units, around, (int) Math.ceil(longer));
        return pieces.longer < planes && pieces.time() < (long) (columns / units + 1) * (planes + around)
                ? Optional.of(pieces)
                : Optional.empty();
    }

    private int cut() {
        return columns % units;
    }

    private int spare() {
        return units - cut();
    }

    /** Planes that the unit with the most work computes, those around pieces included. */
    long time() {
        int rounds = (cut() - 1) / spare() + 1;
        return (long) (columns / units) * (planes + around)
                + Math.max(longer + around, (long) rounds * (planes - longer + around));
    }

    /**
     * The pieces in the order in which groups begin them. Columns send the planes at their ends where there is a cut: if all units did so at
     * the same time, they would wait for the link. So some begin with a long part, and others with a short one, which lie away from the cut.
     *
     * @param below whether the first planes of all columns are sent
     * @param above whether the last ones are
     */
    List<Piece> inOrder(boolean below, boolean above) {
        List<List<Piece>> works = works(below || above, below || !above);
        List<Begun> all = new ArrayList<>();
        for (List<Piece> work : works) {
            if (above && !below) {
                Collections.reverse(work);
            }
            double time = 0;
            for (Piece piece : work) {
                all.add(new Begun(time, piece));
                time += piece.planes() + around / 2.0;
            }
        }
        all.sort(Comparator.comparingDouble(Begun::time));
        int whole = 0;
        List<Piece> pieces = new ArrayList<>();
        for (Begun begun : all) {
            Piece piece = begun.piece;
            pieces.add(piece.column == WHOLE ? new Piece(whole++, 0, planes) : piece);
        }
        return pieces;
    }

    /**
     * What each unit does.
     *
     * @param apart whether units shall send at different times, those planes that they come to first
     * @param low whether these are the first ones of a column
     */
    private List<List<Piece>> works(boolean apart, boolean low) {
        List<Piece> shorts = new ArrayList<>();
        List<List<Piece>> works = new ArrayList<>();
        for (int i = 0; i < cut(); i++) {
            boolean sends = i < cut() / 2;
            int column = columns - cut() + i;
            int middle = sends == low ? longer : planes - longer;
            Piece lower = new Piece(column, 0, middle);
            Piece upper = new Piece(column, middle, planes);
            shorts.add(sends == low ? upper : lower);
            List<Piece> work = wholes();
            work.add(apart && !sends ? 0 : work.size(), sends == low ? lower : upper);
            works.add(work);
        }
        for (int unit = 0; unit < spare(); unit++) {
            List<Piece> work = wholes();
            for (int next = unit; next < shorts.size(); next += spare()) {
                boolean sends = next >= cut() / 2;
                work.add(apart && !sends ? 0 : work.size(), shorts.get(next));
            }
            works.add(work);
        }
        return works;
    }

    private List<Piece> wholes() {
        return new ArrayList<>(Collections.nCopies(columns / units, new Piece(WHOLE, 0, planes)));
    }
}
