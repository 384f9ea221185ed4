package org.plegma.rewrite.term;

import com.github.javaparser.ast.ArrayCreationLevel;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;

/** Makes terms of JavaParser's expressions. */
final class JavaExpressions {
    private final JavaReader reader;
    private final JavaTerms terms;

    JavaExpressions(JavaReader reader, JavaTerms terms) {
        this.reader = reader;
        this.terms = terms;
    }

    Term term(Expression expression) {
        if (expression instanceof NameExpr name) {
            Hole hole = reader.hole(name.getNameAsString());
            return hole != null ? hole : made(Kind.NAME, name.getNameAsString(), name);
        } else if (expression instanceof EnclosedExpr enclosed) {
            Term inner = term(enclosed.getInner());
            return inner.withNotes(inner.notes().inParentheses()).withPlace(reader.place(enclosed));
        } else if (expression instanceof LiteralExpr && !(expression instanceof TextBlockLiteralExpr)) {
            return made(Kind.LITERAL, expression.toString(), expression);
        } else if (expression instanceof UnaryExpr unary) {
            Kind kind = unary.isPostfix() ? Kind.POSTFIX : Kind.UNARY;
            return made(kind, unary.getOperator().asString(), unary, term(unary.getExpression()));
        } else if (expression instanceof BinaryExpr binary) {
            return made(
                    Kind.BINARY,
                    binary.getOperator().asString(),
                    binary,
                    term(binary.getLeft()),
                    term(binary.getRight()));
        } else if (expression instanceof AssignExpr assign) {
            return made(
                    Kind.ASSIGN,
                    assign.getOperator().asString(),
                    assign,
                    term(assign.getTarget()),
                    term(assign.getValue()));
        } else if (expression instanceof ConditionalExpr choice) {
            return made(
                    Kind.CONDITIONAL,
                    "",
                    choice,
                    term(choice.getCondition()),
                    term(choice.getThenExpr()),
                    term(choice.getElseExpr()));
        } else if (expression instanceof ArrayAccessExpr access) {
            return made(Kind.INDEX, "", access, term(access.getName()), term(access.getIndex()));
        } else if (expression instanceof FieldAccessExpr access) {
            return made(Kind.MEMBER, access.getNameAsString(), access, term(access.getScope()));
        } else if (expression instanceof MethodCallExpr call
                && call.getTypeArguments().isEmpty()) {
            return call(call);
        } else if (expression instanceof CastExpr cast) {
            return made(Kind.CAST, "", cast, terms.type(cast.getType(), new NodeList<>()), term(cast.getExpression()));
        } else if (expression instanceof ArrayInitializerExpr values) {
            return terms.made(Kind.INITIALIZER, "", values, all(values.getValues()));
        } else if (expression instanceof ArrayCreationExpr creation && isPlain(creation)) {
            return newArray(creation);
        } else if (expression instanceof ThisExpr self && self.getTypeName().isEmpty()) {
            return made(Kind.NAME, "this", self);
        }
        return made(Kind.OPAQUE, reader.text(expression), expression);
    }

    private Term call(MethodCallExpr call) {
        Term name = terms.name(call.getName());
        Term callee = name;
        if (call.getScope().isPresent()) {
            Term scope = term(call.getScope().get());
            Place place = scope.place().to(name.place());
            callee = new Tree(Kind.MEMBER, call.getNameAsString(), List.of(scope), Notes.NONE, place);
        }
        List<Term> parts = new ArrayList<>(List.of(callee));
        parts.addAll(all(call.getArguments()));
        return terms.made(Kind.CALL, "", call, parts);
    }

    private static boolean isPlain(ArrayCreationExpr creation) {
        boolean lengths = creation.getLevels().stream()
                .allMatch(level -> level.getDimension().isPresent());
        return lengths
                || creation.getInitializer().isPresent() && creation.getLevels().size() == 1;
    }

    private Term newArray(ArrayCreationExpr creation) {
        List<Term> parts = new ArrayList<>(List.of(terms.type(creation.getElementType(), new NodeList<>())));
        for (ArrayCreationLevel level : creation.getLevels()) {
            level.getDimension().ifPresent(length -> parts.add(term(length)));
        }
        creation.getInitializer().ifPresent(values -> parts.add(term(values)));
        return terms.made(Kind.NEW_ARRAY, "", creation, parts);
    }

    private List<Term> all(NodeList<Expression> expressions) {
        List<Term> all = new ArrayList<>();
        expressions.forEach(each -> all.add(term(each)));
        return all;
    }

    private Tree made(Kind kind, String text, Expression expression, Term... parts) {
        return terms.made(kind, text, expression, List.of(parts));
    }
}
