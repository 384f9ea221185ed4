package org.plegma.expr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads a whole source: declares the names, elaborates every statement, and collects the faults of all of them. */
final class FormulaReader {
    private static final int MAX_RANK = 3;
    private static final int MAX_FAULTS = 20;

    private final String source;
    private final List<Fault> faults = new ArrayList<>();
    private final Symbols symbols = new Symbols();
    private final Elaborator elaborator;

    private FormulaReader(String source, FormulaOptions options) {
        this.source = source;
        this.elaborator = new Elaborator(symbols, options);
    }

    static StencilSpec read(String source, FormulaOptions options) {
        return new FormulaReader(source, options).read(options);
    }

    private StencilSpec read(FormulaOptions options) {
        // Each pass ends here if it found faults: in the next one they would cause others.
        List<Token> tokens = Lexer.tokens(source, faults::add);
        throwFaults();
        List<Statement> statements = Parser.statements(tokens, faults::add);
        throwFaults();
        declare(statements, tokens.get(tokens.size() - 1).span());
        throwFaults();
        checkSpacing(options);
        List<StencilSpec.Parameter> params = parameters();
        Map<String, Expr> updates = new LinkedHashMap<>();
        for (Statement.Assign assign : assignments(statements)) {
            collect(() -> updates.put(
                    assign.target().base().text(),
                    elaborator.number(assign.value(), Scope.outermost(hasTime(assign.target())))));
        }
        for (Statement.Define definition : symbols.definitions.values()) {
            if (definition.parameters().isEmpty()) {
                collect(() -> elaborator.checkDefinition(definition));
            }
        }
        throwFaults();
        return StencilSpec.of(symbols.axes, updates, symbols.readOnly, params, List.copyOf(symbols.coefs.values()));
    }

    private void throwFaults() {
        if (!faults.isEmpty()) {
            throw new FormulaException(faults.stream()
                    .limit(MAX_FAULTS)
                    .map(fault -> fault.in(source))
                    .distinct()
                    .sorted(Comparator.comparingInt(FormulaException.Problem::line)
                            .thenComparingInt(FormulaException.Problem::column))
                    .toList());
        }
    }

    private void collect(Runnable step) {
        try {
            step.run();
        } catch (Fault fault) {
            faults.add(fault);
            if (fault.isFatal()) {
                throwFaults();
            }
        }
    }

    private static List<Statement.Assign> assignments(List<Statement> statements) {
        return statements.stream()
                .filter(Statement.Assign.class::isInstance)
                .map(Statement.Assign.class::cast)
                .toList();
    }

    private void declare(List<Statement> statements, Span end) {
        for (Statement statement : statements) {
            collect(() -> {
                if (statement instanceof Statement.DeclareParam param) {
                    claim(param.name(), false);
                    symbols.params.put(param.name().text(), param);
                } else if (statement instanceof Statement.DeclareField field) {
                    claim(field.name(), false);
                    symbols.readOnly.add(field.name().text());
                } else if (statement instanceof Statement.Define definition) {
                    claim(definition.name(), true);
                    checkParameters(definition);
                    symbols.definitions.put(definition.name().text(), definition);
                } else if (statement instanceof Statement.DeclareCoef coef) {
                    claim(coef.name(), false);
                    symbols.declaredCoefs.add(coef.name().text());
                }
            });
        }
        List<Statement.Assign> updates = assignments(statements);
        if (updates.isEmpty()) {
            faults.add(new Fault(end, "Nothing is computed: there is no update.", "Add one, such as 'u[x,y] = …'."));
        }
        for (Statement.Assign update : updates) {
            collect(() -> declareTarget(update.target()));
        }
        for (Statement.Define definition : symbols.definitions.values()) {
            for (Ast.Name parameter : definition.parameters()) {
                if (symbols.axes.contains(parameter.text())) {
                    faults.add(new Fault(
                            parameter.span(),
                            "The parameter '" + parameter.text() + "' has the name of an axis.",
                            "Choose another name for the parameter."));
                }
            }
        }
        for (Statement statement : statements) {
            if (statement instanceof Statement.DeclareCoef coef) {
                collect(() -> declareCoef(coef));
            }
        }
    }

