package org.plegma.kernel.editor;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import org.plegma.kernel.cell.CellSplitter;
import org.plegma.kernel.cell.CellSplitter.Part;
import org.plegma.kernel.cell.JavaSyntax;
import org.plegma.magics.MagicEngine;

/**
 * Says whether a cell can run as it stands, needs more lines, or is wrong whatever follows. JShell's analysis finds
 * where snippets end; whether they are Java is asked of the compiler's parser.
 */
public final class CompletenessCheck {
    private static final int INDENT = 4;

    private final CellSplitter splitter;
    private final MagicEngine magics;

    public CompletenessCheck(CellSplitter splitter, MagicEngine magics) {
        this.splitter = splitter;
        this.magics = magics;
    }

    /** The content of the reply to an is_complete request. */
    public JsonObject reply(String code) {
        String status = HelpQuery.isForAll(code) || HelpQuery.of(code).isPresent() ? "complete" : status(code);
        JsonObject content = new JsonObject();
        content.addProperty("status", status);
        content.addProperty("indent", status.equals("incomplete") ? indent(code) : "");
        return content;
    }

    private String status(String code) {
        return magics.handles(code) && isCellMagic(code) ? cellMagic(code) : java(magics.javaOf(code));
    }

    private static boolean isCellMagic(String code) {
        return code.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//|"))
                .findFirst()
                .filter(line -> line.startsWith("%%"))
                .isPresent();
    }

    /** The body may be of any language: it is there, and its brackets are closed. */
    private static String cellMagic(String code) {
        String body = code.substring(code.indexOf("%%")).lines().skip(1).reduce("", (a, b) -> a + b + "\n");
        return body.isBlank() || openBrackets(body) > 0 ? "incomplete" : "complete";
    }

    private String java(String code) {
        List<Part> parts = splitter.split(code);
        for (Part part : parts) {
            if (part.completeness() == Completeness.DEFINITELY_INCOMPLETE
                    || part.completeness() == Completeness.CONSIDERED_INCOMPLETE) {
                return "incomplete";
            }
            if (!part.completeness().isComplete() || !parses(part.source())) {
                return "invalid";
            }
        }
        return "complete";
    }

    /** Whether the source is a statement, a declaration, an import or an expression. */
    private static boolean parses(String source) {
        String expression = source.strip().replaceFirst(";+$", "");
        return Stream.of(
                        "class C { void m() throws Throwable { " + source + "\n} }",
                        "class C { " + source + "\n}",
                        source,
                        "class C { Object o = " + expression + "\n; }")
                .anyMatch(unit -> JavaSyntax.errors(unit).isEmpty());
    }

    private static int openBrackets(String text) {
        int open = 0;
        for (char c : text.toCharArray()) {
            open += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
        }
        return open;
    }

    private static String indent(String code) {
        String last = code.substring(code.stripTrailing().lastIndexOf('\n') + 1);
        int blanks = last.length() - last.stripLeading().length();
        return " ".repeat(blanks + (openBrackets(last) > 0 ? INDENT : 0));
    }
}
