package org.plegma.magics.session;

import java.util.EnumSet;
import java.util.Set;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;

/** {@code %%html}: the cell as a page would show it. */
@Command(name = "html", aliases = "HTML", description = "Shows the cell as HTML.")
public final class HtmlMagic implements Magic {

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public String example() {
        return """
                %%html
                <b>bold</b> and <i>italic</i>""";
    }

    @Override
    public Object run(MagicCall call) {
        return MimeBundle.text(call.body()).with(MimeBundle.HTML, call.body());
    }
}
