package org.plegma.display.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * A small table to show: columns with their alignment, rows of text, a title and notes; as HTML and as plain text.
 *
 * <pre>{@code
 * new Sheet("Kernels").text("name").number("registers").row("saxpy", 12).bundle()
 * }</pre>
 */
public final class Sheet {
    private static final String MISSING = "–";
    private static final int SHORT_CELL = 20;
    private static final int HTML_CELL = 300;
    private static final int TEXT_CELL = 60;

    /** No cell is longer than this, in a tool tip or in plain text. */
    private static final int LONGEST_CELL = 3000;

    /** The heading is what a page shows: text has the name by which programs ask for the column. */
    private record Column(String name, String heading, boolean number) {}

    private final @Nullable String title;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** An empty table; a null title shows none. */
    public Sheet(@Nullable String title) {
        this.title = title;
    }

    /** Adds a column of text, aligned left. */
    public Sheet text(String name) {
        return column(name, name, false);
    }

    /** Adds a column of numbers, aligned right. */
    public Sheet number(String name) {
        return column(name, name, true);
    }

    /** Adds a column whose name pages show in a tool tip, under a heading for readers; plain text has the name. */
    Sheet column(String name, String heading, boolean number) {
        columns.add(new Column(name, heading, number));
        return this;
    }

    /** Adds a row: the text of each object, and a dash for null. */
    public Sheet row(@Nullable Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(
                    "A row of " + columns.size() + " cells is expected, not of " + cells.length + ".");
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell == null ? null : cell.toString());
        }
        rows.add(row);
        return this;
    }

    /** Adds a line below the table. */
    public Sheet note(String text) {
        notes.add(Objects.requireNonNull(text));
        return this;
    }

    /** The table as HTML and plain text. */
    public MimeBundle bundle() {
        Html html = new Html().title(title);
        appendTo(html.root);
        notes.forEach(html::note);
        return MimeBundle.text(toString()).with(MimeBundle.HTML, html.toString());
    }

    /** Adds the table alone, without title and notes, to an element of a larger output. */
    public void appendTo(Element parent) {
        Element table = parent.appendElement("table").addClass("plegma-table");
        if (columns.stream().allMatch(column -> column.name.isEmpty())) {
            table.addClass("plegma-properties");
        } else {
            Element head = table.appendElement("thead").appendElement("tr");
            for (Column column : columns) {
                Element cell = cell(head, "th", column, column.heading);
                if (!column.heading.equals(column.name)) {
                    cell.attr("title", column.name);
                }
            }
        }
        Element body = table.appendElement("tbody");
        for (List<String> row : rows) {
            Element line = body.appendElement("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(line, "td", columns.get(i), row.get(i));
            }
        }
    }

    private static Element cell(Element row, String tag, Column column, String text) {
        // The alignment stands inline too: it outlives the removal of style sheets from notebooks that are not trusted.
        Element cell = row.appendElement(tag).attr("style", column.number ? "text-align:right" : "text-align:left");
        if (column.number) {
            cell.addClass("plegma-number");
        }
        if (text == null) {
            return cell.addClass("plegma-missing").text(MISSING);
        }
        cell.addClass(text.length() <= SHORT_CELL ? "plegma-short" : "plegma-long");
        String shown = Text.abbreviate(text, HTML_CELL);
        cell.text(shown);
        if (!shown.equals(text)) {
            cell.attr("title", Text.abbreviate(text, LONGEST_CELL));
        }
        return cell;
    }

    /** The table as plain text, columns aligned. The last text is not cut; if it is long, its row alone is longer. */
    @Override
    public String toString() {
        int[] widths = new int[columns.size()];
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::name).toList());
        int lastText = columns.lastIndexOf(columns.stream()
                .filter(column -> !column.number)
                .reduce((a, b) -> b)
                .orElse(null));
        for (List<String> row : rows) {
            List<String> line = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                line.add(oneLine(row.get(i), i == lastText ? LONGEST_CELL : TEXT_CELL));
            }
            lines.add(line);
        }
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                int width = Text.width(line.get(i));
                widths[i] = Math.max(widths[i], width <= TEXT_CELL ? width : 0);
            }
        }
        StringBuilder out = new StringBuilder();
        if (title != null) {
            out.append(title).append('\n');
        }
        for (int l = 0; l < lines.size(); l++) {
            if (l == 0 && String.join("", lines.get(0)).isEmpty()) {
                continue; // a table of properties has no heads
            }
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String text = Numbers.inOneWidth(lines.get(l).get(i));
                String gap = " ".repeat(Math.max(0, widths[i] - Text.width(text)));
                line.append(i == 0 ? "" : "  ").append(columns.get(i).number ? gap + text : text + gap);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        notes.forEach(note -> out.append(note).append('\n'));
        return out.toString().stripTrailing();
    }

    private static String oneLine(String cell, int longest) {
        return cell == null ? MISSING : Text.abbreviate(cell.replace("\n", "↵").replace('\t', ' '), longest);
    }
}
