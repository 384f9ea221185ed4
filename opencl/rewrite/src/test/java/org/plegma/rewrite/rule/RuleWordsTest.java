package org.plegma.rewrite.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.text.CodeException;

/** What completion proposes in rules is what they know. */
class RuleWordsTest {

    @Test
    void everyFunctionOfConditionsHasItsWord() {
        Set<String> words = new TreeSet<>();
        RuleWords.words().forEach(word -> words.add(word.name()));
        assertEquals(RuleWords.words().size(), words.size());
        assertTrue(words.containsAll(Facts.functions()), words.toString());
        String none = assertThrows(
                        CodeException.class, () -> RuleSet.parse("r: `$x + 0` -> `$x`\nstrategy: nothing(r)"))
                .getMessage();
        assertTrue(none.contains("The strategies are topDown"), none);
        for (String strategy :
                none.replaceAll("(?s).*The strategies are (.*?)\\..*", "$1").split(", | and ")) {
            assertTrue(words.contains(strategy), strategy + " of " + none);
        }
        assertEquals(
                "powerOfTwo($n)", RuleWords.named("powerOfTwo").orElseThrow().form());
    }
}
