package org.plegma.rewrite.parallel.code;

import static org.plegma.rewrite.parallel.code.KernelContext.refused;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.parallel.code.KernelContext.Use;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.JavaLiteral;

/** Java expressions in OpenCL C, with Java's meaning. */
final class ExpressionWriter {
    private static final Pattern REAL = Pattern.compile("[0-9.]+([eE][+-]?\\d+)?[fFdD]?");
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern WHOLE = Pattern.compile("[0-9a-fA-FxX]+[lL]?");

    private final KernelContext context;
    private final Methods methods;
    private final OperationWriter operations;

    ExpressionWriter(KernelContext context) {
        this.context = context;
        this.methods = new Methods(context);
        this.operations = new OperationWriter(context);
    }

    Typed expression(Term term) {
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case NAME -> name(tree);
            case LITERAL -> literal(tree);
            case UNARY -> unary(tree);
            case BINARY -> computedHere(tree)
                    .map(MathFunctions::constant)
                    .orElseGet(() -> binary(tree, tree.text(), expression(tree.child(0)), tree.child(1)));
            case CONDITIONAL -> conditional(tree);
            case CAST -> cast(tree);
            case INDEX -> element(tree, false);
            case MEMBER -> member(tree);
            case CALL -> call(tree);
            case ASSIGN, POSTFIX -> throw refused(
                    tree, "'" + Code.print(tree) + "' assigns within an expression. Make it a statement of its own.");
            default -> throw refused(tree, "this expression cannot run on the device.");
        };
    }

    /** An expression as a value of a type that Java allows without a cast. */
    Term as(String type, Term term) {
        Typed value = expression(term);
        return value.type().equals("boolean") ? value.code() : JavaTypes.cast(type, value.type(), value.code());
    }

    Term condition(Term term) {
        return expression(term).code();
    }

    /** What compilers get wrong of constants: PoCL's the remainder, NVIDIA's says that (0.0 / 0.0) != (0.0 / 0.0) is false. */
    private Optional<Object> computedHere(Tree binary) {
        return context.constant(binary)
                .filter(value -> isReal(value)
                        && (binary.text().equals("%") || !Double.isFinite(((Number) value).doubleValue())));
    }

    private static boolean isReal(Object value) {
        return value instanceof Float || value instanceof Double;
    }

    private Typed name(Tree tree) {
        Variable variable = context.variable(tree);
        return new Typed(Terms.name(variable.name()), variable.type(), variable.symbol());
    }

    private static Typed literal(Tree tree) {
        String text = tree.text().replace("_", "");
        if (text.equals("true") || text.equals("false")) {
            return Typed.of(Terms.literal(text), "boolean");
        }
        boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
        if (!hexadecimal
                && REAL.matcher(text).matches()
                && !DIGITS.matcher(text).matches()) {
            boolean single = text.endsWith("f") || text.endsWith("F");
            String digits = text.replaceAll("[fFdD]$", "");
            String real = DIGITS.matcher(digits).matches() ? digits + ".0" : digits;
            return Typed.of(Terms.literal(real + (single ? "f" : "")), single ? "float" : "double");
        }
        if (!WHOLE.matcher(text).matches()) {
            throw refused(tree, "'" + tree.text() + "' is no number of a type that runs on the device.");
        }
        boolean wide = text.endsWith("L") || text.endsWith("l");
        String digits = wide ? text.substring(0, text.length() - 1) : text;
        long value = ((Number) JavaLiteral.value(text)).longValue();
        if (value < 0 || !wide && value != (int) value) {
            throw refused(tree, "'" + tree.text() + "' is more than its type holds.");
        }
        Term code = wide ? Terms.literal(value + "L") : Terms.literal(digits);
        return Typed.of(code, wide ? "long" : "int", wide ? code : Terms.number(value));
    }

    private Typed unary(Tree tree) {
        if (tree.text().equals("++") || tree.text().equals("--")) {
            throw refused(
                    tree, "'" + Code.print(tree) + "' assigns within an expression. Make it a statement of its own.");
        }
        Typed value = expression(tree.child(0));
        Term code = Tree.of(Kind.UNARY, tree.text(), List.of(value.code()));
        if (tree.text().equals("-") && JavaTypes.isWhole(value.type())) {
            if (tree.child(0).is(Kind.LITERAL)) {
                Optional<Term> symbol = value.symbol().map(of -> Tree.of(Kind.UNARY, "-", List.of(of)));
                return new Typed(code, value.type(), symbol);
            }
            return operations.arithmetic(tree, "-", Typed.of(Terms.number(0), value.type(), Terms.number(0)), value);
        }
        return Typed.of(code, value.type());
    }

    /** {@code left operator right} with the right still to be translated, as it may not be reached. */
    private Typed binary(Term whole, String operator, Typed left, Term right) {
        if (operator.equals("&&") || operator.equals("||")) {
            context.conditions++;
            Typed second = expression(right);
            context.conditions--;
            return Typed.of(Terms.binary(operator, left.code(), second.code()), "boolean");
        }
        return operations.operation(whole, operator, left, expression(right));
    }

    /** {@code left operator right}. */
    Typed operation(Term whole, String operator, Typed left, Typed right) {
        return operations.operation(whole, operator, left, right);
    }

    private Typed conditional(Tree tree) {
        Term condition = condition(tree.child(0));
        context.conditions++;
        Typed yes = expression(tree.child(1));
        Typed no = expression(tree.child(2));
        context.conditions--;
        boolean number = JavaTypes.isNumber(yes.type());
        String type = number ? JavaTypes.wider(yes.type(), no.type()) : yes.type();
        Optional<Term> symbol = yes.symbol()
                .flatMap(first -> no.symbol().map(second -> Tree.of(Kind.CONDITIONAL, tree.child(0), first, second)));
        return new Typed(Tree.of(Kind.CONDITIONAL, condition, yes.code(), no.code()), type, symbol);
    }

    private Typed cast(Tree tree) {
        String type = tree.child(0).text();
        if (!JavaTypes.isNumber(type)) {
            String reason = JavaTypes.refusal(type).orElse("a cast to " + type + " cannot run on the device.");
            throw refused(tree, reason);
        }
        Term inner = tree.child(1);
        Optional<Object> value = context.constant(tree);
        boolean computes = inner.is(Kind.CALL)
                || JavaTypes.isWhole(type)
                        && context.constant(inner)
                                .filter(ExpressionWriter::isReal)
                                .isPresent();
        if (value.isPresent() && computes) {
            return MathFunctions.constant(value.get());
        }
        boolean math = inner.is(Kind.CALL)
                && inner.children().size() == 2
                && inner.child(0).is(Kind.MEMBER)
                && inner.child(0).child(0).is(Kind.NAME, "Math");
        if (type.equals("float") && math) {
            Typed argument = expression(inner.child(1));
            Optional<Term> inFloat = MathFunctions.inFloat(inner.child(0).text(), argument.code());
            if (argument.type().equals("float") && inFloat.isPresent()) {
                return Typed.of(inFloat.get(), "float");
            }
        }
        Typed given = expression(inner);
        return new Typed(JavaTypes.cast(type, given.type(), given.code()), type, castSymbol(type, given));
    }

    private static Optional<Term> castSymbol(String type, Typed value) {
        return value.symbol()
                .filter(symbol -> JavaTypes.isWhole(type))
                .map(symbol -> type.equals(value.type()) ? symbol : Tree.of(Kind.CAST, JavaTypes.type(type), symbol));
    }

    /** An element of an array; of one that has rows, the row and column give the place in the flat buffer. */
    Typed element(Tree tree, boolean write) {
        List<Term> subscripts = new ArrayList<>();
        Term array = tree;
        while (array.is(Kind.INDEX)) {
            subscripts.add(0, array.child(1));
            array = array.child(0);
        }
        Use use = context.array(array);
        if (subscripts.size() != JavaTypes.axes(use.type)) {
            throw refused(tree, "'" + Code.print(tree) + "' is a row, not a number. Use its elements.");
        }
        use.written |= write;
        Term place = subscript(tree, use, 0, subscripts.get(0));
        if (subscripts.size() == 2) {
            Term row = Terms.binary("*", place, context.length(use, 1).code());
            place = Terms.binary("+", row, subscript(tree, use, 1, subscripts.get(1)));
        }
        Term code = Tree.of(Kind.INDEX, Terms.name(JavaTypes.safe(use.name)), place);
        return Typed.of(code, use.type.replace("[]", ""));
    }

    private Term subscript(Tree access, Use use, int axis, Term subscript) {
        Typed index = expression(subscript);
        if (!index.type().equals("int")) {
            throw refused(subscript, "the subscript '" + Code.print(subscript) + "' is no int.");
        }
        if (index.symbol().isPresent() && !context.checked) {
            Term symbol = index.symbol().get();
            context.rely(symbol, Optional.of(use.name), access.place());
            context.obligations.add(new Obligation.Inside(
                    symbol, KernelContext.javaLength(use.name, axis), context.conditions == 0, access, access.place()));
            return index.code();
        }
        context.helpers.add("java_index");
        return Terms.call(
                "java_index",
                index.code(),
                context.length(use, axis).code(),
                context.site(use.name, access.place()),
                Terms.name("fault"));
    }

    private Typed member(Tree tree) {
        if (tree.text().equals("length")) {
            Term of = tree.child(0);
            if (of.is(Kind.INDEX) && JavaTypes.axes(context.array(of.child(0)).type) == 2) {
                return columns((Tree) of);
            }
            return context.length(context.array(of), 0);
        }
        return switch (Code.print(tree)) {
            case "Integer.MAX_VALUE" -> Typed.of(Terms.name("INT_MAX"), "int", Terms.number(Integer.MAX_VALUE));
            case "Integer.MIN_VALUE" -> Typed.of(Terms.name("INT_MIN"), "int", tree);
            case "Long.MAX_VALUE" -> Typed.of(Terms.name("LONG_MAX"), "long", tree);
            case "Long.MIN_VALUE" -> Typed.of(Terms.name("LONG_MIN"), "long", tree);
            case "Float.MAX_VALUE" -> Typed.of(Terms.name("FLT_MAX"), "float");
            case "Double.MAX_VALUE" -> Typed.of(Terms.name("DBL_MAX"), "double");
            default -> context.constant(tree) // as Float.NaN
                    .map(MathFunctions::constant)
                    .orElseThrow(() -> refused(tree, "fields of objects cannot be used on the device."));
        };
    }

    /** The length of a row: rows are of one length, which the launch checks. */
    private Typed columns(Tree row) {
        Use use = context.array(row.child(0));
        Typed length = context.length(use, 1);
        if (row.child(1).is(Kind.LITERAL, "0")) {
            return length;
        }
        use.needed = true;
        Term place = subscript(row, use, 0, row.child(1));
        return place.is(Kind.CALL) // which reports a row that is not there
                ? Typed.of(
                        Tree.of(
                                Kind.CONDITIONAL,
                                Terms.binary(">=", place, Terms.number(0)),
                                length.code(),
                                Terms.number(0)),
                        "int")
                : length;
    }

    private Typed call(Tree tree) {
        List<Term> given = tree.children().subList(1, tree.children().size());
        Term callee = tree.child(0);
        if (callee.is(Kind.NAME)) {
            return methods.call(tree, given.stream().map(this::expression).toList());
        }
        if (!callee.child(0).is(Kind.NAME, "Math")) {
            throw refused(tree, "'" + Code.print(callee) + "' cannot be called on the device.");
        }
        return context.constant(tree).map(MathFunctions::constant).orElseGet(() -> math(tree, given));
    }

    /** A call of a function of Math. */
    private Typed math(Tree tree, List<Term> given) {
        String function = tree.child(0).text();
        List<Typed> arguments = given.stream().map(this::expression).toList();
        MathFunctions.Call call = MathFunctions.call(
                        function,
                        arguments.stream().map(Typed::code).toList(),
                        arguments.stream().map(Typed::type).toList())
                .orElseThrow(() -> refused(
                        tree,
                        "'Math." + function + "' is not known on the device for these arguments; there are "
                                + MathFunctions.names() + "."));
        if (!call.helper().isEmpty()) {
            context.helpers.add(call.helper());
        }
        boolean extreme = (function.equals("min") || function.equals("max")) && arguments.size() == 2;
        Optional<Term> symbol = extreme
                ? arguments
                        .get(0)
                        .symbol()
                        .flatMap(a -> arguments.get(1).symbol().map(b -> Terms.call(function, a, b)))
                : Optional.empty();
        return new Typed(call.term(), call.type(), symbol);
    }
}
