package org.plegma.expr.hints;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Finds the word that was probably meant. */
public final class Spelling {
    private Spelling() {}

    /**
     * The known word that differs by the fewest slips, or that this one is the beginning of; of several the one that this one begins
     * with. Null if none is near.
     */
    public static @Nullable String nearest(String word, Collection<String> known) {
        int limit = (word.length() + 1) / 3;
        return known.stream()
                .filter(other -> distance(word, other) <= limit || word.length() > 1 && other.startsWith(word))
                .min(Comparator.<String>comparingInt(other -> distance(word, other))
                        .thenComparing(other -> !word.startsWith(other)))
                .orElse(null);
    }

    /** Damerau and Levenshtein's count of edits (insert, drop, replace, swap neighbours) between words, case aside. */
    public static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = same(a, i - 1, b, j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                if (i > 1 && j > 1 && same(a, i - 1, b, j - 2) && same(a, i - 2, b, j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    private static boolean same(String a, int i, String b, int j) {
        return Character.toLowerCase(a.charAt(i)) == Character.toLowerCase(b.charAt(j));
    }
}
