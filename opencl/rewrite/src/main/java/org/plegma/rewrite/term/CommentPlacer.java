package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.text.Comment;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;
import org.plegma.rewrite.text.Source;

/**
 * Puts the comments of a source onto its terms, and the empty lines between statements. A comment belongs to what
 * stands before it in its line, else to what follows, else to the end of what is around it.
 */
final class CommentPlacer {
    private final Source source;

    CommentPlacer(Source source) {
        this.source = source;
    }

    /** The term with comments, which are the stretches of the source that hold them, in order. */
    Term place(Term root, List<Place> comments) {
        if (!(root instanceof Tree tree) || root.children().isEmpty() && comments.isEmpty()) {
            return root;
        }
        List<Term> parts = new ArrayList<>(tree.children());
        List<Comment> inside = new ArrayList<>();
        int end = tree.place().start();
        int next = 0;
        for (int i = 0; i < parts.size(); i++) {
            Term part = parts.get(i);
            if (!part.place().isKnown()) {
                continue; // a hole: it has no place and keeps no comments
            }
            List<Comment> before = new ArrayList<>();
            int from = end;
            int first = -1;
            while (next < comments.size()
                    && comments.get(next).end() <= part.place().start()) {
                Place comment = comments.get(next++);
                if (i > 0
                        && before.isEmpty()
                        && isSameLine(parts.get(i - 1), end, comment)
                        && (tree.kind().isList()
                                || !isSameLine(end, part.place().start()))) {
                    parts.set(i - 1, addAfter(parts.get(i - 1), comment));
                } else {
                    before.add(comment(comment, from));
                    first = first < 0 ? comment.start() : first;
                }
                from = comment.end();
            }
            List<Place> within = new ArrayList<>();
            while (next < comments.size()
                    && comments.get(next).start() < part.place().end()) {
                within.add(comments.get(next++));
            }
            boolean blank =
                    i > 0 && source.hasBlankLine(end, first < 0 ? part.place().start() : first);
            parts.set(i, marked(place(part, within), before, blank && isInList(tree)));
            end = part.place().end();
        }
        int from = end;
        for (Place comment : comments.subList(next, comments.size())) {
            int last = parts.size() - 1;
            if (last >= 0 && inside.isEmpty() && isSameLine(parts.get(last), end, comment)) {
                parts.set(last, addAfter(parts.get(last), comment));
            } else {
                inside.add(comment(comment, from));
            }
            from = comment.end();
        }
        Tree result = tree.withChildren(parts);
        return inside.isEmpty() ? result : result.withNotes(result.notes().withInside(inside));
    }

    private static boolean isInList(Tree parent) {
        return parent.kind().isList() || parent.kind() == Kind.SWITCH || parent.kind() == Kind.RECORD;
    }

    private boolean isSameLine(Term before, int end, Place comment) {
        return before.place().isKnown() && isSameLine(end, comment.start());
    }

    private boolean isSameLine(int end, int start) {
        return source.line(Math.max(0, end - 1)) == source.line(start);
    }

    private static Term marked(Term part, List<Comment> before, boolean blank) {
        if (!before.isEmpty() && part.is(Kind.BLOCK)) {
            return marked(intoBlock((Tree) part, before), List.of(), blank);
        }
        Notes notes = part.notes();
        return before.isEmpty() && notes.blankBefore() == blank
                ? part
                : part.withNotes(notes.plusBefore(before).blankBefore(blank));
    }

    /** What is written before a block is printed at its beginning: the brace stands in the line of its loop. */
    private static Tree intoBlock(Tree block, List<Comment> comments) {
        if (block.children().isEmpty()) {
            List<Comment> all = new ArrayList<>(comments);
            all.addAll(block.notes().inside());
            return block.withNotes(block.notes().withInside(all));
        }
        List<Term> statements = new ArrayList<>(block.children());
        Term first = statements.get(0);
        statements.set(0, first.withNotes(first.notes().plusBefore(comments)));
        return block.withChildren(statements);
    }

    private Term addAfter(Term part, Place comment) {
        if (part.is(Kind.BLOCK) || part.is(Kind.PARAMETERS)) {
            Notes notes = part.notes();
            List<Comment> inside = new ArrayList<>(notes.inside());
            inside.add(comment(comment, comment.start()));
            return part.withNotes(notes.withInside(inside));
        }
        return part.withNotes(part.notes().plusAfter(List.of(comment(comment, comment.start()))));
    }

    private Comment comment(Place place, int from) {
        String text = source.text.substring(place.start(), place.end()).stripTrailing();
        boolean blank = source.hasBlankLine(from, place.start());
        return new Comment(unindented(text, place.column() - 1), blank);
    }

    /** The lines of a comment without the indentation that its first line has. */
    private static String unindented(String text, int indent) {
        return text.replace("\r", "").replace("\t", "    ").replaceAll("\n {0," + indent + "}", "\n");
    }
}
