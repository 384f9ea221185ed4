package org.plegma.stencil.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StencilSettings;

/** What the process of a trial answers, asked in this one. */
class SourceTrialTest {
    private static final String HEAT = "param a = 0.1\nu[x,y] = u + a*lap(u)";
    private static final String WAVE = "param c\nu[t+1,x] = 2*u[t,x] - u[t-1,x] + c*lap(u)";
    private static final String LIFE =
            "s = sum(i=-1..1, j=-1..1, u[x+i,y+j]) - u\nu[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0";

    @TempDir
    private Path folder;

    private String answer(String formula, String old, String replacement, int[]... shapes) throws IOException {
        return answer(formula, old, replacement, false, shapes);
    }

    private String answer(String formula, String old, String replacement, boolean simulated, int[]... shapes)
            throws IOException {
        Path answer = folder.resolve("answer");
        SourceTrial.answer(request(formula, old, replacement, SourceTrial.SECONDS, shapes), answer, simulated);
        return Files.readString(answer);
    }

    private static SourceTrial.Request request(
            String formula, String old, String replacement, int seconds, int[]... shapes) {
        Device device = Devices.preferred();
        StencilSpec spec = StencilSpec.parse(formula);
        Boundary reflect = Boundary.parse("reflect");
        List<Boundary> boundaries = spec.rank() == 1 ? List.of(reflect) : List.of(reflect, Boundary.parse("zero"));
        StencilSettings settings = StencilSettings.of(spec)
                .withBoundary(boundaries.toArray(Boundary[]::new))
                .withMethod(Method.direct());
        for (String name : List.of("a", "c")) {
            if (spec.params().stream().anyMatch(param -> param.name().equals(name))) {
                settings = settings.withParam(name, 0.3);
            }
        }
        StencilInstance instance =
                new StencilInstance(spec, boundaries, ElementType.DOUBLE, shapes[0], device, Variant.GPU);
        String generated = settings.editable(instance).source();
        assertTrue(generated.contains(old), generated);
        return new SourceTrial.Request(
                device.index(),
                device.key(),
                formula,
                "direct",
                boundaries.stream().map(Boundary::toString).toList(),
                Map.of(),
                ElementType.DOUBLE,
                Variant.GPU,
                List.of(shapes),
                generated,
                generated.replace(old, replacement),
                seconds);
    }

    @Test
    void aRightSourceHasNoProblem() throws IOException {
        assertEquals("", answer(HEAT, "restrict", "", new int[] {5, 6}, new int[] {4, 9}));
        assertEquals("", answer(WAVE, "restrict", "", new int[] {7}));
    }

    @Test
    void aWrongCellIsNamed() throws IOException {
        String message = answer(HEAT, "o_u[p] = ", "o_u[p] = (i0 == 3 && i1 == 4 ? 0.125 : 0) + ", new int[] {5, 6});
        assertTrue(
                message.matches(
                        "The source is wrong: cell \\[3, 4] of u on a grid of \\[5, 6] is \\S+ after 1 step from random values,"
                                + " expected \\S+ \\(boundary reflect, zero, double\\)\\."),
                message);
    }

    /** Up to 64 roundings of the largest value are allowed. */
    @Test
    void aSmallErrorIsSeen() throws IOException {
        assertTrue(answer(HEAT, "o_u[p] = ", "o_u[p] = 1e-13 + ", new int[] {5, 6})
                .startsWith("The source is wrong: cell [0, 0]"));
        assertEquals("", answer(HEAT, "o_u[p] = ", "o_u[p] = 1e-16 + ", new int[] {5, 6}));
    }

    @Test
    void theOtherShapesAndLaterStepsAreLookedAt() throws IOException {
        String other = answer(HEAT, "o_u[p] = ", "o_u[p] = (n0 == 4 ? 1 : 0) + ", new int[] {5, 6}, new int[] {4, 9});
        assertTrue(other.contains(" on a grid of [4, 9] "), other);
        // Whole numbers are equal to 3 only there.
        String whole = answer(LIFE, "== 3", "== 4", new int[] {5, 6});
        assertTrue(whole.startsWith("The source is wrong: cell "), whole);
    }

    @Test
    void theLastLevelIsComparedToo() throws IOException {
        String wrong = answer(WAVE, "o_u[p] = ", "o_u[p] = 1 + ", new int[] {7});
        assertTrue(wrong.startsWith("The source is wrong: cell [0] of u on a grid of [7]"), wrong);
    }

    @Test
    void aSimulatorComparesNothing() throws IOException {
        assertEquals(SourceTrial.SIMULATED, answer(HEAT, "o_u[p] = ", "o_u[p] = 1 + ", true, new int[] {5, 6}));
    }

    /** In a process of its own, as the end of the trial is that of its process. */
    @Test
    void anEndlessLoopIsTold() {
        String loop = "while (f_u[p] < 1000) { ((global double *)f_u)[p] *= 0.5; }\no_u[p] = ";
        SourceTrial.Request endless = request(HEAT, "o_u[p] = ", loop, 2, new int[] {5, 6});
        String message = SourceCheck.ask(endless).orElseThrow();
        String work =
                Devices.preferred().kind() == Device.Kind.CPU ? "used 2 s of processor time" : "did nothing for 30 s";
        assertTrue(message.startsWith("The source does not come to an end: on a small grid it " + work), message);
    }

    @Test
    void anotherDeviceIsTold() {
        SourceTrial.Request request = new SourceTrial.Request(
                Devices.preferred().index(),
                "another",
                HEAT,
                "direct",
                List.of("zero", "zero"),
                Map.of(),
                ElementType.FLOAT,
                Variant.GPU,
                List.of(),
                "",
                "",
                SourceTrial.SECONDS);
        String message = assertThrows(
                        IllegalStateException.class, () -> SourceTrial.answer(request, folder.resolve("answer"), false))
                .getMessage();
        assertTrue(message.endsWith("in the process of the trial, expected another"), message);
    }

    @Test
    void theFirstReportOfASimulatorIsToldWithItsLine() {
        List<String> report = List.of(
                "Something else",
                "Invalid write of size 4 at global memory address 0x1",
                "\tKernel: k",
                "\tAt line 12 of input.cl:",
                "Invalid read of size 4",
                "\tAt line 13 of input.cl:");
        assertEquals(
                Optional.of("Invalid write of size 4 at global memory address 0x1, at line 12"),
                Oclgrind.firstInvalid(report));
        assertEquals(Optional.of("Invalid read"), Oclgrind.firstInvalid(List.of("Invalid read", "no place")));
        assertEquals(Optional.empty(), Oclgrind.firstInvalid(List.of("all is well")));
    }
}
