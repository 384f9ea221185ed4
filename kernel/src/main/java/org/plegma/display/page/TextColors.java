package org.plegma.display.page;

/**
 * The hues of text and bars: of middle lightness, so that each has a contrast above 4 to white and to JupyterLab's dark
 * background alike, and one HTML output serves both.
 */
public final class TextColors {
    public static final String RED = "#d64545";
    public static final String ORANGE = "#b8690f";
    public static final String GREEN = "#2f8a4c";
    public static final String BLUE = "#2f7fc1";
    static final String PURPLE = "#9a65c9";
    static final String TEAL = "#1b8a8a";

    private TextColors() {}
}
