package org.plegma.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a thread back from a call of the operating system that waits, so that what {@code Thread.stop} has left for it can be thrown:
 * from sockets by the signal that Java itself has for that, from the opening of a named pipe by opening its other end.
 */
final class SystemCalls {
    private static final Logger LOG = LoggerFactory.getLogger(SystemCalls.class);

    /** Java's class of the signal; the jar's manifest opens its package, and other Java kernels do without. */
    private static final String NATIVE_THREAD = "sun.nio.ch.NativeThread";

    /** {@code open} and {@code openat} of Linux on x86-64, {@code openat} on AArch64, and which argument is the path. */
    private static final List<String> OPENING = List.of("2 1", "257 2", "56 2");

    private static final int LONGEST_PATH = 4096;

    private long id; // of the thread, as the system knows it

    /** To be called on the thread. */
    void isThisThread() {
        try {
            id = (long) method("current").invoke(null);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            LOG.debug("no signals for threads", closed);
        }
    }

    /** Ends the call that a thread waits in, if that is known how to end. */
    void leave(Thread waiting) {
        if (Stream.of(waiting.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch."))) {
            signal();
        }
        try {
            openOtherEnd(waiting.getName());
        } catch (IOException | RuntimeException unknown) {
            LOG.debug("not known which call the thread waits in", unknown);
        }
    }

    private void signal() {
        try {
            if (id != 0) {
                method("signal", long.class).invoke(null, id);
            }
        } catch (ReflectiveOperationException | RuntimeException closed) {
            LOG.debug("no signals for threads", closed);
        }
    }

    private static Method method(String name, Class<?>... parameters) throws ReflectiveOperationException {
        Method method = Class.forName(NATIVE_THREAD).getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** Linux alone tells it: the number and arguments of each thread's call, the path among them as an address. */
    private static void openOtherEnd(String thread) throws IOException {
        Path tasks = Path.of("/proc/self/task");
        if (!Files.isDirectory(tasks)) {
            return;
        }
        try (Stream<Path> all = Files.list(tasks)) {
            for (Path task : (Iterable<Path>) all::iterator) {
                if (!Files.readString(task.resolve("comm")).strip().equals(thread)) {
                    continue;
                }
                String[] call = Files.readString(task.resolve("syscall")).split(" ");
                for (String known : OPENING) {
                    String[] numbers = known.split(" ");
                    if (call[0].equals(numbers[0])) {
                        openAndClose(Path.of(text(Long.decode(call[Integer.parseInt(numbers[1])]))));
                        return;
                    }
                }
            }
        }
    }

    /** A pipe that is opened for both directions does not wait. */
    private static void openAndClose(Path path) throws IOException {
        boolean pipe = Files.readAttributes(path, BasicFileAttributes.class).isOther();
        if (pipe) {
            new RandomAccessFile(path.toFile(), "rw").close();
        }
    }

    private static String text(long address) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "r")) {
            memory.seek(address);
            for (int b = memory.read(); b > 0 && bytes.size() < LONGEST_PATH; b = memory.read()) {
                bytes.write(b);
            }
        }
        return bytes.toString(UTF_8);
    }
}
