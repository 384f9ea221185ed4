package org.plegma.rewrite.term;

import java.util.List;
import org.plegma.rewrite.text.Comment;
import org.plegma.rewrite.text.LineWrapper;
import org.plegma.rewrite.text.Notes;

/** Writes terms in their one canonical form: four blanks a level, a statement a line, lines of at most 120 columns. */
final class Printer {
    private static final String INDENT = "    ";

    private final StringBuilder out = new StringBuilder();
    private int level;

    static String print(Term term) {
        if (term.is(Kind.UNIT)) {
            Printer printer = new Printer();
            printer.statements(term.children());
            printer.comments(term.notes().inside(), term.children().isEmpty());
            return printer.out.toString();
        }
        if (term.sort() == Sort.STATEMENT || term.sort() == Sort.FUNCTION || term.sort() == Sort.CASE) {
            Printer printer = new Printer();
            printer.statement(term, true);
            return printer.out.toString().stripTrailing();
        }
        return LineWrapper.wrap(ExpressionPrinter.text(term), 0);
    }

    private void statements(List<Term> terms) {
        Term before = null;
        for (Term term : terms) {
            boolean apart = before != null && hasBody(before) && hasBody(term);
            if (apart && !term.notes().blankBefore()) {
                out.append('\n');
            }
            statement(term, before == null);
            before = term;
        }
    }

    private static boolean hasBody(Term term) {
        return term.is(Kind.FUNCTION) && term.children().size() == 4;
    }

    private void statement(Term term, boolean first) {
        Notes notes = term.notes();
        if (notes.blankBefore() && !first) {
            out.append('\n');
        }
        comments(notes.before(), true);
        if (term instanceof Hole hole) {
            line(hole + ";");
        } else {
            tree((Tree) term);
        }
        if (!notes.after().isEmpty()) {
            out.setLength(out.length() - 1);
            notes.after().forEach(comment -> out.append(' ').append(indented(comment)));
            out.append('\n');
        }
    }

    private void comments(List<Comment> comments, boolean first) {
        boolean noBlank = first;
        for (Comment comment : comments) {
            if (comment.blankBefore() && !noBlank) {
                out.append('\n');
            }
            out.append(INDENT.repeat(level)).append(indented(comment)).append('\n');
            noBlank = false;
        }
    }

    private String indented(Comment comment) {
        return comment.text().replace("\n", "\n" + INDENT.repeat(level));
    }

    private void tree(Tree term) {
        List<Term> parts = term.children();
        switch (term.kind()) {
            case BLOCK -> {
                open("{", term);
                close(term, "}");
            }
            case EXECUTE -> line(text(parts.get(0)) + ";");
            case DECLARE -> declare(term);
            case IF -> conditional(term, "");
            case FOR -> {
                String start = text(parts.get(0));
                String condition = parts.get(1).is(Kind.NOTHING) ? "" : " " + text(parts.get(1));
                String step = parts.get(2).is(Kind.NOTHING) ? "" : " " + text(parts.get(2));
                governed("for (" + start + ";" + condition + ";" + step + ")", parts.get(3), "");
            }
            case FOR_EACH -> governed(
                    "for (" + text(parts.get(0)) + " : " + text(parts.get(1)) + ")", parts.get(2), "");
            case WHILE -> governed("while (" + text(parts.get(0)) + ")", parts.get(1), "");
            case MACRO -> governed(text(parts.get(0)), parts.get(1), "");
            case DO -> {
                String end = "while (" + text(parts.get(1)) + ");";
                governed("do", parts.get(0), parts.get(0).is(Kind.BLOCK) ? " " + end : "");
                if (!parts.get(0).is(Kind.BLOCK)) {
                    line(end);
                }
            }
            case SWITCH -> {
                line("switch (" + text(parts.get(0)) + ") {");
                statements(parts.subList(1, parts.size()));
                close(term, "}");
            }
            case CASE -> inCase(term);
            case JUMP -> line(term.text() + ";");
            case RETURN -> line(parts.isEmpty() ? "return;" : "return " + text(parts.get(0)) + ";");
            case LABELED -> {
                line(term.text() + ":");
                statement(parts.get(0), true);
            }
            case EMPTY -> line(";");
            case DIRECTIVE -> {
                boolean pragma = term.text().matches("#\\s*pragma\\b[\\s\\S]*");
                out.append(pragma ? INDENT.repeat(level) : "")
                        .append(term.text())
                        .append('\n');
            }
            case OPAQUE_STATEMENT -> {
                for (String line : term.text().split("\n", -1)) {
                    out.append(line.isBlank() ? "" : INDENT.repeat(level) + line)
                            .append('\n');
                }
            }
            case FUNCTION -> function(term);
            default -> throw new IllegalStateException(term.kind() + " is no statement");
        }
    }

