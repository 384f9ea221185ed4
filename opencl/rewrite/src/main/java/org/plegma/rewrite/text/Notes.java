package org.plegma.rewrite.text;

import java.util.ArrayList;
import java.util.List;

/**
 * What a source says beside its meaning, and what stays with a term when it is moved.
 *
 * @param before comments before the term
 * @param after comments after it in its line
 * @param inside comments after its last part, as at the end of a block
 * @param blankBefore whether an empty line stands before the term and its comments
 * @param parenthesised whether it was written in parentheses
 */
public record Notes(
        List<Comment> before, List<Comment> after, List<Comment> inside, boolean blankBefore, boolean parenthesised) {
    /** No marks. */
    public static final Notes NONE = new Notes(List.of(), List.of(), List.of(), false, false);

    public Notes {
        before = List.copyOf(before);
        after = List.copyOf(after);
        inside = List.copyOf(inside);
    }

    public Notes inParentheses() {
        return new Notes(before, after, inside, blankBefore, true);
    }

    public Notes blankBefore(boolean now) {
        return new Notes(before, after, inside, now, parenthesised);
    }

    public Notes plusBefore(List<Comment> more) {
        return new Notes(join(more, before), after, inside, blankBefore, parenthesised);
    }

    public Notes plusAfter(List<Comment> more) {
        return new Notes(before, join(after, more), inside, blankBefore, parenthesised);
    }

    public Notes withInside(List<Comment> all) {
        return new Notes(before, after, all, blankBefore, parenthesised);
    }

    public boolean hasComments() {
        return !before.isEmpty() || !after.isEmpty() || !inside.isEmpty();
    }

    private static List<Comment> join(List<Comment> first, List<Comment> second) {
        List<Comment> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
