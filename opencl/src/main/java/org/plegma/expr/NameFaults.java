package org.plegma.expr;

import java.util.List;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.syntax.TextRange;

/** Says why a name cannot stand where it stands. */
final class NameFaults {
    private final Symbols symbols;

    NameFaults(Symbols symbols) {
        this.symbols = symbols;
    }

    static Fault axisAsValue(Ast.Name ast, String axis) {
        String called = ast.text().equals(axis) ? "" : ", here called '" + ast.text() + "',";
        return new Fault(
                ast.span(),
                "The axis '" + axis + "'" + called + " is an index, not a value.",
                "Put the positions into a read-only field and read that, or leave the axis out.");
    }

    static Fault wrongArity(TextRange span, String name, String parameters, int expected, int found) {
        return new Fault(
                span,
                "Wrong number of arguments for '" + name + "': expected " + expected + ", found " + found + ".",
                "Write '" + name + (expected == 0 ? "" : "(" + parameters + ")") + "'.");
    }

    static Fault recursion(TextRange use, String name, List<String> expanding) {
        boolean itself = expanding.equals(List.of(name));
        return new Fault(
                use,
                "The definition '" + name + "' uses itself: " + String.join(" -> ", expanding) + " -> " + name + ".",
                itself
                        ? "A definition is no loop; to update a field name its axes: '" + name + "[x] = …'."
                        : "Definitions are put in where they are used, so they cannot be recursive.");
    }

    /** A name that stands alone and is no value. */
    Fault unknownName(Ast.Name ast, Scope scope) {
        String name = ast.text();
        if (symbols.isCoef(name)) {
            return new Fault(
                    ast.span(), "'" + name + "' is a list, not a number.", "Read one entry of it: '" + name + "[0]'.");
        } else if (Symbols.isFunction(name) || Symbols.isDifference(name) || name.equals("sum")) {
            return new Fault(ast.span(), "The function '" + name + "' has no argument.", "Write '" + name + "(…)'.");
        }
        return new Fault(
                ast.span(),
                "Unknown name '" + name + "'.",
                symbols.suggestion(name, scope.names(), "declare it: 'param " + name + "', or 'field " + name + "'."));
    }

    /** A name with brackets that has no cells. */
    Fault notIndexed(Ast.Indexed ast, Scope scope) {
        String name = ast.base().text();
        if (symbols.meaning(name).isPresent() || Symbols.isFunction(name) || Symbols.isDifference(name)) {
            return new Fault(
                    ast.span(),
                    "'" + name + "' is " + symbols.meaning(name).orElse("a function") + " and has no cells to index.",
                    "Write '" + name + "' without brackets; what differs from cell to cell is a 'field'.");
        }
        return new Fault(
                ast.base().span(),
                "Unknown field or list '" + name + "'.",
                symbols.suggestion(name, scope.names(), "declare it: 'field " + name + "', or 'coef " + name + "'."));
    }

    /** A name with parentheses that is no function. */
    Fault notAFunction(Ast.Name function, Scope scope) {
        String name = function.text();
        if (symbols.isField(name) || symbols.isCoef(name)) {
            return new Fault(
                    function.span(),
                    "'" + name + "' is " + symbols.meaning(name).orElseThrow() + ", not a function.",
                    "Use square brackets: '" + name + "[…]'.");
        } else if (name.equals("pi") || name.equals("true") || name.equals("false")) {
            return new Fault(
                    function.span(),
                    "'" + name + "' is a " + (name.equals("pi") ? "number" : "condition") + ", not a function.",
                    "Write '" + name + "' without parentheses.");
        } else if (symbols.meaning(name).isPresent() || scope.binding(name).isPresent()) {
            return new Fault(
                    function.span(), "'" + name + "' is not a function.", "Write '" + name + "*(…)' to multiply.");
        }
        return new Fault(
                function.span(),
                "Unknown function '" + name + "'.",
                symbols.suggestion(name, scope.names(), "define it: '" + name + "(f) = …'."));
    }
}
