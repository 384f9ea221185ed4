package org.plegma.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.plegma.kernel.KernelMain;
import org.plegma.magics.Magics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** Runs the Jupyter kernel; Jupyter calls it, by what the kernelspec says. */
@Command(
        name = KernelCommand.NAME,
        mixinStandardHelpOptions = true,
        description = "Runs the Jupyter kernel (called by Jupyter).")
final class KernelCommand implements Callable<Integer> {
    static final String NAME = "kernel";

    @Parameters(paramLabel = "CONNECTION_FILE", description = "The file in which Jupyter says where to listen.")
    private Path connectionFile;

    /** Such as the files of {@code jupyter run}, which that program reads itself. */
    @Unmatched
    private List<String> meantForOthers = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        run(connectionFile);
        return 0;
    }

    static void run(Path connectionFile) throws Exception {
        KernelMain.run(connectionFile, Magics::new);
    }
}
