package org.plegma.neighbours;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The kernels stay within bounds and have no races, and compile for AMD devices. */
class NeighboursOnOclgrindTest {

    /** Runs each method on a few points. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                Grid points = Grid.random(ElementType.FLOAT, 1, 30, 2);
                Grid queries = Grid.random(ElementType.FLOAT, 2, 4, 2);
                for (String method : new String[] {"rings", "tree", "skip", "brute-force"}) {
                    try (NeighbourIndex index =
                            NearestNeighbours.of(session).method(method).index(points)) {
                        index.nearest(queries, method.equals("skip") ? 1 : 2);
                        if (method.equals("rings")) {
                            index.within(queries, 0.3);
                        }
                    }
                }
            }
        }
    }

    @Test
    void everyKernelIsClean() throws IOException {
        Oclgrind.assertClean(Main.class);
    }

    @Test
    void kernelsCompileForAmd() {
        AmdTargets.assertFits(SpaceCode.source("space.cl", "found.cl", "grid.cl", "rings.cl"), "-DNEAREST", "-DK=4");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "bounds.cl"), "-DAXES=2");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "found.cl", "brute.cl"), "-DLIST");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "grid.cl", "offsets.cl"), "-DSKIP");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "found.cl", "boxes.cl", "tree.cl"));
        AmdTargets.assertFits(SpaceCode.source("space.cl", "curve.cl"), "-DGROUP=256");
    }
}
