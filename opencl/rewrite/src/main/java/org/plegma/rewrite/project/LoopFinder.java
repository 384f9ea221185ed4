package org.plegma.rewrite.project;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the loops of a source file, each with the variables that are in scope. */
final class LoopFinder {
    private final String source;

    private LoopFinder(String source) {
        this.source = source;
    }

    /** The outermost loops in the order of the file. */
    static List<FoundLoop> loops(CompilationUnit unit, String source) {
        List<FoundLoop> found = new ArrayList<>();
        LoopFinder finder = new LoopFinder(source);
        String prefix = unit.getPackageDeclaration()
                .map(each -> each.getNameAsString() + ".")
                .orElse("");
        unit.getTypes().forEach(type -> finder.type(type, prefix, new HashMap<>(), new ArrayList<>(), found));
        return found;
    }

    private void type(
            TypeDeclaration<?> type,
            String prefix,
            Map<String, String> around,
            List<String> methodsAround,
            List<FoundLoop> found) {
        String name = prefix + type.getNameAsString();
        Map<String, String> fields = new HashMap<>(around);
        List<String> methods = new ArrayList<>(methodsAround);
        for (BodyDeclaration<?> member : type.getMembers()) {
            if (member instanceof FieldDeclaration field && !field.isVolatile()) {
                field.getVariables().forEach(each -> declare(each, fields));
            } else if (member instanceof FieldDeclaration field) {
                field.getVariables().forEach(each -> fields.remove(each.getNameAsString()));
            } else if (member instanceof MethodDeclaration method && isItself(type, method)) {
                method.getBody().ifPresent(body -> methods.add(text(method, body)));
            }
        }
        for (BodyDeclaration<?> member : type.getMembers()) {
            if (member instanceof TypeDeclaration<?> inner) {
                type(inner, name + "$", fields, methods, found);
            } else if (member instanceof CallableDeclaration<?> callable) {
                Map<String, String> scope = new HashMap<>(fields);
                callable.getParameters()
                        .forEach(each -> scope.put(
                                each.getNameAsString(), each.getTypeAsString() + (each.isVarArgs() ? "[]" : "")));
                Place place = new Place(name, callable.getNameAsString(), methods);
                callable.findFirst(BlockStmt.class).ifPresent(body -> statement(body, scope, place, found));
            } else if (member instanceof InitializerDeclaration initializer) {
                statement(initializer.getBody(), new HashMap<>(fields), new Place(name, "{}", methods), found);
            }
        }
    }

    /** Where loops are found. */
    private record Place(String type, String method, List<String> methods) {}

    /** Whether a call of the method by its name runs its own body, which no subclass replaces. */
    private static boolean isItself(TypeDeclaration<?> type, MethodDeclaration method) {
        boolean last = type instanceof ClassOrInterfaceDeclaration each ? each.isFinal() : true;
        return method.isStatic() || method.isPrivate() || method.isFinal() || last;
    }

    private String text(MethodDeclaration method, BlockStmt body) {
        StringBuilder head = new StringBuilder(method.getTypeAsString() + " " + method.getNameAsString() + "(");
        method.getParameters().forEach(each -> head.append(head.charAt(head.length() - 1) == '(' ? "" : ", ")
                .append(each.getTypeAsString())
                .append(each.isVarArgs() ? "..." : "")
                .append(' ')
                .append(each.getNameAsString()));
        return head + ") " + text(body);
    }

    private String text(Node node) {
        return source.substring(
                FileRewriter.offset(source, node.getBegin().orElseThrow()),
                FileRewriter.offset(source, node.getEnd().orElseThrow()) + 1);
    }

