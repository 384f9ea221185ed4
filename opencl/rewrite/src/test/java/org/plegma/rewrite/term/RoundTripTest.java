package org.plegma.rewrite.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.plegma.rewrite.Corpus;
import org.plegma.rewrite.text.CLexer;
import org.plegma.rewrite.text.CToken;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.Source;

/** Reading and printing lose nothing: the corpus, and every kernel of this module that can be read. */
class RoundTripTest {

    /** Kernels with a directive among their parameters, or a macro that stands for the begin of a statement. */
    private static final Set<String> UNREADABLE = Set.of(
            "table.cl",
            "triangles/method/rows.cl",
            "chunks.cl",
            "tree.cl",
            "tree-warps.cl",
            "brute.cl",
            "rings.cl",
            "sort-pieces.cl",
            "select-pieces.cl",
            "sort.cl",
            "select.cl");

    @TestFactory
    Stream<DynamicTest> kernelsComeBackAsTheyWere() {
        return Corpus.kernels().entrySet().stream().map(piece -> roundTrip(piece, Code::opencl));
    }

    @TestFactory
    Stream<DynamicTest> loopsComeBackAsTheyWere() {
        return Corpus.loops().entrySet().stream().map(piece -> roundTrip(piece, Code::java));
    }

    @Test
    void theCorpusHasAHundredPieces() {
        int pieces = Corpus.kernels().size() + Corpus.loops().size();
        assertTrue(pieces >= 100, pieces + " pieces");
    }

    private static DynamicTest roundTrip(Map.Entry<String, String> piece, Function<String, Tree> reader) {
        return DynamicTest.dynamicTest(piece.getKey(), () -> {
            Tree once = reader.apply(piece.getValue());
            assertEquals(piece.getValue(), Code.print(once));
            assertEquals(once, reader.apply(Code.print(once)));
        });
    }

    @TestFactory
    Stream<DynamicTest> layoutDoesNotMatter() {
        Random random = new Random(7);
        return Corpus.kernels().entrySet().stream()
                .filter(piece -> !piece.getValue().matches("(?s).*(//|/\\*).*")
                        || piece.getKey().equals("strings"))
                .map(piece -> DynamicTest.dynamicTest(piece.getKey(), () -> {
                    String expected = withoutEmptyLines(piece.getValue());
                    for (int i = 0; i < 5; i++) {
                        String other = laidOutAnew(piece.getValue(), random);
                        assertEquals(expected, withoutEmptyLines(Code.print(Code.opencl(other))), other);
                    }
                }));
    }

    private static String withoutEmptyLines(String text) {
        return text.replaceAll("\n\\s*\n", "\n");
    }

    /** The same tokens with other white space between them. */
    private static String laidOutAnew(String source, Random random) {
        StringBuilder out = new StringBuilder();
        for (CToken token : new CLexer(new Source(source), false).tokens) {
            boolean directive = token.kind() == CToken.Kind.DIRECTIVE;
            if (directive && out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
                out.append('\n');
            }
            out.append(token.text()).append(directive ? "\n" : random.nextInt(4) == 0 ? "\n\t" : " ");
        }
        return out.toString();
    }

    @TestFactory
    Stream<DynamicTest> everyKernelOfTheLibraryKeepsItsWords() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String root : List.of("../src/main/resources", "../src/test/resources", "src/test/resources")) {
            try (Stream<Path> found = Files.walk(Path.of(root))) {
                found.filter(path -> path.toString().endsWith(".cl")).forEach(files::add);
            }
        }
        assertTrue(files.size() > 10, "found only " + files);
        return files.stream()
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> {
                    String source = Files.readString(path);
                    if (UNREADABLE.stream().anyMatch(path::endsWith)) {
                        CodeException refused = assertThrows(CodeException.class, () -> Code.opencl(source));
                        assertTrue(refused.getMessage().contains("write"), refused.getMessage());
                        return;
                    }
                    String printed = Code.print(Code.opencl(source));
                    assertEquals(words(source), words(printed));
                    assertEquals(printed, Code.print(Code.opencl(printed)));
                }));
    }

    /** All tokens but parentheses, of which redundant ones go, and all comments but their place and form. */
    private static List<String> words(String source) {
        CLexer lexer = new CLexer(new Source(source), false);
        List<String> words = new ArrayList<>();
        lexer.tokens.stream()
                .map(CToken::text)
                .filter(text -> !text.matches("[(){}]"))
                .forEach(words::add);
        lexer.comments.stream()
                .map(comment -> comment.text().replaceAll("\\s|/|\\*", ""))
                .forEach(words::add);
        return words;
    }
}
