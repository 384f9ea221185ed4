package org.plegma.device.isolated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProcessOutputTest {
    private static final String CRASH =
            "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n# more\n";

    /** What is passed on of a text that comes in two parts, and in one by itself at the end. */
    private static String passed(String text, int cut) throws IOException {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (PipedOutputStream in = new PipedOutputStream();
                PipedInputStream from = new PipedInputStream(in, 1 << 12)) {
            System.setOut(new PrintStream(printed, true));
            ProcessOutput output = new ProcessOutput(from);
            in.write(bytes, 0, cut);
            output.pass(false);
            in.write(bytes, cut, bytes.length - cut);
            output.pass(false);
            output.pass(true);
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void allIsPassedOnButWhatJavaSaysOfACrash() throws IOException {
        String printed = "größer\n#\n# 1\n##";
        for (int cut = 0; cut < printed.getBytes(StandardCharsets.UTF_8).length; cut++) {
            assertEquals(printed, passed(printed, cut));
            assertEquals(printed, passed(printed + CRASH, cut + 9));
        }
        assertEquals("", passed(CRASH, 2));
    }
}
