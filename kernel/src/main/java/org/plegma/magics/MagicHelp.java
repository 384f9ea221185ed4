package org.plegma.magics;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The help on a magic, from what it declares: usage, arguments, options and its example. */
final class MagicHelp {
    private static final int WIDTH = 100;
    private static final int USAGE_INDENT = 9;

    private final Magic magic;
    private final CommandSpec spec;

    MagicHelp(Magic magic) {
        this.magic = magic;
        this.spec = MagicRegistry.parserOf(magic).getCommandSpec();
    }

    private record Row(String name, String meaning) {}

    /** What the magic does: the first sentence of its description, without marks of code. */
    String summary() {
        return firstSentence().replace("`", "");
    }

    private String firstSentence() {
        String text = description();
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private String description() {
        return String.join(" ", spec.usageMessage().description());
    }

    /** The names by which it is called: {@code %time, %%time}. */
    String names() {
        List<String> names = new ArrayList<>();
        for (Magic.Kind kind : Magic.Kind.values()) {
            if (magic.kinds().contains(kind)) {
                names.add((kind == Magic.Kind.CELL ? "%%" : "%") + spec.name());
            }
        }
        return String.join(", ", names);
    }

    /** How it is called: one line a kind, beginning with "Usage:". */
    String usage() {
        List<String> lines = new ArrayList<>();
        for (Magic.Kind kind : Magic.Kind.values()) {
            if (magic.kinds().contains(kind)) {
                lines.add((kind == Magic.Kind.CELL ? "%%" : "%") + synopsis());
            }
        }
        return "Usage: " + String.join("\n       ", lines);
    }

    private String synopsis() {
        spec.usageMessage().width(10_000);
        String text = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .strip();
        return wrap(text.replaceAll("[<>]", ""), USAGE_INDENT);
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            rows.add(new Row(parameter.paramLabel().replaceAll("[<>]", ""), meaning(parameter)));
        }
        for (OptionSpec option : spec.options()) {
            String value = option.arity().max() > 0 ? " " + option.paramLabel().replaceAll("[<>]", "") : "";
            rows.add(new Row(String.join(", ", option.names()) + value, meaning(option)));
        }
        return rows;
    }

    private static String meaning(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    /** The whole help as text and as HTML. */
    MimeBundle bundle() {
        return MimeBundle.text(text()).with(MimeBundle.HTML, html());
    }

    private String text() {
        String first = firstSentence();
        StringBuilder text = new StringBuilder(wrap(names() + ": " + first, 4));
        String more = description().substring(first.length()).strip();
        text.append(more.isEmpty() ? "" : "\n    " + wrap(more, 4)).append("\n\n");
        text.append(usage()).append('\n');
        List<Row> rows = rows();
        int width = rows.stream().mapToInt(row -> row.name.length()).max().orElse(0) + 2;
        for (Row row : rows) {
            text.append("    ").append(row.name).append(" ".repeat(width - row.name.length()));
            text.append(wrap(row.meaning, width + 4)).append('\n');
        }
        text.append("\nExample:\n").append(magic.example().strip().indent(4));
        magic.furtherExample().ifPresent(further -> text.append("\nAnother example:\n")
                .append(further.strip().indent(4)));
        return text.toString().stripTrailing();
    }

    /** Breaks lines at blanks, those after the first indented. */
    private static String wrap(String text, int indent) {
        StringBuilder wrapped = new StringBuilder();
        int column = indent;
        for (String word : text.split("\\s+")) {
            if (column > indent && column + 1 + word.length() > WIDTH) {
                wrapped.append('\n').append(" ".repeat(indent));
                column = indent;
            } else if (column > indent) {
                wrapped.append(' ');
                column++;
            }
            wrapped.append(word);
            column += word.length();
        }
        return wrapped.toString();
    }

    private String html() {
        Html html = new Html().title(names());
        Element root = html.root;
        Html.appendProse(root.appendElement("p"), description());
        root.appendElement("pre").attr("style", "white-space:pre-wrap").text(usage());
        List<Row> rows = rows();
        if (!rows.isEmpty()) {
            Element body = root.appendElement("table").appendElement("tbody");
            for (Row row : rows) {
                Element line = body.appendElement("tr");
                line.appendElement("td")
                        .attr("style", "text-align:left;vertical-align:top;white-space:nowrap")
                        .appendElement("code")
                        .text(row.name);
                Html.appendProse(line.appendElement("td").attr("style", "text-align:left"), row.meaning);
            }
        }
        root.appendElement("p").attr("style", "margin-top:8px").text("Example:");
        root.appendElement("pre").text(magic.example().strip());
        magic.furtherExample().ifPresent(further -> root.appendElement("pre").text(further.strip()));
        return html.toString();
    }
}
