package org.plegma.rewrite.parallel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/** Which counters of a loop need no check for overflow. */
class BoundsTest {
    private static final Map<String, String> TYPES =
            Map.of("k", "int", "j", "int", "n", "int", "l", "long", "m", "long", "x", "int");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
            k < n           | k++;                                  | k
            k < n           | ++k;                                  | k
            k < 10          | if (x > 0) { k++; } else { x = 1; }   | k
            k < n && j < 5  | k++; x = j++;                         | k, j
            k < n && j < 5  | k++;                                  | k
            k < n && j < 5  | j++;                                  | j
            k < n           | x++;                                  | none
            k < n           | k++; k++;                             | none
            k < n           | k++; k--;                             | none
            k < n           | k = 0; k++;                           | none
            k < n           | k += 1;                               | none
            k < n           | k--;                                  | none
            k < n           | for (int i = 0; i < 3; i++) { k++; }  | none
            k < n           | while (x < 9) { x++; k++; }           | none
            k < n           | do { k++; x++; } while (x < 9);       | none
            k <= n          | k++;                                  | none
            n > k           | k++;                                  | none
            k < n @ j < n   | k++; j++;                             | none
            k < m           | k++;                                  | none
            l < n           | l++;                                  | none
            k < 10L         | k++;                                  | none
            k + 1 < n       | k++;                                  | none
            """)
    void countersThatStayBelowANumberAreKnown(String condition, String body, String names) {
        Term loop = Code.java("while (" + condition.replace("@", "||") + ") { " + body + " }")
                .child(0);
        assertEquals(
                names == null ? Set.of() : Set.copyOf(List.of(names.split(", "))),
                Bounds.keptBelow(loop.child(0), loop.child(1), TYPES::get));
    }
}
