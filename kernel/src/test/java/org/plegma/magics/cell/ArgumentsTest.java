package org.plegma.magics.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

    private static List<String> words(String line) {
        return Arguments.split(line).stream().map(Arguments.Token::text).toList();
    }

    @Test
    void blanksDivideWords() {
        assertEquals(List.of("-DTILE=16", "--show", "a"), words("  -DTILE=16\t--show  a "));
        assertEquals(List.of(), words("   "));
    }

    @Test
    void quotesKeepBlanksAndEachOther() {
        assertEquals(List.of("-DMSG=a b", "it's", "say \"hi\"", ""), words("-DMSG=\"a b\" \"it's\" 'say \"hi\"' ''"));
    }

    @Test
    void aBackslashTakesQuotesBlanksAndItselfAsTheyAre() {
        assertEquals(List.of("a b", "\"", "C:\\dir", "\\"), words("a\\ b \\\" C:\\dir \\\\"));
    }

    @Test
    void positionsAreThoseOfTheLine() {
        Arguments.Token token = Arguments.split("  'a b' c").get(0);
        assertEquals(2, token.start());
        assertEquals(7, token.end());
    }

    @Test
    void aQuoteThatIsNotClosedIsReported() {
        assertEquals('"', Arguments.split("a \"b c").get(1).open());
        assertEquals("b c", Arguments.split("a \"b c").get(1).text());
    }

    @Property
    void quotedWordsReadBackAsTheyWere(@ForAll @Size(max = 5) List<String> words) {
        String line = words.stream().map(Arguments::quote).collect(Collectors.joining(" "));
        assertEquals(words, words(line));
    }

    @Property
    void wordsLieInOrderWithinTheLine(@ForAll String line) {
        int end = 0;
        for (Arguments.Token token : Arguments.split(line)) {
            assertEquals(true, end <= token.start() && token.start() < token.end() && token.end() <= line.length());
            end = token.end();
        }
    }
}
