package org.plegma.rewrite.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/** The simulator beside a device, and its counts beside counts by hand. */
class SimulationTest {

    private static Simulation run(String body, int items, Map<String, Object> values) {
        String source =
                "kernel void f(global float *x, global int *y, int n) { int t = get_local_id(0); int i = get_global_id(0); "
                        + body + " } void host(global float *x, global int *y, int n) { launch(f, n, " + items
                        + ", x, y, n); }";
        return Simulation.run(Code.opencl(source), values);
    }

    private static Map<String, Object> values(int n) {
        Random random = new Random(n);
        float[] x = new float[n];
        int[] y = new int[n];
        for (int i = 0; i < n; i++) {
            x[i] = 4 * random.nextFloat() - 2;
            y[i] = random.nextInt();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("x", x);
        values.put("y", y);
        values.put("n", n);
        return values;
    }

    private static Counts counts(String body, int n) {
        return run(body, 64, values(n)).counts();
    }

    @Test
    void aLoopWithoutEndIsEnded() throws InterruptedException {
        SimulatorException e = assertThrows(SimulatorException.class, () -> run("\nfor (;;)\n;", 1, values(1)));
        String told =
                "One work-group has taken \\d+ steps, of 2097152 that the simulator allows, and is in round \\d+ of the loop at line 2, column 1: it has no .*";
        assertTrue(e.getMessage().matches(told), e::getMessage);
        for (String loop : List.of("while (n > 0) { y[i] += 1; }", "for (;;) ;", "do y[i] ^= n; while (i >= 0);")) {
            CompletableFuture<Simulation> running = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    running.complete(run(loop, 1, values(1)));
                } catch (RuntimeException ended) {
                    running.completeExceptionally(ended);
                }
            });
            thread.start();
            thread.interrupt();
            CancellationException ended = assertThrows(CancellationException.class, running::join);
            assertTrue(ended.getMessage().startsWith("The simulation was interrupted in round "), ended::getMessage);
        }
    }

    @Test
    void aLoopThatIsLongButHasAnEndIsNotEnded() {
        Term body = Code.opencl("void f() { }");
        RoundLimit empty = new RoundLimit(() -> 0);
        for (long round = 0; round <= RoundLimit.MOST_STEPS; round++) {
            empty.round(body, round);
        }
        long[] operations = {7};
        RoundLimit full = new RoundLimit(() -> operations[0]);
        operations[0] += RoundLimit.MOST_STEPS - 64;
        for (int round = 0; round < 64; round++) {
            full.round(body, round);
        }
        operations[0]++;
        for (int round = 0; round < 63; round++) {
            full.round(body, round);
        }
        assertThrows(SimulatorException.class, () -> full.round(body, 64));
    }

    @Test
    void aRowOfAnArrayOfArraysIsAPointer() {
        String body =
                """
                local int rows[3][2][8];
                for (int k = 0; k < 48; k++) {
                    if (t == 0) rows[k / 16][k / 8 % 2][k % 8] = k;
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                local const int *row = rows[2][1];
                local const int *ahead = rows[1][0] + (t - 1);
                y[i] = row[t] * 10000 + ahead[1] * 100 + clamp(t, 2, 5);
                """;
        Map<String, Object> values = values(8);
        assertEquals(List.of(), run(body, 8, values).findings());
        int[] found = (int[]) values.get("y");
        for (int i = 0; i < 8; i++) {
            assertEquals((40 + i) * 10000 + (16 + i) * 100 + Math.min(Math.max(i, 2), 5), found[i], "y[" + i + "]");
        }
    }

    @Test
    void itComputesWhatADeviceComputes() {
        String body =
                """
                float s = 0.5f;
                for (int k = 0; k < 7; k++) {
                    if (k == t % 5) continue;
                    s = s * x[(i + k) % n] + (k & 1 ? 0.25f : -x[i]);
                    if (s > 3.0f) break;
                }
                uint u = (uint)y[i];
                int m = y[i] / 3 + (y[i] >> 2) * 5 - (int)(u % 7u) + (int)(u >> 3) + (y[i] ^ 0x9e3779b9) / 017;
                do { m ^= m << 3; } while (--s > 0);
                float4 v = (float4)(s, 1.0f, x[i], 2.0f);
                v.y += v.x;
                v *= 2.0f;
                local float w[64];
                w[63 - t] = v.x + v.y + v.z;
                barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                x[i] = w[t] + fmax(v.w, (float)(char)m);
                y[i] = m + (get_group_id(0) == 1 && t > 3 || !t) + min(t, 7);
                """;
        int n = 128;
        Map<String, Object> simulated = values(n);
        // reads of x by others and the write at the end race, which is why each group of the device works on a copy
        String source = body.replace("x[i] = w", "z[i] = w");
        String kernel =
                "kernel void f(global const float *x, global float *z, global int *y, int n) { int t = get_local_id(0);"
                        + " int i = get_global_id(0); " + source + " }";
        float[] z = new float[n];
        simulated.put("z", z);
        Simulation run = Simulation.run(
                Code.opencl(
                        kernel
                                + " void host(global float *x, global float *z, global int *y, int n) { launch(f, n, 64, x, z, y, n); }"),
                simulated);
        assertEquals(List.of(), run.findings());
        Map<String, Object> device = values(n);
        float[] found = new float[n];
        try (Session session = Session.open()) {
            session.compile("#pragma OPENCL FP_CONTRACT OFF\n" + kernel)
                    .kernel("f")
                    .global(n)
                    .local(64)
                    .call(device.get("x"), found, device.get("y"), n);
        }
        assertArrayEquals(found, z);
        assertArrayEquals((int[]) device.get("y"), (int[]) simulated.get("y"));
    }

    @Test
    void globalAccessesAreCountedInSegments() {
        assertEquals(4, counts("x[i] = 1.0f;", 128).globalSegments());
        Counts strided = counts("if (i < 4) x[i * 32] = 1.0f;", 128);
        assertEquals(4, strided.globalSegments());
        assertEquals(3, strided.wastedSegments());
        Counts vectors = counts("if (i < 32) ((global float4 *)x)[i] = (float4)(1.0f);", 128);
        assertEquals(4, vectors.globalSegments());
        assertEquals(1, vectors.globalAccesses());
    }

    @Test
    void conflictsOfBanksAreCounted() {
        String store = "local float w[2048]; w[INDEX] = 1.0f;";
        assertEquals(0, counts(store.replace("INDEX", "t"), 64).bankConflicts());
        assertEquals(2, counts(store.replace("INDEX", "2 * t"), 64).bankConflicts()); // two words a bank, in two warps
        assertEquals(62, counts(store.replace("INDEX", "32 * t"), 64).bankConflicts());
        assertEquals(0, counts(store.replace("INDEX", "33 * t % 2048"), 64).bankConflicts());
        assertEquals(
                0,
                counts("local float w[64]; w[t] = 0; barrier(CLK_LOCAL_MEM_FENCE); x[i] = w[0];", 64)
                        .bankConflicts());
    }

    @Test
    void branchesAndIdleWorkItemsAreCounted() {
        assertEquals(2, counts("if (t % 2) x[i] = 1.0f;", 64).divergentBranches());
        assertEquals(0, counts("if (t < 32) x[i] = 1.0f;", 64).divergentBranches());
        Counts one = counts("if (t == 0) { n += 1; }", 64);
        assertEquals(31, one.idleSlots());
        assertEquals(1, one.divergentBranches());
    }

    @Test
    void atomicChangesAreThoseOfADevice() {
        String body =
                """
                local int w[8];
                local uint u[2];
                if (t < 8) { w[t] = 5; }
                if (t < 2) { u[t] = t == 0 ? 0u : 4000000000u; }
                barrier(CLK_LOCAL_MEM_FENCE);
                atomic_add(&w[0], y[i]);
                atomic_sub(w + 1, y[i]);
                atomic_inc(&w[t & 1 ? 2 : 3]);
                atomic_dec(&w[3]);
                atomic_min(&w[4], y[i]);
                atomic_max(&w[5], y[i]);
                atomic_cmpxchg(&w[6], 5, 7);
                atomic_xor(&w[7], y[i]);
                atomic_max(&u[0], (uint)y[i]);
                atomic_min(&u[1], (uint)y[i]);
                barrier(CLK_LOCAL_MEM_FENCE);
                if (t < 8) { atomic_or(&z[t], w[t]); atomic_and(&z[8 + t], w[t]); }
                if (t < 2) { atomic_xchg(&z[16 + t], (int)u[t]); }
                """;
        String kernel = "kernel void f(global const int *y, global int *z) { int t = get_local_id(0);"
                + " int i = get_global_id(0); " + body + " }";
        int[] y = (int[]) values(64).get("y");
        int[] simulated = new int[18];
        java.util.Arrays.fill(simulated, 8, 16, -1);
        int[] found = simulated.clone();
        Simulation run = Simulation.run(
                Code.opencl(kernel + " void host(global const int *y, global int *z) { launch(f, 64, 64, y, z); }"),
                Map.of("y", y, "z", simulated));
        assertEquals(List.of(), run.findings());
        try (Session session = Session.open()) {
            session.compile(kernel).kernel("f").global(64).local(64).call(y, found);
        }
        assertArrayEquals(found, simulated);
    }

    @Test
    void atomicChangesOfOnePlaceTakeTurns() {
        assertEquals(62, counts("atomic_inc(&y[0]);", 64).atomicTurns());
        assertEquals(0, counts("atomic_inc(&y[i]);", 64).atomicTurns());
        assertEquals(0, counts("y[i] += 1;", 64).atomicTurns());
        assertEquals(List.of(), run("atomic_inc(&y[i % 3]);", 64, values(128)).findings());
        assertEquals(
                Finding.Kind.RACE, finding("atomic_inc(&y[0]); x[i] = y[0];").kind());
        assertEquals(Finding.Kind.RACE, finding("y[i] = 0; atomic_inc(&y[0]);").kind());
        assertEquals(
                Finding.Kind.OUT_OF_BOUNDS, finding("atomic_inc(&y[i + n]);").kind());
        assertThrows(SimulatorException.class, () -> counts("atomic_add(&x[i], 1);", 64)); // floats have none
    }

    @Test
    void faultsAreFound() {
        assertEquals(
                Finding.Kind.RACE,
                finding("local float w[64]; w[t] = x[i]; x[i] = w[63 - t];").kind());
        assertEquals(Finding.Kind.RACE, finding("x[0] = i;").kind());
        assertEquals(Finding.Kind.RACE, finding("x[(i + 64) % n] = x[i];").kind());
        Finding beyond = finding("x[i + 1] = 1.0f;");
        assertEquals(Finding.Kind.OUT_OF_BOUNDS, beyond.kind());
        assertTrue(beyond.text().contains("x[128]") && beyond.text().contains("128 elements"), beyond.text());
        assertEquals(
                Finding.Kind.DIVERGENT_BARRIER,
                finding("if (t < 5) barrier(CLK_LOCAL_MEM_FENCE);").kind());
        assertEquals(
                Finding.Kind.RACE, // the barrier is for other memory
                finding("local float w[64]; w[t] = x[i]; barrier(CLK_GLOBAL_MEM_FENCE); x[i] = w[63 - t];")
                        .kind());
    }

    private static Finding finding(String body) {
        Simulation run = run(body, 64, values(128));
        assertTrue(!run.findings().isEmpty(), body);
        return run.findings().get(0);
    }

    @Test
    void whatItDoesNotKnowItSays() {
        for (String body : List.of("y[i] = *n;", "y[i] = convert_half(x[i]);", "w.x = n;")) {
            assertThrows(SimulatorException.class, () -> counts(body, 64), body);
        }
        String message = assertThrows(SimulatorException.class, () -> counts("x[i] = erf(x[i]);", 64))
                .getMessage();
        assertTrue(message.startsWith("The simulator does not know 'erf(x[i])'"), message);
        assertThrows(SimulatorException.class, () -> run("", 48, values(64)));
        assertThrows(
                IllegalArgumentException.class, () -> HostCode.launches(Code.opencl("kernel void f() {}"), Map.of()));
        assertThrows(IllegalArgumentException.class, () -> run("", 64, Map.of("n", 64)));
    }
}
