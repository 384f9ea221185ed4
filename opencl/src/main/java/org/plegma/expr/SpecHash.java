package org.plegma.expr;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.plegma.expr.tree.InfixPrinter;

/** The digits that stand for a stencil: those of its updates, not of how they are spelled. */
final class SpecHash {
    private SpecHash() {}

    /** See {@link StencilSpec#hash}. */
    static String of(StencilSpec spec) {
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
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
