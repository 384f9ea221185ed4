package org.plegma.tune.candidate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much of a space was ruled out without compiling.
 *
 * @param combinations all combinations of the parameters
 * @param examined those that were looked at: all of them, unless the space is too large to be listed
 * @param byRule how many were ruled out by each rule: a constraint's name, or {@code device:} and the limit. A
 *     configuration counts for the first rule that it breaks
 */
public record Pruning(long combinations, long examined, Map<String, Long> byRule) {

    public Pruning {
        byRule = Collections.unmodifiableMap(new LinkedHashMap<>(byRule));
    }

    /** How many were ruled out in all. */
    public long pruned() {
        return byRule.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many of those looked at are left. */
    public long admitted() {
        return examined - pruned();
    }

    /** One sentence, for example {@code 36 of 48 combinations ruled out beforehand (30 local memory, 6 pad only if tiled)}. */
    @Override
    public String toString() {
        String text = (byRule.isEmpty() ? "none" : pruned()) + " of " + examined
                + (examined < combinations ? " examined" : "") + " combinations ruled out beforehand";
        if (byRule.isEmpty()) {
            return text;
        }
        return text + " ("
                + String.join(
                        ", ",
                        byRule.entrySet().stream()
                                .map(e -> e.getValue() + " " + e.getKey())
                                .toList())
                + ")";
    }
}
