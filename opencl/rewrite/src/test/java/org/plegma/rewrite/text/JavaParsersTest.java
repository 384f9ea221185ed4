package org.plegma.rewrite.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.javaparser.ParserConfiguration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** In another process, as the words are made once. */
class JavaParsersTest {
    public static void main(String[] arguments) {
        System.out.print(JavaParsers.of(new ParserConfiguration())
                .parseVariableDeclarationExpr("int x")
                .getResult()
                .orElseThrow()
                .getElementType()
                .asString());
    }

    @Test
    void typesHaveTheirNamesInTurkishToo() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.language=tr",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JavaParsersTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String type = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertEquals("int", type);
    }
}