    /** Says why a name is not free, if it is not. The differences may be defined anew, as in {@code lap(f) = …}. */
    private void claim(Ast.Name name, boolean definition) {
        Optional<String> reserved = Symbols.reserved(name.text());
        if (!definition && Symbols.isDifference(name.text())) {
            reserved = Optional.of("'" + name.text() + "' is built in.");
        }
        if (reserved.isPresent()) {
            throw new Fault(name.span(), reserved.get(), "Choose another name.");
        }
        Optional<String> meaning = symbols.meaning(name.text());
        if (meaning.isPresent()) {
            throw new Fault(
                    name.span(),
                    "'" + name.text() + "' is already " + meaning.get() + ".",
                    "Remove one of the two, or choose another name.");
        }
    }

    private static void checkParameters(Statement.Define definition) {
        Set<String> seen = new HashSet<>();
        for (Ast.Name parameter : definition.parameters()) {
            Optional<String> reserved = Symbols.reserved(parameter.text());
            if (reserved.isPresent()) {
                throw new Fault(parameter.span(), reserved.get(), "Choose another name for the parameter.");
            }
            if (!seen.add(parameter.text())) {
                throw new Fault(
                        parameter.span(),
                        "The parameter '" + parameter.text() + "' is named twice.",
                        "Give each parameter a name of its own.");
            }
        }
    }

    private static boolean hasTime(Ast.Indexed target) {
        return isNextStep(target.indices().get(0))
                || target.indices().get(0) instanceof Ast.Name name
                        && name.text().equals(Symbols.TIME);
    }

    private static boolean isNextStep(Ast index) {
        return index instanceof Ast.Add sum
                && sum.terms().size() == 2
                && sum.terms().get(0) instanceof Ast.Name name
                && name.text().equals(Symbols.TIME);
    }

    private void declareTarget(Ast.Indexed target) {
        Ast.Name field = target.base();
        if (symbols.readOnly.contains(field.text())) {
            throw new Fault(
                    field.span(),
                    "The read-only field '" + field.text() + "' is written.",
                    "Remove 'field " + field.text() + "': an updated field is declared by its update.");
        }
        if (symbols.updated.contains(field.text())) {
            throw new Fault(
                    field.span(),
                    "The field '" + field.text() + "' has several updates.",
                    "Give each field one update; combine cases with 'condition ? a : b'.");
        }
        if (target.indices().isEmpty()) {
            throw new Fault(target.span(), "The left side has no index.", "Write '" + field.text() + "[x] = …'.");
        }
        claim(field, false);
        List<Ast> indices = target.indices();
        if (hasTime(target)) {
            checkNextStep(indices.get(0));
            indices = indices.subList(1, indices.size());
        }
        List<String> axes = new ArrayList<>();
        for (Ast index : indices) {
            axes.add(axisOf(index, field, axes));
        }
        if (axes.isEmpty() || axes.size() > MAX_RANK) {
            throw new Fault(
                    target.span(),
                    "The left side names " + axes.size() + " axes.",
                    "A stencil has 1, 2 or 3 axes, as in '" + field.text() + "[x,y,z]'.");
        }
        if (symbols.axes.isEmpty()) {
            symbols.axes = List.copyOf(axes);
        } else if (!symbols.axes.equals(axes)) {
            throw new Fault(
                    target.span(),
                    "The axes differ from those of the first update, '" + String.join(",", symbols.axes) + "'.",
                    "Name the same axes in the same order in every update.");
        }
        symbols.updated.add(field.text());
    }

    private static void checkNextStep(Ast time) {
        boolean next = isNextStep(time)
                && ((Ast.Add) time).terms().get(1) instanceof Ast.Number step
                && step.value().intValue() == 1
                && Exact.isWhole(step.value());
        if (!next) {
            throw new Fault(
                    time.span(),
                    "The left side must be the next step, 't+1'.",
                    "Write 'u[t+1,x] = …' and read 'u[t,x]' and older levels on the right.");
        }
    }

