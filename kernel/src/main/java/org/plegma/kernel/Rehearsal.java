package org.plegma.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.HMACGenerator;
import org.plegma.magics.Host;
import org.plegma.magics.MagicEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * A kernel in this process with a front end of its own, which runs some cells and ends the process: so that Java can note
 * which classes a notebook needs.
 */
public final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final List<String> CHANNELS = List.of("shell", "iopub", "stdin", "control", "hb");

    /** What most notebooks begin with: values, loops, declarations, text, a table, a grid, a magic, an error. None opens a device. */
    private static final List<String> CELLS = List.of(
            "1 + 1",
            "int n = 3;\nfor (int i = 0; i < n; i++) { System.out.println(\"row \" + i); }",
            "List.of(1, 2).stream().map(i -> i * 2).toList()",
            "record Point(double x, double y) {}\nint next(int i) { return i + 1; }\nnew Point(next(1), 2)",
            "var grid = Grid.of(new float[] {1, 2, 3, 4}, 2, 2);\ngrid",
            "Table.create(\"numbers\", IntColumn.create(\"n\", new int[] {1, 2}))",
            "%whos",
            "nowhere + 1");

    private Rehearsal() {}

    /** Runs a kernel as {@link KernelMain} does, until the last cell has run; then the process ends. */
    public static void run(Function<Host, MagicEngine> magics)
            throws IOException, GeneralSecurityException, InterruptedException {
        JsonObject description = new JsonObject();
        description.addProperty("transport", "tcp");
        description.addProperty("ip", "127.0.0.1");
        description.addProperty("key", UUID.randomUUID().toString());
        description.addProperty("signature_scheme", "hmac-sha256");
        for (String channel : CHANNELS) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                description.addProperty(channel + "_port", free.getLocalPort());
            }
        }
        KernelConnectionProperties connection = KernelConnectionProperties.parse(description.toString());
        Thread frontEnd = new Thread(() -> runCells(connection), "plegma-rehearsal");
        frontEnd.setDaemon(true);
        frontEnd.start();
        Path file = Files.createTempFile("plegma", ".json");
        file.toFile().deleteOnExit();
        Files.writeString(file, description.toString());
        KernelMain.run(file, magics);
    }

    private static void runCells(KernelConnectionProperties connection) {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket shell = context.createSocket(SocketType.DEALER);
            shell.connect("tcp://127.0.0.1:" + connection.getShellPort());
            HMACGenerator signer = connection.createHMACGenerator();
            request(shell, signer, "kernel_info_request", new JsonObject());
            for (String cell : CELLS) {
                JsonObject content = new JsonObject();
                content.addProperty("code", cell);
                content.addProperty("store_history", false);
                content.addProperty("stop_on_error", false);
                request(shell, signer, "execute_request", content);
            }
        } catch (GeneralSecurityException | RuntimeException failure) {
            LOG.error("the rehearsal failed", failure);
            Runtime.getRuntime().halt(1);
        }
        System.exit(0);
    }

    /** Sends a request and waits for its reply. */
    private static void request(ZMQ.Socket shell, HMACGenerator signer, String type, JsonObject content) {
        JsonObject header = new JsonObject();
        header.addProperty("msg_id", UUID.randomUUID().toString());
        header.addProperty("session", "rehearsal");
        header.addProperty("username", "plegma");
        header.addProperty("msg_type", type);
        header.addProperty("version", "5.3");
        byte[][] parts = {bytes(header), bytes(new JsonObject()), bytes(new JsonObject()), bytes(content)};
        shell.sendMore("<IDS|MSG>");
        shell.sendMore(signer.calculateSignature(parts));
        for (int i = 0; i < parts.length; i++) {
            shell.send(parts[i], i < parts.length - 1 ? ZMQ.SNDMORE : 0);
        }
        do {
            shell.recv();
        } while (shell.hasReceiveMore());
    }

    private static byte[] bytes(JsonObject json) {
        return json.toString().getBytes(UTF_8);
    }
}
