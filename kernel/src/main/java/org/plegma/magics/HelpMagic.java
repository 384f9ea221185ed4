package org.plegma.magics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Sheet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %help}: what there is, and how each magic is used. */
@Command(
        name = "help",
        description = "Shows what a magic does, its options and an example that runs as it stands; without a name, an"
                + " overview. %NAME? does the same.")
public final class HelpMagic implements Magic {

    @Parameters(
            arity = "0..1",
            paramLabel = "MAGIC",
            completionCandidates = Names.class,
            description = "A magic's name, with or without its percent signs.")
    private @Nullable String name;

    static final class Names extends Candidates {
        @Override
        protected List<String> values(Request request) {
            String sign = request.prefix().replaceAll("[^%]", "");
            return request.notebook().registry().names().stream()
                    .map(name -> sign + name)
                    .toList();
        }
    }

    @Override
    public String example() {
        return "%help opencl";
    }

    @Override
    public Object run(MagicCall call) {
        MagicRegistry registry = call.notebook().registry();
        if (name == null) {
            return overview(registry);
        }
        String plain = name.replace("%", "");
        if (!registry.contains(plain)) {
            throw call.error(
                    "There is no magic " + plain + "." + registry.suggestion(plain) + " %lsmagic lists all magics.");
        }
        return new MagicHelp(registry.create(plain)).bundle();
    }

    private static MimeBundle overview(MagicRegistry registry) {
        Sheet sheet = LsmagicMagic.sheet("Magics: lines that the notebook runs itself, among Java", registry);
        return sheet.note("A line magic (%) takes a line, a cell magic (%%) its whole cell, from the first line on.")
                .note("%help NAME shows options and an example that runs as it stands; Tab completes names, options and"
                        + " values, and Shift-Tab explains what is at the cursor.")
                .note("In Java, session() is the OpenCL session of the notebook's device.")
                .bundle();
    }
}
