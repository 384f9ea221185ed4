package org.plegma.expr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.plegma.expr.algebra.UniformValue;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.expr.syntax.Lexer;
import org.plegma.expr.syntax.Parser;
import org.plegma.expr.syntax.Statement;
import org.plegma.expr.syntax.Symbols;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.syntax.Token;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;

/** Reads a whole source: declares the names, elaborates every statement, and collects the faults of all of them. */
final class FormulaReader {
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
        new Declarations(symbols, elaborator, this::collect)
                .declare(statements, tokens.get(tokens.size() - 1).span());
        throwFaults();
        checkSpacing(options);
        List<StencilSpec.Parameter> params = parameters();
        Map<String, Expr> updates = new LinkedHashMap<>();
        for (Statement.Assign assign : Declarations.updates(statements)) {
            collect(() -> updates.put(
                    assign.target().base().text(),
                    elaborator.number(assign.value(), Scope.outermost(Declarations.hasTime(assign.target())))));
        }
        for (Statement.Define definition : symbols.definitions.values()) {
            if (definition.parameters().isEmpty()) {
                collect(() -> elaborator.checkDefinition(definition));
            }
        }
        throwFaults();
        StencilSpec spec = StencilSpec.of(symbols.axes, updates, symbols.readOnly, params);
        for (Statement.Assign assign : Declarations.updates(statements)) {
            StencilSpec.Update update = spec.update(assign.target().base().text());
            collect(() -> Constants.check(assign.value().span(), update.written(), update.value()));
        }
        throwFaults();
        return spec;
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

    private void checkSpacing(FormulaOptions options) {
        for (String axis : options.spacingOfAxis().keySet()) {
            if (!symbols.axes.contains(axis)) {
                faults.add(new Fault(
                        new TextRange(0, 0),
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
