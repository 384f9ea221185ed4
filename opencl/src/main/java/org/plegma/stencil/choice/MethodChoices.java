package org.plegma.stencil.choice;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/**
 * The choice of a method as the tuning store knows it: one parameter, the method.
 *
 * <p>The name has the shape of the stencil, the hash its formula and boundary, so that what was measured here holds for these
 * only, and the defaults that come with Plegma, which ignore the hash, for all of the same shape.
 */
final class MethodChoices implements Tunable {
    /** Changes when generators become so different that old times mislead. */
    private static final String GENERATION = "2";

    private static final String GENERATION_ON_CPUS = "4";

    private static final String METHOD = "METHOD";

    private final Setting setting;
    private final Space space;
    private final Map<Method, Configuration> configurations = new LinkedHashMap<>();

    MethodChoices(Setting setting, List<Method> methods) {
        this.setting = setting;
        this.space = Space.of(
                Parameter.words(METHOD, methods.stream().map(Method::toString).toArray(String[]::new)));
        methods.forEach(method -> configurations.put(method, space.configuration(METHOD, method.toString())));
    }

    static Method method(Configuration configuration) {
        return Method.parse(configuration.get(METHOD).toString());
    }

    Map<Method, Configuration> configurations() {
        return configurations;
    }

    @Override
    public String name() {
        Footprint footprint = setting.spec().footprint();
        return "stencil-%sd-%s-radius-%s-points-%s%s"
                .formatted(
                        footprint.rank(),
                        footprint.shape().name().toLowerCase(Locale.ROOT),
                        footprint.radius(),
                        setting.spec().cost().points(),
                        setting.spec().linear().isPresent() ? "" : "-nonlinear");
    }

    @Override
    public String sourceHash() {
        return setting.spec().hash()
                + setting.boundaries().stream()
                        .map(boundary -> "-" + boundary.kind().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining())
                + "-" + (setting.variant() == Variant.CPU ? GENERATION_ON_CPUS : GENERATION);
    }

    @Override
    public String type() {
        return setting.type().openclName();
    }

    /** The size class: each extent rounded to a power of two. */
    @Override
    public long[] size() {
        return Arrays.stream(setting.shape())
                .mapToLong(n -> 1L << Math.round(Math.log(n) / Math.log(2)))
                .toArray();
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public Candidate compile(Configuration configuration) {
        throw new UnsupportedOperationException("methods are timed by MethodTrials");
    }
}
