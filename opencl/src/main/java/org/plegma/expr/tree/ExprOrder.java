package org.plegma.expr.tree;

import java.util.Comparator;
import java.util.List;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Expr.Call;
import org.plegma.expr.tree.Expr.Compare;
import org.plegma.expr.tree.Expr.Local;
import org.plegma.expr.tree.Expr.Num;
import org.plegma.expr.tree.Expr.Param;

/**
 * A total order of trees, for printing and comparing sums without regard to the order they were written in. Field
 * reads are ordered as one reads a stencil: by field, from the newest level, from the centre outwards.
 */
public final class ExprOrder implements Comparator<Expr> {
    public static final ExprOrder INSTANCE = new ExprOrder();

    private static final List<Class<? extends Expr>> KINDS = List.of(
            Num.class,
            Expr.Pi.class,
            Param.class,
            Local.class,
            Access.class,
            Expr.Sum.class,
            Expr.Product.class,
            Expr.Quotient.class,
            Expr.Power.class,
            Call.class,
            Expr.Select.class,
            Expr.Bool.class,
            Compare.class,
            Expr.Not.class,
            Expr.And.class,
            Expr.Or.class);

    private ExprOrder() {}

    private static int compare(Access a, Access b) {
        int order = a.field().compareTo(b.field());
        if (order == 0) {
            order = Integer.compare(b.level(), a.level());
        }
        if (order == 0) {
            order = Integer.compare(a.offset().distance(), b.offset().distance());
        }
        return order == 0 ? a.offset().compareTo(b.offset()) : order;
    }

    @Override
    public int compare(Expr a, Expr b) {
        if (a == b) {
            return 0;
        } else if (a.getClass() != b.getClass()) {
            return KINDS.indexOf(a.getClass()) - KINDS.indexOf(b.getClass());
        } else if (a instanceof Access access) {
            return compare(access, (Access) b);
        } else if (a instanceof Num number) {
            return number.value().compareTo(((Num) b).value());
        } else if (a instanceof Param param) {
            return param.name().compareTo(((Param) b).name());
        } else if (a instanceof Local local) {
            return local.name().compareTo(((Local) b).name());
        } else if (a instanceof Expr.Bool bool) {
            return Boolean.compare(bool.value(), ((Expr.Bool) b).value());
        } else if (a instanceof Call call && call.function() != ((Call) b).function()) {
            return call.function().compareTo(((Call) b).function());
        } else if (a instanceof Compare compare && compare.comparison() != ((Compare) b).comparison()) {
            return compare.comparison().compareTo(((Compare) b).comparison());
        }
        return compareOperands(a.children(), b.children());
    }

    private int compareOperands(List<Expr> a, List<Expr> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return a.size() - b.size();
    }
}
