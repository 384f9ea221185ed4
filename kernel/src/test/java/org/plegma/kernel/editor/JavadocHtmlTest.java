package org.plegma.kernel.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JavadocHtmlTest {
    private static final String COMMENT = "Gives {@code a < b ? {1} : 2} of {@link java.util.List#of(Object) a list},\n"
            + "see {@link #size()} and {@linkplain Map the map}.\n<p>More.\n"
            + "@param x the {@code x} value\n    goes on\n@return what\n@throws java.io.IOException if\n@see Other\n@since 9";

    @Test
    void html() {
        assertEquals(
                "<div>Gives <code>a &lt; b ? {1} : 2</code> of <code>a list</code>,\n"
                        + "see <code>size()</code> and the map.\n<p>More.</div>"
                        + "<div><b>x</b>: the <code>x</code> value\n    goes on</div>"
                        + "<div><b>Returns</b> what</div>"
                        + "<div><b>Throws</b> <code>java.io.IOException</code> if</div>"
                        + "<div><b>Since</b> 9</div>",
                JavadocHtml.html(COMMENT).replaceAll("\n(?=</div><div>)", ""));
    }

    @Test
    void plainText() {
        assertEquals(
                "Gives a < b ? {1} : 2 of a list,\nsee size() and the map.\nMore.\nx: the x value\ngoes on\nReturns what\n"
                        + "Throws java.io.IOException if\nSince 9",
                JavadocHtml.text(COMMENT));
    }

    @Test
    void unbalancedTagsStayAsTheyAre() {
        assertEquals("<div>a {@code b</div>", JavadocHtml.html("a {@code b"));
        assertEquals("<div></div>", JavadocHtml.html(""));
    }
}
