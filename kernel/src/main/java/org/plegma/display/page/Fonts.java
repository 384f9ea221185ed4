package org.plegma.display.page;

import java.awt.Font;
import java.awt.font.FontRenderContext;

/** Makes sure of the fonts that charts and grids are labelled with, which a small Linux image may lack. */
public final class Fonts {
    private Fonts() {}

    /**
     * A plain sans-serif font.
     *
     * @throws IllegalStateException if Java finds no font at all, with what to install
     */
    public static Font sans(float size) {
        try {
            Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont(size);
            font.getStringBounds("0", new FontRenderContext(null, true, true)); // loads the font, or fails here
            return font;
        } catch (ThreadDeath | OutOfMemoryError other) {
            throw other;
        } catch (RuntimeException | Error failure) { // of a different kind for each thing that is missing
            throw new IllegalStateException(
                    "No font was found, so nothing can be drawn. Install fontconfig and a font, for example with"
                            + " 'apt-get install fontconfig fonts-dejavu-core', and restart the kernel.",
                    failure);
        }
    }
}