    private String axisOf(Ast index, Ast.Name field, List<String> before) {
        if (!(index instanceof Ast.Name name)) {
            throw new Fault(
                    index.span(),
                    "An index on the left side must be the name of an axis alone.",
                    "Write '" + field.text() + "[x,y] = …' and shift the reads on the right instead.");
        }
        Optional<String> taken = Symbols.reserved(name.text())
                .or(() -> symbols.axes.contains(name.text())
                        ? Optional.empty()
                        : symbols.meaning(name.text())
                                .map(meaning -> "'" + name.text() + "' is already " + meaning + ", not an axis."));
        if (taken.isPresent() || name.text().equals(field.text())) {
            throw new Fault(
                    name.span(),
                    taken.orElse("'" + name.text() + "' is the field itself, not an axis."),
                    "Choose another name for the axis, such as 'x'.");
        }
        if (before.contains(name.text())) {
            throw new Fault(
                    name.span(),
                    "The axis '" + name.text() + "' is named twice.",
                    "Give each axis a name of its own, as in 'u[x,y]'.");
        }
        return name.text();
    }

    private void declareCoef(Statement.DeclareCoef coef) {
        List<Integer> shape = new ArrayList<>();
        Ast.Bracketed level = coef.list();
        while (true) {
            if (level.items().isEmpty()) {
                throw new Fault(level.span(), "The coefficient list is empty.", "Write at least one number.");
            }
            shape.add(level.items().size());
            if (!(level.items().get(0) instanceof Ast.Bracketed inner)) {
                break;
            }
            level = inner;
        }
        List<Expr> values = new ArrayList<>();
        entries(coef.list(), shape, 0, values);
        symbols.coefs.put(coef.name().text(), new CoefficientList(coef.name().text(), shape, values));
    }

    private void entries(Ast.Bracketed list, List<Integer> shape, int depth, List<Expr> values) {
        if (list.items().size() != shape.get(depth)) {
            throw ragged(list.span());
        }
        boolean innermost = depth == shape.size() - 1;
        for (Ast item : list.items()) {
            if (item instanceof Ast.Bracketed inner) {
                if (innermost) {
                    throw ragged(item.span());
                }
                entries(inner, shape, depth + 1, values);
            } else if (innermost) {
                values.add(elaborator.uniform(item, Scope.outermost(false), "A coefficient"));
            } else {
                throw ragged(item.span());
            }
        }
    }

    private static Fault ragged(Span span) {
        return new Fault(
                span,
                "The inner lists of a coefficient list must have equal lengths.",
                "Fill the missing places with 0.");
    }

    private void checkSpacing(FormulaOptions options) {
        for (String axis : options.spacingOfAxis().keySet()) {
            if (!symbols.axes.contains(axis)) {
                faults.add(new Fault(
                        new Span(0, 0),
                        "The option spacing names '" + axis + "', which is not an axis of this formula.",
                        "The axes are '" + String.join("', '", symbols.axes) + "'."));
            }
        }
    }

    private List<StencilSpec.Parameter> parameters() {
        List<StencilSpec.Parameter> params = new ArrayList<>();
        symbols.params.forEach((name, declaration) -> collect(() -> params.add(new StencilSpec.Parameter(
                name, declaration.value().map(this::defaultValue).orElse(OptionalDouble.empty())))));
        return params;
    }

    private OptionalDouble defaultValue(Ast ast) {
        Expr value = elaborator.uniform(ast, Scope.outermost(false), "The default of a parameter");
        if (!Exprs.params(value).isEmpty()) {
            throw new Fault(
                    ast.span(),
                    "The default of a parameter cannot depend on another parameter.",
                    "Write a number here, or make this name a definition: 'name = …'.");
        }
        double number = UniformValue.of(value, Map.of());
        if (!Double.isFinite(number)) {
            throw new Fault(
                    ast.span(),
                    "The default of a parameter must be a finite number, not " + number + ".",
                    "Leave the default out and give the value at each run.");
        }
        return OptionalDouble.of(number);
    }
}
