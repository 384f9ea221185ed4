package org.plegma.rewrite.optimise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.rules.Examples;
import org.plegma.rewrite.optimise.rules.Optimisation;
import org.plegma.rewrite.term.Code;
import org.plegma.testing.Golden;

/**
 * What each optimisation makes of its example, in files that {@code -Dplegma.golden=rewrite} writes anew, and programs, each
 * nearly its example, on which it must not fire.
 */
class CatalogueTest {
    private static final Path FILES = Path.of("src/test/resources/org/plegma/rewrite/optimise");

    @Test
    void eachMakesOfItsExampleWhatItShould() throws IOException {
        for (Optimisation optimisation : Catalogue.all()) {
            Trace trace = optimisation.rules().apply(optimisation.example());
            assertEquals(List.of(), trace.problems(), optimisation.name());
            assertFalse(trace.steps().isEmpty(), optimisation.name());
            String text = "// before\n" + Code.print(Code.opencl(optimisation.example())) + "\n// after "
                    + optimisation.name() + "\n" + trace.source();
            Path file = FILES.resolve(optimisation.name() + ".cl");
            Golden.check(file, text);
        }
    }

    /** Name of the optimisation; changes to its example, old and new text by turns. */
    private static final Map<String, List<String>> NOT_THERE = new LinkedHashMap<>();

    static {
        NOT_THERE.put(
                "global-to-local",
                List.of(
                        "work[i + s]", "work[2 * i]", // the element of another group
                        "work[i] = i < n ? x[i] : 0.0f;", "work[t] = i < n ? x[i] : 0.0f;", // all groups write the same
                        "launch(finish, 256, 256, partial,", "launch(finish, 256, 256, work,", // used again
                        "groups * 256, 256, x", "groups * 256, n, x", // a group of any size
                        "partial[get_group_id(0)] = work[i]", "partial[get_group_id(0)] += work[i]", // another exchange
                        "int t = get_local_id(0);\n    int i", "int t = 0;\n    int i"));
        NOT_THERE.put(
                "contiguous-threads",
                List.of(
                        "s < 256", "s < 128", // some of the group
                        "w[t] += w[t + s]", "w[t] += w[t + s] + i", // depends on who does it
                        "w[t] += w[t + s]", "t += 1",
                        "w[t] += w[t + s]", "w[t] += get_local_id(0)",
                        "int t = get_local_id(0)", "int t = get_local_id(1)"));
        NOT_THERE.put(
                "sequential-addressing",
                List.of(
                        "w[q] += w[q + s]", "w[q] -= w[q + s]", // the order counts
                        "] = w[t]", "] = w[t + 1]", // not the sum of all
                        "int t = get_local_id(0)", "int t = get_local_id(0) + 1"));
        NOT_THERE.put(
                "first-add-on-load",
                List.of(
                        "x[i] : 0.0f", "x[i] : 1.0f", // counts beyond the end
                        "(n + 255) / 256", "(n + 511) / 512", // not one element a work-item
                        "groups * 256, 256, x, partial, n", "groups * 256, 256, x, partial, n - 1",
                        "] = w[t]", "] = w[t] + i"));
        NOT_THERE.put(
                "many-adds-on-load",
                List.of(
                        "x[i] : 0.0f", "x[i] : 1.0f",
                        "groups * 256, 256", "groups * 128, 128",
                        "] = w[t]", "] = w[t] + i"));
        NOT_THERE.put(
                "vector-loads",
                List.of(
                        "v += x[i]", "v += x[i + 1]", // not aligned
                        "v += x[i]", "v += sqrt(x[i])",
                        "v += x[i]", "v += i",
                        "global const float *x, global float *partial, int n) { local",
                                "local const float *x, global float *partial, int n) { local",
                        "i += get_global_size(0)", "i += 256"));
        NOT_THERE.put(
                "unroll-steps",
                List.of(
                        "int s = 128",
                        "int s = n",
                        "int s = 128",
                        "int s = 96",
                        "t < s",
                        "t <= s",
                        "t == 0",
                        "t == 1"));
        NOT_THERE.put(
                "pairs-only",
                List.of(
                        "p > i",
                        "p < i",
                        "j = k / 2",
                        "j = 3",
                        "k *= 2",
                        "k += 2",
                        "int b = x[p]",
                        "int b = x[p]; j = 1"));
        NOT_THERE.put(
                "steps-in-local-memory",
                List.of(
                        "int b = x[p]",
                        "int b = x[p + 1]", // beyond the group
                        "int b = x[p]",
                        "int b = x[p] + t",
                        "j /= 2",
                        "j -= 1"));
        NOT_THERE.put(
                "tile-product",
                List.of(
                        "b[k * n + j]",
                        "b[j * l + k]",
                        "grid(16, 16)",
                        "grid(32, 8)",
                        "k < l",
                        "k <= l",
                        "int j = get_global_id(0)",
                        "int j = get_global_id(2)"));
        NOT_THERE.put(
                "atomics-to-local",
                List.of(
                        "data[i] & 255", "data[i] % 256", // may be negative
                        "& 255", "& 4096", // too many for local memory
                        "int i = get_global_id(0)", "int i = get_global_id(1)",
                        "atomic_inc(&bins[data[i] & 255]);", "bins[i] = atomic_inc(&bins[data[i] & 255]);",
                        "atomic_inc", "atomic_max", // is not added up at the end
                        "atomic_inc(&bins[data[i] & 255]);",
                                "if (data[i] < 0) { return; } atomic_inc(&bins[data[i] & 255]);",
                        "global int *bins", "local int *bins"));
        NOT_THERE.put(
                "hoist-invariant",
                List.of(
                        "2.0f * a + 1.0f",
                        "2.0f * x[0] + 1.0f", // may be out of bounds, and is written
                        "2.0f * a + 1.0f",
                        "2.0f * i + 1.0f",
                        "x[i] *= factor",
                        "factor *= 2",
                        "2.0f * a",
                        "n / (int)a"));
        NOT_THERE.put("unroll-by-4", List.of("i < 8", "i < 9", "s += x[g + i]", "i++"));
        NOT_THERE.put("constant-folding", List.of("2 * 3", "2 * u"));
        NOT_THERE.put("strength-reduction", List.of("u * 8 + 2 * 3] = u % 16u", "u * 9] = u % 15u"));
        NOT_THERE.put("relaxed-mathematics", List.of("float", "double"));
    }

    @Test
    void noneFiresWhereItMustNot() {
        assertEquals(Catalogue.all().stream().map(Optimisation::name).toList(), List.copyOf(NOT_THERE.keySet()));
        NOT_THERE.forEach((name, changes) -> {
            Optimisation optimisation = Catalogue.named(name);
            for (int i = 0; i < changes.size(); i += 2) {
                String changed = optimisation.example().replace(changes.get(i), changes.get(i + 1));
                assertFalse(changed.equals(optimisation.example()), name + ": " + changes.get(i));
                Trace trace = optimisation.rules().apply(changed);
                assertEquals(List.of(), trace.steps(), name + " with " + changes.get(i + 1));
            }
        });
    }

    @Test
    void whatStandsInTheWayIsTold() {
        Optimisation rule = Catalogue.named("contiguous-threads");
        String why =
                rule.rules().apply(Examples.SUM).whyNot("contiguous-threads").toString();
        assertTrue(why.contains("the condition 'what is done depends on $t and $s only"), why);
        assertThrows(IllegalArgumentException.class, () -> Catalogue.named("faster"));
    }
}
