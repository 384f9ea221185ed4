package org.plegma.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plegma.kernel.KernelMain;
import org.plegma.magics.Magics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the Jupyter kernel; Jupyter calls it, by what the kernelspec says. */
@Command(name = "kernel", mixinStandardHelpOptions = true, description = "Runs the Jupyter kernel (called by Jupyter).")
final class KernelCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CONNECTION_FILE", description = "The file in which Jupyter says where to listen.")
    private Path connectionFile;

    @Override
    public Integer call() throws Exception {
        KernelMain.run(connectionFile, Magics::new);
        return 0;
    }
}
