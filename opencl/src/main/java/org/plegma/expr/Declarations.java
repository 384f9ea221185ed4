package org.plegma.expr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.CoefficientList;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.Statement;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;

/** Gives the names of a source their meaning: what is declared, and which fields and axes the updates name. */
final class Declarations {
    private static final int MAX_RANK = 3;

    private final Symbols symbols;
    private final Elaborator elaborator;
    private final Consumer<Runnable> collect;

    /** {@code collect} runs a step and keeps the fault that it may throw. */
    Declarations(Symbols symbols, Elaborator elaborator, Consumer<Runnable> collect) {
        this.symbols = symbols;
        this.elaborator = elaborator;
        this.collect = collect;
    }

    static List<Statement.Assign> updates(List<Statement> statements) {
        return statements.stream()
                .filter(Statement.Assign.class::isInstance)
                .map(Statement.Assign.class::cast)
                .toList();
    }

    /** Takes all names of the source; what follows a fault is still looked at. */
    void declare(List<Statement> statements, TextRange end) {
        for (Statement statement : statements) {
            collect.accept(() -> {
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
        List<Statement.Assign> updates = updates(statements);
        if (updates.isEmpty()) {
            collect.accept(() -> {
                throw new Fault(end, "Nothing is computed: there is no update.", updateCure());
            });
        }
        for (Statement.Assign update : updates) {
            collect.accept(() -> declareTarget(update.target()));
        }
        for (Statement.Define definition : symbols.definitions.values()) {
            collect.accept(() -> checkAgainstAxes(definition));
        }
        for (Statement statement : statements) {
            if (statement instanceof Statement.DeclareCoef coef) {
                collect.accept(() -> declareCoef(coef));
            }
        }
    }

    /** A definition with the fault of an update is what was meant, mostly. */
    private String updateCure() {
        return symbols.definitions.values().stream()
                .findFirst()
                .map(definition -> {
                    List<String> parameters =
                            definition.parameters().stream().map(Ast.Name::text).toList();
                    String axes = parameters.isEmpty() ? "x" : String.join(",", parameters);
                    return "An update names its axes in square brackets: '"
                            + definition.name().text() + "[" + axes + "] = …'; without them it is a definition.";
                })
                .orElse("Add one, such as 'u[x,y] = …'.");
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

    private void checkAgainstAxes(Statement.Define definition) {
        for (Ast.Name parameter : definition.parameters()) {
            if (symbols.axes.contains(parameter.text())) {
                throw new Fault(
                        parameter.span(),
                        "The parameter '" + parameter.text() + "' has the name of an axis.",
                        "Choose another name for the parameter.");
            }
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

    static boolean hasTime(Ast.Indexed target) {
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
                    "Write '" + field.text() + "[x,y] = …' and shift the reads on the right instead; the next step in"
                            + " time is '" + field.text() + "[t+1,x,y]', always with 't'.");
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

    private static Fault ragged(TextRange span) {
        return new Fault(
                span,
                "The inner lists of a coefficient list must have equal lengths.",
                "Fill the missing places with 0.");
    }
}
