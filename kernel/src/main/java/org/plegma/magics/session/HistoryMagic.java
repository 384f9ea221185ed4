package org.plegma.magics.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %history}: the cells that ran. */
@Command(
        name = "history",
        description =
                "Shows the cells that ran, of this session or of earlier ones. They are kept in a file of the user's;"
                        + " PLEGMA_HISTORY=off in the kernel's environment keeps none.")
public final class HistoryMagic implements Magic {

    @Option(names = "-n", description = "Shows the numbers of the cells.")
    private boolean numbered;

    @Option(names = "-l", paramLabel = "COUNT", description = "The last so many only.")
    private int limit = Integer.MAX_VALUE;

    @Option(
            names = "-g",
            paramLabel = "TEXT",
            description = "Cells of all sessions that contain this text, upper and lower case alike.")
    private @Nullable String text;

    @Option(names = "--all", description = "Those of earlier sessions, too.")
    private boolean all;

    @Option(
            names = "-f",
            paramLabel = "FILE",
            completionCandidates = FileCandidates.class,
            description = "Writes them to a file that does not exist yet.")
    private @Nullable String file;

    @Override
    public String example() {
        return "%history -n -l 5";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        if (limit < 1) {
            throw call.error("The number of cells has to be positive.");
        }
        List<Host.PastCell> cells = call.host().history(all || text != null).stream()
                .filter(cell ->
                        text == null || cell.source().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT)))
                .toList();
        List<Host.PastCell> last = cells.subList(Math.max(0, cells.size() - limit), cells.size());
        StringBuilder shown = new StringBuilder();
        for (Host.PastCell cell : last) {
            if (numbered) {
                shown.append("// ")
                        .append(all || text != null ? cell.session() + "/" : "")
                        .append(cell.number())
                        .append('\n');
            }
            shown.append(cell.source().stripTrailing()).append('\n');
        }
        if (file == null) {
            call.host().out().print(shown.isEmpty() ? "No cell.\n" : shown);
            return null;
        }
        Path path = Surroundings.of(call.notebook()).resolve(file);
        if (Files.exists(path)) {
            throw call.error(path + " exists. Name a new file.");
        }
        Files.writeString(path, shown);
        call.host().out().println("Wrote " + Numbers.counted(last.size(), "cell") + " to " + path + ".");
        return null;
    }
}
