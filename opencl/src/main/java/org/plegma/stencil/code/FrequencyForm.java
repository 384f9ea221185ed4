package org.plegma.stencil.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.algebra.UniformValue;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Offset;

/**
 * A step of a linear stencil as a matrix of taps: it makes of all levels of all fields, the components, those after the step.
 * Where a stencil reads older levels these are rows that only hand a level on (the companion matrix).
 *
 * @param components the levels, those of one field together, newest first
 * @param taps the entries
 * @param constants what each component gains in a cell and step
 */
public record FrequencyForm(List<Component> components, List<Tap> taps, List<Polynomial> constants) {
    /** The powers of larger matrices do not fit the registers of a GPU. */
    public static final int MOST_COMPONENTS = 3;

    /** A level of a field, 0 the current one. */
    public record Component(String field, int age) {}

    /** {@code weight} times component {@code from} of the cell at a distance is added to component {@code to}. */
    public record Tap(int to, int from, Offset offset, Polynomial weight) {}

    /** @throws IllegalArgumentException if the stencil has none, with the reason */
    public static FrequencyForm of(StencilSpec spec, int steps) {
        String method =
                "The method fft(" + steps + ") needs a linear stencil with the same coefficients in every cell. ";
        LinearSystem system = spec.linear()
                .orElseThrow(() -> new IllegalArgumentException(
                        method + spec.whyNotLinear().orElse("")));
        if (!system.hasUniformCoefficients()) {
            throw new IllegalArgumentException(method + "Here a coefficient is a field.");
        }
        List<Component> components = new ArrayList<>();
        for (Field field : spec.fields()) {
            if (!field.updated()) {
                throw new IllegalArgumentException(method + "Here the field '" + field.name() + "' is added.");
            }
            for (int age = 0; age < field.levels(); age++) {
                components.add(new Component(field.name(), age));
            }
        }
        if (components.size() > MOST_COMPONENTS) {
            throw new IllegalArgumentException("The method fft(" + steps + ") takes at most " + MOST_COMPONENTS
                    + " fields and older levels together, found " + components.size() + ". Use blocked(k).");
        }
        List<Tap> taps = new ArrayList<>();
        List<Polynomial> constants = new ArrayList<>();
        for (int to = 0; to < components.size(); to++) {
            Component component = components.get(to);
            LinearForm form = component.age == 0 ? system.forms().get(component.field) : null;
            constants.add(form == null ? Polynomial.ZERO : form.constant());
            if (form == null) {
                taps.add(new Tap(to, to - 1, Offset.zero(spec.rank()), Polynomial.ONE));
                continue;
            }
            for (Map.Entry<Access, Polynomial> tap : form.taps().entrySet()) {
                Access read = tap.getKey();
                int from = components.indexOf(new Component(read.field(), -read.level()));
                taps.add(new Tap(to, from, read.offset(), tap.getValue()));
            }
        }
        return new FrequencyForm(components, taps, constants);
    }

    /** The weights with the values of parameters. */
    public double[] weights(Map<String, Double> parameters) {
        return taps.stream()
                .mapToDouble(tap -> UniformValue.of(tap.weight, parameters))
                .toArray();
    }

    /** What each component of a periodic grid of zeros has in every cell after so many steps. */
    public double[] gained(double[] weights, Map<String, Double> parameters, int steps) {
        double[] added = constants.stream()
                .mapToDouble(constant -> UniformValue.of(constant, parameters))
                .toArray();
        double[] value = new double[components.size()];
        for (int step = 0; step < steps; step++) {
            double[] next = added.clone();
            for (int i = 0; i < weights.length; i++) {
                next[taps.get(i).to] += weights[i] * value[taps.get(i).from];
            }
            value = next;
        }
        return value;
    }
}
