package org.plegma.kernel.cell;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.Position;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.PatternExpr;
import com.github.javaparser.ast.stmt.AssertStmt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.rewrite.text.JavaParsers;

/**
 * Gives the assertions of a cell that have no message one that shows the values: both sides of a comparison, each computed
 * once, and the variables in it. All stays on its line.
 */
final class AssertedValues {
    private static final Pattern ASSERT = Pattern.compile("\\bassert\\b");
    private static final Set<BinaryExpr.Operator> COMPARISONS = Set.of(
            BinaryExpr.Operator.EQUALS,
            BinaryExpr.Operator.NOT_EQUALS,
            BinaryExpr.Operator.LESS,
            BinaryExpr.Operator.LESS_EQUALS,
            BinaryExpr.Operator.GREATER,
            BinaryExpr.Operator.GREATER_EQUALS);
    private static final String[] WRAPPERS = {"class C { void m() {", "class C {", ""};
    private static final String CALL = Asserted.class.getName() + ".";

    private record Insertion(int offset, String text) {}

    private final String source;
    private final int shift;
    private final List<Insertion> insertions = new ArrayList<>();

    private AssertedValues(String source, int shift) {
        this.source = source;
        this.shift = shift;
    }

    /** The source with messages; as it is, if it asserts nothing or is not Java. */
    static String shown(String source) {
        if (!ASSERT.matcher(source).find()) {
            return source;
        }
        JavaParser parser =
                JavaParsers.of(new ParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17));
        for (String wrapper : WRAPPERS) {
            String closing = "\n"
                    + "}".repeat((int) wrapper.chars().filter(c -> c == '{').count());
            Optional<CompilationUnit> unit =
                    parser.parse(wrapper + source + closing).getResult();
            if (unit.isPresent() && parser.parse(wrapper + source + closing).isSuccessful()) {
                return new AssertedValues(source, wrapper.length()).shown(unit.get());
            }
        }
        return source;
    }

    private String shown(CompilationUnit unit) {
        unit.findAll(AssertStmt.class).stream()
                .filter(statement -> statement.getMessage().isEmpty())
                .forEach(statement -> addMessage(statement.getCheck()));
        Collections.reverse(insertions); // of two in one place the first stays before the second
        insertions.sort(Comparator.comparingInt(Insertion::offset).reversed());
        StringBuilder text = new StringBuilder(source);
        insertions.forEach(insertion -> text.insert(insertion.offset, insertion.text));
        return text.toString();
    }

    private void addMessage(Expression condition) {
        String arguments = quoted(condition);
        String function = "failed";
        if (condition instanceof BinaryExpr comparison && COMPARISONS.contains(comparison.getOperator())) {
            function = "compared";
            arguments += ", " + side("left", comparison.getLeft()) + ", " + side("right", comparison.getRight());
        }
        Set<String> variables = new LinkedHashSet<>();
        condition.findAll(NameExpr.class).stream()
                .filter(AssertedValues::isVariable)
                .map(NameExpr::getNameAsString)
                .forEach(variables::add);
        if (condition instanceof BinaryExpr comparison) {
            variables.remove(comparison.getLeft().toString());
            variables.remove(comparison.getRight().toString());
        }
        for (String variable : variables) {
            arguments += ", \"" + variable + "\", " + variable;
        }
        if (condition.findAll(PatternExpr.class).isEmpty()
                && condition.findAll(LambdaExpr.class).isEmpty()) {
            insertions.add(new Insertion(end(condition), " : " + CALL + function + "(" + arguments + ")"));
        } else if (function.equals("failed")) {
            insertions.add(new Insertion(end(condition), " : " + CALL + "failed(" + quoted(condition) + ")"));
        }
    }

    /** A name that is a variable's for certain: not that of a class or package before a dot. */
    private static boolean isVariable(NameExpr name) {
        boolean beforeCall = name.getParentNode()
                .filter(parent -> parent instanceof MethodCallExpr call
                        && call.getScope().filter(name::equals).isPresent())
                .isPresent();
        boolean lower = Character.isLowerCase(name.getNameAsString().charAt(0));
        return name.getParentNode()
                        .filter(parent -> parent instanceof com.github.javaparser.ast.expr.FieldAccessExpr)
                        .isEmpty()
                && (!beforeCall || lower);
    }

    private String side(String name, Expression side) {
        insertions.add(new Insertion(start(side), CALL + name + "("));
        insertions.add(new Insertion(end(side), ")"));
        return side instanceof LiteralExpr ? "\"\"" : quoted(side);
    }

    private String quoted(Expression expression) {
        String text = source.substring(start(expression), end(expression)).replaceAll("\\s*\\R\\s*", " ");
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private int start(Node node) {
        return offset(node.getRange().orElseThrow().begin);
    }

    private int end(Node node) {
        return offset(node.getRange().orElseThrow().end) + 1;
    }

    private int offset(Position position) {
        int lineStart = 0;
        for (int line = 1; line < position.line; line++) {
            lineStart = source.indexOf('\n', lineStart) + 1;
        }
        return lineStart + position.column - 1 - (position.line == 1 ? shift : 0);
    }
}
