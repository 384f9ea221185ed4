package org.plegma.rewrite.text;

/**
 * A comment.
 *
 * @param text with its slashes
 * @param blankBefore whether an empty line stands before it
 */
public record Comment(String text, boolean blankBefore) {

    boolean isLine() {
        return text.startsWith("//");
    }

    /** The comment where the line goes on after it. */
    public String inline() {
        return isLine() ? "/* " + text.substring(2).strip().replace("*/", "* /") + " */" : text;
    }
}
