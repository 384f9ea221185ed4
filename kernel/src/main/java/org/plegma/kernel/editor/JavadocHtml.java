package org.plegma.kernel.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a Javadoc comment as HTML and as plain text. */
final class JavadocHtml {
    /** The innermost inline tags; tags that hold others are reached by repetition. */
    private static final Pattern INLINE = Pattern.compile("\\{@(\\w+)\\s*([^{}]*)}");

    /** Braces inside of code, which are not tags. */
    private static final Pattern CODE = Pattern.compile("\\{@(?:code|literal)\\s((?:[^{}]|\\{[^{}]*})*)}");

    private static final Pattern BLOCK = Pattern.compile("(?m)^\\s*@(\\w+)\\s*");
    private static final Pattern REFERENCE =
            Pattern.compile("^(?:[\\w.]*/)?([\\w.#]+(?:\\([^)]*\\))?)\\s*(.*)$", Pattern.DOTALL);

    private JavadocHtml() {}

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    static String html(String comment) {
        Matcher block = BLOCK.matcher(comment);
        List<Integer> starts = new ArrayList<>();
        while (block.find()) {
            starts.add(block.start());
        }
        int body = starts.isEmpty() ? comment.length() : starts.get(0);
        StringBuilder html = new StringBuilder("<div>")
                .append(inline(comment.substring(0, body)))
                .append("</div>");
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : comment.length();
            Matcher tag = BLOCK.matcher(comment.substring(starts.get(i), end));
            if (tag.lookingAt()) {
                html.append(block(tag.group(1), comment.substring(starts.get(i) + tag.end(), end)));
            }
        }
        return html.toString();
    }

    /** The same without markup. */
    static String text(String comment) {
        return html(comment)
                .replaceAll("(?i)<li>", "\n- ")
                .replaceAll("(?i)</?(p|div|pre|ul|ol|table|tr|hr|dl)\\b[^>]*>", "\n")
                .replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&nbsp;", " ")
                .replace("&amp;", "&")
                .replaceAll("[ \t]+", " ")
                .replaceAll("\\s*\n\\s*", "\n")
                .strip();
    }

    private static String block(String tag, String content) {
        String[] words = content.strip().split("\\s+", 2);
        String rest = words.length > 1 ? words[1] : "";
        return switch (tag) {
            case "param" -> "<div><b>" + escape(words[0]) + "</b>: " + inline(rest) + "</div>";
            case "return" -> "<div><b>Returns</b> " + inline(content.strip()) + "</div>";
            case "throws", "exception" -> "<div><b>Throws</b> <code>" + escape(words[0]) + "</code> " + inline(rest)
                    + "</div>";
            case "since" -> "<div><b>Since</b> " + inline(content.strip()) + "</div>";
            case "deprecated" -> "<div><b>Deprecated</b> " + inline(content.strip()) + "</div>";
            default -> ""; // see, author, jls and the like
        };
    }

    private static String inline(String text) {
        String html = CODE.matcher(text)
                .replaceAll(m -> Matcher.quoteReplacement("<code>" + hideBraces(escape(m.group(1))) + "</code>"));
        Matcher tag = INLINE.matcher(html);
        while (tag.find()) {
            html = html.substring(0, tag.start())
                    + inlineTag(tag.group(1), tag.group(2).strip())
                    + html.substring(tag.end());
            tag = INLINE.matcher(html);
        }
        return html.replace('\uE000', '{').replace('\uE001', '}');
    }

    private static String hideBraces(String text) {
        return text.replace('{', '\uE000').replace('}', '\uE001');
    }

    private static String inlineTag(String tag, String content) {
        return switch (tag) {
            case "link", "linkplain", "value" -> {
                Matcher reference = REFERENCE.matcher(content);
                boolean labelled = reference.matches() && !reference.group(2).isBlank();
                String name = reference.matches() ? reference.group(1) : content;
                String shown = labelled
                        ? reference.group(2)
                        : name.replaceFirst("^#", "").replace('#', '.');
                yield tag.equals("linkplain") ? shown : "<code>" + shown + "</code>";
            }
            case "inheritDoc", "docRoot" -> "";
            case "return" -> "Returns " + content;
            default -> content; // index, systemProperty, summary
        };
    }
}
