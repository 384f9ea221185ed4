package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.KnownDevices;
import org.plegma.device.memory.LocalMemory;
import org.plegma.expr.Evaluator;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.rewrite.simulator.Simulation;
import org.plegma.rewrite.term.Code;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;

/**
 * Kernels for GPUs in the simulator of {@code rewrite.simulator}, beside the definition: their values, races between work-items,
 * and reads and writes out of bounds. Nothing is compiled, so that many settings take a moment.
 */
class SimulatedStepsTest {
    private static final Map<String, String> FORMULAS = Map.of(
            "1d", "u[x] = 0.5*u[x-1] + 0.3*u - 0.2*u[x+2]",
            "2d", "u[x,y] = 0.5*u[x-1,y] + 0.25*u[x,y+2] - 0.2*u[x+1,y-1]",
            "3d", "param c = 0.2\nu[x,y,z] = 0.3*u + c*u[x-1,y,z] - 0.1*u[x+2,y,z] + 0.15*u[x,y-1,z] + 0.05*u[x,y,z+1]",
            "wave", "u[t+1,x,y,z] = 2*u[t,x,y,z] - u[t-1,x,y,z] + 0.1*lap(u, order=4)",
            "pair-3d", "u[x,y,z] = u + 0.1*v[x-1,y,z]*u[x,y,z+1]\nv[x,y,z] = v - 0.1*u[x,y+1,z]",
            "pair", "field m\nu[x,y] = u + 0.1*m*v[x-1,y]*u[x,y+1]\nv[x,y] = v - 0.1*u[x+1,y]");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            direct | 1d | FLOAT | 37 | periodic
            direct | 1d | FLOAT | 64 | mirror
            direct | 2d | DOUBLE | 7 12 | reflect
            direct | 3d | FLOAT | 5 6 7 | constant(0.5)
            direct | wave | DOUBLE | 5 6 8 | nearest
            direct | pair | FLOAT | 6 9 | fixed
            direct#3 | 3d | FLOAT | 9 5 8 | fixed
            micikevicius | 3d | FLOAT | 5 6 7 | mirror
            micikevicius | wave | DOUBLE | 6 5 4 | periodic
            partial-sums | 3d | FLOAT | 5 6 8 | reflect
            partial-sums | wave | FLOAT | 6 7 5 | fixed
            partial-sums#1 | 3d | DOUBLE | 7 5 12 | nearest
            composed(2) | 2d | FLOAT | 7 8 | mirror
            composed(3) | 1d | DOUBLE | 40 | nearest
            blocked(3) | 1d | FLOAT | 50 | constant(0.5)
            blocked(2) | pair | DOUBLE | 12 17 | periodic
            blocked(2) | pair | FLOAT | 12 70 | reflect
            blocked(2) | 3d | FLOAT | 5 4 5 | fixed
            blocked(2) | pair-3d | FLOAT | 6 5 6 | mirror
            """)
    void kernelsComputeWhatTheFormulaMeans(String name, String formula, ElementType type, String sizes, String edge) {
        StencilSpec spec = Stencil.parse(FORMULAS.get(formula)).spec();
        int[] shape =
                Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
        Boundary boundary = Boundary.parse(edge);
        Boundary[] boundaries = new Boundary[shape.length];
        Arrays.fill(boundaries, boundary);
        StencilInstance instance =
                new StencilInstance(spec, List.of(boundaries), type, shape, KnownDevices.processor(), Variant.GPU);
        check(instance, Method.parse(name).code(instance));
    }

    private static void check(StencilInstance instance, StepCode code) {
        StencilSpec spec = instance.spec();
        int cells = Math.toIntExact(instance.cells());
        Random random = new Random(1);
        Map<String, List<double[]>> state = new LinkedHashMap<>();
        Map<String, Object> values = new LinkedHashMap<>();
        List<String> written = new ArrayList<>();
        spec.updatedFields().forEach(field -> {
            for (int age = 0; age < code.outputs(); age++) {
                String array = "out_" + field + age;
                written.add(array);
                values.put(array, array(instance.type(), new double[cells]));
            }
        });
        List<String> read = new ArrayList<>();
        for (Field field : spec.fields()) {
            List<double[]> levels = new ArrayList<>();
            for (int age = 0; age < field.levels(); age++) {
                double[] level = random.doubles(cells).map(x -> (float) x).toArray();
                levels.add(level);
                read.add("in_" + field.name() + age);
                values.put("in_" + field.name() + age, array(instance.type(), level));
            }
            state.put(field.name(), levels);
        }
        List<String> arrays = new ArrayList<>(written);
        arrays.addAll(read);
        Simulation simulation =
                Simulation.run(Code.opencl(code.source() + host(instance, code, arrays, values)), values);
        assertEquals(List.of(), simulation.findings());
        Map<String, List<double[]>> expected = Evaluator.of(spec)
                .boundary(instance.boundaries().toArray(Boundary[]::new))
                .run(instance.shape(), state, code.steps());
        double unit = instance.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        for (String field : spec.updatedFields()) {
            for (int age = 0; age < code.outputs(); age++) {
                double[] level = expected.get(field).get(age);
                Object found = values.get("out_" + field + age);
                for (int i = 0; i < cells; i++) {
                    double value = ((Number) Array.get(found, i)).doubleValue();
                    assertEquals(level[i], value, 200 * unit, field + " at " + i);
                }
            }
        }
    }

    private static Object array(ElementType type, double[] values) {
        if (type == ElementType.DOUBLE) {
            return values.clone();
        }
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** The launches as the simulator reads them; it adds arrays between launches and scalars to the values. */
    private static String host(
            StencilInstance instance, StepCode code, List<String> arrays, Map<String, Object> values) {
        String real = instance.type().openclName();
        StringJoiner parameters = new StringJoiner(", ");
        arrays.forEach(array -> parameters.add("global " + real + " *" + array));
        StringBuilder body = new StringBuilder();
        for (StepCode.Launch launch : code.launches()) {
            StringJoiner arguments = new StringJoiner(", ");
            arrays.forEach(arguments::add);
            for (double value : launch.uniform().orElse(code.uniform()).values(Map.of("c", 0.2))) {
                String scalar = "scalar" + values.size();
                values.put(scalar, value);
                parameters.add(real + " " + scalar);
                arguments.add(scalar);
            }
            Arrays.stream(instance.shape()).forEach(size -> arguments.add("" + size));
            for (Object extra : launch.extra()) {
                if (extra instanceof StepCode.Scratch part) {
                    if (values.put(part.name(), array(instance.type(), new double[Math.toIntExact(part.cells())]))
                            == null) {
                        parameters.add("global " + real + " *" + part.name());
                    }
                    arguments.add(part.name());
                } else if (extra instanceof LocalMemory room) {
                    arguments.add(
                            "local_array(" + room.bytes() / instance.type().bytes() + ")");
                } else {
                    arguments.add("" + extra);
                }
            }
            body.append("launch(%s, %s, %s, %s);\n"
                    .formatted(launch.kernel(), grid(launch.global()), grid(launch.local()), arguments));
        }
        return "\nvoid host(%s) {\n%s}\n".formatted(parameters, body);
    }

    private static String grid(long[] sizes) {
        return "grid("
                + String.join(
                        ", ", LongStream.of(sizes).mapToObj(Long::toString).toList()) + ")";
    }
}
