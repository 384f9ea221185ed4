package org.plegma.stencil.method;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;

/**
 * What is to be computed, and how: all that a stencil is told before it meets a grid.
 *
 * @param type of every run; null if it is that of the grids
 * @param boundaries one for each axis
 * @param parameters the values of those that have one, by name
 * @param source OpenCL C of the user's own; null if it is generated
 */
public record StencilSettings(
        StencilSpec spec,
        @Nullable ElementType type,
        List<Boundary> boundaries,
        Map<String, Double> parameters,
        Method method,
        @Nullable String source) {

    public StencilSettings {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Those of a specification that nothing else is told of. */
    public static StencilSettings of(StencilSpec spec) {
        List<Boundary> zero = Collections.nCopies(spec.rank(), Boundary.ZERO);
        return new StencilSettings(spec, null, zero, spec.defaults(), Method.auto(), null);
    }

    public StencilSettings withSpec(StencilSpec other) {
        return new StencilSettings(other, type, boundaries, parameters, method, source);
    }

    public StencilSettings withType(ElementType other) {
        return new StencilSettings(spec, other, boundaries, parameters, method, source);
    }

    /** @param perAxis one for all axes, or one for each */
    public StencilSettings withBoundary(Boundary... perAxis) {
        int rank = spec.rank();
        if (perAxis.length != 1 && perAxis.length != rank) {
            throw new IllegalArgumentException("Wrong number of boundaries: expected 1 or " + rank
                    + ", one for each of the axes " + spec.axes() + ", found " + perAxis.length + ".");
        }
        List<Boundary> all = perAxis.length == rank ? List.of(perAxis) : Collections.nCopies(rank, perAxis[0]);
        return new StencilSettings(spec, type, all, parameters, method, source);
    }

    public StencilSettings withParam(String name, double value) {
        if (spec.params().stream().noneMatch(param -> param.name().equals(name))) {
            throw new IllegalArgumentException("There is no parameter '" + name + "'. The parameters are "
                    + spec.params().stream().map(StencilSpec.Parameter::name).toList() + ".");
        }
        Map<String, Double> all = new LinkedHashMap<>(parameters);
        all.put(name, value);
        return new StencilSettings(spec, type, boundaries, all, method, source);
    }

    public StencilSettings withMethod(Method other) {
        return new StencilSettings(spec, type, boundaries, parameters, other, source);
    }

    public StencilSettings withSource(@Nullable String openclC) {
        return new StencilSettings(spec, type, boundaries, parameters, method, openclC);
    }

    /** The type where no grid says one. */
    public ElementType typeOr(ElementType otherwise) {
        return type == null ? otherwise : type;
    }

    /** Fails unless the shape has a size for each axis. */
    public void requireShape(int... shape) {
        if (shape.length != spec.rank() || Arrays.stream(shape).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("The stencil has the axes " + spec.axes() + ", so the shape must name "
                    + spec.rank() + " sizes of 1 or more, found " + Arrays.toString(shape) + ".");
        }
    }

    /** What code is made for on a device. */
    public StencilInstance on(Device device, Variant variant, ElementType elementType, int... shape) {
        return new StencilInstance(spec, boundaries, elementType, shape, device, variant);
    }

    /** The code that a source of the user's own stands in place of: without what is made for a shape, if it can be. */
    public StepCode editable(StencilInstance instance) {
        Method concrete = method.orDirect();
        return concrete.way().plain(instance, concrete);
    }
}
