package org.plegma.expr;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.StencilSpec.Parameter;
import org.plegma.expr.StencilSpec.Update;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.InfixPrinter;
import org.plegma.expr.tree.LatexPrinter;

/** Writes whole stencils. */
final class SpecPrinter {
    private static final Pattern NUMBERS = Pattern.compile("\\\\frac\\{\\d+}\\{\\d+}");

    private SpecPrinter() {}

    static String formula(StencilSpec spec) {
        boolean explicitTime = spec.depth() > 1;
        Predicate<String> timed = explicitTime ? spec.updatedFields()::contains : field -> false;
        InfixPrinter printer = InfixPrinter.withTime(spec.axes(), timed);
        StringBuilder out = new StringBuilder();
        for (Parameter param : spec.params()) {
            out.append("param ").append(param.name());
            param.defaultValue().ifPresent(value -> out.append(" = ").append(printer.print(Exprs.num(value))));
            out.append('\n');
        }
        for (Field field : spec.fields()) {
            if (!field.updated()) {
                out.append("field ").append(field.name()).append('\n');
            }
        }
        String target = "[" + (explicitTime ? "t+1," : "") + String.join(",", spec.axes()) + "] = ";
        for (Update update : spec.updates()) {
            out.append(update.field())
                    .append(target)
                    .append(printer.print(update.value()))
                    .append('\n');
        }
        return out.toString();
    }

    /** Sums of more than {@code maxTerms} terms are cut, for the reader's sake and that of the notebook. */
    static String latex(StencilSpec spec, int maxTerms) {
        Set<String> updated = spec.updatedFields();
        LatexPrinter printer = LatexPrinter.of(spec.axes(), updated::contains, maxTerms);
        if (spec.updates().stream().anyMatch(update -> NUMBERS.matcher(printer.print(update.value()))
                .find())) {
            printer.withFractions();
        }
        String indices = spec.axes().stream().map(LatexPrinter::name).collect(Collectors.joining(",\\,"));
        List<String> lines = spec.updates().stream()
                .map(update -> printer.field(update.field(), "t+1", indices)
                        + " &= "
                        + String.join(" \\\\\n&\\quad {}", printer.lines(update.value())))
                .toList();
        return lines.stream().collect(Collectors.joining(" \\\\\n", "\\begin{aligned}\n", "\n\\end{aligned}"));
    }
}
