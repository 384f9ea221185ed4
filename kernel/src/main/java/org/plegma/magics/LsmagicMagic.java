package org.plegma.magics;

import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Sheet;
import picocli.CommandLine.Command;

/** {@code %lsmagic}: the magics that there are. */
@Command(name = "lsmagic", description = "Lists the magics.")
public final class LsmagicMagic implements Magic {

    @Override
    public String example() {
        return "%lsmagic";
    }

    @Override
    public Object run(MagicCall call) {
        return sheet(null, call.notebook().registry()).bundle();
    }

    /** A table of all magics, one a row. */
    static Sheet sheet(@Nullable String title, MagicRegistry registry) {
        Sheet sheet = new Sheet(title).text("magic").text("does");
        for (String name : registry.names()) {
            MagicHelp help = new MagicHelp(registry.create(name));
            sheet.row(help.names(), help.summary());
        }
        return sheet;
    }
}
