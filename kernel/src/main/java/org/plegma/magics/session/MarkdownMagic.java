package org.plegma.magics.session;

import java.util.EnumSet;
import java.util.Set;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;

/** {@code %%markdown}: the cell as a page would show it. */
@Command(name = "markdown", description = "Shows the cell as Markdown, formulas between dollar signs included.")
public final class MarkdownMagic implements Magic {

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public String example() {
        return """
                %%markdown
                The area is $a^2$.""";
    }

    @Override
    public Object run(MagicCall call) {
        return MimeBundle.text(call.body()).with("text/markdown", call.body());
    }
}
