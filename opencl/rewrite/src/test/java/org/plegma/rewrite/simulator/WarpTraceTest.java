package org.plegma.rewrite.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.term.Code;

/** What a warp does, beside what was worked out by hand, and what the pictures say of it. */
class WarpTraceTest {

    private static WarpTrace trace(String body, int warp) {
        String source = "kernel void f(global float *x, int n) { int t = get_local_id(0); int i = get_global_id(0); "
                + "local float w[2048]; " + body
                + " } void host(global float *x, int n) { launch(f, n, 64, x, n); }";
        return WarpTrace.of(Code.opencl(source), values(), "f", 0, 1, warp);
    }

    private static Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("x", new float[4096]);
        values.put("n", 128);
        return values;
    }

    private static String banks(String index) {
        return trace("w[" + index + "] = 1.0f;", 0).banks().reading();
    }

    @Test
    void lanesThatMeetInABankAreNamed() {
        assertEquals(
                "Lanes 0 and 16 meet in bank 0: 2 accesses in turn, where one would do if the words lay in different"
                        + " banks.",
                banks("2 * t"));
        assertTrue(banks("32 * t % 2048").startsWith("Lanes 0, 1, 2, 3, 4, 5 and 26 more meet in bank 0: 32 accesses"));
        assertEquals("No two lanes want different words of one bank: 1 access serves all 32 lanes.", banks("t"));
        assertEquals("All 32 lanes want the same word: 1 access serves them.", banks("7"));
        String wide = trace("float4 v = ((local float4 *)w)[t];", 0).banks().reading();
        assertEquals("What 32 lanes want fills the banks evenly: 4 accesses in turn, and fewer cannot be.", wide);
    }

    @Test
    void theCellsAreLanesByBanks() {
        LanePicture picture = trace("w[16 * t] = 1.0f;", 1).banks();
        assertEquals(32, picture.cells().size());
        for (LanePicture.Cell cell : picture.cells()) {
            assertEquals((16 * cell.row()) % 32, cell.column());
            assertEquals(Integer.toString(cell.row() / 2 + 1), cell.text());
        }
        assertTrue(picture.toString().contains("bank 0: 16 accesses"), picture.toString());
        assertTrue(picture.toString().contains("0 1..............."), picture.toString());
    }

    @Test
    void theElementsThatLanesWantAroundOneAreShown() {
        LanePicture few = trace("if (t < 5) { w[2045 + t] = 1.0f; }", 0).elements(1, "w", 2048);
        assertEquals("Lane 3 wants w[2048]; the array has 2048 elements.", few.reading());
        assertEquals(List.of("2045", "2046", "2047", "2048", "2049"), few.columns());
        assertEquals(
                List.of(0, 0, 0, 2, 1),
                few.cells().stream().map(LanePicture.Cell::shade).toList());
        LanePicture many =
                trace("float4 v = ((local float4 *)w)[100 * (t % 32)];", 1).elements(1, "w", 1602);
        assertEquals("Lane 4 wants w[1602]; the array has 2048 elements.", many.reading());
        assertEquals(64, many.columns().size());
        assertEquals("0", many.columns().get(0));
        LanePicture last = trace("float4 v = ((local float4 *)w)[100 * (t % 32) - 1600];", 0)
                .elements(1, "w", -6397);
        assertEquals("-6400", last.columns().get(0));
        assertEquals(1, last.cells().get(0).shade(), "an element before the array");
        assertThrows(
                IllegalArgumentException.class, () -> trace("w[t] = 1.0f;", 0).elements(2, "w", 0));
        assertThrows(
                IllegalArgumentException.class, () -> trace("w[t] = 1.0f;", 0).elements(1, "w", 32));
    }

    @Test
    void elementsBeforeAnArrayLieInBanksAndSegments() {
        assertEquals("No two lanes want different words of one bank: 1 access serves all 32 lanes.", banks("t - 7"));
        LanePicture before = trace("x[t - 3] = 1.0f;", 0).segments();
        assertEquals(List.of("-128 …", "0 …"), before.rows());
        assertEquals("2", before.cells().get(before.cells().size() - 30).text());
    }

    @Test
    void bytesMovedInVainAreCounted() {
        assertEquals(
                "32 lanes ask for 128 bytes of x, which lie in 1 segment of 128: none is moved in vain.",
                trace("x[i] = 1.0f;", 0).segments().reading());
        LanePicture strided = trace("x[32 * t] = 1.0f;", 0).segments();
        assertEquals(
                "32 lanes ask for 128 bytes of x, which lie in 32 segments of 128: 3968 of 4096 bytes are moved in vain.",
                strided.reading());
        assertEquals(32, strided.rows().size());
        assertEquals("128 …", strided.rows().get(1));
        assertEquals(
                32, strided.cells().stream().filter(cell -> cell.shade() == 0).count());
    }

    @Test
    void stepsTellWhoTakesPart() {
        WarpTrace warp = trace("if (t % 4 == 0) { w[t] = 1.0f; } barrier(CLK_LOCAL_MEM_FENCE); x[i] = w[t];", 0);
        WarpTrace.Step condition = warp.steps().get(warp.step("t % 4", 1) - 1);
        assertTrue(condition.isDivergent());
        assertEquals(0x11111111, condition.taken());
        WarpTrace.Step store = warp.steps().get(warp.step("w[t] = 1", 1) - 1);
        assertEquals(0x11111111, store.lanes());
        assertTrue(store.isActive(4) && !store.isActive(5));
        assertEquals(1, store.accesses().size());
        assertTrue(store.accesses().get(0).isLocal()
                && store.accesses().get(0).isWrite()
                && store.accesses().get(0).array().equals("w"));
        LanePicture lanes = warp.lanes();
        assertEquals(warp.steps().size(), lanes.columns().size());
        assertTrue(lanes.reading().endsWith("1 condition divides the warp."), lanes.reading());
        assertEquals(warp.steps().size(), warp.table().rowCount());
        assertTrue(trace("", 0).lanes().reading().contains("0 % of the lanes are idle, and 0 conditions"));
    }

    @Test
    void aLongRunIsDrawnInParts() {
        WarpTrace warp = trace("for (int k = 0; k < 200; k++) { x[i] += 1.0f; }", 0);
        assertEquals(240, warp.lanes().columns().size());
        assertTrue(warp.lanes(500).reading().startsWith("In steps 500 to "));
    }

    @Test
    void whatAFunctionDoesIsListedWithIt() {
        String source = "float twice(float a) { float b = 2 * a; return b; }"
                + " kernel void f(global float *x, int n) { x[get_global_id(0)] = twice(x[0]); }"
                + " void host(global float *x, int n) { launch(f, n, 64, x, n); }";
        WarpTrace warp = WarpTrace.of(Code.opencl(source), values(), "f", 0, 0, 0);
        assertEquals(
                List.of(2, 0),
                List.of(
                        warp.steps()
                                .get(warp.step("x[get_global", 1) - 1)
                                .accesses()
                                .size(),
                        warp.steps().get(warp.step("float b", 1) - 1).accesses().size()));
    }

    @Test
    void whatIsNotThereIsTold() {
        WarpTrace warp = trace("x[i] = 1.0f;", 0);
        String none = assertThrows(IllegalArgumentException.class, warp::banks).getMessage();
        assertEquals("This warp of f does not access local memory. table() lists the steps that do.", none);
        assertThrows(IllegalArgumentException.class, () -> warp.banks(1));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> warp.lanes(99))
                .getMessage()
                .startsWith("There is no step 99; this warp of f runs steps 1 to "));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> warp.step("x[i]", 2))
                .getMessage()
                .contains("'x[i]' runs 1 times, not 2"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> trace("", 2))
                .getMessage()
                .startsWith("There is no warp 2 in group 1 of launch 0 of 'f'"));
    }
}
