package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.GemmTest;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/** Whatever a tuner may try is right: a kernel that reads beyond its arrays ends the whole process on a GPU. */
class TilingSpaceTest {
    /** Tilings; fewer on processors, where a program takes a second to compile and an index is tested by Oclgrind. */
    private static int drawn;

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
        drawn = session.device().kind() == Device.Kind.CPU ? 2 : 6;
    }

    @AfterAll
    static void close() {
        session.close();
    }

    static Stream<String> methods() {
        return GemmTest.methods(session)
                .filter(name -> !name.equals(Gemm.AUTO) && GemmMethods.find(name) instanceof BlockedMethod);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void tilingsDrawnAnywhere(String name) {
        BlockedMethod method = (BlockedMethod) GemmMethods.find(name);
        try (Gemm gemm = Gemm.of(session)) {
            for (ElementType type : GemmTest.types(name)) {
                for (Configuration tiling : drawn(method, type)) {
                    Gemm by = gemm.method(withTiling(method, tiling));
                    GemmCase odd = GemmCase.plain(type, 67, 41, 75).scaled(-1, 0.3);
                    GemmCase aligned = GemmCase.plain(type, 256, 256, 128);
                    for (Op op : new Op[] {Op.N, Op.T}) {
                        odd.ops(op, op).check(session, by);
                        aligned.ops(op, Op.N).check(session, by);
                    }
                }
            }
        }
    }

    private static List<Configuration> drawn(BlockedMethod method, ElementType type) {
        TilingLimits limits = TilingLimits.of(session.device());
        Space space = method.space(limits, type);
        Random random = new Random(type.bytes());
        List<Configuration> found = new ArrayList<>();
        for (int time = 0; time < 100_000 && found.size() < drawn; time++) {
            Object[] namesAndValues = space.parameters().stream()
                    .flatMap(p -> Stream.of(p.name(), value(p, random)))
                    .toArray();
            try {
                Configuration one = space.configuration(namesAndValues);
                if (limits.device().violated(method.resources(one, type)).isEmpty()) {
                    found.add(one);
                }
            } catch (IllegalArgumentException e) {
                // It breaks a constraint.
            }
        }
        assertTrue(found.size() == drawn, () -> "only " + found);
        return found;
    }

    private static Object value(Parameter<?> parameter, Random random) {
        return parameter.values().get(random.nextInt(parameter.values().size()));
    }

    private static GemmMethod withTiling(BlockedMethod method, Configuration tiling) {
        return new GemmMethod() {
            @Override
            public String name() {
                return method.name() + " with " + tiling;
            }

            @Override
            public String description() {
                return method.description();
            }

            @Override
            public Optional<String> refusal(Device device, ElementType type, Precision precision) {
                return method.refusal(device, type, precision);
            }

            @Override
            public List<Event> run(ProductWorkshop workshop, Product product) {
                return method.run(workshop, product, tiling);
            }
        };
    }
}
