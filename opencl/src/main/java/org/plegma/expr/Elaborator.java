package org.plegma.expr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.Statement;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.tree.Decimals;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Interrupts;
import org.plegma.expr.tree.MathFunction;
import org.plegma.expr.tree.Offset;

/**
 * Turns what was read into expression trees: names get their meaning, sums are unrolled, definitions and coefficients
 * put in and differences expanded. Choices between constants are made here, so that only the chosen side is looked at.
 */
final class Elaborator {
    private static final int MAX_EXPANSIONS = 100;
    private static final BigFraction MAX_TERMS = new BigFraction(100_000);

    private final Symbols symbols;
    private final NameFaults names;
    private final IndexReader indices;
    private final Differences differences;
    private final CoefficientReader coefficients;
    private final SizeLimit size = new SizeLimit();
    private int depth;

    Elaborator(Symbols symbols, FormulaOptions options) {
        this.symbols = symbols;
        this.names = new NameFaults(symbols);
        this.indices = new IndexReader(symbols, this);
        this.differences = new Differences(symbols, this, options);
        this.coefficients = new CoefficientReader(symbols, this);
    }

    /** A number, not a condition. */
    Expr number(Ast ast, Scope scope) {
        Expr e = any(ast, scope);
        if (e.isCondition()) {
            throw new Fault(
                    ast.span(),
                    "A number is expected here, but this is a condition.",
                    "Write '(condition) ? 1 : 0' to count it as a number.");
        }
        return e;
    }

    private List<Expr> numbers(List<Ast> operands, Scope scope) {
        List<Expr> result = new ArrayList<>(operands.size());
        operands.forEach(operand -> result.add(number(operand, scope)));
        return result;
    }

    private Expr condition(Ast ast, Scope scope) {
        Expr e = any(ast, scope);
        if (!e.isCondition()) {
            throw new Fault(
                    ast.span(),
                    "A condition is expected here, but this is a number.",
                    "Compare it, as in 'u != 0'; '!' and '?' bind to what stands next to them, so use parentheses.");
        }
        return e;
    }

    private List<Expr> conditions(List<Ast> operands, Scope scope) {
        List<Expr> result = new ArrayList<>(operands.size());
        operands.forEach(operand -> result.add(condition(operand, scope)));
        return result;
    }

    /** A value that is the same in every cell: numbers and parameters. */
    Expr uniform(Ast ast, Scope scope, String what) {
        Expr e = number(ast, scope);
        if (!Exprs.isUniform(e)) {
            throw new Fault(
                    ast.span(),
                    what + " cannot depend on a field.",
                    "Use numbers and parameters only; multiply by the field in the update instead.");
        }
        return e;
    }

    /** A number that is known when the formula is read. */
    BigFraction constant(Ast ast, Scope scope, String what) {
        if (number(ast, scope) instanceof Expr.Num known) {
            return known.value();
        }
        throw new Fault(
                ast.span(),
                what + " must be a constant, known when the formula is read.",
                "Use numbers, indices of sums and entries of 'coef' lists; a 'param' is known only at run time.");
    }

    /** A constant that is a whole number. */
    int wholeConstant(Ast ast, Scope scope, String what) {
        BigFraction value = constant(ast, scope, what);
        return Exact.asInt(value)
                .orElseThrow(() -> new Fault(
                        ast.span(),
                        what + " must be a whole number, not " + Decimals.text(value.abs()) + ".",
                        "Write a whole number; 'floor(…)' rounds down."));
    }

    private Expr any(Ast ast, Scope scope) {
        size.add(ast.span(), 1);
        Interrupts.check();
        SizeLimit.requireFlat(ast.span(), ++depth);
        try {
            return Constants.checked(ast.span(), meaning(ast, scope));
        } catch (ArithmeticException e) {
            throw new Fault(
                    ast.span(),
                    "Exact arithmetic gives a constant with more than 6000 digits here.",
                    "Write the number with fewer digits, as a decimal.");
        } finally {
            depth--;
        }
    }

    private Expr meaning(Ast ast, Scope scope) {
        if (ast instanceof Ast.Number e) {
            return new Expr.Num(e.value());
        } else if (ast instanceof Ast.Name e) {
            return name(e, scope);
        } else if (ast instanceof Ast.Indexed e) {
            return indexed(e, scope);
        } else if (ast instanceof Ast.Invoke e) {
            return invoke(e, scope);
        } else if (ast instanceof Ast.SumOver e) {
            return sumOver(e, scope);
        } else if (ast instanceof Ast.Group e) {
            return any(e.inner(), scope);
        } else if (ast instanceof Ast.Negate e) {
            return negate(e, scope);
        } else if (ast instanceof Ast.Not e) {
            return Exprs.not(condition(e.operand(), scope));
        } else if (ast instanceof Ast.Add e) {
            return Exprs.sum(numbers(e.terms(), scope));
        } else if (ast instanceof Ast.Multiply e) {
            return Exprs.product(numbers(e.factors(), scope));
        } else if (ast instanceof Ast.Divide e) {
            return divide(e, scope);
        } else if (ast instanceof Ast.Raise e) {
            return Exprs.power(number(e.base(), scope), number(e.exponent(), scope));
        } else if (ast instanceof Ast.Compare e) {
            return Exprs.compare(e.comparison(), number(e.left(), scope), number(e.right(), scope));
        } else if (ast instanceof Ast.And e) {
            return Exprs.and(conditions(e.conditions(), scope));
        } else if (ast instanceof Ast.Or e) {
            return Exprs.or(conditions(e.conditions(), scope));
        } else if (ast instanceof Ast.Choose e) {
            return choose(e, scope);
        }
        throw new Fault(ast.span(), "A list is not a value.", "Read one entry of it, as in 'c[0]'.");
    }

