package org.plegma.kernel.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jshell.Diag;
import jdk.jshell.SnippetEvent;
import org.jspecify.annotations.Nullable;
import org.plegma.kernel.cell.CellSplitter.Part;
import org.plegma.kernel.cell.CompileException.Problem;
import org.plegma.magics.cell.JavaScanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What else is wrong with a cell that does not compile, found without running any of it: its snippets become one block
 * that cannot compile, since its last statement calls what nobody declares.
 *
 * <p>In a block some things differ from snippets one after the other. So only such messages count as are true of both.
 */
final class OtherProblems {
    private static final Logger LOG = LoggerFactory.getLogger(OtherProblems.class);

    /** Cells that people write have fewer. */
    private static final int MOST_PARTS = 200;

    /** A method that no cell declares. */
    private static final String NOTHING = "plegma$nothing";

    /** Messages that mean the same in a block; the beginnings of their codes. */
    private static final List<String> TRUE_IN_A_BLOCK = List.of(
            "cant.resolve",
            "doesnt.exist",
            "prob.found.req",
            "cant.apply",
            "operator.cant.be.applied",
            "incomparable.types",
            "cant.deref",
            "array.req.but.found",
            "abstract.cant.be.instantiated",
            "does.not.override.abstract",
            "missing.ret.stmt",
            "not.def.public",
            "report.access",
            "unreported.exception");

    private static final Pattern SYMBOL = Pattern.compile("symbol: +\\w+ ([\\w$]+)");
    private static final Pattern IMPORT =
            Pattern.compile("import\\s+(?:static\\s+)?[\\w.\\s]+?\\.\\s*([\\w$]+|\\*)\\s*;?", Pattern.DOTALL);
    private static final Pattern MODIFIERS = Pattern.compile("(?:\\s*(?:public|protected|private|static)\\b)+");
    private static final String WORD_BEFORE_NO_NAME =
            "\\b(?:return|new|throw|else|case|yield|assert|instanceof|extends|implements)";

    private final JavaEvaluator java;
    private final String source;
    private final CellProblems places;

    OtherProblems(JavaEvaluator java, String source, CellProblems places) {
        this.java = java;
        this.source = source;
        this.places = places;
    }

