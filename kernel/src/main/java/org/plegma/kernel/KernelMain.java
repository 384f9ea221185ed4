package org.plegma.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.function.Function;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.plegma.kernel.cell.StopSwitch;
import org.plegma.magics.Host;
import org.plegma.magics.MagicEngine;
import org.plegma.rewrite.parallel.cell.JavaClasses;
import org.slf4j.LoggerFactory;

/** Runs a kernel in this process, which then belongs to it: its standard streams, its signals and its end. */
public final class KernelMain {
    private KernelMain() {}

    /**
     * Starts a kernel and returns never: the process ends when a front end asks for it, or dies.
     *
     * @param connectionFile the file in which Jupyter says where to listen, and the key that signs messages
     * @param magics makes the notebook's magics
     */
    public static void run(Path connectionFile, Function<Host, MagicEngine> magics)
            throws IOException, GeneralSecurityException, InterruptedException {
        // The kernel's own log goes to the terminal, not into the cells: the logger has to open it before they are
        // redirected.
        System.setProperty("org.slf4j.simpleLogger.cacheOutputStream", "true");
        System.setProperty("java.awt.headless", "true");
        LoggerFactory.getLogger(KernelMain.class).debug("starting");
        KernelConnectionProperties connection = KernelConnectionProperties.parse(Files.readString(connectionFile));
        KernelServer server = new KernelServer(connection, magics);
        System.setOut(server.output().out());
        System.setErr(server.output().err());
        System.setIn(server.input());
        // Not imported: Javadoc warns of that, and a build that publishes fails on its warnings.
        sun.misc.Signal.handle(
                new sun.misc.Signal("INT"), signal -> server.kernel().interrupt());
        JavaClasses.weaving(StopSwitch::woven);
        CrashLog.ofThisProcess().begin().ifPresent(server.kernel()::tellAtFirst);
        Lifetime.endWithParent();
        Thread.currentThread().join();
    }
}
