package org.plegma.cli;

import java.util.concurrent.Callable;
import org.plegma.kernel.Rehearsal;
import org.plegma.magics.Magics;
import picocli.CommandLine.Command;

/** Runs a kernel with some cells of its own, for {@link StartUpArchive}. */
@Command(name = RehearseCommand.NAME, hidden = true, description = "Runs a kernel with some cells, and ends.")
final class RehearseCommand implements Callable<Integer> {
    static final String NAME = "rehearse";

    @Override
    public Integer call() throws Exception {
        Rehearsal.run(Magics::new);
        return 0;
    }
}