    /**
     * The problems that are known already and those found besides, in the order of the cell.
     *
     * @param failed the snippet that has the known problems
     * @param parts this one, and others that have not run or are well
     */
    List<Problem> beside(List<Problem> known, Part failed, List<Part> parts) {
        Set<Problem> problems = new LinkedHashSet<>(known);
        try {
            List<Part> whole = new ArrayList<>(parts.subList(0, Math.min(MOST_PARTS, parts.size())));
            List<Part> broken = takeBroken(whole);
            broken.stream().filter(part -> part.offset() != failed.offset()).forEach(part -> syntax(part)
                    .ifPresent(problems::add));
            problems.addAll(inBlock(whole, broken, failed));
        } catch (RuntimeException | AssertionError | InternalError | StackOverflowError fault) {
            LOG.debug("no other problems were found", fault);
            java.repair().rebuild();
        }
        return problems.stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparing(Problem::column))
                .toList();
    }

    /**
     * Takes those out that are no Java, and adds what follows them: the splitter takes all text from such a place on as
     * one snippet.
     */
    private List<Part> takeBroken(List<Part> parts) {
        List<Part> broken = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (!part.completeness().isComplete() || blockOf(part, 0) == null && !isImport(part)) {
                broken.add(part);
                parts.addAll(i + 1, after(part));
            }
        }
        parts.removeAll(broken);
        return broken;
    }

    /** The snippets from the line on with which the next one begins after a fault; none if there is no telling. */
    private List<Part> after(Part part) {
        Optional<Fault> fault = fault(part.source());
        if (fault.isEmpty()) {
            return List.of();
        }
        JavaScanner scanner = new JavaScanner();
        int start = part.offset();
        while (start < part.end()) {
            int newline = source.indexOf('\n', start);
            int next = newline < 0 ? source.length() : newline + 1;
            scanner.line(source.substring(start, newline < 0 ? next : newline));
            start = next;
            boolean ended =
                    scanner.end() == JavaScanner.End.STATEMENT || fault.get().lacksSemicolon();
            if (start > part.offset() + fault.get().start
                    && ended
                    && !scanner.insideBraces()
                    && !scanner.insideText()) {
                int offset = start;
                return java.splitter().split(source.substring(start, part.end())).stream()
                        .map(p -> new Part(p.source(), p.offset() + offset, p.end() + offset, p.completeness()))
                        .toList();
            }
        }
        return List.of();
    }

    /** The first message of the compiler's parser, its place counted from the beginning of the text. */
    private record Fault(String code, String message, long start, long end) {
        boolean lacksSemicolon() {
            return message.startsWith("';' expected");
        }
    }

    private Optional<Problem> syntax(Part part) {
        return fault(part.source())
                .map(fault -> places.problem(
                        fault.code, fault.message, part.offset() + fault.start, part.offset() + fault.end));
    }

    /** Of the ways to read a text, the one that gets furthest counts. */
    private static Optional<Fault> fault(String text) {
        List<Optional<Fault>> faults = Stream.of(
                        "class C { void m() throws Throwable { ", "class C { ", "class C { Object o = ")
                .map(before -> fault(before, text))
                .toList();
        return faults.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : faults.stream().flatMap(Optional::stream).max(Comparator.comparingLong(Fault::start));
    }

    private static Optional<Fault> fault(String before, String text) {
        String after = before.endsWith("= ") ? "\n; }" : before.contains("m()") ? "\n} }" : "\n}";
        return JavaSyntax.errors(before + text + after).stream()
                .findFirst()
                .map(error -> new Fault(
                        error.getCode(),
                        error.getMessage(Locale.ROOT),
                        Math.min(text.length(), Math.max(0, error.getPosition() - before.length())),
                        Math.min(text.length(), Math.max(0, error.getEndPosition() - before.length()))));
    }

    private static boolean isImport(Part part) {
        return IMPORT.matcher(part.source()).matches();
    }

    /** A part of the block: which text of the cell it is, and where in the block it begins. */
    private record Piece(Part part, int begin) {}

    private List<Problem> inBlock(List<Part> parts, List<Part> broken, Part failed) {
        StringBuilder block = new StringBuilder("{ ");
        List<Piece> pieces = new ArrayList<>();
        for (Part part : parts) {
            String statement = isImport(part) ? null : blockOf(part, pieces.size());
            if (statement != null) {
                pieces.add(new Piece(part, block.length() + statement.indexOf('\0')));
                block.append(statement.replace("\0", "")).append('\n');
            }
        }
        List<SnippetEvent> events =
                java.analysed(block.append(NOTHING).append("(); }").toString());
        List<Diag> messages = events.stream()
                .flatMap(event -> java.shell().diagnostics(event.snippet()))
                .filter(Diag::isError)
                .toList();
        if (messages.stream().anyMatch(message -> code(message).startsWith("already.defined"))) {
            return List.of(); // snippets may declare a name twice, after which a block means something else
        }
        List<Problem> problems = new ArrayList<>();
        for (Diag message : messages) {
            if (TRUE_IN_A_BLOCK.stream().anyMatch(code(message)::startsWith)
                    && !mayBeDeclared(message, parts, broken)) {
                pieces.stream()
                        .filter(piece -> piece.begin <= message.getPosition()
                                && message.getPosition()
                                        < piece.begin + piece.part.source().length())
                        .filter(piece -> piece.part.offset() != failed.offset())
                        .findFirst()
                        .ifPresent(piece -> problems.add(places.problem(
                                message.getCode(),
                                message.getMessage(Locale.ROOT),
                                piece.part.offset() + message.getPosition() - piece.begin,
                                piece.part.offset() + message.getEndPosition() - piece.begin)));
            }
        }
        return problems;
    }

    private static String code(Diag message) {
        return String.valueOf(message.getCode()).replace("compiler.err.", "");
    }

    /** Whether a name that the block does not know may be one of the cell's all the same. */
    private boolean mayBeDeclared(Diag message, List<Part> parts, List<Part> broken) {
        if (!code(message).startsWith("cant.resolve") && !code(message).startsWith("doesnt.exist")) {
            return false;
        }
        Matcher symbol = SYMBOL.matcher(message.getMessage(Locale.ROOT));
        String name = symbol.find() ? symbol.group(1) : "";
        Pattern word = Pattern.compile("\\b" + Pattern.quote(name) + "\\b");
        Pattern declared =
                Pattern.compile("(?<!" + WORD_BEFORE_NO_NAME + ")[\\w>\\]]\\s+" + Pattern.quote(name) + "\\b");
        return name.isEmpty()
                || broken.stream().anyMatch(part -> word.matcher(part.source()).find())
                || parts.stream()
                        .anyMatch(part -> imports(part, name)
                                || declared.matcher(part.source()).find());
    }

    private static boolean imports(Part part, String name) {
        Matcher imported = IMPORT.matcher(part.source());
        return imported.matches()
                && (imported.group(1).equals("*") || imported.group(1).equals(name));
    }

    /** What stands for a snippet in a block, its own text after a null character; null if there is nothing. */
    private static @Nullable String blockOf(Part part, int number) {
        Matcher modifiers = MODIFIERS.matcher(part.source());
        int end = modifiers.lookingAt() ? modifiers.end() : 0;
        String plain = " ".repeat(end) + part.source().substring(end);
        String expression = plain.stripTrailing().replaceFirst(";+$", "");
        return Stream.of(
                        "\0" + plain,
                        "\0" + plain + ";",
                        "var plegma$" + number + " = (\0" + expression + "\n);",
                        "class plegma$" + number + " { \0" + part.source() + "\n}")
                .filter(statement -> JavaSyntax.errors(
                                "class C { void m() throws Throwable { " + statement.replace("\0", "") + "\n} }")
                        .isEmpty())
                .findFirst()
                .orElse(null);
    }
}
