package org.plegma.mpi;

import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;

/** A rank of a notebook's job other than 0: it does what the notebook's process tells all ranks, until that ends. */
public final class RankServer {
    private RankServer() {}

    /** @param arguments none */
    public static void main(String[] arguments) {
        Progress.reporter(ProgressReporter.SILENT);
        Ranks.run(ranks -> {
            if (ranks.rank() == 0) {
                throw new IllegalStateException("The notebook ended before its kernel was one of the ranks.");
            }
            SharedPlans plans = new SharedPlans(ranks);
            Order order;
            do {
                order = Order.read(ranks.broadcast(new byte[0], 0));
                order.on(plans);
            } while (!(order instanceof Order.End));
        });
    }
}
