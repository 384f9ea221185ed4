package org.plegma.kernel.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures as JShell writes them, and words of the comments of what they name. */
class OwnJavadocTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "org.plegma.array.Grid | row-major",
                "Grid Grid.random(ElementType type, long seed, int... shape) | uniform",
                "Session org.plegma.magics.NotebookSession.session() | session",
                "Event Kernel.launch(Queue queue, Object... arguments) | in a queue of the same device",
                "Map<String, Grid> Hdf5.load(java.nio.file.Path file) | file",
                "LocalMemory LocalMemory.of(ElementType type, long length) | Local memory for",
                "String KernelParameter.name() | empty if the driver does not tell",
                "Session Session.open(Device... devices) | device",
                "Bench(Session session) | session",
                "Device.Kind | sort of device",
                "Precision.FP32_FAST | three TF32 products",
                "Op.T | transposed"
            })
    void commentsOfOurOwnAreFound(String signature, String words) {
        Optional<String> comment = OwnJavadoc.of(signature);
        assertTrue(
                comment.filter(text -> text.toLowerCase().contains(words.toLowerCase()))
                        .isPresent(),
                comment.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.String",
                "double Math.sin(double a)",
                "int x",
                "f()",
                "Nothing Nowhere.at(int i)",
                "a.b"
            })
    void othersAreLeftAlone(String signature) {
        assertEquals(Optional.empty(), OwnJavadoc.of(signature));
    }
}