    private Expr negate(Ast.Negate ast, Scope scope) {
        Expr operand = number(ast.operand(), scope);
        // A leading number takes the sign, but not from outside of parentheses: the tree keeps what was written.
        boolean opaque = operand instanceof Expr.Product && ast.operand() instanceof Ast.Group;
        return opaque ? new Expr.Product(List.of(Exprs.MINUS_ONE, operand)) : Exprs.negate(operand);
    }

    private Expr divide(Ast.Divide ast, Scope scope) {
        Expr divisor = number(ast.divisor(), scope);
        if (divisor.equals(Exprs.ZERO)) {
            throw new Fault(ast.divisor().span(), "The divisor is zero.", "Divide by something else.");
        }
        return Exprs.quotient(number(ast.dividend(), scope), divisor);
    }

    private Expr choose(Ast.Choose ast, Scope scope) {
        Expr condition = condition(ast.condition(), scope);
        if (condition instanceof Expr.Bool known) {
            return number(known.value() ? ast.then() : ast.otherwise(), scope);
        }
        return Exprs.select(condition, number(ast.then(), scope), number(ast.otherwise(), scope));
    }

    private Expr name(Ast.Name ast, Scope scope) {
        String name = ast.text();
        Optional<Scope.Binding> local = scope.binding(name);
        if (local.isPresent()) {
            if (local.get() instanceof Scope.Binding.Value value) {
                return counted(ast.span(), value.expr());
            }
            throw NameFaults.axisAsValue(ast, ((Scope.Binding.Axis) local.get()).name());
        } else if (symbols.isField(name)) {
            return new Expr.Access(name, 0, Offset.zero(symbols.axes.size()));
        } else if (symbols.params.containsKey(name)) {
            return new Expr.Param(name);
        } else if (symbols.definitions.containsKey(name)) {
            return expand(ast.span(), symbols.definitions.get(name), List.of(), scope);
        } else if (symbols.axes.contains(name)) {
            throw NameFaults.axisAsValue(ast, name);
        }
        return switch (name) {
            case "pi" -> new Expr.Pi();
            case "true", "false" -> new Expr.Bool(name.equals("true"));
            case Symbols.TIME -> throw new Fault(
                    ast.span(), "The time index 't' is not a value.", "Declare 'param time' and give it at each run.");
            default -> throw names.unknownName(ast, scope);
        };
    }

    private Expr indexed(Ast.Indexed ast, Scope scope) {
        String name = ast.base().text();
        if (scope.binding(name).orElse(null) instanceof Scope.Binding.Value value) {
            return shifted(ast, value.expr(), scope);
        } else if (symbols.isField(name)) {
            IndexReader.Place place = indices.place(ast, symbols.updated.contains(name), scope);
            return new Expr.Access(name, place.level(), place.offset());
        } else if (symbols.isCoef(name)) {
            return coefficients.read(ast, scope);
        } else if (symbols.definitions.containsKey(name)) {
            return shifted(ast, expand(ast.base().span(), symbols.definitions.get(name), List.of(), scope), scope);
        }
        throw names.notIndexed(ast, scope);
    }

    /** A definition or an argument, seen from another cell or another time level. */
    private Expr shifted(Ast.Indexed ast, Expr e, Scope scope) {
        if (e.isCondition()) {
            throw new Fault(ast.span(), "A condition has no cells to index.", "Write the index inside the condition.");
        }
        IndexReader.Place place = indices.place(ast, true, scope);
        for (Expr.Access access : Exprs.accesses(e)) {
            int level = symbols.updated.contains(access.field()) ? access.level() + place.level() : 0;
            indices.checkLevel(ast.span(), level);
        }
        return counted(ast.span(), Exprs.shift(e, place.offset(), place.level(), symbols.updated::contains));
    }

    private Expr sumOver(Ast.SumOver ast, Scope scope) {
        List<Expr> terms = new ArrayList<>();
        sumOver(ast, 0, scope, terms);
        return Exprs.sum(terms);
    }

