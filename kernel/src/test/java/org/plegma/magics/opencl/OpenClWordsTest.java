package org.plegma.magics.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenClWordsTest {
    /** What a word is called by that is C's own, or of images only, needs no help. */
    private static final String OF_C =
            "#\\w+|[a-z]+|(CLK|memory)_\\w+|__attribute__|(read|write)_\\w+|get_image_\\w+" + "|sampler_t|event_t";

    @Test
    void allFunctionsAndConstantsThatAreProposedAreExplained() {
        List<String> unknown = OpenClWords.all().stream()
                .filter(word -> OpenClWords.meaning(word).isEmpty())
                .toList();
        assertEquals(
                List.of(), unknown.stream().filter(word -> !word.matches(OF_C)).toList());
        assertTrue(OpenClWords.all().size() > 6 * unknown.size(), unknown.toString());
    }

    @Test
    void theLongestBeginningCountsAndNamesBeforeBeginnings() {
        assertTrue(OpenClWords.meaning("atomic_add").orElseThrow().form().startsWith("int atomic_add"));
        assertTrue(OpenClWords.meaning("atomic_load").orElseThrow().meaning().contains("OpenCL 2.0"));
        String source = "x = max(a, b);";
        assertTrue(OpenClWords.describe(source, 4).orElseThrow().form().contains("max("));
        assertTrue(OpenClWords.describe(source, 7).isPresent(), "behind its end");
        assertTrue(OpenClWords.describe(source, 9).isEmpty());
        assertTrue(OpenClWords.describe("", 0).isEmpty());
    }
}
