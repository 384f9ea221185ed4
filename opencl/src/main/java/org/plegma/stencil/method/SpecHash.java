package org.plegma.stencil.method;

import org.plegma.device.source.Sha256;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.InfixPrinter;

/** The digits that stand for a stencil in the keys of caches and stores. */
public final class SpecHash {
    private SpecHash() {}

    /**
     * 64 hexadecimal digits of the simplified updates and the names of fields and parameters, but not of the names of axes, of
     * defaults, or of the spelling of the source.
     */
    public static String of(StencilSpec spec) {
        InfixPrinter printer = InfixPrinter.generic();
        StringBuilder text = new StringBuilder().append(spec.rank()).append('\n');
        spec.params()
                .forEach(param -> text.append("param ").append(param.name()).append('\n'));
        spec.readOnlyFields()
                .forEach(field -> text.append("field ").append(field).append('\n'));
        spec.updates().forEach(update -> text.append(update.field())
                .append(" = ")
                .append(printer.print(update.value()))
                .append('\n'));
        return new Sha256().add(text.toString()).hex();
    }
}
