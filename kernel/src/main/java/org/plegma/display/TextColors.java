package org.plegma.display;

/**
 * The hues of text and bars: of middle lightness, so that each has a contrast above 4 to white and to JupyterLab's dark
 * background alike, and one HTML output serves both.
 */
final class TextColors {
    static final String RED = "#d64545";
    static final String ORANGE = "#b8690f";
    static final String GREEN = "#2f8a4c";
    static final String BLUE = "#2f7fc1";
    static final String PURPLE = "#9a65c9";
    static final String TEAL = "#1b8a8a";

    private TextColors() {}
}
