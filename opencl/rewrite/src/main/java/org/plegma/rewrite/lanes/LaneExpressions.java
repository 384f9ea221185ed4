package org.plegma.rewrite.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneScope.Buffer;
import org.plegma.rewrite.lanes.LaneScope.Variable;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.CLiteral;

/** Expressions of OpenCL C for all lanes: each lane the same operations in the same order. */
final class LaneExpressions {
    /** The number of the first lane's work-item, which stands for {@code get_global_id(0)}. */
    static final String FIRST = "java_first";

    private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");
    private static final Map<String, String> CONSTANTS = Map.of(
            "INT_MIN",
            "int",
            "INT_MAX",
            "int",
            "LONG_MIN",
            "long",
            "LONG_MAX",
            "long",
            "FLT_MAX",
            "float",
            "DBL_MAX",
            "double",
            "INFINITY",
            "float",
            "NAN",
            "float");
    /** Functions that do for vectors what they do for each number. */
    private static final Set<String> OF_VECTORS = Set.of("sqrt", "fabs", "floor", "ceil", "rint", "fma", "min", "max");

    private static final Set<String> OF_NUMBERS = Set.of(
            "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "expm1", "log", "log10",
            "log1p", "atan2", "pow", "hypot", "fmod");

    private final LaneScope scope;
    private final LaneTypes types;

    LaneExpressions(LaneScope scope) {
        this.scope = scope;
        this.types = scope.types;
    }

    static RefusedException refused(Term term, String what) {
        return new RefusedException(term.place(), "'" + Code.print(term) + "': " + what);
    }

