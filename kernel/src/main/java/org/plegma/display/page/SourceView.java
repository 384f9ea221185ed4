package org.plegma.display.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.Diagnostic;
import org.plegma.display.page.SourceToken.Kind;

/**
 * OpenCL C to show: coloured, with line numbers, and with the compiler's messages under the places that they are about. Empty
 * lines at its beginning, which stand for the rest of a cell above it, are counted and not shown.
 *
 * <pre>{@code
 * SourceView.of(program.source()).title("saxpy.cl")
 * SourceView.of(e.source()).diagnostics(e.diagnostics()).excerpt(2)
 * }</pre>
 */
public final class SourceView {
    private static final int TAB = 4;

    private final String source;
    private final @Nullable String title;
    private final List<Diagnostic> diagnostics;
    private final int context;

    /** One line of the output: its label (a number, or blank) and its text. */
    private record Row(String label, List<SourceToken> tokens, boolean faulty) {}

    private SourceView(String source, @Nullable String title, List<Diagnostic> diagnostics, int context) {
        this.source = Objects.requireNonNull(source);
        this.title = title;
        this.diagnostics = diagnostics;
        this.context = context;
    }

    /** All of a source, its first line numbered 1. */
    public static SourceView of(String source) {
        String unix = source.replace("\r\n", "\n");
        return new SourceView(
                unix.endsWith("\n") ? unix.substring(0, unix.length() - 1) : unix, null, List.of(), Integer.MAX_VALUE);
    }

    /** With a title above. */
    public SourceView title(@Nullable String text) {
        return new SourceView(source, text, diagnostics, context);
    }

    /** With messages of the compiler. */
    public SourceView diagnostics(List<Diagnostic> messages) {
        return new SourceView(source, title, messages, context);
    }

    /** Only the lines that a message is about, with some lines before and after each. */
    public SourceView excerpt(int linesAround) {
        return new SourceView(source, title, diagnostics, linesAround);
    }

    /** The source, as a cell shows it. */
    public MimeBundle render() {
        Html html = new Html().title(title);
        appendTo(html.root);
        return MimeBundle.text((title == null ? "" : title + "\n") + text()).with(MimeBundle.HTML, html.toString());
    }

    /** The source as plain text, without the title. */
    public String text() {
        return lines(SourceToken::text);
    }

    /** The source with ANSI colours, without the title. */
    public String ansi() {
        return lines(SourceToken::ansi);
    }

    private String lines(Function<SourceToken, String> text) {
        return rows().stream()
                .map(row -> (row.label + " │ " + row.tokens.stream().map(text).collect(Collectors.joining()))
                        .stripTrailing())
                .collect(Collectors.joining("\n"));
    }

    /** Adds the source alone to an element of a larger output. */
    public void appendTo(Element parent) {
        Element pre = parent.appendElement("pre").addClass("plegma-code");
        for (Row row : rows()) {
            Element line = pre.appendElement("span").addClass(row.faulty ? "plegma-line plegma-faulty" : "plegma-line");
            line.appendElement("span").addClass("plegma-line-number").text(row.label + "  ");
            for (SourceToken token : row.tokens) {
                if (token.kind().css.isEmpty()) {
                    line.appendText(token.text());
                } else {
                    line.appendElement("span").attr("style", token.kind().css).text(token.text());
                }
            }
            line.appendText("\n");
        }
    }

    private List<Row> rows() {
        List<List<SourceToken>> lines = OpenClColors.lines(source);
        int width = Math.max(3, Integer.toString(lines.size()).length());
        String blank = " ".repeat(width);
        List<Row> rows = new ArrayList<>();
        // Messages without a place, or with one outside the source (in a header), come first.
        for (Diagnostic message : diagnostics) {
            if (message.line() < 1 || message.line() > lines.size()) {
                rows.add(new Row(blank, List.of(message(message)), false));
            }
        }
        boolean gap = false;
        for (int i = emptyLines(lines); i < lines.size(); i++) {
            int number = i + 1;
            if (!near(number)) {
                gap = true;
                continue;
            }
            if (gap && !rows.isEmpty()) {
                rows.add(new Row("⋮".indent(width - 1).stripTrailing(), List.of(), false));
            }
            gap = false;
            List<Diagnostic> here = diagnostics.stream()
                    .filter(message -> message.line() == number)
                    .sorted(Comparator.comparingInt(Diagnostic::column))
                    .toList();
            String label = String.format(Locale.ROOT, "%" + width + "d", number);
            boolean faulty = here.stream().anyMatch(message -> message.severity() == Diagnostic.Severity.ERROR);
            rows.add(new Row(label, expand(lines.get(i)), faulty));
            String line = lines.get(i).stream().map(SourceToken::text).collect(Collectors.joining());
            for (Diagnostic message : here) {
                String indent = " ".repeat(place(line, message.column()));
                SourceToken text = message(message);
                rows.add(new Row(
                        blank,
                        List.of(
                                new SourceToken(Kind.PLAIN, indent),
                                new SourceToken(text.kind(), (message.column() > 0 ? "^ " : "") + text.text())),
                        false));
            }
        }
        return rows;
    }

    /** How many lines at the beginning have nothing but blanks. */
    private static int emptyLines(List<List<SourceToken>> lines) {
        int count = 0;
        while (count < lines.size() - 1
                && lines.get(count).stream().allMatch(token -> token.text().isBlank())) {
            count++;
        }
        return count;
    }

    private boolean near(int line) {
        return context == Integer.MAX_VALUE
                || diagnostics.stream().anyMatch(message -> Math.abs(message.line() - line) <= context);
    }

    private static SourceToken message(Diagnostic message) {
        String severity = message.severity().name();
        return new SourceToken(Kind.valueOf(severity), severity.toLowerCase(Locale.ROOT) + ": " + message.message());
    }

    private static List<SourceToken> expand(List<SourceToken> line) {
        List<SourceToken> expanded = new ArrayList<>();
        int column = 0;
        for (SourceToken token : line) {
            StringBuilder text = new StringBuilder();
            for (char c : token.text().toCharArray()) {
                int spaces = c == '\t' ? TAB - column % TAB : 0;
                text.append(c == '\t' ? " ".repeat(spaces) : String.valueOf(c));
                column += Math.max(1, spaces);
            }
            expanded.add(new SourceToken(token.kind(), text.toString()));
        }
        return expanded;
    }

    /** How many characters stand before a compiler's column, once tabs are spaces. */
    private static int place(String line, int column) {
        int place = 0;
        for (int i = 0; i < Math.min(column - 1, line.length()); i++) {
            place += line.charAt(i) == '\t' ? TAB - place % TAB : 1;
        }
        return place;
    }
}
