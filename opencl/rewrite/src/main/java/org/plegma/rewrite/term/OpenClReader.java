package org.plegma.rewrite.term;

import java.util.List;
import org.plegma.rewrite.text.CLexer;
import org.plegma.rewrite.text.CToken;
import org.plegma.rewrite.text.CTokens;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;
import org.plegma.rewrite.text.Source;

/** Reads OpenCL C, and patterns for it. */
public final class OpenClReader {
    private OpenClReader() {}

    static Tree unit(String text) {
        return (Tree) read(text, false, true);
    }

    /** Items of a pattern: statements, functions and declarations in a unit. */
    static Tree pattern(String text) {
        return (Tree) read(text, true, true);
    }

    public static Term expression(String text, boolean pattern) {
        return read(text, pattern, false);
    }

    private static Term read(String text, boolean pattern, boolean unit) {
        return DeepTerms.read(text, () -> readAll(text, pattern, unit));
    }

    private static Term readAll(String text, boolean pattern, boolean unit) {
        Source source = new Source(text);
        CLexer lexer = new CLexer(source, pattern);
        CTokens tokens = new CTokens(source, lexer.tokens);
        CStatements statements = new CStatements(tokens);
        Term term;
        if (unit) {
            List<Term> items = statements.items(pattern);
            term = new Tree(Kind.UNIT, Language.OPENCL.text(), items, Notes.NONE, source.place(0, text.length()));
        } else {
            term = statements.expressions().comma();
            if (!tokens.is(CToken.Kind.END)) {
                throw tokens.fault(
                        "Expected an operator or the end, found "
                                + tokens.peek().shown() + ".",
                        "Write one expression.");
            }
        }
        List<Place> comments = lexer.comments.stream()
                .map(comment -> source.place(comment.start(), comment.end()))
                .toList();
        return new CommentPlacer(source).place(term, comments);
    }
}
