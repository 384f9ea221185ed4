package org.plegma.stencil.method.partialsums;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plegma.stencil.method.partialsums.ColumnPieces.Piece;

/**
 * An order of whole columns for groups that keep step and send the planes at their ends. If all did so at the same time, they would wait for
 * the link. So a part of the groups begins with the end of its last column, and does the rest of that last.
 *
 * <pre>
 *   some groups:     | a column          | another column     |
 *   others:          | end of x | a column          | rest of x |
 * </pre>
 *
 * @param columns of cells
 * @param planes of a column
 * @param groups that compute at the same time
 * @param parts in which groups that lie beside one another keep step
 */
record StaggeredColumns(int columns, int planes, int groups, int parts) {
    private record Begun(long time, Piece piece) {}

    /** The pieces in the order in which groups begin them; none if no group has two columns. */
    List<Piece> inOrder() {
        if (columns <= groups || planes < parts) {
            return List.of();
        }
        List<Begun> all = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            long time = 0;
            for (Piece piece : work(group)) {
                all.add(new Begun(time, piece));
                time += piece.planes();
            }
        }
        all.sort(Comparator.comparingLong(Begun::time)); // stable: neighbours stay beside one another
        return all.stream().map(Begun::piece).toList();
    }

    private List<Piece> work(int group) {
        int ahead = (int) ((long) group * parts / groups) * planes / parts;
        List<Piece> work = new ArrayList<>();
        for (int column = group; column < columns; column += groups) {
            work.add(new Piece(column, 0, planes));
        }
        if (ahead > 0 && work.size() > 1) {
            Piece last = work.remove(work.size() - 1);
            work.add(0, new Piece(last.column(), planes - ahead, planes));
            work.add(new Piece(last.column(), 0, planes - ahead));
        }
        return work;
    }
}
