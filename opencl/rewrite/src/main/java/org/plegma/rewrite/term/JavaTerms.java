package org.plegma.rewrite.term;

import com.github.javaparser.ast.Modifier;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.EmptyStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import com.github.javaparser.ast.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;

/** Makes terms of JavaParser's trees: statements and declarations. */
final class JavaTerms {
    private final JavaReader reader;
    private final JavaExpressions expressions;

    JavaTerms(JavaReader reader) {
        this.reader = reader;
        this.expressions = new JavaExpressions(reader, this);
    }

    Term expression(Node expression) {
        return expressions.term((Expression) expression);
    }

    Term member(BodyDeclaration<?> member) {
        if (member instanceof MethodDeclaration method
                && method.getTypeParameters().isEmpty()
                && method.getAnnotations().isEmpty()
                && method.getThrownExceptions().isEmpty()) {
            return method(method);
        }
        if (member instanceof FieldDeclaration field && field.getAnnotations().isEmpty()) {
            return declaration(field, field.getModifiers(), field.getVariables());
        }
        // Methods and statements are read as members of a class, where a block of statements is an initializer.
        if (member instanceof InitializerDeclaration block && !block.isStatic()) {
            return statement(block.getBody());
        }
        return made(Kind.OPAQUE_STATEMENT, reader.text(member), member);
    }

    private Term method(MethodDeclaration method) {
        List<Term> parameters = new ArrayList<>();
        method.getParameters().forEach(each -> parameters.add(parameter(each)));
        Place name = reader.place(method.getName());
        Place inParentheses = parameters.isEmpty()
                ? reader.source.place(name.end(), name.end())
                : parameters
                        .get(0)
                        .place()
                        .to(parameters.get(parameters.size() - 1).place());
        List<Term> parts = new ArrayList<>(List.of(
                type(method.getType(), method.getModifiers()),
                name(method.getName()),
                new Tree(Kind.PARAMETERS, "", parameters, Notes.NONE, inParentheses)));
        method.getBody().ifPresent(body -> parts.add(statement(body)));
        return made(Kind.FUNCTION, "", method, parts);
    }

    private Term parameter(Parameter parameter) {
        Term type = type(parameter.getType(), parameter.getModifiers());
        if (parameter.isVarArgs() && type.is(Kind.TYPE)) {
            type = new Tree(Kind.TYPE, type.text() + "...", type.children(), type.notes(), type.place());
        }
        Term declarator = made(Kind.DECLARATOR, "", parameter.getName(), List.of(name(parameter.getName())));
        return made(Kind.PARAMETER, "", parameter, List.of(type, declarator));
    }

    Term name(SimpleName name) {
        Hole hole = reader.hole(name.asString());
        return hole != null ? hole.as(Sort.NAME) : made(Kind.NAME, name.asString(), name);
    }

    Term type(Type type, NodeList<Modifier> modifiers) {
        Hole hole = reader.hole(type.asString());
        if (hole != null) {
            return hole.as(Sort.TYPE);
        }
        List<Term> qualifiers = new ArrayList<>();
        modifiers.forEach(
                each -> qualifiers.add(made(Kind.QUALIFIER, each.getKeyword().asString(), each)));
        return made(Kind.TYPE, type.asString(), type, qualifiers);
    }

    Term declaration(Node node, NodeList<Modifier> modifiers, NodeList<VariableDeclarator> variables) {
        Type first = variables.get(0).getType();
        boolean alike = variables.stream().allMatch(each -> each.getType().equals(first));
        Type base = alike ? first : first.getElementType();
        List<Term> parts = new ArrayList<>(List.of(type(base, modifiers)));
        for (VariableDeclarator variable : variables) {
            List<Term> inside = new ArrayList<>(List.of(name(variable.getName())));
            for (int i = alike ? variable.getType().getArrayLevel() : 0;
                    i < variable.getType().getArrayLevel();
                    i++) {
                inside.add(made(Kind.DIMENSION, "", variable.getName()));
            }
            variable.getInitializer().ifPresent(value -> {
                Term term = expression(value);
                inside.add(new Tree(Kind.INITIAL, "", List.of(term), Notes.NONE, reader.place(value)));
            });
            parts.add(made(Kind.DECLARATOR, "", variable, inside));
        }
        return made(Kind.DECLARE, "", node, parts);
    }

