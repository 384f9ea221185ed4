package org.plegma.gemm;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.plegma.device.Device;
import org.plegma.gemm.method.CpuMethod;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.method.PackedMethod;
import org.plegma.gemm.method.ProductCosts;
import org.plegma.gemm.method.PromotedMethod;
import org.plegma.gemm.method.RegisterMethod;
import org.plegma.gemm.method.SkinnyMethod;
import org.plegma.gemm.method.TensorMethod;
import org.plegma.gemm.method.TiledMethod;
import org.plegma.gemm.method.WarpgroupMethod;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.Contest.Untimed;

/** The methods by name, and which one a product gets when none is asked for. */
public final class GemmMethods {
    /** On an H200 a side of 1600: below it the launches cost more. */
    private static final double WORTH_PACKING = 4e9;

    /** All: examples, then what is for some products only, then what is for all of a kind of device. */
    public static final List<GemmMethod> ALL = List.of(
            TiledMethod.NAIVE,
            TiledMethod.DYNAMIC,
            TiledMethod.STATIC,
            new SkinnyMethod(),
            new PromotedMethod(WORTH_PACKING, 1024),
            new WarpgroupMethod(),
            new PackedMethod(),
            new RegisterMethod(WORTH_PACKING, 1024),
            new TensorMethod(WORTH_PACKING, 1024),
            new CpuMethod());

    /** Lines up to which {@link SkinnyMethod} is the best, whatever the rest is. */
    private static final int FEW_LINES = 32;

    /** Products of elements above which {@code promoted} is the best of floats, or level. */
    private static final double SMALL = 1e9;

    /** Products of elements of the largest of which expected times were compared with those measured: above, no copies cost much. */
    private static final double LARGE = 3e10;

    private GemmMethods() {}

    /**
     * The method of a name, such as {@code register}.
     *
     * @throws IllegalArgumentException if there is none; the message has their names
     */
    public static GemmMethod find(String name) {
        return ALL.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no gemm method '" + name + "'; there are "
                        + ALL.stream().map(GemmMethod::name).collect(Collectors.joining(", ")) + ", and "
                        + Gemm.AUTO + " chooses."));
    }

    /**
     * The best that can compute the product: by expected times where those are near enough to what was measured, else the first that
     * suits it, else the last that does not refuse.
     */
    public static Untimed<GemmMethod> choose(Device device, Product product) {
        List<GemmMethod> rivals = rivals(device, product);
        if (rivals.size() > 1) {
            ProductCosts costs = ProductCosts.of(device);
            return new Untimed<>(
                    rivals.stream()
                            .min(Comparator.comparingDouble(method -> method.seconds(costs, product)))
                            .get(),
                    Origin.FASTEST);
        }
        for (GemmMethod method : ALL) {
            if (method.suits(device, product)) {
                return new Untimed<>(method, Origin.SUITED);
            }
        }
        for (int i = ALL.size() - 1; i >= 0; i--) {
            GemmMethod method = ALL.get(i);
            if (method.refusal(device, product).isEmpty()) {
                return new Untimed<>(method, Origin.USUAL);
            }
        }
        throw new UnsupportedOperationException("No gemm method computes in precision " + product.precision() + " on "
                + device.name() + ": use " + Precision.IEEE + ".");
    }

    /** Those that can compute the product, of which none is the best for most of its precision and size. */
    private static List<GemmMethod> rivals(Device device, Product product) {
        double work = (double) product.m() * product.n() * product.k() * product.count();
        boolean few = Math.min(product.m(), product.n()) <= FEW_LINES;
        List<String> names =
                switch (product.precision()) {
                    case IEEE -> work <= SMALL && !find("skinny").suits(device, product)
                            ? List.of("promoted", "register")
                            : List.of();
                    case FP32_FAST -> work <= LARGE && !few ? List.of("skinny", "warpgroup", "tensor") : List.of();
                    case TF32, BF16 -> List.of("packed", "tensor");
                };
        return names.stream()
                .map(GemmMethods::find)
                .filter(method -> method.refusal(device, product).isEmpty())
                .toList();
    }

    /** Fails if a method that was asked for cannot compute a product. */
    static void check(GemmMethod method, Device device, Product product) {
        method.refusal(device, product).ifPresent(reason -> {
            throw new UnsupportedOperationException("Method " + method.name() + " cannot compute this product on "
                    + device.name() + ": " + reason + ".");
        });
    }
}
