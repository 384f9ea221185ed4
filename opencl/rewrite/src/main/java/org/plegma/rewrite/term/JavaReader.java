package org.plegma.rewrite.term;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Position;
import com.github.javaparser.Problem;
import com.github.javaparser.Range;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.comments.Comment;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.JavaParsers;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;
import org.plegma.rewrite.text.Source;

/** Reads Java by JavaParser, and patterns for it. */
final class JavaReader {
    private static final Pattern HOLE = Pattern.compile("\\$([A-Za-z_]\\w*+)(?::([A-Za-z]\\w*+))?(\\.\\.\\.)?");

    /** Stands before the text, so that its lines and columns stay but for one line. */
    private static final String OPEN = "{\n";

    final Source source;
    private final Map<String, Hole> holes;

    private JavaReader(String text, Map<String, Hole> holes) {
        this.source = new Source(text);
        this.holes = holes;
    }

    static Tree unit(String text) {
        return DeepTerms.read(text, () -> new JavaReader(text, Map.of()).read());
    }

    /** Statements or methods with holes. */
    static Tree pattern(String text) {
        Map<String, Hole> holes = new HashMap<>();
        String code = withoutHoles(text, holes, true);
        return DeepTerms.read(text, () -> new JavaReader(code, holes).read());
    }

    static Term expression(String text) {
        return expression(text, Map.of());
    }

    static Term expressionPattern(String text) {
        Map<String, Hole> holes = new HashMap<>();
        return expression(withoutHoles(text, holes, false), holes);
    }

    private static Term expression(String text, Map<String, Hole> holes) {
        return DeepTerms.read(text, () -> readExpression(text, holes));
    }

    private static Term readExpression(String text, Map<String, Hole> holes) {
        JavaReader reader = new JavaReader(text, holes);
        ParseResult<com.github.javaparser.ast.expr.Expression> result = parser().parseExpression("(\n" + text + "\n)");
        if (!result.isSuccessful()) {
            throw reader.fault(result.getProblem(0));
        }
        Node inside = result.getResult().orElseThrow().asEnclosedExpr().getInner();
        Term term = new JavaTerms(reader).expression(inside);
        return reader.withComments(term, result);
    }

