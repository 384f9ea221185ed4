package org.plegma.magics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.OpenClException;
import org.plegma.display.NotebookProgress;
import org.plegma.display.Renderers;
import org.plegma.display.page.DisplaySink;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.cell.Arguments;
import org.plegma.magics.cell.CellParser;
import org.plegma.magics.cell.Part;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;

/** The magics of one notebook: takes its cells apart, and runs, completes and explains the magics found in them. */
public final class Magics implements MagicEngine, AutoCloseable {
    private static final int NO_JAVA = Integer.MAX_VALUE / 2;

    private final NotebookSession notebook;
    private final MagicRegistry registry;
    private final ProgressReporter terminal;

    /** The magics of the class path, for one notebook. */
    public Magics(Host host) {
        this(host, MagicRegistry.of(Magics.class.getClassLoader()));
    }

    Magics(Host host, MagicRegistry registry) {
        this.registry = registry;
        this.notebook = new NotebookSession(host, registry);
        notebook.engine(this);
        this.terminal = Progress.reporter(new NotebookProgress(DisplaySink.of(host::display, host::update)));
    }

    /** What the magics of this notebook share: its devices and settings. */
    public NotebookSession notebook() {
        return notebook;
    }

    /** Gives the devices back, and progress to the terminal. */
    @Override
    public void close() {
        Progress.reporter(terminal);
        notebook.close();
    }

    @Override
    public boolean handles(String cell) {
        return (cell.indexOf('%') >= 0 || cell.indexOf('!') >= 0)
                && parse(cell).stream().anyMatch(Part::isMagic);
    }

    @Override
    public String javaOf(String cell) {
        StringBuilder java = new StringBuilder(cell);
        for (Part part : parse(cell)) {
            if (part.isMagic()) {
                keepJava(java, part);
            }
        }
        return java.toString();
    }

    private void keepJava(StringBuilder java, Part part) {
        blank(
                java,
                part.start(),
                part.argumentsStart()
                        + Math.min(javaStart(part), part.arguments().length()));
        Magic magic = registry.contains(part.name()) ? registry.create(part.name()) : null;
        if (magic == null || !magic.bodyIsJava()) {
            blank(java, part.argumentsEnd(), part.end());
            return;
        }
        MagicArguments.lenient(magic, part);
        java.replace(part.bodyStart(), part.end(), magic.javaOf(part.body()));
        int at = part.start();
        for (String declaration : magic.declarations()) {
            if (at + declaration.length() <= part.argumentsEnd()) {
                java.replace(at, at + declaration.length(), declaration);
                at += declaration.length();
            }
        }
    }

    /** Where Java starts within the arguments of a magic that takes it; beyond all bounds for one that does not. */
    private int javaStart(Part part) {
        if (!registry.contains(part.name())) {
            return NO_JAVA;
        }
        Magic magic = registry.create(part.name());
        return magic.takesJava() ? MagicArguments.lenient(magic, part).codeStart() : NO_JAVA;
    }

    private static void blank(StringBuilder text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                text.setCharAt(i, ' ');
            }
        }
    }

    private List<Part> parse(String cell) {
        return CellParser.parse(cell, registry::contains, this::isVariable);
    }

    private boolean isVariable(String name) {
        return notebook.host().variables().stream()
                .anyMatch(variable -> variable.name().equals(name));
    }

    @Override
    public @Nullable Object execute(String cell) throws Exception {
        TablesawLoader.load();
        List<Part> parts = new ArrayList<>(parse(cell));
        parts.removeIf(part -> !part.isMagic() && part.text().isBlank());
        for (Part part : parts) { // before anything has run
            if (part.fault() != null) {
                throw MagicRegistry.fault(part, part.fault());
            }
            if (part.isMagic()) {
                registry.find(part);
            }
        }
        Object result = null;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            result = part.isMagic() ? run(part) : notebook.host().evaluate(part.text(), part.line());
            boolean last = i == parts.size() - 1;
            if (part.isMagic() && !last && result != null) {
                notebook.host().display(Renderers.render(result)); // a magic is there to show something
            }
        }
        return result;
    }

    /** The names of the magics of a kind. */
    public List<String> names(Magic.Kind kind) {
        return registry.names().stream()
                .filter(name -> registry.create(name).kinds().contains(kind))
                .toList();
    }

    /** Whether every magic of a cell has a name of ours; if not, it may be one of another kernel's. */
    public boolean knowsAll(String cell) {
        return parse(cell).stream().allMatch(part -> !part.isMagic() || registry.owns(part.name()));
    }

    /** Runs a line magic whose arguments another kernel has divided into words. */
    public @Nullable Object call(String name, List<String> words) throws Exception {
        return execute("%" + name + " " + line(name, words));
    }

    /** Runs a cell magic whose arguments another kernel has divided into words. */
    public @Nullable Object call(String name, List<String> words, String body) throws Exception {
        return execute("%%" + name + " " + line(name, words) + "\n" + body);
    }

    private String line(String name, List<String> words) {
        boolean java = registry.contains(name) && registry.create(name).takesJava();
        return words.stream().map(word -> java ? word : Arguments.quote(word)).collect(Collectors.joining(" "));
    }

    private @Nullable Object run(Part part) throws Exception {
        Magic magic = registry.find(part);
        if (part.asksForHelp()) {
            return new MagicHelp(magic).bundle();
        }
        MagicArguments arguments = MagicArguments.parse(magic, part);
        MagicCall call = new MagicCall(notebook, part, arguments.codeStart());
        try {
            return magic.run(call);
        } catch (MagicException e) {
            throw call.isUserFailure(e) || e.line() != 0 ? e : located(e, part);
        } catch (OpenClException | IllegalArgumentException | IOException | UncheckedIOException e) {
            throw call.isUserFailure(e) ? e : located(e, part);
        }
    }

    private static MagicException located(Exception e, Part part) {
        return new MagicException(FileFaults.message(e), part.line(), part.column(part.start()), e);
    }

    @Override
    public Optional<Completions> complete(String cell, int cursor) {
        return new MagicCompleter(notebook).complete(parse(cell), cursor);
    }

    @Override
    public Optional<MimeBundle> inspect(String cell, int cursor) {
        List<Part> parts = parse(cell);
        Optional<Part> body = parts.stream()
                .filter(part -> part.kind() == Part.Kind.CELL && part.argumentsEnd() < cursor)
                .filter(part -> registry.contains(part.name()))
                .findFirst();
        if (body.isPresent()) {
            return registry.create(body.get().name())
                    .describe(body.get().body(), cursor - body.get().bodyStart())
                    .map(Magics::word);
        }
        return MagicCompleter.at(parse(cell), cursor)
                .or(() -> MagicCompleter.at(parse(cell), cursor + 1))
                .filter(part -> registry.contains(part.name()))
                .filter(part -> part.argumentsStart() + javaStart(part) >= part.argumentsEnd()
                        || cursor < part.argumentsStart() + javaStart(part))
                .map(part -> new MagicHelp(registry.create(part.name())).bundle());
    }

    private static MimeBundle word(Magic.BodyWord word) {
        Element root = new Element("div").addClass("plegma");
        root.appendElement("p").appendElement("code").appendElement("b").text(word.form());
        root.appendElement("p").text(word.meaning());
        return MimeBundle.text(word.form() + "\n    " + word.meaning()).with(MimeBundle.HTML, root.outerHtml());
    }
}
