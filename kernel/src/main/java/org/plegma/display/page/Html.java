package org.plegma.display.page;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * The root of one HTML output, built by jsoup so that every text is escaped.
 *
 * <p>Outputs have to read well in JupyterLab's light and dark themes, in the classic notebook and in exported pages. So
 * text keeps the page's colour, weaker text is made so by opacity, lines and shades are a translucent grey, and the few
 * hues (see {@link TextColors}) stand out on white as well as on near-black.
 */
public final class Html {

    /** The class of a picture whose light and dark change places on a dark page. */
    public static final String CHART = "plegma-chart";

    private static final String STYLE =
            """
            .plegma{font-size:13px;line-height:1.4;max-width:100%;overflow-x:auto}
            .plegma .plegma-title{font-weight:600;margin:0 0 4px}
            .plegma .plegma-note{opacity:.7;font-size:12px;margin:3px 0 0}
            .plegma table.plegma-table{border-collapse:collapse;margin:0;font-size:13px;font-variant-numeric:tabular-nums}
            .plegma table.plegma-table th{font-weight:600;border-bottom:1px solid rgba(128,128,128,.6)}
            .plegma table.plegma-table th,.plegma table.plegma-table td{text-align:left;vertical-align:top;\
            padding:3px 10px 3px 6px;white-space:pre-wrap}
            .plegma table.plegma-table .plegma-number{text-align:right;white-space:nowrap}
            .plegma table.plegma-table .plegma-short{white-space:nowrap}
            .plegma table.plegma-table .plegma-long{min-width:9em}
            .plegma table.plegma-table th,.plegma table.plegma-table th.plegma-number,\
            .plegma table.plegma-table th.plegma-short{white-space:normal;min-width:0;vertical-align:bottom}
            .plegma table.plegma-properties td:first-child{white-space:nowrap;opacity:.7}
            .plegma table.plegma-table .plegma-missing{opacity:.5}
            .plegma pre.plegma-code{margin:0;padding:6px 0;font-size:12.5px;line-height:1.45;overflow-x:auto;\
            white-space:pre;background:rgba(128,128,128,.08);border-radius:4px}
            .plegma pre.plegma-told{white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere;padding:6px 8px}
            .plegma .plegma-line{display:block;padding:0 8px}
            .plegma .plegma-faulty{background:rgba(214,69,69,.14)}
            .plegma .plegma-line-number{opacity:.5;user-select:none;-webkit-user-select:none}
            .plegma .plegma-progress{display:flex;flex-wrap:wrap;align-items:center;gap:2px 12px;\
            font-variant-numeric:tabular-nums}
            .plegma .plegma-progress .plegma-note{margin:0}
            .plegma .plegma-bar{width:220px;height:9px;border-radius:5px;background:rgba(128,128,128,.25);overflow:hidden}
            .plegma .plegma-bar div{height:100%}
            .plegma summary{cursor:pointer}
            [data-jp-theme-light="false"] .plegma img.plegma-chart,.vscode-dark .plegma img.plegma-chart{\
            filter:invert(.93) hue-rotate(180deg)}
            .plegma .plegma-error{white-space:pre-wrap;margin:0 0 4px}
            """;

    private static final Pattern CODE = Pattern.compile("``(.+?)``|`([^`]+)`");

    private final Document document = new Document("");

    /** The element that holds the output. */
    public final Element root;

    public Html() {
        document.outputSettings().prettyPrint(false);
        // Dollar signs in code are no formulas: classes for MathJax 2 and 3.
        root = document.appendElement("div").addClass("plegma tex2jax_ignore mathjax_ignore");
        root.appendElement("style").appendChild(new DataNode(STYLE));
    }

    /** A heading above the output; nothing if the text is null. */
    public Html title(@Nullable String text) {
        return line("plegma-title", text);
    }

    /** A remark in smaller type; nothing if the text is null. */
    public Html note(@Nullable String text) {
        return line("plegma-note", text);
    }

    private Html line(String styleClass, @Nullable String text) {
        if (text != null) {
            root.appendElement("div").addClass(styleClass).text(text);
        }
        return this;
    }

    /** Adds a text to an element, with code as Markdown has it: between backquotes, or between two of them if it has one itself. */
    public static void appendProse(Element parent, String text) {
        Matcher code = CODE.matcher(text);
        int from = 0;
        while (code.find()) {
            parent.appendText(text.substring(from, code.start()));
            parent.appendElement("code").text(code.group(1) != null ? code.group(1) : code.group(2));
            from = code.end();
        }
        parent.appendText(text.substring(from));
    }

    @Override
    public String toString() {
        return root.outerHtml();
    }
}
