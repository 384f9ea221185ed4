package org.plegma.display.grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.array.AtomicFile;
import org.plegma.array.Grid;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.stencil.Animation;

/**
 * An animation to show: an animated GIF, which every front end and exported page plays. One colour scale serves all frames.
 *
 * <p>An animation by itself is shown as its grids' attributes say, as {@link GridView} describes;
 * {@code AnimationView.of(animation).colors("inferno").framesPerSecond(25).save(file)} chooses more. In a notebook a GIF
 * is drawn smaller until it stays below {@value #MOST_BYTES} bytes, as servers of notebooks drop larger output; files
 * are not limited.
 */
public final class AnimationView {
    static final int MOST_BYTES = 2_000_000;
    private static final int DEFAULT_SIDE = 480;
    private static final int SMALLEST_SIDE = 120;
    private static final double SHRINK = 0.75;

    private final Animation animation;
    private final @Nullable String title;
    private final ColorMap colors;
    private final double @Nullable [] range;
    private final @Nullable String units;
    private final double framesPerSecond;
    private final int side;

    private AnimationView(
            Animation animation,
            @Nullable String title,
            ColorMap colors,
            double @Nullable [] range,
            @Nullable String units,
            double framesPerSecond,
            int side) {
        this.animation = Objects.requireNonNull(animation);
        this.title = title;
        this.colors = colors;
        this.range = range;
        this.units = units;
        this.framesPerSecond = framesPerSecond;
        this.side = side;
    }

    /** An animation as the attributes of its grids say, at 15 frames a second. */
    public static AnimationView of(Animation animation) {
        Grid first = animation.frames().get(0);
        return new AnimationView(
                animation,
                GridView.title(first),
                GridView.colors(first),
                null,
                GridView.text(first, "units"),
                15,
                DEFAULT_SIDE);
    }

    /** With another title. */
    public AnimationView title(String text) {
        return new AnimationView(animation, text, colors, range, units, framesPerSecond, side);
    }

    /** With another colour map: {@code viridis}, {@code inferno}, {@code coolwarm} or {@code grey}. */
    public AnimationView colors(String name) {
        return new AnimationView(animation, title, ColorMap.named(name), range, units, framesPerSecond, side);
    }

    /** With the colours laid over a range of values; without this, over the values of all frames. */
    public AnimationView range(double low, double high) {
        new ColorScale(colors, low, high); // checks
        return new AnimationView(animation, title, colors, new double[] {low, high}, units, framesPerSecond, side);
    }

    /** With the units of the values. */
    public AnimationView units(String text) {
        return new AnimationView(animation, title, colors, range, text, framesPerSecond, side);
    }

    /** At another speed, from 0.1 to 50 frames a second, which is the most that browsers play. */
    public AnimationView framesPerSecond(double rate) {
        if (!(rate >= 0.1 && rate <= 50)) {
            throw new IllegalArgumentException("The speed must be from 0.1 to 50 frames a second, found " + rate + ".");
        }
        return new AnimationView(animation, title, colors, range, units, rate, side);
    }

    /** With the longer side of the picture of so many pixels, from 120 to 1000; without this, about 480. */
    public AnimationView side(int pixels) {
        if (pixels < SMALLEST_SIDE || pixels > 1000) {
            throw new IllegalArgumentException(
                    "The longer side must have from " + SMALLEST_SIDE + " to 1000 pixels, found " + pixels + ".");
        }
        return new AnimationView(animation, title, colors, range, units, framesPerSecond, pixels);
    }

    /** Writes the GIF to a file, replacing it as a whole. */
    public void save(Path file) throws IOException {
        byte[] gif = film(side).gif(delay());
        AtomicFile.replace(file, temporary -> Files.write(temporary, gif));
    }

    /** The animated GIF, as a cell shows it. */
    public MimeBundle render() throws IOException {
        int pixels = side;
        Film film = film(pixels);
        byte[] gif = film.gif(delay());
        while (gif.length > MOST_BYTES && pixels > SMALLEST_SIDE) {
            pixels = Math.max(SMALLEST_SIDE, (int) (SHRINK * pixels));
            film = film(pixels);
            gif = film.gif(delay());
        }
        String size = film.width() + " × " + film.height() + " pixels, " + Numbers.bytes(gif.length);
        String text = (title == null ? "" : title + "\n") + animation + "; GIF of " + size
                + (pixels == side ? "" : ", drawn smaller to keep the notebook's server from dropping it");
        Html html = new Html();
        html.root
                .appendElement("img")
                .attr("width", Integer.toString(film.width()))
                .attr("height", Integer.toString(film.height()))
                .attr("alt", text)
                .attr("title", text)
                .attr("src", "data:image/gif;base64," + Base64.getEncoder().encodeToString(gif));
        return MimeBundle.text(text).with(MimeBundle.HTML, html.toString());
    }

    private int delay() {
        return (int) Math.max(2, Math.round(100 / framesPerSecond));
    }

    private Film film(int pixels) {
        GridSummary all = GridSummary.over(
                animation.frames().stream().map(GridSummary::of).toList());
        ColorScale scale = range == null ? ColorScale.over(colors, all) : new ColorScale(colors, range[0], range[1]);
        boolean isBackground =
                "background".equals(GridView.text(animation.frames().get(0), "nan"));
        return new Film(animation, title, scale, isBackground ? all.withoutNan() : all, units, pixels);
    }
}
