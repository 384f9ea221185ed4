package org.plegma.display.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.Diagnostic.Severity;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;

class SourceViewTest {

    private static String kinds(String line) {
        return OpenClColors.lines(line).get(0).stream()
                .filter(token -> !token.text().isBlank())
                .map(token -> token.kind() + ":" + token.text().strip())
                .collect(Collectors.joining(" "));
    }

    @Test
    void tokensOfOpenClC() {
        assertEquals(
                "KEYWORD:__kernel TYPE:void PLAIN:f PLAIN:( KEYWORD:global KEYWORD:const TYPE:float4 PLAIN:* PLAIN:x PLAIN:)",
                kinds("__kernel void f(global const float4 *x)"));
        assertEquals(
                "TYPE:int PLAIN:i PLAIN:= BUILTIN:get_global_id PLAIN:( NUMBER:0 PLAIN:);",
                kinds("int i = get_global_id(0);"));
        assertEquals(
                "NUMBER:0x1p-3f PLAIN:/ NUMBER:1.5e-3f PLAIN:* NUMBER:0xFFu PLAIN:+ NUMBER:.5 PLAIN:- NUMBER:M_PI",
                kinds("0x1p-3f/1.5e-3f*0xFFu+.5-M_PI"));
        assertEquals("DIRECTIVE:#define PLAIN:TILE NUMBER:16 COMMENT:// \"x\"", kinds("#define TILE 16 // \"x\""));
        assertEquals("BUILTIN:printf PLAIN:( STRING:\"/* \\\" %d\" PLAIN:)", kinds("printf(\"/* \\\" %d\")"));
        assertEquals("PLAIN:x2 PLAIN:= PLAIN:forward PLAIN:;", kinds("x2 = forward;"));
    }

    @Test
    void aCommentGoesOnOverLines() {
        List<List<SourceToken>> lines = OpenClColors.lines("a /* b\nint c */ int");
        assertEquals(
                List.of(new SourceToken(SourceToken.Kind.PLAIN, "a"), new SourceToken(SourceToken.Kind.PLAIN, " "))
                        .size(),
                2);
        assertEquals(SourceToken.Kind.COMMENT, lines.get(1).get(0).kind());
        assertEquals("int c */", lines.get(1).get(0).text());
        assertEquals(SourceToken.Kind.TYPE, lines.get(1).get(2).kind());
    }

    @Property
    void tokensPutTogetherAreTheText(
            @ForAll @Chars({'a', '0', '.', '"', '\'', '\\', '/', '*', '#', '\n', ' ', 'e', '-'}) String text) {
        String again = OpenClColors.lines(text).stream()
                .map(line -> line.stream().map(SourceToken::text).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
        assertEquals(text, again);
    }

    @Test
    void linesAreNumberedAndEscaped() {
        SourceView view =
                SourceView.of("\n".repeat(8) + "int a<b>;\r\n\n// end\n").title("f.cl");
        MimeBundle shown = Renderers.render(view);
        assertEquals("f.cl\n  9 │ int a<b>;\n 10 │\n 11 │ // end", shown.get(MimeBundle.TEXT));
        Element page = Pages.html(shown);
        assertEquals(3, page.select(".plegma-line").size());
        assertEquals("  9  int a<b>;\n", page.select(".plegma-line").first().wholeText());
    }

    @Test
    void caretsStandUnderTheirColumns() {
        List<Diagnostic> messages = List.of(
                new Diagnostic(2, 5, Severity.ERROR, "bad <x>"),
                new Diagnostic(2, 2, Severity.WARNING, "odd"),
                new Diagnostic(0, 0, Severity.NOTE, "general"));
        SourceView view = SourceView.of("{\n\tx = y;\n}").diagnostics(messages);
        assertEquals(
                String.join(
                        "\n",
                        "    │ note: general",
                        "  1 │ {",
                        "  2 │     x = y;",
                        "    │     ^ warning: odd",
                        "    │        ^ error: bad <x>",
                        "  3 │ }"),
                view.text());
        Element page = Pages.html(Renderers.render(view));
        assertEquals("  2      x = y;\n", page.select(".plegma-faulty").first().wholeText());
        assertTrue(view.ansi().contains("\u001b[1m^ error: bad <x>\u001b[0m"));
    }

    @Test
    void anExcerptKeepsWhatIsAroundTheMessages() {
        String source = "l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8\nl9";
        List<Diagnostic> messages = new ArrayList<>();
        messages.add(new Diagnostic(3, 1, Severity.ERROR, "x"));
        messages.add(new Diagnostic(8, 0, Severity.ERROR, "y"));
        assertEquals(
                String.join(
                        "\n",
                        "  2 │ l2",
                        "  3 │ l3",
                        "    │ ^ error: x",
                        "  4 │ l4",
                        "  ⋮ │",
                        "  7 │ l7",
                        "  8 │ l8",
                        "    │ error: y",
                        "  9 │ l9"),
                SourceView.of(source).diagnostics(messages).excerpt(1).text());
        assertEquals("", SourceView.of(source).excerpt(1).text());
    }

    @Test
    void placesOutsideTheSourceAreKept() {
        SourceView view = SourceView.of("x").diagnostics(List.of(new Diagnostic(99, 4, Severity.ERROR, "in a header")));
        assertEquals("    │ error: in a header\n  1 │ x", view.text());
        SourceView far = SourceView.of("x").diagnostics(List.of(new Diagnostic(1, 500, Severity.ERROR, "far")));
        assertEquals("  1 │ x\n    │  ^ error: far", far.text());
        assertFalse(Renderers.render(SourceView.of("")).get(MimeBundle.TEXT).isEmpty());
    }
}
