package org.plegma.rewrite.term;

import java.util.List;
import org.plegma.rewrite.text.LineWrapper;

/**
 * Writes what stands within a line: expressions, types, parameters. Parentheses appear where they are needed, and as
 * operands of operators where they were written. Between the words stand marks at which {@link LineWrapper} may break.
 */
final class ExpressionPrinter {
    private final StringBuilder out = new StringBuilder();
    private int depth;

    static String text(Term term) {
        ExpressionPrinter printer = new ExpressionPrinter();
        printer.part(term);
        return printer.out.toString();
    }

    /** The declarators of a declaration, after its type. */
    static String list(List<Term> terms) {
        ExpressionPrinter printer = new ExpressionPrinter();
        printer.commaList(terms);
        return printer.out.toString();
    }

    /** A term with its comments. */
    private void part(Term term) {
        term.notes().before().forEach(comment -> out.append(comment.inline()).append(' '));
        if (term instanceof Tree tree) {
            tree(tree);
        } else {
            out.append(term);
        }
        term.notes().inside().forEach(comment -> out.append(' ').append(comment.inline()));
        term.notes().after().forEach(comment -> out.append(' ').append(comment.inline()));
    }

    private void tree(Tree term) {
        List<Term> parts = term.children();
        switch (term.kind()) {
            case NAME, LITERAL, OPAQUE, QUALIFIER -> out.append(term.text());
            case NOTHING -> {}
            case UNARY -> {
                out.append(term.text());
                int before = out.length();
                operand(parts.get(0), Precedence.UNARY);
                if (out.charAt(before) == term.text().charAt(0)) {
                    out.insert(before, ' ');
                }
            }
            case POSTFIX -> {
                operand(parts.get(0), Precedence.POSTFIX);
                out.append(term.text());
            }
            case BINARY -> binary(term);
            case ASSIGN -> {
                operand(parts.get(0), Precedence.UNARY);
                out.append(' ').append(term.text()).append(' ');
                argument(parts.get(1));
            }
            case CONDITIONAL -> {
                operand(parts.get(0), Precedence.LOGICAL_OR);
                breakable(Precedence.CONDITIONAL);
                out.append(" ? ");
                operand(parts.get(1), Precedence.CONDITIONAL);
                breakable(Precedence.CONDITIONAL);
                out.append(" : ");
                operand(parts.get(2), Precedence.CONDITIONAL);
            }
            case COMMA -> commaList(parts);
            case INDEX -> {
                operand(parts.get(0), Precedence.POSTFIX);
                bracketed('[', parts.subList(1, 2), ']');
            }
            case MEMBER, ARROW -> {
                operand(parts.get(0), Precedence.POSTFIX);
                out.append(term.is(Kind.MEMBER) ? "." : "->").append(term.text());
            }
            case CALL -> {
                operand(parts.get(0), Precedence.POSTFIX);
                bracketed('(', parts.subList(1, parts.size()), ')');
            }
            case CAST -> {
                bracketed('(', parts.subList(0, 1), ')');
                operand(parts.get(1), Precedence.UNARY);
            }
            case VECTOR -> {
                bracketed('(', parts.subList(0, 1), ')');
                bracketed('(', parts.subList(1, parts.size()), ')');
            }
            case SIZEOF -> {
                out.append("sizeof");
                bracketed('(', parts, ')');
            }
            case INITIALIZER -> bracketed('{', parts, '}');
            case NEW_ARRAY -> newArray(parts);
            case TYPE, RECORD -> type(term);
            case DECLARATOR -> declarator(term);
            case DIMENSION -> bracketed('[', parts, ']');
            case INITIAL -> {
                out.append(" = ");
                argument(parts.get(0));
            }
            case PARAMETER -> {
                part(parts.get(0));
                if (!ExpressionPrinter.text(parts.get(1)).isEmpty()) {
                    out.append(' ');
                    part(parts.get(1));
                }
            }
            case PARAMETERS -> bracketed('(', parts, ')');
            default -> throw new IllegalStateException(term.kind() + " does not stand within a line");
        }
    }

    private void binary(Tree term) {
        int level = Precedence.ofBinary(term.text());
        operand(term.child(0), level);
        breakable(level);
        out.append(' ').append(term.text()).append(' ');
        operand(term.child(1), level + 1);
    }

    private void type(Tree term) {
        for (Term part : term.children()) {
            if (part.sort() == Sort.QUALIFIER || part instanceof Hole) {
                part(part);
                out.append(' ');
            }
        }
        out.append(term.text());
    }

    private void declarator(Tree term) {
        out.append(term.text());
        if (!term.text().isEmpty()
                && !term.text().endsWith("*")
                && !term.child(0).is(Kind.NOTHING)) {
            out.append(' ');
        }
        for (Term part : term.children()) {
            if (part.is(Kind.QUALIFIER)) {
                out.append(' ');
            }
            part(part);
            if (part == term.child(0) && term.text().contains("(")) {
                out.append(')');
            }
        }
    }

    private void newArray(List<Term> parts) {
        out.append("new ");
        part(parts.get(0));
        for (Term length : parts.subList(1, parts.size())) {
            if (length.is(Kind.INITIALIZER)) {
                out.append("[] ");
                part(length);
            } else {
                bracketed('[', List.of(length), ']');
            }
        }
    }

    private void bracketed(char open, List<Term> parts, char close) {
        out.append(open);
        depth++;
        commaList(parts);
        depth--;
        out.append(close);
    }

    private void commaList(List<Term> terms) {
        for (int i = 0; i < terms.size(); i++) {
            if (i > 0) {
                out.append(',');
                breakable(Precedence.COMMA);
                out.append(' ');
            }
            argument(terms.get(i));
        }
    }

    /** A term that needs parentheses only around commas. */
    private void argument(Term term) {
        if (term.is(Kind.COMMA)) {
            parenthesised(term);
        } else {
            part(term);
        }
    }

    private void operand(Term term, int lowest) {
        if (term instanceof Tree tree
                && (Precedence.of(tree) < lowest || tree.notes().parenthesised())) {
            parenthesised(term);
        } else {
            part(term);
        }
    }

    private void parenthesised(Term term) {
        out.append('(');
        depth++;
        part(term);
        depth--;
        out.append(')');
    }

    /** A line may be broken here; the looser what is parted, the sooner. */
    private void breakable(int level) {
        out.append(LineWrapper.MARK).append((char) (Math.min(depth, 1000) * (Precedence.PRIMARY + 1) + level));
    }
}
