package org.plegma.rewrite.project;

import com.github.javaparser.Position;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.MethodDeclaration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.plegma.rewrite.parallel.ParallelCode;

/** Writes a source file with calls in place of the loops that were taken; all else stays, character by character. */
final class FileRewriter {
    /** The name of the class that has the loops of a package. */
    static final String LOOPS = "PlegmaLoops";

    /**
     * A loop that becomes kernels.
     *
     * @param name of its field in {@link #LOOPS}
     */
    record Taken(FoundLoop loop, String name, ParallelCode code) {}

    private record Change(int start, int end, String text) {}

    private final String source;
    private final List<Change> changes = new ArrayList<>();

    private FileRewriter(String source) {
        this.source = source;
    }

    /** Where a position of JavaParser is in a text. */
    static int offset(String source, Position position) {
        int offset = 0;
        for (int line = 1; line < position.line; line++) {
            int end = source.indexOf('\n', offset);
            offset = end < 0 ? source.length() : end + 1;
        }
        return Math.min(source.length(), offset + position.column - 1);
    }

    /** @param opens what {@code main} is to do first; empty for nothing */
    static String write(CompilationUnit unit, String source, List<Taken> taken, String opens) {
        FileRewriter rewriter = new FileRewriter(source);
        taken.forEach(rewriter::replace);
        if (!opens.isEmpty()) {
            unit.findAll(MethodDeclaration.class).stream()
                    .filter(FileRewriter::isMain)
                    .forEach(main -> rewriter.insert(main, opens));
        }
        return rewriter.text();
    }

    static boolean isMain(MethodDeclaration method) {
        return method.getNameAsString().equals("main")
                && method.isStatic()
                && method.isPublic()
                && method.getBody().isPresent()
                && method.getParameters().size() == 1
                && (method.getParameter(0).getTypeAsString().equals("String[]")
                        || method.getParameter(0).isVarArgs());
    }

    private void insert(MethodDeclaration main, String opens) {
        int brace = offset(source, main.getBody().orElseThrow().getBegin().orElseThrow());
        changes.add(new Change(brace + 1, brace + 1, "\n" + indent(brace) + "    " + opens));
    }

    /** The blanks at the beginning of the line of an offset. */
    private String indent(int offset) {
        int start = source.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
        int end = start;
        while (end < source.length() && (source.charAt(end) == ' ' || source.charAt(end) == '\t')) {
            end++;
        }
        return source.substring(start, end);
    }

    private void replace(Taken taken) {
        int start = offset(source, taken.loop().statement().getBegin().orElseThrow());
        int end = offset(source, taken.loop().statement().getEnd().orElseThrow()) + 1;
        String blanks = indent(start);
        String call = LOOPS + "." + taken.name() + ".run("
                + String.join(", ", taken.code().parameters().keySet()) + ")";
        String loop = inner(source.substring(start, end));
        List<String> results = taken.code().results();
        String note = "// runs on a device, or as it was written where that cannot do what Java does";
        if (results.isEmpty()) {
            changes.add(new Change(
                    start,
                    end,
                    "if (" + call + " == null) { " + note + "\n    " + blanks + loop + "\n" + blanks + "}"));
            return;
        }
        String found = "plegma" + taken.name();
        String in = blanks + "    ";
        StringBuilder text = new StringBuilder("{ " + note + "\n" + in + "Object[] " + found + " = " + call + ";\n");
        text.append(in + "if (" + found + " == null) {\n" + in + "    " + inner(loop) + "\n" + in + "} else {\n");
        for (int i = 0; i < results.size(); i++) {
            String type = taken.code().parameters().get(results.get(i));
            text.append(in + "    " + results.get(i) + " = (" + type + ") " + found + "[" + i + "];\n");
        }
        changes.add(new Change(start, end, text + in + "}\n" + blanks + "}"));
    }

    /** The text with its lines moved to the right, unless one of its strings may have lines. */
    private static String inner(String text) {
        return text.contains("\"\"\"") ? text : text.replace("\n", "\n    ");
    }

    private String text() {
        changes.sort(Comparator.comparingInt(Change::start).reversed());
        StringBuilder text = new StringBuilder(source);
        changes.forEach(change -> text.replace(change.start, change.end, change.text));
        return text.toString();
    }

    /** The class with the loops of a package. @param places by position, as {@code File.java:12} */
    static String loops(String packageName, List<Taken> taken, List<String> places) {
        StringBuilder text = new StringBuilder();
        text.append(packageName.isEmpty() ? "" : "package " + packageName + ";\n\n");
        text.append("import java.util.List;\nimport org.plegma.rewrite.parallel.ProgramLoop;\n\n");
        text.append("/** The loops of this package that run on an OpenCL device; their kernels are in " + LOOPS
                + ".cl. Written by plegma parallelize. */\nfinal class " + LOOPS + " {\n");
        for (int i = 0; i < taken.size(); i++) {
            Taken each = taken.get(i);
            String methods =
                    called(each.loop()).stream().map(FileRewriter::quoted).collect(Collectors.joining(", "));
            String types = each.loop().types().entrySet().stream()
                    .map(one -> ", \"" + one.getValue() + "\", \"" + one.getKey() + "\"")
                    .collect(Collectors.joining());
            text.append("    static final ProgramLoop " + each.name() + " = ProgramLoop.of(\"" + each.name() + "\", \""
                    + places.get(i) + "\", "
                    + quoted(each.loop().text().replaceFirst("^\\n+", "").stripIndent()) + ", List.of(" + methods + ")"
                    + types
                    + ");\n\n");
        }
        return text + "    private " + LOOPS + "() {}\n\n    /** Opens the device, once. */\n"
                + "    static void open() {\n        ProgramLoop.open();\n    }\n}\n";
    }

    /** The methods that a loop may call, by the words in it, and those that they may call. */
    static List<String> called(FoundLoop loop) {
        List<String> called = new ArrayList<>();
        StringBuilder text = new StringBuilder(loop.text());
        boolean more = true;
        while (more) {
            more = false;
            for (String method : loop.methods()) {
                String name = org.plegma.rewrite.term.Code.methodName(method);
                if (!called.contains(method) && text.toString().matches("(?s).*\\b" + name + "\\s*\\(.*")) {
                    called.add(method);
                    text.append(method);
                    more = true;
                }
            }
        }
        return called;
    }

    private static String quoted(String text) {
        String escaped = text.replace("\r", "").replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\"");
        return "\"\"\"\n" + escaped.indent(12).stripTrailing() + "\n            \"\"\"";
    }
}