    /** The text of a term within a line; a declaration without its semicolon. */
    private static String text(Term term) {
        if (term instanceof Tree tree && tree.kind() == Kind.DECLARE) {
            String declarators = ExpressionPrinter.list(
                    tree.children().subList(1, tree.children().size()));
            return ExpressionPrinter.text(tree.child(0)) + (declarators.isEmpty() ? "" : " " + declarators);
        }
        return ExpressionPrinter.text(term);
    }

    private void declare(Tree term) {
        if (!term.child(0).is(Kind.RECORD)) {
            line(text(term) + ";");
            return;
        }
        Tree type = (Tree) term.child(0);
        line(ExpressionPrinter.text(type.withNotes(Notes.NONE)) + " {");
        level++;
        statements(type.children().stream()
                .filter(part -> part.sort() == Sort.STATEMENT)
                .toList());
        level--;
        String declarators = ExpressionPrinter.list(
                term.children().subList(1, term.children().size()));
        line("}" + (declarators.isEmpty() ? "" : " " + declarators) + ";");
    }

    private void inCase(Tree term) {
        List<Term> parts = term.children();
        boolean isDefault = term.text().equals("default");
        line(isDefault ? "default:" : "case " + text(parts.get(0)) + ":");
        level++;
        statements(parts.subList(isDefault ? 0 : 1, parts.size()));
        comments(term.notes().inside(), true);
        level--;
    }

    private void function(Tree term) {
        List<Term> parts = term.children();
        String head = text(parts.get(0)) + " " + term.text() + (needsBlank(term.text()) ? " " : "") + text(parts.get(1))
                + text(parts.get(2));
        if (parts.size() == 3) {
            line(head + ";");
        } else {
            governed(head, parts.get(3), "");
        }
    }

    private static boolean needsBlank(String stars) {
        return !stars.isEmpty() && !stars.endsWith("*");
    }

    private void conditional(Tree term, String before) {
        List<Term> parts = term.children();
        String head = before + "if (" + text(parts.get(0)) + ")";
        Term then = parts.get(1);
        if (parts.size() == 2) {
            governed(head, then, "");
            return;
        }
        if (endsWithOpenIf(then)) {
            then = Tree.of(Kind.BLOCK, then);
        }
        Term otherwise = parts.get(2);
        boolean chain = otherwise.is(Kind.IF) && !otherwise.notes().hasComments();
        String word = "else";
        if (then.is(Kind.BLOCK)) {
            open(head + " {", then);
            comments(then.notes().inside(), then.children().isEmpty());
            level--;
            word = "} else";
        } else {
            governed(head, then, "");
        }
        if (chain) {
            conditional((Tree) otherwise, word + " ");
        } else {
            governed(word, otherwise, "");
        }
    }

    /** Whether an {@code else} after this statement would belong to a condition in it. */
    private static boolean endsWithOpenIf(Term term) {
        if (term.is(Kind.IF)) {
            return term.children().size() == 2 || endsWithOpenIf(term.child(2));
        }
        boolean loop = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.FOR_EACH) || term.is(Kind.LABELED);
        return loop && endsWithOpenIf(term.child(term.children().size() - 1));
    }

    /** A head and the statement that it governs. */
    private void governed(String head, Term body, String end) {
        if (body.is(Kind.BLOCK)) {
            if (body.children().isEmpty() && body.notes().inside().isEmpty()) {
                line(head + " {}" + end);
                return;
            }
            open(head + " {", body);
            close(body, "}" + end);
        } else {
            line(head);
            level++;
            statement(body, true);
            level--;
        }
    }

    private void open(String head, Term block) {
        line(head);
        level++;
        statements(block.children());
    }

    private void close(Term block, String end) {
        comments(block.notes().inside(), block.children().isEmpty());
        if (level > 0 && !block.is(Kind.SWITCH)) {
            level--;
        }
        line(end);
    }

    private void line(String marked) {
        String text = marked.indexOf('\n') < 0
                ? LineWrapper.wrap(marked, level)
                : (INDENT.repeat(level) + LineWrapper.plain(marked)).replace("\n", "\n" + INDENT.repeat(level));
        out.append(text).append('\n');
    }
}
