package org.plegma.coursework.inspection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceRulesTest {
    private static final String HEAD = "kernel void k(global float* x) { int i = get_local_id(0); ";

    @Test
    void localMemoryCountsWhereItIsWrittenAndRead() {
        Map.ofEntries(
                        Map.entry(HEAD + "local float t[16]; t[i] = x[i]; x[i] = t[15 - i]; }", true),
                        Map.entry(HEAD + "__local float a[4][5], b[TS + 1]; b[0] = 1; x[i] = b[0]; }", true),
                        Map.entry(
                                HEAD + "local float4 t[16]; t[i].x = x[i]; x[i] = t[x[i] > t[0].y ? 1 : i].x; }", true),
                        Map.entry(
                                HEAD + "local int bins[16]; bins[i] = 0; atomic_inc(&bins[1]); x[i] = bins[i]; }",
                                true),
                        Map.entry(HEAD + "local int bins[16]; bins[i] += 1; }", true),
                        Map.entry(HEAD + "local float t[16]; fill(t); }", true),
                        Map.entry(HEAD + "local float s; s = x[0]; x[i] = s; }", true),
                        Map.entry("kernel void k(local float* t, int n) { t[n] = 1; global_out[0] = t[n]; }", true),
                        Map.entry("#define L local\n" + HEAD + "L float t[16]; t[i] = x[i]; x[i] = t[15 - i]; }", true),
                        Map.entry(HEAD + "local float t[16]; x[i] = 2; }", false),
                        Map.entry(HEAD + "local float t[16]; t[i] = x[i]; x[i] = 2; }", false),
                        Map.entry(HEAD + "local float a[4][5], b[4]; a[i][b_of(i)] = 1; x[i] = b[0]; }", false),
                        Map.entry(HEAD + "local float t[16]; if (t[i] == 1) x[i] = 1; }", false),
                        Map.entry(HEAD + "// local float t[16]; t[i] = x[i]; x[i] = t[1];\n }", false),
                        Map.entry("kernel void k(local float* t, int n) { if (n == 0) n = n + 1; }", false),
                        Map.entry(HEAD + "x[i] = 2; }", false))
                .forEach((source, uses) -> assertEquals(uses, SourceRules.usesLocalMemory(source), source));
    }
}