    private void sumOver(Ast.SumOver ast, int depth, Scope scope, List<Expr> terms) {
        if (depth == ast.ranges().size()) {
            terms.add(number(ast.body(), scope));
            return;
        }
        Ast.Range range = ast.ranges().get(depth);
        String index = range.index().text();
        Optional<String> taken = Symbols.reserved(index)
                .or(() -> symbols.meaning(index).map(meaning -> "'" + index + "' is already " + meaning + "."))
                .or(() -> scope.binding(index).map(b -> "'" + index + "' is already a name at this place."));
        if (taken.isPresent()) {
            throw new Fault(range.index().span(), taken.get(), "Choose another name for the index of the sum.");
        }
        int from = wholeConstant(range.from(), scope, "The first value of a sum");
        int to = wholeConstant(range.to(), scope, "The last value of a sum");
        if (from > to) {
            throw new Fault(
                    range.span(),
                    "The sum from " + from + " to " + to + " has no terms.",
                    "Write the smaller number first: '" + index + "=" + to + ".." + from + "'.");
        }
        if (new BigFraction(to).subtract(from).compareTo(MAX_TERMS) >= 0) {
            throw new Fault(
                    range.span(),
                    "The sum from " + from + " to " + to + " has too many terms to unroll.",
                    "At most " + MAX_TERMS + " are possible.");
        }
        for (int i = from; i <= to; i++) {
            sumOver(ast, depth + 1, scope.with(index, new Scope.Binding.Value(Exprs.num(i))), terms);
        }
    }

    private Expr invoke(Ast.Invoke ast, Scope scope) {
        String name = ast.function().text();
        Statement.Define definition = symbols.definitions.get(name);
        if (definition == null && Symbols.isDifference(name)) {
            return differences.expand(ast, scope);
        }
        if (!ast.options().isEmpty()) {
            Ast.Name option = ast.options().get(0).name();
            throw new Fault(
                    option.span(),
                    "'" + name + "' has no option '" + option.text() + "'.",
                    "Options belong to 'd1', 'd2' and 'lap'; to compare write '=='.");
        }
        if (definition != null) {
            return expand(ast.span(), definition, ast.arguments(), scope);
        } else if (name.equals("pow")) {
            arity(ast, 2);
            return Exprs.power(
                    number(ast.arguments().get(0), scope),
                    number(ast.arguments().get(1), scope));
        }
        MathFunction function = Symbols.function(name).orElseThrow(() -> names.notAFunction(ast.function(), scope));
        boolean extremum = function == MathFunction.MIN || function == MathFunction.MAX;
        if (extremum && ast.arguments().size() > 2) {
            return numbers(ast.arguments(), scope).stream()
                    .reduce((a, b) -> Exprs.call(function, List.of(a, b)))
                    .orElseThrow();
        }
        arity(ast, function.arity());
        return Exprs.call(function, numbers(ast.arguments(), scope));
    }

    private static void arity(Ast.Invoke ast, int expected) {
        if (ast.arguments().size() != expected) {
            String letters = String.join(", ", List.of("a", "b").subList(0, expected));
            throw NameFaults.wrongArity(
                    ast.span(),
                    ast.function().text(),
                    letters,
                    expected,
                    ast.arguments().size());
        }
    }

    private Expr expand(TextRange use, Statement.Define definition, List<Ast> arguments, Scope scope) {
        String name = definition.name().text();
        if (scope.expanding().contains(name)) {
            throw NameFaults.recursion(use, name, scope.expanding());
        } else if (scope.expanding().size() >= MAX_EXPANSIONS) {
            throw Fault.fatal(
                    use,
                    "Definitions are nested deeper than " + MAX_EXPANSIONS + " levels.",
                    "Use fewer definitions that use each other.");
        }
        int expected = definition.parameters().size();
        if (arguments.size() != expected) {
            String parameters =
                    definition.parameters().stream().map(Ast.Name::text).collect(Collectors.joining(", "));
            throw NameFaults.wrongArity(use, name, parameters, expected, arguments.size());
        }
        Map<String, Scope.Binding> bindings = new HashMap<>();
        for (int i = 0; i < expected; i++) {
            bindings.put(definition.parameters().get(i).text(), argument(arguments.get(i), scope));
        }
        return counted(use, any(definition.body(), scope.inside(name, bindings)));
    }

    /** Finds the faults of a definition that may not be used anywhere. */
    void checkDefinition(Statement.Define definition) {
        expand(definition.name().span(), definition, List.of(), Scope.outermost(true));
    }

    private Scope.Binding argument(Ast argument, Scope scope) {
        return indices.axis(argument, scope)
                .<Scope.Binding>map(Scope.Binding.Axis::new)
                .orElseGet(() -> new Scope.Binding.Value(number(argument, scope)));
    }

    /** The axis that an argument names, as it is seen here. */
    Optional<String> axis(Ast argument, Scope scope) {
        return indices.axis(argument, scope);
    }

    /** Counts the nodes that a value put in adds to the tree. */
    Expr counted(TextRange span, Expr e) {
        return size.counted(span, e);
    }
}