    /** Puts names in the place of holes that Java cannot read, and remembers what they stand for. */
    private static String withoutHoles(String text, Map<String, Hole> holes, boolean statements) {
        Matcher matcher = HOLE.matcher(text);
        StringBuilder out = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            String restriction = matcher.group(2) == null ? "" : matcher.group(2);
            boolean sequence = matcher.group(3) != null;
            Sort sort = HoleClass.sortOf(restriction).orElseThrow(() -> new Source(text)
                    .fault(
                            matcher.start(),
                            matcher.end(),
                            "'" + restriction + "' is no class of variables.",
                            "The classes are " + HoleClass.names() + "."));
            Hole hole = new Hole(name, sort, restriction, sequence);
            Hole known = holes.get("$" + name);
            if (known == null || known.restriction().isEmpty() && !known.sequence()) {
                holes.put("$" + name, hole);
            }
            String rest = text.substring(matcher.end()).stripLeading();
            boolean ends = statements && (rest.isEmpty() || rest.startsWith("}"));
            matcher.appendReplacement(out, Matcher.quoteReplacement("$" + name + (ends ? ";" : "")));
        }
        return matcher.appendTail(out).toString();
    }

    static String methodName(String text) {
        return parser().parseBodyDeclaration(text)
                .getResult()
                .flatMap(member -> member.toMethodDeclaration())
                .map(method -> method.getNameAsString())
                .orElse("");
    }

    /** The variable of the rule that stands for a name; null if it is a name of the program. */
    @Nullable
    Hole hole(String name) {
        return holes.get(name);
    }

    private static JavaParser parser() {
        ParserConfiguration configuration = new ParserConfiguration();
        configuration.setLanguageLevel(LanguageLevel.JAVA_17);
        configuration.setAttributeComments(false);
        return JavaParsers.of(configuration);
    }

    private Tree read() {
        JavaTerms terms = new JavaTerms(this);
        ParseResult<BlockStmt> block = parser().parseBlock(OPEN + source.text + "\n}");
        List<Term> items = new ArrayList<>();
        if (block.isSuccessful()) {
            for (Statement statement : block.getResult().orElseThrow().getStatements()) {
                items.add(terms.statement(statement));
            }
            return unit(items, block);
        }
        ParseResult<com.github.javaparser.ast.CompilationUnit> methods =
                parser().parse("class Cell" + OPEN + source.text + "\n}");
        if (!methods.isSuccessful()) {
            throw fault(block.getProblem(0));
        }
        ClassOrInterfaceDeclaration body =
                methods.getResult().orElseThrow().getClassByName("Cell").orElseThrow();
        body.getMembers().forEach(member -> items.add(terms.member(member)));
        return unit(items, methods);
    }

    private Tree unit(List<Term> items, ParseResult<?> result) {
        Tree unit = new Tree(Kind.UNIT, Language.JAVA.text(), items, Notes.NONE, source.place(0, source.text.length()));
        return (Tree) withComments(unit, result);
    }

    private Term withComments(Term term, ParseResult<?> result) {
        List<Place> comments = new ArrayList<>();
        result.getCommentsCollection().ifPresent(all -> {
            for (Comment comment : all.getComments()) {
                comments.add(place(comment.getRange().orElseThrow()));
            }
        });
        List<Place> outside =
                comments.stream().filter(place -> !isInText(term, place)).toList();
        return new CommentPlacer(source).place(term, outside);
    }

    /** Whether a comment lies in a part that is kept as text, and so is kept with it. */
    private static boolean isInText(Term term, Place comment) {
        boolean within = term.place().start() <= comment.start()
                && comment.end() <= term.place().end();
        return within
                && (term.is(Kind.OPAQUE)
                        || term.is(Kind.OPAQUE_STATEMENT)
                        || term.children().stream().anyMatch(part -> isInText(part, comment)));
    }

    Place place(Node node) {
        return place(node.getRange().orElseThrow());
    }

    private Place place(Range range) {
        return source.place(offset(range.begin), offset(range.end) + 1);
    }

    private int offset(Position position) {
        return source.offset(position.line - 1, position.column);
    }

    /** The text of a node, its lines moved left by the indentation of the first. */
    String text(Node node) {
        Place place = place(node);
        int lineStart = place.start() - place.column() + 1;
        int indent = 0;
        while (source.text.charAt(lineStart + indent) == ' ') {
            indent++;
        }
        String text = source.text.substring(place.start(), place.end());
        return text.replace("\r", "").replaceAll("\n {0," + indent + "}", "\n");
    }

    private CodeException fault(Problem problem) {
        String message = problem.getMessage().lines().findFirst().orElse("This is not Java.");
        String cause = message.endsWith(".") ? message : message + ".";
        String cure = "Write Java statements or methods, each complete.";
        Range range = problem.getLocation()
                .flatMap(location -> location.getBegin()
                        .getRange()
                        .flatMap(begin -> location.getEnd().getRange().map(end -> new Range(begin.begin, end.end))))
                .orElse(null);
        if (range == null || range.begin.line < 2 || source.line(source.text.length()) < range.begin.line - 1) {
            int end = source.text.length();
            return source.fault(Math.max(0, end - 1), end, cause, cure);
        }
        int start = Math.min(offset(range.begin), source.text.length());
        int lastLine = Math.min(range.end.line, source.line(source.text.length()) + 1);
        int end = lastLine < range.end.line
                ? source.text.length()
                : Math.min(offset(range.end) + 1, source.text.length());
        return source.fault(start, Math.max(end, start + 1), cause, cure);
    }
}
