package org.plegma.rewrite.rule;

import java.util.Optional;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/**
 * Why a pattern does not fit a term: the part that came closest.
 *
 * @param progress how many parts of the pattern fitted before
 * @param expected the part of the pattern that did not fit; empty if the pattern was at its end
 * @param found what stands there instead; empty if nothing does
 */
public record Mismatch(int progress, Optional<Term> expected, Optional<Term> found) {
    /** As long as nothing was tried. */
    static final Mismatch NONE = new Mismatch(-1, Optional.empty(), Optional.empty());

    /** Both in words. */
    public String text() {
        return "expected " + expected.map(Mismatch::shown).orElse("nothing more") + ", found "
                + found.map(Mismatch::shown).orElse("nothing more");
    }

    /** A term in one line, shortened if it is long. */
    public static String shown(Term term) {
        String text = Code.print(term).strip();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end) + " …";
        return "'" + (line.length() > 60 ? line.substring(0, 59) + "…" : line) + "'";
    }
}