    Term statement(Statement statement) {
        if (statement instanceof BlockStmt block) {
            return made(Kind.BLOCK, "", block, statements(block.getStatements()));
        } else if (statement instanceof ExpressionStmt execute) {
            return execute(execute);
        } else if (statement instanceof IfStmt choice) {
            List<Term> parts =
                    new ArrayList<>(List.of(expression(choice.getCondition()), statement(choice.getThenStmt())));
            choice.getElseStmt().ifPresent(otherwise -> parts.add(statement(otherwise)));
            return made(Kind.IF, "", choice, parts);
        } else if (statement instanceof ForStmt loop) {
            return loop(loop);
        } else if (statement instanceof ForEachStmt loop
                && loop.getVariable().getAnnotations().isEmpty()) {
            VariableDeclarator variable = loop.getVariableDeclarator();
            Term declarator = made(Kind.DECLARATOR, "", variable.getName(), List.of(name(variable.getName())));
            Term type = type(variable.getType(), loop.getVariable().getModifiers());
            Term parameter = made(Kind.PARAMETER, "", loop.getVariable(), List.of(type, declarator));
            return made(
                    Kind.FOR_EACH,
                    "",
                    loop,
                    List.of(parameter, expression(loop.getIterable()), statement(loop.getBody())));
        } else if (statement instanceof WhileStmt loop) {
            return made(Kind.WHILE, "", loop, List.of(expression(loop.getCondition()), statement(loop.getBody())));
        } else if (statement instanceof DoStmt loop) {
            return made(Kind.DO, "", loop, List.of(statement(loop.getBody()), expression(loop.getCondition())));
        } else if (statement instanceof SwitchStmt choice && isPlain(choice)) {
            return choice(choice);
        } else if (statement instanceof BreakStmt jump) {
            return jump("break", jump.getLabel().map(SimpleName::asString).orElse(""), jump);
        } else if (statement instanceof ContinueStmt jump) {
            return jump("continue", jump.getLabel().map(SimpleName::asString).orElse(""), jump);
        } else if (statement instanceof ReturnStmt result) {
            return made(
                    Kind.RETURN,
                    "",
                    result,
                    result.getExpression().map(this::expression).stream().toList());
        } else if (statement instanceof EmptyStmt) {
            return made(Kind.EMPTY, "", statement);
        } else if (statement instanceof LabeledStmt labeled) {
            return made(
                    Kind.LABELED, labeled.getLabel().asString(), labeled, List.of(statement(labeled.getStatement())));
        }
        return made(Kind.OPAQUE_STATEMENT, reader.text(statement), statement);
    }

    private List<Term> statements(List<Statement> statements) {
        List<Term> terms = new ArrayList<>();
        statements.forEach(each -> terms.add(statement(each)));
        return terms;
    }

    private Term execute(ExpressionStmt execute) {
        Expression expression = execute.getExpression();
        if (expression instanceof VariableDeclarationExpr declaration) {
            return declaration.getAnnotations().isEmpty()
                    ? declaration(execute, declaration.getModifiers(), declaration.getVariables())
                    : made(Kind.OPAQUE_STATEMENT, reader.text(execute), execute);
        }
        Term term = expression(expression);
        boolean statementHole = term instanceof Hole hole
                && (hole.restriction().isEmpty() || hole.restriction().equals(HoleClass.STATEMENT.text()));
        return statementHole ? ((Hole) term).as(Sort.STATEMENT) : made(Kind.EXECUTE, "", execute, List.of(term));
    }

    private Term loop(ForStmt loop) {
        int open = loop.getBody().getBegin().isPresent() ? reader.place(loop).start() + 3 : 0;
        Term nothing = new Tree(Kind.NOTHING, "", List.of(), Notes.NONE, reader.source.place(open, open));
        Term start = commaOf(loop.getInitialization(), nothing);
        if (start instanceof Hole hole) {
            start = hole.as(Sort.STATEMENT);
        }
        Term condition = loop.getCompare().map(this::expression).orElse(nothing);
        Term step = commaOf(loop.getUpdate(), nothing);
        return made(Kind.FOR, "", loop, List.of(start, condition, step, statement(loop.getBody())));
    }

    private Term commaOf(NodeList<Expression> expressions, Term nothing) {
        if (expressions.isEmpty()) {
            return nothing;
        }
        if (expressions.size() == 1) {
            return expressions.get(0) instanceof VariableDeclarationExpr declaration
                    ? declaration(declaration, declaration.getModifiers(), declaration.getVariables())
                    : expression(expressions.get(0));
        }
        List<Term> all = new ArrayList<>();
        expressions.forEach(each -> all.add(expression(each)));
        return new Tree(
                Kind.COMMA,
                "",
                all,
                Notes.NONE,
                all.get(0).place().to(all.get(all.size() - 1).place()));
    }

    private static boolean isPlain(SwitchStmt choice) {
        return choice.getEntries().stream()
                .allMatch(entry -> entry.getType() == SwitchEntry.Type.STATEMENT_GROUP
                        && entry.getLabels().size() <= 1);
    }

    private Term choice(SwitchStmt choice) {
        List<Term> parts = new ArrayList<>(List.of(expression(choice.getSelector())));
        for (SwitchEntry entry : choice.getEntries()) {
            List<Term> inCase = new ArrayList<>();
            entry.getLabels().forEach(label -> inCase.add(expression(label)));
            inCase.addAll(statements(entry.getStatements()));
            parts.add(made(Kind.CASE, entry.getLabels().isEmpty() ? "default" : "case", entry, inCase));
        }
        return made(Kind.SWITCH, "", choice, parts);
    }

    private Term jump(String word, String label, Node node) {
        return made(Kind.JUMP, label.isEmpty() ? word : word + " " + label, node);
    }

    private Tree made(Kind kind, String text, Node node) {
        return made(kind, text, node, List.of());
    }

    Tree made(Kind kind, String text, Node node, List<Term> parts) {
        return new Tree(kind, text, parts, Notes.NONE, reader.place(node));
    }
}
