package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmMethods;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.network.Engine;
import org.plegma.gemm.network.Engine.Form;
import org.plegma.gemm.product.Precision;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;

/**
 * The bench family {@code network}: an epoch of training of a network of dense layers, whole and its three forms of product alone, by
 * every way to multiply. The network is LeNet-300-100 (LeCun and others, 1998) on 6,000 images of 28 × 28, a tenth of MNIST; the time
 * is linear in the images.
 */
public final class NetworkFamily implements BenchFamily {
    static final int[] LAYERS = {784, 300, 100, 10};
    static final int BATCH = 100;
    private static final String FAMILY = "network";
    private static final int IMAGES = 6000;
    private static final int IMAGES_ON_CPU = 600;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "An epoch of training of a network, and its products alone, by every way to multiply.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        int images = device.kind() == Kind.CPU ? IMAGES_ON_CPU : IMAGES;
        List<BenchCase> cases = new ArrayList<>();
        for (ElementType type :
                device.supportsDouble() ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT)) {
            for (HostGemm host : HostGemm.available()) {
                cases.addAll(of(host.name(), type, images, session -> Engine.of(host)));
            }
            for (String method : methods(device, type)) {
                cases.addAll(of(
                        method,
                        type,
                        images,
                        session -> Engine.of(session, Gemm.of(session).method(method))));
            }
        }
        return cases;
    }

    /** The ways of a device to multiply, by their names. */
    static List<String> methods(Device device, ElementType type) {
        List<String> names = new ArrayList<>();
        GemmFamily.methods(device, type, Precision.IEEE).stream()
                .filter(method -> GemmMethods.ALL.contains(method) && !method.isForFewLines())
                // Those made for GPUs take seconds on a processor.
                .filter(method -> method.isMadeFor(device))
                .forEach(method -> names.add(method.name()));
        names.add(Gemm.AUTO);
        return names;
    }

    /** The epoch, and each form of product. */
    static List<BenchCase> of(String method, ElementType type, int images, Function<Session, Engine> engine) {
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double terms = IntStream.of(LAYERS).sum();
        List<BenchCase> cases = new ArrayList<>();
        cases.add(named("epoch", method, type, images)
                .flops(List.of(Form.values()).stream()
                        .mapToDouble(form -> flops(form, images))
                        .sum())
                .tolerance(4 * unit * terms)
                .prepare(buffers -> new EpochRun(engine.apply(buffers.session()), type, images)));
        for (Form form : Form.values()) {
            cases.add(named(form.name().toLowerCase(Locale.ROOT), method, type, images)
                    .flops(flops(form, images))
                    .tolerance(unit * (terms + 3))
                    .prepare(buffers -> new FormRun(engine.apply(buffers.session()), form, type, images)));
        }
        return cases;
    }

    private static BenchCase.Builder named(String name, String method, ElementType type, int images) {
        return BenchCase.of(FAMILY, name, method)
                .type(type)
                .shape(images, LAYERS[0])
                .parameter("batch", BATCH)
                .inCache();
    }

    /** Of a pass over the images; the error of the first layer's inputs is not needed. */
    static double flops(Form form, int images) {
        return IntStream.range(form == Form.GEMM_TB ? 1 : 0, LAYERS.length - 1)
                .mapToDouble(l -> 2.0 * images * LAYERS[l] * LAYERS[l + 1])
                .sum();
    }
}
