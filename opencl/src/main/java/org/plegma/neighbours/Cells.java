package org.plegma.neighbours;

import java.util.List;

/** Cells, and what tells kernels of grid.cl in which of them a point is. */
interface Cells {
    /** How many there are at most. */
    int count();

    /** Options of the kernels. */
    List<String> options();

    /** What the kernels take, as their macro GRID names it. */
    List<Object> arguments(SpaceCode code);
}
