package org.plegma.rewrite.rule;

import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/**
 * Why a pattern does not fit a term: the part that came closest.
 *
 * @param progress how many parts of the pattern fitted before
 * @param expected the part of the pattern that did not fit
 * @param found what stands there instead; null if nothing does
 */
public record Mismatch(int progress, Term expected, Term found) {

    public String text() {
        String wanted = expected == null ? "nothing more" : shown(expected);
        return "expected " + wanted + ", found " + (found == null ? "nothing more" : shown(found));
    }

    public static String shown(Term term) {
        String text = Code.print(term).strip();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end) + " …";
        return "'" + (line.length() > 60 ? line.substring(0, 59) + "…" : line) + "'";
    }
}