    LaneValue expression(Term term) {
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case NAME -> name(tree);
            case LITERAL -> LaneValue.same(tree, typeOf(tree.text()));
            case UNARY -> unary(tree);
            case BINARY -> binary(tree);
            case CONDITIONAL -> conditional(tree);
            case CAST -> cast(tree);
            case INDEX -> element(tree);
            case CALL -> call(tree);
            default -> throw refused(tree, "this expression has no form for vectors.");
        };
    }

    private LaneValue name(Tree tree) {
        Optional<Variable> variable = scope.variable(tree.text());
        if (variable.isPresent()) {
            return new LaneValue(tree, variable.get().type(), variable.get().spread());
        }
        String constant = CONSTANTS.get(tree.text());
        if (constant == null) {
            throw refused(tree, "it is not known.");
        }
        return LaneValue.same(tree, constant);
    }

    private static String typeOf(String literal) {
        if (literal.equals("true") || literal.equals("false")) {
            return "bool";
        }
        boolean hexadecimal = literal.startsWith("0x") || literal.startsWith("0X");
        if (!hexadecimal && literal.matches(".*[.eE].*|.*[fF]")) {
            return literal.matches(".*[fF]") ? "float" : "double";
        }
        return CLiteral.whole(literal).map(CLiteral::type).orElse("int");
    }

    private LaneValue unary(Tree tree) {
        LaneValue value = expression(tree.child(0));
        if (tree.text().equals("!")) {
            LaneValue condition = types.condition(value);
            return condition.isSame()
                    ? LaneValue.same(tree, "bool")
                    : LaneValue.each(Tree.of(Kind.UNARY, "~", List.of(condition.code())), "bool");
        }
        if (!Set.of("-", "+", "~").contains(tree.text())) {
            throw refused(tree, "this operator has no form for vectors.");
        }
        return value.isSame()
                ? LaneValue.same(tree.withChildren(List.of(value.code())), value.type())
                : LaneValue.each(tree.withChildren(List.of(types.operand(value))), value.type());
    }

    private LaneValue binary(Tree tree) {
        String operator = tree.text();
        LaneValue left = expression(tree.child(0));
        return operator.equals("&&") || operator.equals("||")
                ? logical(operator, types.condition(left), tree.child(1))
                : operation(tree, operator, left, expression(tree.child(1)));
    }

    /** {@code left && right} or {@code left || right}: the right side only where C evaluates it. */
    private LaneValue logical(String operator, LaneValue left, Term rightSide) {
        LaneValue right = types.condition(expression(rightSide));
        if (left.isSame() && right.isSame()) {
            return LaneValue.same(Terms.binary(operator, left.code(), right.code()), "bool");
        }
        String bits = operator.substring(1);
        if (!needsMask(rightSide)) {
            return LaneValue.each(Terms.binary(bits, types.operand(left), types.operand(right)), "bool");
        }
        Term known = scope.temporary();
        Term reach = bits.equals("&") ? known : not(known);
        right = types.condition(scope.where(reach, () -> expression(rightSide)));
        return LaneValue.each(
                after(known, types.vector(left), Terms.binary(bits, known, types.operand(right))), "bool");
    }

    private static Term not(Term mask) {
        return Tree.of(Kind.UNARY, "~", List.of(mask));
    }

    /** The value after a temporary vector was set. */
    private static Term after(Term temporary, Term set, Term value) {
        return Tree.of(Kind.COMMA, Tree.of(Kind.ASSIGN, "=", List.of(temporary, set)), value);
    }

    /** Whether evaluating it in lanes that do not reach it may do harm. */
    private boolean needsMask(Term term) {
        return term.is(Kind.INDEX)
                || term.is(Kind.BINARY, "/")
                || term.is(Kind.BINARY, "%")
                || term.is(Kind.CALL)
                        && scope.functions.ofUnit(term.child(0).text()).isPresent()
                || term.children().stream().anyMatch(this::needsMask);
    }

    /** {@code left operator right}. */
    LaneValue operation(Term whole, String operator, LaneValue left, LaneValue right) {
        boolean same = left.isSame() && right.isSame();
        Term plain = Terms.binary(operator, left.code(), right.code());
        boolean conditions = left.type().equals("bool") && right.type().equals("bool");
        if (COMPARISONS.contains(operator) || conditions) {
            if (same) {
                return LaneValue.same(plain, "bool");
            }
            return conditions ? ofConditions(whole, operator, left, right) : types.comparison(operator, left, right);
        }
        if (operator.equals("<<") || operator.equals(">>")) {
            Term by = types.operand(types.convert(right, left.type()));
            return same
                    ? LaneValue.same(plain, left.type())
                    : LaneValue.each(Terms.binary(operator, types.vector(left), by), left.type());
        }
        String type = LaneTypes.usual(left.type(), right.type());
        if (same) {
            return LaneValue.same(plain, type);
        }
        LaneValue a = types.convert(left, type);
        LaneValue b = types.convert(right, type);
        boolean consecutive = operator.equals("+") && (a.isSame() || b.isSame()) && !(a.isEach() || b.isEach())
                || operator.equals("-") && a.isConsecutive() && b.isSame();
        if (consecutive) {
            return new LaneValue(Terms.binary(operator, a.code(), b.code()), type, Spread.CONSECUTIVE);
        }
        Term divisor = types.operand(b);
        boolean divides = LaneTypes.isWhole(type) && (operator.equals("/") || operator.equals("%"));
        Optional<Term> active = scope.active();
        if (divides && !b.isSame() && active.isPresent()) { // an inactive lane must not divide by 0
            Term one = types.vector(types.convert(LaneValue.same(Terms.number(1), "int"), type));
            divisor = types.select(type, one, divisor, active.get());
        }
        return LaneValue.each(Terms.binary(operator, types.operand(a), divisor), type);
    }

    private LaneValue ofConditions(Term whole, String operator, LaneValue left, LaneValue right) {
        Term a = types.operand(left);
        Term b = types.operand(right);
        Term code =
                switch (operator) {
                    case "&", "|", "^" -> Terms.binary(operator, a, b);
                    case "!=" -> Terms.binary("^", a, b);
                    case "==" -> Tree.of(Kind.UNARY, "~", List.of(Terms.binary("^", a, b)));
                    default -> throw refused(whole, "conditions are compared.");
                };
        return LaneValue.each(code, "bool");
    }

    private LaneValue conditional(Tree tree) {
        LaneValue condition = types.condition(expression(tree.child(0)));
        if (condition.isSame()) {
            return alike(condition, expression(tree.child(1)), expression(tree.child(2)));
        }
        boolean masked = needsMask(tree.child(1)) || needsMask(tree.child(2));
        Term known = masked ? scope.temporary() : condition.code();
        LaneValue yes = masked ? scope.where(known, () -> expression(tree.child(1))) : expression(tree.child(1));
        LaneValue no = masked ? scope.where(not(known), () -> expression(tree.child(2))) : expression(tree.child(2));
        String type = LaneTypes.usual(yes.type(), no.type());
        Term value = types.select(
                type, types.vector(types.convert(no, type)), types.vector(types.convert(yes, type)), known);
        return LaneValue.each(masked ? after(known, condition.code(), value) : value, type);
    }

    /** {@code condition ? yes : no} where all lanes go the same way. */
    private LaneValue alike(LaneValue condition, LaneValue yes, LaneValue no) {
        String type = LaneTypes.usual(yes.type(), no.type());
        if (yes.isSame() && no.isSame()) {
            return LaneValue.same(Tree.of(Kind.CONDITIONAL, condition.code(), yes.code(), no.code()), type);
        }
        Term a = types.vector(types.convert(yes, type));
        Term b = types.vector(types.convert(no, type));
        return LaneValue.each(Tree.of(Kind.CONDITIONAL, condition.code(), a, b), type);
    }

    private LaneValue cast(Tree tree) {
        String type = tree.child(0).text();
        LaneValue value = expression(tree.child(1));
        if (!LaneTypes.isNumber(type)) {
            throw refused(tree, "this type has no form for vectors.");
        }
        return value.isSame() ? LaneValue.same(LaneTypes.cast(type, value.code()), type) : types.convert(value, type);
    }

    Buffer buffer(Tree index) {
        Buffer buffer = scope.buffers.get(index.child(0).text());
        if (buffer == null || !index.child(0).is(Kind.NAME)) {
            throw refused(index, "this is no element of an array.");
        }
        return buffer;
    }

    private LaneValue element(Tree tree) {
        Buffer buffer = buffer(tree);
        return load(buffer, expression(tree.child(1)));
    }

    /** The elements of an array for the active lanes. */
    LaneValue load(Buffer buffer, LaneValue index) {
        Term array = Terms.name(buffer.name());
        Optional<Term> active = scope.active();
        if (index.isSame()) {
            return LaneValue.same(ifAny(Tree.of(Kind.INDEX, array, index.code())), buffer.type());
        }
        types.vectorName(buffer.type());
        if (index.isConsecutive()) {
            return LaneValue.each(
                    active.isEmpty()
                            ? Terms.call(
                                    "vload" + types.width(), Terms.number(0), Terms.binary("+", array, index.code()))
                            : Terms.call(scope.functions.load(buffer.type()), array, index.code(), active.get()),
                    buffer.type());
        }
        Term lanes = lanes(index);
        String gather = scope.functions.gather(buffer.type(), active.isPresent());
        return LaneValue.each(
                active.isEmpty() ? Terms.call(gather, array, lanes) : Terms.call(gather, array, lanes, active.get()),
                buffer.type());
    }

    /** Places in an array that lie apart, as a vector. */
    Term lanes(LaneValue index) {
        if (scope.isInLoop()) {
            scope.functions.isScatteredNow();
        }
        return types.vector(types.convert(index, "int"));
    }

    /** What must not be evaluated if no lane does. */
    private Term ifAny(Term value) {
        return scope.reached()
                .<Term>map(lanes -> Tree.of(Kind.CONDITIONAL, Terms.call("any", lanes), value, Terms.number(0)))
                .orElse(value);
    }

    private LaneValue call(Tree tree) {
        String name = tree.child(0).text();
        if (name.equals("get_global_id")) {
            return tree.child(1).is(Kind.LITERAL, "0")
                    ? new LaneValue(Terms.name(FIRST), "long", Spread.CONSECUTIVE)
                    : LaneValue.same(tree, "long");
        }
        List<LaneValue> arguments =
                tree.children().stream().skip(1).map(this::expression).toList();
        boolean same = arguments.stream().allMatch(LaneValue::isSame);
        Optional<Tree> function = scope.functions.ofUnit(name);
        if (function.isPresent()) {
            return ofUnit(tree, function.get(), arguments, same);
        }
        String type = arguments.isEmpty() ? "" : arguments.get(0).type();
        if (name.startsWith("as_") || name.startsWith("convert_")) {
            return conversion(tree, name, arguments.get(0));
        } else if (name.equals("abs")) {
            String result = type.startsWith("u") ? type : "u" + type;
            return same
                    ? LaneValue.same(tree, result)
                    : LaneValue.each(Terms.call(name, types.operand(arguments.get(0))), result);
        } else if (!OF_VECTORS.contains(name) && !OF_NUMBERS.contains(name)) {
            throw refused(tree, "it is not known how '" + name + "' works for vectors.");
        }
        for (LaneValue argument : arguments) {
            type = LaneTypes.usual(type, argument.type());
        }
        if (same) {
            return LaneValue.same(tree, type);
        }
        String of = type;
        Term[] vectors = arguments.stream()
                .map(each -> types.vector(types.convert(each, of)))
                .toArray(Term[]::new);
        String called = OF_VECTORS.contains(name) && scope.functions.mayTakeVectors(name, type)
                ? name
                : scope.functions.alone(name, type, vectors.length);
        return LaneValue.each(Terms.call(called, vectors), type);
    }

    private LaneValue conversion(Tree tree, String name, LaneValue value) {
        String type = name.replaceAll("^(as|convert)_|_sat$", "");
        if (!LaneTypes.isNumber(type) || value.type().equals("bool")) {
            throw refused(tree, "this conversion has no form for vectors.");
        }
        if (value.isSame()) {
            return LaneValue.same(tree.withChildren(List.of(tree.child(0), value.code())), type);
        }
        Term operand = types.operand(value);
        types.vectorName(type);
        return LaneValue.each(
                name.startsWith("as_")
                        ? Terms.call("as_" + types.vectorName(type), operand)
                        : Terms.call(scope.functions.alone(name, value.type(), type), operand),
                type);
    }

    private LaneValue ofUnit(Tree tree, Tree function, List<LaneValue> arguments, boolean same) {
        if (same) {
            List<Term> parts = new ArrayList<>(List.of(tree.child(0)));
            arguments.forEach(each -> parts.add(each.code()));
            return LaneValue.same(
                    ifAny(tree.withChildren(parts)), function.child(0).text());
        }
        LaneFunctions.Variant variant = scope.functions.variant(tree, function, arguments);
        List<Term> given = new ArrayList<>(List.of(Terms.name(variant.name())));
        for (int i = 0; i < arguments.size(); i++) {
            LaneValue argument = types.convert(arguments.get(i), variant.types().get(i));
            given.add(variant.each().get(i) ? types.vector(argument) : argument.code());
        }
        given.add(scope.activeVector());
        return LaneValue.each(Tree.of(Kind.CALL, "", given), variant.result());
    }
}