    private void statement(Statement statement, Map<String, String> scope, Place place, List<FoundLoop> found) {
        if (statement instanceof BlockStmt block) {
            Map<String, String> own = new HashMap<>(scope);
            for (Statement each : block.getStatements()) {
                each.toExpressionStmt()
                        .map(expression -> expression.getExpression())
                        .filter(VariableDeclarationExpr.class::isInstance)
                        .map(VariableDeclarationExpr.class::cast)
                        .ifPresent(declared -> declared.getVariables().forEach(one -> declare(one, own)));
                statement(each, own, place, found);
            }
            return;
        }
        Map<String, String> own = new HashMap<>(scope);
        if (statement instanceof ForStmt loop) {
            loop.getInitialization().stream()
                    .filter(VariableDeclarationExpr.class::isInstance)
                    .map(VariableDeclarationExpr.class::cast)
                    .forEach(declared -> declared.getVariables().forEach(one -> declare(one, own)));
        } else if (statement instanceof ForEachStmt loop) {
            loop.getVariable().getVariables().forEach(one -> declare(one, own));
        } else if (statement instanceof TryStmt) {
            NodeList<Expression> resources = ((TryStmt) statement).getResources();
            resources.stream()
                    .filter(VariableDeclarationExpr.class::isInstance)
                    .map(VariableDeclarationExpr.class::cast)
                    .forEach(declared -> declared.getVariables().forEach(one -> declare(one, own)));
        }
        boolean loop = statement instanceof ForStmt || statement instanceof WhileStmt || statement instanceof DoStmt;
        List<FoundLoop> inside = loop ? new ArrayList<>() : found;
        parts(statement, own, place, inside);
        if (loop) {
            found.add(found(statement, scope, place, inside));
        }
    }

    /** The statements of a statement, but not those of lambdas and of classes within it. */
    private void parts(Node node, Map<String, String> scope, Place place, List<FoundLoop> found) {
        for (Node part : node.getChildNodes()) {
            if (part instanceof Statement statement) {
                statement(statement, scope, place, found);
            } else if (!(part instanceof Expression) && !(part instanceof TypeDeclaration)) {
                parts(part, scope, place, found); // as a case of a switch, or a catch
            }
        }
    }

    private FoundLoop found(Statement loop, Map<String, String> scope, Place place, List<FoundLoop> inside) {
        Set<String> names = new HashSet<>();
        loop.findAll(SimpleName.class).forEach(each -> names.add(each.getIdentifier()));
        Map<String, String> types = new LinkedHashMap<>();
        names.stream().sorted().filter(scope::containsKey).forEach(name -> types.put(name, scope.get(name)));
        String moved = "\n".repeat(loop.getBegin().orElseThrow().line - 1)
                + " ".repeat(loop.getBegin().orElseThrow().column - 1);
        return new FoundLoop(place.type, place.method, loop, moved + text(loop), types, place.methods, inside);
    }

    private static void declare(VariableDeclarator declarator, Map<String, String> scope) {
        String type = declarator.getTypeAsString();
        if (type.equals("var")) {
            type = declarator.getInitializer().map(value -> type(value, scope)).orElse("");
        }
        if (type.isEmpty()) {
            scope.remove(declarator.getNameAsString());
        } else {
            scope.put(declarator.getNameAsString(), type);
        }
    }

    /** The type of an initial value; empty if it is not plain. */
    private static String type(Expression value, Map<String, String> scope) {
        if (value instanceof ArrayCreationExpr array) {
            return array.getElementType().asString()
                    + "[]".repeat(array.getLevels().size());
        } else if (value.isIntegerLiteralExpr()) {
            return "int";
        } else if (value.isLongLiteralExpr()) {
            return "long";
        } else if (value.isDoubleLiteralExpr()) {
            return value.toString().matches(".*[fF]") ? "float" : "double";
        } else if (value.isBooleanLiteralExpr()) {
            return "boolean";
        } else if (value.isCastExpr()) {
            return value.asCastExpr().getTypeAsString();
        }
        return value instanceof NameExpr name ? scope.getOrDefault(name.getNameAsString(), "") : "";
    }
}
