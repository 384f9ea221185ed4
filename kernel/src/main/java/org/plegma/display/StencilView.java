package org.plegma.display;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.expr.Boundary;
import org.plegma.expr.Cost;
import org.plegma.stencil.Stencil;

/** A stencil as mathematics, and below what a cell and step cost. */
final class StencilView {
    private StencilView() {}

    static MimeBundle render(Stencil stencil) {
        List<String> facts = facts(stencil);
        String formula = "$$" + stencil.latex() + "$$";
        return MimeBundle.text(stencil.formula().strip() + "\n" + String.join("\n", facts))
                .with(
                        MimeBundle.MARKDOWN,
                        formula + "\n\n"
                                + facts.stream().map(fact -> "- " + fact).collect(Collectors.joining("\n")))
                .with(MimeBundle.LATEX, formula);
    }

    private static List<String> facts(Stencil stencil) {
        Cost cost = stencil.cost();
        ElementType type = stencil.type().orElse(ElementType.FLOAT);
        List<String> facts = new ArrayList<>();
        facts.add("Footprint: " + stencil.spec().footprint());
        facts.add("A cell and step: " + Numbers.counted(cost.flops(), "operation") + ", at least "
                + Numbers.bytes(cost.bytes(type.bytes())) + " of memory traffic as " + type.javaName()
                + (cost.functions() == 0 ? "" : ", " + Numbers.counted(cost.functions(), "function call")));
        facts.add("Boundary: "
                + stencil.boundary().stream().map(Boundary::toString).distinct().collect(Collectors.joining(", ")));
        if (!stencil.spec().params().isEmpty()) {
            facts.add("Parameters: "
                    + stencil.spec().params().stream()
                            .map(param -> param.name()
                                    + (stencil.parameters().containsKey(param.name())
                                            ? " = " + stencil.parameters().get(param.name())
                                            : ", to be given"))
                            .collect(Collectors.joining("; ")));
        }
        return facts;
    }
}
