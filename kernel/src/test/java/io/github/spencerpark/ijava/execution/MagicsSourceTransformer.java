package io.github.spencerpark.ijava.execution;

import io.github.spencerpark.jupyter.kernel.magic.CellMagicParseContext;
import io.github.spencerpark.jupyter.kernel.magic.LineMagicArgs;
import io.github.spencerpark.jupyter.kernel.magic.MagicParser;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;

/** Stands for IJava's class of this name: magics become calls, with arguments and body as literals in base64. */
public final class MagicsSourceTransformer {
    private final MagicParser parser = new MagicParser("(?<=(?:^|=))\\s*%", "%%");

    public String transformMagics(String source) {
        CellMagicParseContext cell = parser.parseCellMagic(source);
        return cell != null
                ? "cellMagic(" + head(cell.getMagicCall()) + ", "
                        + literal(cell.getMagicCall().getBody()) + ");"
                : parser.transformLineMagics(source, line -> "lineMagic(" + head(line.getMagicCall()) + ");");
    }

    private static String head(LineMagicArgs call) {
        return literal(call.getName()) + ", List.of("
                + call.getArgs().stream().map(MagicsSourceTransformer::literal).collect(Collectors.joining(", ")) + ")";
    }

    private static String literal(String text) {
        String code = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        return "new String(Base64.getDecoder().decode(\"" + code + "\"))";
    }
}
