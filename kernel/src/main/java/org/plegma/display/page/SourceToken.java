package org.plegma.display.page;

/**
 * A piece of a line of source.
 *
 * @param kind what it is, which decides its colour
 * @param text its characters
 */
record SourceToken(Kind kind, String text) {

    /** Kinds of tokens, each with its colour in HTML and its code in ANSI terminals (empty for the text's own). */
    enum Kind {
        PLAIN("", ""),
        KEYWORD("color:" + TextColors.PURPLE, "35"),
        TYPE("color:" + TextColors.TEAL, "36"),
        BUILTIN("color:" + TextColors.BLUE, "34"),
        NUMBER("color:" + TextColors.GREEN, "32"),
        STRING("color:" + TextColors.ORANGE, "33"),
        DIRECTIVE("color:" + TextColors.ORANGE, "33"),
        COMMENT("opacity:.65;font-style:italic", "2"),
        ERROR("font-weight:600;color:" + TextColors.RED, "1"),
        WARNING("font-weight:600;color:" + TextColors.ORANGE, "1;33"),
        NOTE("font-weight:600;color:" + TextColors.BLUE, "1;34");

        final String css;
        final String ansi;

        Kind(String css, String ansi) {
            this.css = css;
            this.ansi = ansi;
        }
    }

    String ansi() {
        return kind.ansi.isEmpty() ? text : "\u001b[" + kind.ansi + "m" + text + "\u001b[0m";
    }
}
