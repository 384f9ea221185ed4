package org.plegma.magics.session;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %run}: another notebook or file, here. */
@Command(
        name = "run",
        description =
                "Runs all cells of another notebook in this one, or a file of Java snippets. What it declares and shows is"
                        + " this notebook's then. It stops at the first error and names the cell.")
public final class RunMagic implements Magic {

    /** Notebooks and files of snippets. */
    static final class Runnables extends FileCandidates {
        Runnables() {
            super(List.of(".ipynb", ".jsh", ".java"));
        }
    }

    @Parameters(
            paramLabel = "FILE",
            completionCandidates = Runnables.class,
            description = "A notebook (.ipynb), or Java snippets.")
    private String file;

    @Override
    public String example() {
        return """
                !echo 'int answer = 42;' > answer.jsh
                %run answer.jsh
                answer + 1""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        Path path = Surroundings.of(call.notebook()).resolve(file);
        if (!Files.isRegularFile(path)) {
            throw call.error("There is no file " + path + ".");
        }
        List<String> cells = path.toString().endsWith(".ipynb") ? cells(call, path) : List.of(Files.readString(path));
        Running running = call.notebook().state(Running.class, Running::new);
        if (running.files.contains(path)) {
            throw call.error(path + " runs itself: " + running.files + ". Take one of these %run out.");
        }
        running.files.add(path);
        int number = 0;
        try {
            for (String cell : cells) {
                number++;
                Object result = call.runCell(cell);
                if (result != null) {
                    call.show(result);
                }
            }
        } catch (Exception | Error failure) {
            call.host()
                    .out()
                    .println("The error below is in cell " + number + " of " + Numbers.counted(cells.size(), "cell")
                            + " of " + path + ".");
            throw failure;
        } finally {
            running.files.remove(path);
        }
        return null;
    }

    /** The files that run at this moment, the outermost first. */
    private static final class Running {
        private final List<Path> files = new ArrayList<>();
    }

    private static List<String> cells(MagicCall call, Path path) throws IOException {
        List<String> cells = new ArrayList<>();
        try {
            JsonObject notebook = JsonParser.parseString(Files.readString(path)).getAsJsonObject();
            for (JsonElement element : notebook.getAsJsonArray("cells")) {
                JsonObject cell = element.getAsJsonObject();
                if (cell.get("cell_type").getAsString().equals("code")) {
                    cells.add(text(cell.get("source")));
                }
            }
            return cells;
        } catch (JsonParseException
                | IllegalStateException
                | NullPointerException
                | UnsupportedOperationException
                | ClassCastException e) {
            throw call.error(path + " is no Jupyter notebook of version 4.");
        }
    }

    private static String text(JsonElement source) {
        if (source.isJsonPrimitive()) {
            return source.getAsString();
        }
        StringBuilder text = new StringBuilder();
        source.getAsJsonArray().forEach(line -> text.append(line.getAsString()));
        return text.toString();
    }
}
