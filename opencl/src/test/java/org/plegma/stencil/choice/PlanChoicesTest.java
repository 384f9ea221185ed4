package org.plegma.stencil.choice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.KnownDevices;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.Sha256;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.testing.Golden;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.store.TuningStore;

/**
 * What the method {@code auto} expects of each method, refuses and chooses, for many stencils and some devices, without running
 * anything: as recorded. After a wanted change rewrite the file with
 * {@code mvn -pl opencl test -Dtest=PlanChoicesTest -Dplegma.golden=rewrite} and read the difference.
 */
class PlanChoicesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/org/plegma/stencil/plan-choices.txt");

    private static final Map<String, Stencil> STENCILS = stencils();

    /** Device, stencil, type, boundaries, steps ({@code -} if they are not told) and shape. */
    private static final String[] CASES = {
        "h200 | 1d-star | FLOAT | zero | 1000 | 67108864",
        "h200 | 1d-star | DOUBLE | mirror | 100000 | 1000001",
        "h200 | 2d-star | FLOAT | zero | 1000 | 16384 16384",
        "h200 | 2d-star | FLOAT | zero | 30 | 16384 16384",
        "h200 | 2d-star | FLOAT | zero | - | 16384 16384",
        "h200 | 2d-star | FLOAT | periodic | 1000 | 16384 16384",
        "h200 | 2d-star | DOUBLE | reflect | 1000 | 8192 8191",
        "h200 | 2d-star | FLOAT | mirror fixed | 1000 | 1000 4000",
        "h200 | 2d-star | FLOAT | nearest | 1 | 4096 4096",
        "h200 | 2d-box | FLOAT | constant(2) | 100 | 16384 16384",
        "h200 | 2d-box-3 | DOUBLE | periodic | 100 | 8192 8192",
        "h200 | 2d-diagonal | FLOAT | reflect | 1000 | 4096 4096",
        "h200 | 3d-star | FLOAT | zero | 100 | 768 768 768",
        "h200 | 3d-star | DOUBLE | periodic | 1000 | 512 512 512",
        "h200 | 3d-star | FLOAT | mirror nearest reflect | 1000 | 500 300 700",
        "h200 | 3d-star-2 | FLOAT | reflect | 1000 | 512 512 512",
        "h200 | 3d-star-2 | FLOAT | reflect | 1000 | 64 1024 1024",
        "h200 | 3d-star-4 | FLOAT | zero | 1000 | 256 256 256",
        "h200 | 3d-star-8 | FLOAT | fixed | - | 512 512 512",
        "h200 | 3d-star-8 | DOUBLE | zero | 10 | 300 301 302",
        "h200 | 3d-box | FLOAT | zero | 100 | 512 512 512",
        "h200 | 3d-box-2 | DOUBLE | mirror | 100 | 256 256 256",
        "h200 | 3d-diagonal | FLOAT | zero | 100 | 512 512 512",
        "h200 | advection | FLOAT | zero | 100 | 256 256 256",
        "h200 | wave | FLOAT | periodic | 1000 | 512 512 512",
        "h200 | wave-2d | DOUBLE | zero | 1000 | 4096 4096",
        "h200 | reaction | FLOAT | periodic | 1000 | 8192 8192",
        "h200 | masked | FLOAT | nearest | 100 | 4096 4096",
        "h200 | life | FLOAT | periodic | 1000 | 8192 8192",
        "h200 | 2d-star | DOUBLE | zero | 100 | 60000 60000",
        "h200 | 3d-star | FLOAT | zero | 100 | 3 5 7",
        "h200 | 3d-star-3 | FLOAT | zero | 100 | 256 256 256",
        "h200 | 3d-star-3 | DOUBLE | nearest | 100 | 256 256 256",
        "h200 | 3d-star-4 | DOUBLE | zero | 100 | 256 256 256",
        "h200 | 3d-star-5 | FLOAT | zero | 100 | 256 256 256",
        "h200 | 3d-star-6 | FLOAT | constant(1) | 100 | 255 257 256",
        "h200 | 3d-star-7 | DOUBLE | mirror | 100 | 256 256 256",
        "h200 | 3d-star-8 | FLOAT | zero | 10 | 2000 2000 2000",
        "h200 | masked-3d | FLOAT | periodic | 100 | 256 256 256",
        "h200 | capped | FLOAT | zero | 100 | 1000 1000",
        "mi250 | 2d-star | FLOAT | zero | 1000 | 16384 16384",
        "mi250 | 2d-star | DOUBLE | periodic | - | 8192 8192",
        "mi250 | 3d-star | FLOAT | reflect | 1000 | 512 512 512",
        "mi250 | 3d-star-4 | DOUBLE | zero | 100 | 256 256 256",
        "mi250 | 3d-box | FLOAT | mirror | 100 | 512 512 512",
        "mi250 | wave | FLOAT | fixed | 100 | 512 512 512",
        "mi250 | reaction | DOUBLE | zero | 100 | 4096 4096",
        "processor | 1d-star | DOUBLE | zero | 1000 | 4194304",
        "processor | 2d-star | FLOAT | zero | 1000 | 4096 4096",
        "processor | 2d-star | DOUBLE | periodic | 1000 | 2048 2048",
        "processor | 2d-star | FLOAT | mirror | 100000 | 1000 1000",
        "processor | 2d-box | DOUBLE | reflect fixed | - | 2048 2048",
        "processor | 2d-box-3 | FLOAT | nearest | 100 | 2048 2047",
        "processor | 3d-star | FLOAT | zero | 100 | 256 256 256",
        "processor | 3d-star | DOUBLE | periodic | 1000 | 160 160 160",
        "processor | 3d-star-4 | DOUBLE | zero | 100 | 256 256 256",
        "processor | 3d-box | FLOAT | constant(1) | 100 | 200 201 202",
        "processor | 3d-box-2 | FLOAT | periodic | 100 | 128 128 128",
        "processor | advection | DOUBLE | reflect | 100 | 128 128 128",
        "processor | wave | FLOAT | zero | 100 | 128 128 128",
        "processor | reaction | FLOAT | periodic | 1000 | 1024 1024",
        "processor | masked | DOUBLE | fixed | 10 | 1024 1024",
        "processor | masked | FLOAT | zero | 1000 | 2048 2048",
        "processor | masked-3d | FLOAT | mirror | 100 | 200 201 202",
        "processor | 2d-star-4 | FLOAT | periodic | 100 | 2048 2048",
        "processor | 3d-star-3 | FLOAT | nearest | 100 | 200 201 202",
        "processor | life | FLOAT | zero | 1000 | 1024 1024",
    };

    @TempDir
    private Path folder;

    private static Map<String, Stencil> stencils() {
        Map<String, Stencil> all = new LinkedHashMap<>();
        all.put("1d-star", Shapes.star(1, 1));
        all.put("2d-star", Shapes.star(2, 1));
        all.put("2d-box", Shapes.box(2, 1));
        all.put("2d-box-3", Shapes.box(2, 3));
        all.put("2d-diagonal", Shapes.diagonal(2, 1));
        all.put("3d-star", Shapes.star(3, 1));
        all.put("3d-star-2", Shapes.star(3, 2));
        for (int radius = 3; radius <= 7; radius++) {
            all.put("3d-star-" + radius, Shapes.star(3, radius));
        }
        all.put("2d-star-4", Shapes.star(2, 4));
        all.put("3d-star-8", Shapes.star(3, 8));
        all.put("3d-box", Shapes.box(3, 1));
        all.put("3d-box-2", Shapes.box(3, 2));
        all.put("3d-diagonal", Shapes.diagonal(3, 1));
        all.put("advection", Stencil.parse("param a = 0.2\nu[x,y,z] = u - a*(u[x+1,y,z] - u[x-1,y,z])"));
        all.put("wave", Stencil.parse("u[t+1,x,y,z] = 2*u[t,x,y,z] - u[t-1,x,y,z] + 0.1*lap(u, order=4)"));
        all.put("wave-2d", Stencil.parse("u[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + 0.1*lap(u)"));
        all.put(
                "reaction",
                Stencil.parse("r = u*v^2\nu[x,y] = u + 0.16*lap(u) - r + 0.04*(1 - u)\n"
                        + "v[x,y] = v + 0.08*lap(v) + r - 0.1*v"));
        all.put("masked", Stencil.parse("field m\nu[x,y] = u + 0.2*m*lap(u)/(1 + m)"));
        all.put("masked-3d", Stencil.parse("field m, k\nu[x,y,z] = u + 0.1*m*lap(u) - k*u"));
        all.put("capped", Stencil.parse("u[x,y] = max(-1e39, min(1e39, u + 0.2*lap(u)))"));
        all.put(
                "life",
                Stencil.parse("s = sum(i=-1..1, j=-1..1, u[x+i,y+j]) - u\n"
                        + "u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0"));
        return all;
    }

    @Test
    void choicesAreAsRecorded() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String each : CASES) {
            String[] parts = each.split(" \\| ");
            Stencil stencil = STENCILS.get(parts[1]);
            StencilInstance instance = new StencilInstance(
                    stencil.spec(),
                    boundaries(parts[3], stencil.spec().rank()),
                    ElementType.valueOf(parts[2]),
                    List.of(parts[5].split(" ")).stream()
                            .mapToInt(Integer::parseInt)
                            .toArray(),
                    device(parts[0]),
                    parts[0].equals("processor") ? Variant.CPU : Variant.GPU);
            text.append(each).append('\n');
            choose(
                    text,
                    instance,
                    parts[4].equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(parts[4])));
        }
        Golden.check(GOLDEN, text);
    }

    private void choose(StringBuilder text, StencilInstance instance, OptionalLong given) {
        long steps = given.orElse(MethodChoice.USUAL_STEPS);
        Device device = instance.device();
        Machine machine = Machine.guess(instance.variant(), device.computeUnits(), device.clockMhz() * 1e6);
        MethodRanking ranking = MethodRanking.of(instance, machine, given);
        Set<String> seen = new HashSet<>();
        for (Estimate estimate : ranking.estimates()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-14s %.4g s: memory %.4g, arithmetic %.4g, chip %.4g, launches %.3g, redundancy %.3f%s%n",
                    estimate.method(),
                    estimate.seconds(steps, ranking.directSeconds()),
                    estimate.memory(),
                    estimate.arithmetic(),
                    estimate.chip(),
                    estimate.launches(),
                    estimate.redundancy(),
                    seen.add(estimate.method().name()) ? ", code " + digest(instance, estimate.method()) : ""));
        }
        Map<String, StringJoiner> reasons = new LinkedHashMap<>();
        ranking.refused().forEach((method, reason) -> reasons.computeIfAbsent(
                        reason.replace(method.toString(), "METHOD"), any -> new StringJoiner(" "))
                .add(method.toString()));
        reasons.forEach((reason, methods) -> text.append("  refused ")
                .append(methods)
                .append(": ")
                .append(reason)
                .append('\n'));
        StencilContest contest = new StencilContest(instance, ranking, steps);
        Optional<TuningStore.Best> near = TuningStore.at(folder).best(contest.key(), DeviceModel.of(device));
        Optional<Method> usual = near.map(best -> contest.key().choice(best.configuration()));
        Optional<Origin> where = near.map(best -> Origin.SHIPPED);
        text.append("  untimed ")
                .append(contest.untimed(usual, where)
                        .map(choice -> choice.method() + ", " + choice.origin().text())
                        .orElse("none"))
                .append("; to time ")
                .append(contest.candidates(usual))
                .append('\n');
    }

    /** Of the code: its text, and the sizes of its launches. Told of the best of each method with several. */
    private static String digest(StencilInstance instance, Method method) {
        StepCode code = method.code(instance);
        Sha256 digest = new Sha256().add(code.source() + code.steps() + " " + code.outputs() + code.options());
        for (StepCode.Launch launch : code.launches()) {
            digest.add(launch.kernel() + Arrays.toString(launch.global()) + Arrays.toString(launch.local()));
            launch.extra()
                    .forEach(extra -> digest.add(
                            extra instanceof LocalMemory local ? local.bytes() + " bytes" : String.valueOf(extra)));
        }
        return digest.hex().substring(0, 8);
    }

    private static Device device(String name) {
        return switch (name) {
            case "h200" -> KnownDevices.h200();
            case "mi250" -> KnownDevices.mi250();
            default -> KnownDevices.processor();
        };
    }

    private static List<Boundary> boundaries(String text, int rank) {
        String[] names = text.split(" ");
        return IntStream.range(0, rank)
                .mapToObj(axis -> Boundary.parse(names[names.length == 1 ? 0 : axis]))
                .toList();
    }
}
