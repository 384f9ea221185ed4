package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.source.OpenClToken.Kind;

/** Where each piece of OpenCL C ends, in texts that make it hard to see. */
class OpenClTokenTest {
    /** Kind and text of each piece but spaces; of one within a directive with {@code @}. */
    private static String cut(String source) {
        return OpenClToken.cut(source).stream()
                .filter(token -> token.kind() != Kind.SPACE)
                .map(token -> (token.inDirective() ? "@" : "") + token.kind() + " " + token.text())
                .collect(Collectors.joining(" | "))
                .replace("\r", "<CR>")
                .replace("\n", "<LF>");
    }

    private static OpenClToken only(String source) {
        List<OpenClToken> tokens = OpenClToken.cut(source);
        assertEquals(1, tokens.size(), tokens::toString);
        return tokens.get(0);
    }

    /** The columns: the text, and its pieces. A tilde stands for a backslash, {@code <CR>} and {@code <LF>} for ends of lines. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "\"/* a */\" b#STRING \"/* a */\" | NAME b",
                "\"// a\" b#STRING \"// a\" | NAME b",
                "/* \" */ a \" b#COMMENT /* \" */ | NAME a | STRING \" b",
                "a /* b<LF>c#NAME a | COMMENT /* b<LF>c",
                "/*/ a */ b#COMMENT /*/ a */ | NAME b",
                "a //* b<LF>c */#NAME a | COMMENT //* b | NAME c | SYMBOL * | SYMBOL /",
                "// a ~<LF>b<LF>c#COMMENT // a ~<LF>b | NAME c",
                "// a ~<CR><LF>b<CR><LF>c#COMMENT // a ~<CR><LF>b | NAME c",
                "'~'' + '\"' + '~~'#CHARACTER '~'' | SYMBOL + | CHARACTER '\"' | SYMBOL + | CHARACTER '~~'",
                "\"a~\" b\" c#STRING \"a~\" b\" | NAME c",
                "\"a ~<LF> b\" c#STRING \"a ~<LF> b\" | NAME c",
                "'a<CR>b // c<CR>d#CHARACTER 'a | NAME b | COMMENT // c | NAME d",
                "\"a<LF>b\"#STRING \"a | NAME b | STRING \"",
                "0x1p-3f-1e+5-.5h+0xFFul#NUMBER 0x1p-3f | SYMBOL - | NUMBER 1e+5 | SYMBOL - | NUMBER .5h | SYMBOL + | NUMBER 0xFFul",
                "1.-x.s0#NUMBER 1. | SYMBOL - | NAME x | SYMBOL . | NAME s0",
                "a+++b>>=c->d<<e...#NAME a | SYMBOL ++ | SYMBOL + | NAME b | SYMBOL >>= | NAME c | SYMBOL -> | NAME d | SYMBOL << | NAME e | SYMBOL ...",
                "a ~<LF>/ b#NAME a | SYMBOL / | NAME b",
                "größe é 😀 x#NAME gr | OTHER ö | OTHER ß | NAME e | OTHER é | OTHER 😀 | NAME x",
                "a @ $b ~ c#NAME a | OTHER @ | OTHER $ | NAME b | OTHER ~ | NAME c"
            })
    void textsAreCut(String source, String expected) {
        assertEquals(expected.replace('~', '\\'), cut(written(source)));
    }

    /** In these, {@code %} stands for a number sign. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "%define A ~<LF>  b<LF>c#@DIRECTIVE %define | @NAME A | @NAME b | @DIRECTIVE_END  | NAME c",
                "%define A ~<CR><LF>b<CR><LF>c#@DIRECTIVE %define | @NAME A | @NAME b | @DIRECTIVE_END  | NAME c",
                "a<LF> % define A /* b<LF>c */ d<LF>e#NAME a | @DIRECTIVE % define | @NAME A | @COMMENT /* b<LF>c */ | @NAME d | @DIRECTIVE_END  | NAME e",
                "%define S \"/*\"<LF>a /* b */#@DIRECTIVE %define | @NAME S | @STRING \"/*\" | @DIRECTIVE_END  | NAME a | COMMENT /* b */",
                "%error don't<LF>a 'b'#@DIRECTIVE %error | @NAME don | @CHARACTER 't | @DIRECTIVE_END  | NAME a | CHARACTER 'b'",
                "%define A 1 // b ~<LF>c<LF>d#@DIRECTIVE %define | @NAME A | @NUMBER 1 | @COMMENT // b ~<LF>c | @DIRECTIVE_END  | NAME d",
                "/* a<LF> */ %if b#COMMENT /* a<LF> */ | @DIRECTIVE %if | @NAME b | @DIRECTIVE_END ",
                "a /*<LF>*/ % b#NAME a | COMMENT /*<LF>*/ | OTHER % | NAME b",
                "a ~<LF>%b#NAME a | OTHER % | NAME b",
                "%define P(a) a%%b %a#@DIRECTIVE %define | @NAME P | @SYMBOL ( | @NAME a | @SYMBOL ) | @NAME a | @OTHER % | @OTHER % | @NAME b | @OTHER % | @NAME a | @DIRECTIVE_END ",
                "/*<LF>%define A<LF>*/ b#COMMENT /*<LF>%define A<LF>*/ | NAME b",
                "%#@DIRECTIVE % | @DIRECTIVE_END "
            },
            ignoreLeadingAndTrailingWhitespace = false)
    void directivesEndWhereTheirLineDoes(String source, String expected) {
        assertEquals(
                expected.replace('%', '#').replace('~', '\\'),
                cut(written(source).replace('%', '#')));
    }

    private static String written(String source) {
        return source.replace('~', '\\').replace("<CR>", "\r").replace("<LF>", "\n");
    }

    @Test
    void eachKnowsItsPlace() {
        String places = OpenClToken.cut("a /*\n*/ b\r\n\\\n  \"c\" 😀 d\n#if e").stream()
                .filter(token -> token.kind() != Kind.SPACE)
                .map(token -> token.line() + ":" + token.column() + "=" + token.start() + "-" + token.end())
                .collect(Collectors.joining(" "));
        assertEquals("1:1=0-1 1:3=2-7 2:4=8-9 4:3=15-18 4:7=19-21 4:10=22-23 5:1=24-27 5:5=28-29 5:6=29-29", places);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/**/",
                "// a",
                "/* a\n*/",
                "\"\"",
                "\"a\\\"\"",
                "'a'",
                "'\\''",
                "'\\\\'",
                "1",
                "1.",
                ".5f",
                "1e-3",
                "0x1p-3f",
                "0xFFUL",
                "7ul",
                "2.5h"
            })
    void wholeOnesAreTold(String source) {
        assertTrue(only(source).isWhole(), source);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/*", "/*/", "/* a *", "\"", "\"a\\\"", "\"a", "''", "'", "'\\'", "1.0foo", "1..2", "0xE+1", "1e+",
                "0b1"
            })
    void brokenOnesAreTold(String source) {
        assertFalse(only(source).isWhole(), source);
    }

    @Test
    void commentsAreTakenOutAndTextsStay() {
        assertEquals("a  b \"//c\"  \nd", OpenClToken.withoutComments("a/* x */ b \"//c\" // \"y\nd"));
    }

    @Property
    void piecesPutTogetherAreTheText(
            @ForAll @Chars({'a', '0', '.', '"', '\'', '\\', '/', '*', '#', '\n', '\r', ' ', 'e', '-', '\ud83d', 'ö'})
                    String text) {
        List<OpenClToken> tokens = OpenClToken.cut(text);
        assertEquals(text, tokens.stream().map(OpenClToken::text).collect(Collectors.joining()));
        int end = 0;
        for (OpenClToken token : tokens) {
            assertEquals(end, token.start());
            assertEquals(text.substring(0, end).chars().filter(c -> c == '\n').count() + 1, token.line());
            assertEquals(end - text.lastIndexOf('\n', end - 1), token.column());
            end = token.end();
        }
    }

    @Test
    void longTextsAreCut() {
        String comment = "/*" + "\\\n*".repeat(100_000);
        assertEquals(comment, only(comment).text());
        String text = "\"" + "\\\"a".repeat(100_000);
        assertEquals(text, only(text).text());
        assertFalse(only(text).isWhole());
    }
}
