package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.lanes.LaneWidths;

/** Names of Java that mean something in OpenCL C, or that kernels and host code could make themselves. */
class HostileNamesTest extends OnDevice {
    private static final List<String> LOCALS = List.of(
            ("i_ ix_length ix_at item_ half_ s_partial s_scratch mx_at mx_was mx_places i_wide java_share global local kernel"
                            + " constant half uint ulong uchar ushort size_t bool unsigned signed struct union typedef sizeof"
                            + " inline restrict extern register auto pipe generic event_t sampler_t NULL INFINITY NAN INT_MAX"
                            + " LONG_MIN FLT_MAX DBL_MAX M_PI CLK_LOCAL_MEM_FENCE get_global_id get_local_id barrier sin min"
                            + " max step length distance dot cross mix clamp sign select any all rotate atomic_add as_int"
                            + " convert_int_sat vload4 float4 double16 long8 uint2 int2 fault a$b a_b $ $1 _x __y \u03c0 gr\u00f6\u00dfe"
                            + " context queue program ix_device fault_device groups asm typeof linux unix template namespace"
                            + " k k_2 k_kernel ix_v1 global_v1 printf complex true_ java_index s_part Math_ Sizeof Pointer main")
                    .split(" "));

    @Test
    void asLocalVariables() {
        StringBuilder body = new StringBuilder();
        for (int v = 0; v < LOCALS.size(); v++) {
            body.append("int " + LOCALS.get(v) + " = ix[i] + " + v + ";\n");
        }
        body.append("int t = 0;\n");
        for (int v = 0; v < LOCALS.size(); v++) {
            body.append("t = t * 31 + " + LOCALS.get(v) + ";\n");
        }
        int[] ix = {3, -8, 1000000};
        int[] y = new int[3];
        String java = "for (int i = 0; i < ix.length; i++) {\n" + body + "y[i] = t; }"
                + " for (int i = 0; i < n; i += 3) { int i_ = 5; y[i] += ix.length + i_; }";
        Loops.run(session, java, "ix", ix, "y", y, "n", 1);
        for (int i = 0; i < 3; i++) {
            int t = 0;
            for (int v = 0; v < LOCALS.size(); v++) {
                t = t * 31 + ix[i] + v;
            }
            assertEquals(i == 0 ? t + 8 : t, y[i]);
        }
    }

    @Test
    void asVariablesOfTheNotebookAndResults() {
        var values = Loops.values(
                "ix",
                new int[] {4, 5, 6},
                "ix_length",
                100,
                "global",
                new float[] {1, 9, 2},
                "a$b",
                7,
                "a_b",
                8,
                "\u03c0",
                9L,
                "half",
                2.5,
                "item_",
                3,
                "s_partial",
                1000,
                "kernel",
                true,
                "fault",
                new int[3],
                "half_",
                new double[3]);
        String java = "int i_ = 0; float mx = 0; double mx_at = 0; long s = 0;"
                + " for (int i = 0; i < 3; i++) { fault[i] = ix_length + a$b * 10 + a_b + item_ + ix.length; }"
                + " for (int i = 0; i < 3; i++) { if (global[i] > mx) mx = global[i]; }"
                + " for (int i = 0; i < 3; i++) { s += s_partial + \u03c0; mx_at += half; i_ += kernel ? item_ : 0; }"
                + " for (int i = 0; i < 3; i++) { half_[i] = half + half(i) + fault(i) + i_ + mx_at; }"
                + " double half(int half) { return half / 2.0; } int fault(int sin) { return sin + 1; }";
        ParallelCode code = Loops.code(java, new ParallelCode.Options(false, false), values);
        try (ParallelLoop loop = new ParallelLoop(session, code, null, LaneWidths.NONE)) {
            Map<String, Object> copy = JavaValues.copy(values);
            copy.keySet().retainAll(code.parameters().keySet());
            LoopComparison result = loop.compare(copy);
            assertTrue(result.agrees(), result.differences() + code.source());
        }
        code.run(session, values);
        assertArrayEquals(new int[] {184, 184, 184}, (int[]) values.get("fault"));
        assertEquals(9f, values.get("mx"));
        assertEquals(3 * 1009L, values.get("s"));
        assertEquals(9, values.get("i_"));
        assertArrayEquals(new double[] {20.0, 21.5, 23.0}, (double[]) values.get("half_"));
        assertTrue(
                code.parameters().keySet().containsAll(List.of("a$b", "a_b", "global", "half_")),
                code.parameters() + "");
        assertTrue(code.results().containsAll(List.of("i_", "mx_at")), code.results() + "");
    }

    @Test
    void theHostCodeCompiles(@TempDir Path folder) throws IOException {
        var values = Loops.values(
                "queue",
                new float[] {1, 2},
                "x_device",
                new float[2],
                "fault",
                new int[] {1, 0},
                "a$b",
                3,
                "made",
                new int[2][2]);
        values.put("flat", 2);
        String java = "float Sizeof = 0; for (int i = 0; i < flat; i++) { x_device[fault[i]] = queue[i] * a$b; }"
                + " for (int i = 0; i < flat; i++) { Sizeof += queue[i]; }"
                + " for (int context = 0; context < 2; context++) { int program = context + 1;"
                + " for (int i = 0; i < 2; i++) { made[i][0] = program; } }";
        ParallelCode code = Loops.code(java, new ParallelCode.Options(true, false), values);
        Path file = folder.resolve("K.java");
        Files.writeString(file, code.hostCode());
        StringWriter errors = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean compiled = compiler.getTask(
                        errors,
                        null,
                        null,
                        List.of("-proc:none", "-d", folder.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(file))
                .call();
        assertTrue(compiled, errors + code.hostCode());
    }
}
