package org.plegma.display;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.WeakHashMap;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.DisplaySink;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.PngImages;
import org.plegma.display.page.TextColors;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.progress.ProgressReporter;

/**
 * Shows the progress of long work as a bar in the notebook, one display that is updated in place. Work that was broken off
 * stays as an orange line; what is done leaves nothing, as its result says so.
 *
 * <p>{@code Progress.reporter(new NotebookProgress(DisplaySink.of(host::display, host::update)))} installs it. How often it
 * is called, ten times a second at most, is up to {@link Progress}.
 */
public final class NotebookProgress implements ProgressReporter {
    private static final int BAR_CHARACTERS = 20;

    private enum State {
        RUNNING(TextColors.BLUE),
        BROKEN_OFF(TextColors.ORANGE);

        final String color;

        State(String color) {
            this.color = color;
        }
    }

    /** Servers of notebooks drop output beyond a million bytes a second, so pictures come less often than numbers. */
    private static final long PREVIEW_NANOS = 500_000_000;

    private final DisplaySink sink;
    private final Map<Progress, Shown> displays = new WeakHashMap<>();

    /** The display of some work, with the picture that it shows and when that was drawn. */
    private static final class Shown {
        private final String id = "plegma-progress-" + UUID.randomUUID();
        private @Nullable MimeBundle picture;
        private long drawn;

        MimeBundle bundle(Progress progress, State state) {
            long now = System.nanoTime();
            if (progress.preview().isPresent() && (picture == null || now - drawn >= PREVIEW_NANOS)) {
                picture = Renderers.render(progress.preview().get());
                drawn = now;
            }
            return render(progress, state, state == State.RUNNING ? picture : null);
        }
    }

    /** Bars that are shown and replaced through a sink. */
    public NotebookProgress(DisplaySink sink) {
        this.sink = sink;
    }

    @Override
    public void started(Progress progress) {
        Shown shown = new Shown();
        synchronized (displays) {
            displays.put(progress, shown);
        }
        sink.display(shown.bundle(progress, State.RUNNING), shown.id);
    }

    @Override
    public void updated(Progress progress) {
        update(progress, State.RUNNING);
    }

    @Override
    public void finished(Progress progress) {
        boolean all = progress.total() == 0 || progress.done() >= progress.total();
        if (all) {
            sink.update(MimeBundle.text("").with(MimeBundle.HTML, ""), shown(progress).id);
        } else {
            update(progress, State.BROKEN_OFF);
        }
    }

    private void update(Progress progress, State state) {
        Shown shown = shown(progress);
        sink.update(shown.bundle(progress, state), shown.id);
    }

    private Shown shown(Progress progress) {
        synchronized (displays) {
            return Objects.requireNonNull(displays.get(progress), "Its display was not started.");
        }
    }

    private static MimeBundle render(Progress progress, State state, @Nullable MimeBundle picture) {
        OptionalDouble fraction = progress.fraction();
        String counts = counts(progress, state);
        Html html = new Html();
        Element line = html.root.appendElement("div").addClass("plegma-progress");
        line.appendElement("b").text(progress.title());
        if (fraction.isPresent()) {
            String filled =
                    String.format(Locale.ROOT, "width:%.1f%%;background:%s", 100 * fraction.getAsDouble(), state.color);
            line.appendElement("div")
                    .addClass("plegma-bar")
                    .appendElement("div")
                    .attr("style", filled);
        }
        line.appendElement("span").attr("style", "color:" + state.color).text(counts);
        if (!progress.note().isEmpty()) {
            line.appendElement("span").addClass("plegma-note").text(progress.note());
        }
        if (picture != null) {
            PngImages.append(html.root, picture);
        }
        return MimeBundle.text(text(progress, fraction, counts)).with(MimeBundle.HTML, html.toString());
    }

    private static String text(Progress progress, OptionalDouble fraction, String counts) {
        String bar = "";
        if (fraction.isPresent()) {
            int filled = (int) (fraction.getAsDouble() * BAR_CHARACTERS);
            bar = " " + "█".repeat(filled) + "░".repeat(BAR_CHARACTERS - filled);
        }
        return progress.title() + bar + " " + counts + (progress.note().isEmpty() ? "" : "  " + progress.note());
    }

    /** For example {@code 40 %, 12/30, 2.4/s, 0:05, 0:07 left}. */
    private static String counts(Progress progress, State state) {
        StringBuilder text = new StringBuilder(state == State.BROKEN_OFF ? "stopped at " : "");
        progress.fraction()
                .ifPresent(fraction -> text.append((int) (100 * fraction)).append(" %, "));
        text.append(progress);
        text.append(state == State.RUNNING ? ", " : " in ");
        double elapsed = progress.elapsedSeconds();
        text.append(state == State.RUNNING ? Numbers.clock(elapsed) : Numbers.seconds(elapsed));
        if (progress.done() > 0) {
            text.append(", ").append(Numbers.significant(progress.rate(), 3)).append("/s");
        }
        if (state == State.RUNNING && progress.secondsLeft().isPresent()) {
            text.append(", ")
                    .append(Numbers.clock(progress.secondsLeft().getAsDouble()))
                    .append(" left");
        }
        return text.toString();
    }
}
