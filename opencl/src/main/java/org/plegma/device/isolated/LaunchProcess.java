package org.plegma.device.isolated;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jocl.CL;

/** A process that launches kernels, seen from the one that has it do so; not safe for several threads. */
final class LaunchProcess implements AutoCloseable {
    private static final int PAUSE_MILLIS = 2;
    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;

    /** What Java's report says first: {@code #  SIGSEGV (0xb) at pc=…}. */
    private static final Pattern SIGNAL = Pattern.compile("^#\\s+(SIG[A-Z]+) ", Pattern.MULTILINE);

    private final Process process;
    private final ProcessOutput output;
    private final SocketChannel channel;
    private final DataInputStream answers;
    private final Path report;

    /** The numbers of what the process knows. Programs of one text may include files that have changed in between. */
    private final Map<LaunchRequest.Source, Integer> programs = new IdentityHashMap<>();

    private final Map<Integer, SharedBlock> blocks = new HashMap<>();

    private LaunchProcess(Process process, ProcessOutput output, SocketChannel channel, Path report) {
        this.process = process;
        this.output = output;
        this.channel = channel;
        this.answers = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
        this.report = report;
    }

    /** @throws IOException if the process does not come up */
    static LaunchProcess start(DevicePlace place, Path folder, int number) throws IOException, InterruptedException {
        Path socket = folder.resolve("socket" + number);
        Path report = folder.resolve("report" + number);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            server.configureBlocking(false);
            ProcessBuilder builder = new ProcessBuilder(command(place, socket, report)).redirectErrorStream(true);
            // They are for this process, and Java would print them.
            builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
            Process process = builder.start();
            ProcessOutput output = ProcessOutput.of(process);
            process.getOutputStream().close();
            try {
                return new LaunchProcess(process, output, accept(server, process), report);
            } catch (IOException | InterruptedException e) {
                process.destroyForcibly();
                throw e;
            }
        } finally {
            Files.deleteIfExists(socket);
        }
    }

    private static SocketChannel accept(ServerSocketChannel server, Process process)
            throws IOException, InterruptedException {
        SocketChannel channel = server.accept();
        while (channel == null) {
            if (!process.isAlive()) {
                throw new IOException("The process that kernels run in ended at once, with status "
                        + process.exitValue() + ". It may have said why above.");
            }
            Thread.sleep(PAUSE_MILLIS);
            channel = server.accept();
        }
        return channel;
    }

    private static List<String> command(DevicePlace place, Path socket, Path report) throws IOException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx64m",
                "-XX:ErrorFile=" + report,
                "-XX:-CreateCoredumpOnCrash",
                "-Djava.io.tmpdir=" + socket.getParent(), // JOCL unpacks its library there
                "-cp",
                home(LaunchServer.class) + File.pathSeparator + home(CL.class),
                LaunchServer.class.getName(),
                socket.toString(),
                Integer.toString(place.platform()),
                Integer.toString(place.device()),
                Long.toString(ProcessHandle.current().pid()));
    }

    private static Path home(Class<?> type) throws IOException {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What a launch needs first, if the process has not been told yet. */
    void tellOf(LaunchMessage message, LaunchRequest request, int nextProgram) {
        if (programs.putIfAbsent(request.program(), nextProgram) == null) {
            message.program(nextProgram, request.program());
        }
        for (LaunchRequest.Argument argument : request.arguments()) {
            if (argument instanceof LaunchRequest.Part part
                    && blocks.putIfAbsent(part.block().number(), part.block()) == null) {
                message.block(part.block());
            }
        }
    }

    /** Blocks that are gone. */
    void forget(LaunchMessage message, List<Integer> gone) {
        for (int number : gone) {
            if (blocks.remove(number) != null) {
                message.forget(LaunchMessage.Step.FORGET_BLOCK, number);
            }
        }
    }

    /** Programs, if there are more than so many. */
    void forgetPrograms(LaunchMessage message, int most) {
        if (programs.size() > most) {
            programs.values().forEach(number -> message.forget(LaunchMessage.Step.FORGET_PROGRAM, number));
            programs.clear();
        }
    }

    int number(LaunchRequest.Source program) {
        return Objects.requireNonNull(programs.get(program));
    }

    /**
     * Sends a message and waits for its answer.
     *
     * @throws IOException if the process dies, or the thread is interrupted
     */
    LaunchOutcome answerTo(LaunchMessage message) throws IOException {
        ByteBuffer bytes = message.bytes();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        LaunchOutcome outcome = LaunchMessage.readOutcome(answers);
        output.pass(true);
        return outcome;
    }

    /** What ended the process, for which is waited. */
    String reason() throws IOException, InterruptedException {
        int status = process.waitFor();
        if (Files.exists(report)) {
            Matcher signal = SIGNAL.matcher(Files.readString(report));
            if (signal.find()) {
                return switch (signal.group(1)) {
                    case "SIGSEGV", "SIGBUS" -> "an access to memory that is not there (" + signal.group(1) + ")";
                    case "SIGFPE" -> "a division of whole numbers by zero (SIGFPE)";
                    default -> signal.group(1);
                };
            }
        }
        return status == SIGNALLED + SIGKILL
                ? "somebody killed it, perhaps the system because memory was short"
                : "its process ended with status " + status;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        channel.close();
        Files.deleteIfExists(report);
    }
}
