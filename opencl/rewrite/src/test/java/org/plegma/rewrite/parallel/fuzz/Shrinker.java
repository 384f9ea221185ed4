package org.plegma.rewrite.parallel.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.plegma.rewrite.parallel.fuzz.JavaOracle.Compiled;
import org.plegma.rewrite.parallel.fuzz.program.Expressions;
import org.plegma.rewrite.parallel.fuzz.program.Piece;
import org.plegma.rewrite.parallel.fuzz.program.Program;

/** Makes a program that fails smaller, as long as it fails alike. */
final class Shrinker {
    private static final int MOST_AT_ONCE = 60;
    private static final int MOST_ROUNDS = 40;

    private Shrinker() {}

    /** @param fails whether a smaller program still shows the fault */
    static Candidate shrink(Candidate failing, Predicate<Candidate> fails) {
        Candidate best = failing;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Candidate smaller = smaller(best, fails);
            if (smaller == null) {
                return best;
            }
            best = smaller;
        }
        return best;
    }

    private static Candidate smaller(Candidate candidate, Predicate<Candidate> fails) {
        List<Program> variants = variants(candidate.program());
        for (int from = 0; from < variants.size(); from += MOST_AT_ONCE) {
            List<Program> some = variants.subList(from, Math.min(variants.size(), from + MOST_AT_ONCE));
            List<JavaOracle.Source> sources = some.stream()
                    .map(each -> Candidate.source(candidate.frame(), each))
                    .toList();
            List<Compiled> compiled = JavaOracle.compile(sources, new ArrayList<>());
            for (int i = 0; i < some.size(); i++) {
                if (compiled.get(i) != null) {
                    Candidate smaller =
                            new Candidate(candidate.frame(), some.get(i), compiled.get(i), candidate.seed());
                    if (fails.test(smaller)) {
                        return smaller;
                    }
                }
            }
        }
        return null;
    }

    /** The program with one piece less, or with a simpler one: large pieces first. */
    private static List<Program> variants(Program program) {
        List<Program> variants = new ArrayList<>();
        List<List<Piece>> parts = program.parts();
        for (int list = 0; list < parts.size(); list++) {
            for (int i = 0; i < parts.get(list).size(); i++) {
                List<Piece> fewer = new ArrayList<>(parts.get(list));
                fewer.remove(i);
                variants.add(program.with(replaced(parts, list, fewer)));
            }
        }
        for (int list = 0; list < parts.size(); list++) {
            for (int i = 0; i < parts.get(list).size(); i++) {
                for (Piece simpler : simpler(parts.get(list).get(i))) {
                    variants.add(program.with(replaced(parts, list, replaced(parts.get(list), i, simpler))));
                }
            }
        }
        return variants;
    }

    private static <T> List<T> replaced(List<T> all, int index, T one) {
        List<T> changed = new ArrayList<>(all);
        changed.set(index, one);
        return changed;
    }

    private static List<Piece> simpler(Piece piece) {
        List<Piece> all = new ArrayList<>();
        if (piece.type().equals(Piece.STATEMENT) && !piece.text().equals(";")) {
            all.add(Piece.statement(";"));
        }
        String literal =
                switch (piece.type()) {
                    case "int" -> "1";
                    case "long" -> "1L";
                    case "float" -> "1f";
                    case "double" -> "1.0";
                    case "boolean" -> "true";
                    default -> "";
                };
        if (!literal.isEmpty()) {
            if (piece.text().length() > literal.length()) {
                all.add(Piece.of(piece.type(), Piece.PRIMARY, literal));
            }
            inside(piece, piece.type(), all);
        }
        for (int i = 0; i < piece.parts().size(); i++) {
            if (piece.parts().get(i) instanceof Piece part) {
                for (Piece each : simpler(part)) {
                    all.add(piece.with(
                            i,
                            each.level() < part.level() && !each.type().equals(Piece.STATEMENT)
                                    ? Expressions.wrapped(each, Piece.PRIMARY)
                                    : each));
                }
            }
        }
        return all;
    }

    /** The expressions of the same type in an expression. */
    private static void inside(Piece piece, String type, List<Piece> found) {
        for (Object part : piece.parts()) {
            if (part instanceof Piece inner) {
                if (inner.type().equals(type)) {
                    found.add(inner);
                } else {
                    inside(inner, type, found);
                }
            }
        }
    }
}
