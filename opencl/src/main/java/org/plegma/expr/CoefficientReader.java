package org.plegma.expr;

import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.CoefficientList;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.tree.Expr;

/** Reads entries of coefficient lists, as in {@code c[i,j]}. */
final class CoefficientReader {
    private final Symbols symbols;
    private final Elaborator elaborator;

    CoefficientReader(Symbols symbols, Elaborator elaborator) {
        this.symbols = symbols;
        this.elaborator = elaborator;
    }

    /** The value of an entry that a formula names. */
    Expr read(Ast.Indexed ast, Scope scope) {
        String name = ast.base().text();
        CoefficientList list = symbols.coefs.get(name);
        if (list == null) {
            throw new Fault(
                    ast.span(),
                    "The coefficient list '" + name + "' is used before it is declared.",
                    "Move the line 'coef " + name + " = …' up.");
        }
        if (ast.indices().size() != list.shape().size()) {
            throw new Fault(
                    ast.span(),
                    "'" + name + "' has " + list.shape().size() + " index(es), found "
                            + ast.indices().size() + ".",
                    "Write 'c[i]' for a list and 'c[i,j]' for a list of lists.");
        }
        int position = 0;
        for (int d = 0; d < list.shape().size(); d++) {
            Ast index = ast.indices().get(d);
            int value = elaborator.wholeConstant(index, scope, "The index of a coefficient list");
            int length = list.shape().get(d);
            if (value < 0 || value >= length) {
                throw new Fault(
                        index.span(),
                        "Index " + value + " is outside '" + name + "', which has entries 0 to " + (length - 1) + ".",
                        "Change the index or the range of the sum, or make the list longer.");
            }
            position = position * length + value;
        }
        return elaborator.counted(ast.span(), list.values().get(position));
    }
}
