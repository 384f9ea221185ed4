package org.plegma.magics.compute;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.MagicException;

/**
 * A product as {@code %gemm} reads it: {@code D = 2*A*B' - beta*C}. Terms are joined by + or -, factors by *; a factor is a
 * number, the name of a number, or the name of a matrix, with an apostrophe if transposed.
 *
 * @param target the variable that gets the result
 * @param alpha the numbers before the product
 * @param left the product's first matrix
 * @param right its second
 * @param beta the numbers before the matrix that is added; empty if none is
 * @param added that matrix, or null
 */
record GemmFormula(
        Word target, List<Scalar> alpha, Factor left, Factor right, List<Scalar> beta, @Nullable Factor added) {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(?<number>(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)[fFdD]?"
                    + "|(?<name>\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)|(?<sign>[-+*=';]))");

    private static final Pattern COMMENT = Pattern.compile("//.*");

    /** A word of the formula, with its place in it from 0. */
    record Word(String text, int place) {}

    /** A matrix of the product. */
    record Factor(Word name, boolean transposed) {
        @Override
        public String toString() {
            return name.text() + (transposed ? "'" : "");
        }
    }

    /** A number, or the name of one. */
    record Scalar(Word word, boolean negative) {}

    /** Something that is not a product, at a place of the formula. */
    static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int place;

        Fault(@Nullable String message, int place) {
            super(message);
            this.place = place;
        }
    }

    private record Term(List<Scalar> scalars, List<Factor> factors, int place) {}

    /**
     * Reads a formula.
     *
     * @param isNumber whether a name is that of a number rather than of a matrix; throws a {@link MagicException} if there is
     *     no such variable
     */
    static GemmFormula parse(String text, Predicate<String> isNumber) {
        return new Parser(text, isNumber).formula();
    }

    private static final class Parser {
        private final List<Word> words = new ArrayList<>();
        private final Predicate<String> isNumber;
        private final int end;
        private int next;

        Parser(String text, Predicate<String> isNumber) {
            this.isNumber = isNumber;
            String code = COMMENT.matcher(text).replaceFirst("").stripTrailing();
            end = code.length();
            Matcher token = TOKEN.matcher(code);
            for (int at = 0; at < end; at = token.end()) {
                token.region(at, end);
                if (!token.lookingAt()) {
                    int place = at
                            + code.substring(at).length()
                            - code.substring(at).stripLeading().length();
                    throw new Fault(
                            "'" + code.charAt(place) + "' has no meaning in a product. Write one such as C = A*B' + C.",
                            place);
                }
                String word = token.group().strip();
                words.add(new Word(word, token.end() - word.length()));
            }
            if (!words.isEmpty() && words.get(words.size() - 1).text().equals(";")) {
                words.remove(words.size() - 1);
            }
        }

        GemmFormula formula() {
            if (words.isEmpty()) {
                throw new Fault("There is no product. Write one such as C = A*B' + C.", 0);
            }
            Word target = take();
            if (!isName(target)) {
                throw new Fault("A product begins with the variable that gets it: C = A*B.", target.place());
            }
            if (!accept("=")) {
                throw new Fault("Expected '=' after " + target.text() + ": C = A*B.", place());
            }
            List<Term> terms = new ArrayList<>();
            boolean negative = accept("-");
            terms.add(term(negative));
            while (next < words.size()) {
                Word sign = take();
                if (sign.text().equals(";")) {
                    throw new Fault("A product ends its line. Put what follows it on the next one.", sign.place());
                }
                if (!sign.text().equals("+") && !sign.text().equals("-")) {
                    throw new Fault("Expected '*', '+' or '-' before '" + sign.text() + "'.", sign.place());
                }
                terms.add(term(sign.text().equals("-")));
            }
            return join(target, terms);
        }

        private static GemmFormula join(Word target, List<Term> terms) {
            Term product = null;
            Term added = null;
            boolean multiplies = terms.stream().anyMatch(term -> term.factors().size() > 1);
            for (Term term : terms) {
                switch (term.factors().size()) {
                    case 0 -> throw new Fault("This term has no matrix: a product is A*B, or A*B + C.", term.place());
                    case 1 -> {
                        if (added != null && multiplies) {
                            throw new Fault("Only one matrix can be added to a product.", term.place());
                        }
                        added = term;
                    }
                    case 2 -> {
                        if (product != null) {
                            throw new Fault("Only one product fits into a line. Use one %gemm for each.", term.place());
                        }
                        product = term;
                    }
                    default -> throw new Fault(
                            "A product has two matrices, this one has more. Use one %gemm for each product.",
                            term.factors().get(2).name().place());
                }
            }
            if (product == null) {
                throw new Fault(
                        "There is no product of two matrices here: write A*B.",
                        terms.get(0).place());
            }
            if (added != null && added.factors().get(0).transposed()) {
                throw new Fault(
                        "The matrix that is added cannot be transposed.",
                        added.factors().get(0).name().place());
            }
            return new GemmFormula(
                    target,
                    product.scalars(),
                    product.factors().get(0),
                    product.factors().get(1),
                    added == null ? List.of() : added.scalars(),
                    added == null ? null : added.factors().get(0));
        }

        private Term term(boolean negative) {
            int start = place();
            boolean minus = negative;
            List<Scalar> scalars = new ArrayList<>();
            List<Factor> factors = new ArrayList<>();
            do {
                boolean sign = accept("-");
                if (next == words.size()) {
                    throw new Fault("Expected a matrix or a number here.", end);
                }
                Word word = take();
                if (!isName(word)
                        && !Character.isDigit(word.text().charAt(0))
                        && word.text().charAt(0) != '.') {
                    throw new Fault("Expected a matrix or a number before '" + word.text() + "'.", word.place());
                }
                if (isName(word) && !isNumber(word)) {
                    factors.add(new Factor(word, accept("'")));
                    minus ^= sign;
                } else {
                    if (!isName(word) && Double.isInfinite(Double.parseDouble(word.text()))) {
                        throw new Fault(word.text() + " is larger than any double.", word.place());
                    }
                    scalars.add(new Scalar(word, sign));
                }
            } while (accept("*"));
            if (minus) {
                scalars.add(new Scalar(new Word("1", start), true));
            }
            return new Term(scalars, factors, start);
        }

        private boolean isNumber(Word name) {
            try {
                return isNumber.test(name.text());
            } catch (MagicException e) {
                throw new Fault(e.getMessage(), name.place());
            }
        }

        private static boolean isName(Word word) {
            return Character.isJavaIdentifierStart(word.text().charAt(0));
        }

        private Word take() {
            return words.get(next++);
        }

        private boolean accept(String sign) {
            boolean found = next < words.size() && words.get(next).text().equals(sign);
            next += found ? 1 : 0;
            return found;
        }

        private int place() {
            return next < words.size() ? words.get(next).place() : end;
        }
    }
}
