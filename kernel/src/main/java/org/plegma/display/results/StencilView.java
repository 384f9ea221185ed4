package org.plegma.display.results;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Entities;
import org.plegma.array.ElementType;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Cost;
import org.plegma.stencil.Formula;
import org.plegma.stencil.Stencil;

/** A stencil or its formula as mathematics; of a stencil also what a cell and step cost. */
public final class StencilView {
    private StencilView() {}

    /** The formula as mathematics, and what a cell and step cost. */
    public static MimeBundle render(Stencil stencil) {
        List<String> facts = facts(stencil);
        Formula formula = stencil.formula();
        String listed = facts.stream().map(fact -> "- " + fact + "\n").collect(Collectors.joining());
        return MimeBundle.text(formula.text().strip() + "\n" + String.join("\n", facts))
                .with(MimeBundle.MARKDOWN, latex(formula) + "\n\n" + listed + "\n" + folded(formula))
                .with(MimeBundle.LATEX, latex(formula));
    }

    /** The formula as mathematics. */
    public static MimeBundle formula(Formula formula) {
        return MimeBundle.text(formula.text().strip())
                .with(MimeBundle.MARKDOWN, latex(formula) + "\n\n" + folded(formula))
                .with(MimeBundle.LATEX, latex(formula));
    }

    private static String latex(Formula formula) {
        return "$$" + formula.latex() + "$$";
    }

    /** The text, folded up; it can be copied, and is there where a page has no MathJax. */
    private static String folded(Formula formula) {
        String text = formula.text().strip().replaceAll("\n{2,}", "\n"); // an empty line would end the HTML
        return "<details><summary>as text</summary><pre>" + Entities.escape(text) + "</pre></details>";
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
