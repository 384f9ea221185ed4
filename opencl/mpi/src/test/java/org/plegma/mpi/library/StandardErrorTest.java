package org.plegma.mpi.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A child whose standard error is read late goes on only once it was read. */
class StandardErrorTest {
    private static final String TEXT = "why it failed\n".repeat(100);

    @Test
    void allWasReadWhenItReturns() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StandardErrorTest.class.getName())
                .start();
        try (BufferedReader out = child.inputReader()) {
            assertEquals("begin", out.readLine());
            Thread.sleep(100); // the child, were it not to wait, is past its question by now
            String read = new String(child.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("unread: 0", out.readLine());
            assertEquals(TEXT, read);
        }
    }

    /** The child. */
    public static void main(String[] arguments) {
        StandardError.unread(); // loads what the question needs
        System.out.println("begin");
        StandardError.printAndWait(TEXT);
        System.out.println("unread: " + StandardError.unread());
    }
}
