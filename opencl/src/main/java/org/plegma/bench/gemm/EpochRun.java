package org.plegma.bench.gemm;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Event;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.network.Engine;
import org.plegma.gemm.network.Engine.Block;
import org.plegma.gemm.network.Network;
import org.plegma.gemm.product.Activation;
import org.plegma.measure.Errors;
import org.plegma.measure.Trial;

/** A pass over images, random ones with classes in turn, that the engine holds. */
final class EpochRun implements Trial {
    private static final double RATE = 0.1;

    /** Steps whose result is compared. */
    private static final int STEPS = 2;

    private final Engine engine;
    private final ElementType type;
    private final Grid images;
    private final Grid classes;
    private final Block samples;
    private final Block targets;
    private final Network network;

    EpochRun(Engine engine, ElementType type, int count) {
        this.engine = engine;
        this.type = type;
        images = Grid.random(type, 1, count, NetworkFamily.LAYERS[0]);
        int last = NetworkFamily.LAYERS[NetworkFamily.LAYERS.length - 1];
        classes = Grid.generate(type, at -> at[0] % last == at[1] ? 1 : 0, count, last);
        samples = engine.block(images);
        targets = engine.block(classes);
        network = network(engine, type);
    }

    private static Network network(Engine engine, ElementType type) {
        return new Network(engine, type, 1, Activation.RELU, NetworkFamily.LAYERS);
    }

    @Override
    public List<Event> run() {
        network.pass(samples, targets, NetworkFamily.BATCH, RATE);
        return List.of();
    }

    /** Of a new network's weights after some steps, from those that plain loops in double give. */
    @Override
    public double error() {
        List<Grid> found = steps(engine, type);
        List<Grid> expected = steps(Engine.of(HostGemm.loops(1)), ElementType.DOUBLE);
        double worst = 0;
        for (int p = 0; p < found.size(); p++) {
            Grid values = found.get(p).to(ElementType.DOUBLE);
            worst = Math.max(worst, Errors.relativeToLargest(values, expected.get(p)));
        }
        return worst;
    }

    private List<Grid> steps(Engine by, ElementType of) {
        int count = Math.min(STEPS * NetworkFamily.BATCH, images.size(0));
        Grid some = images.region(new int[] {0, 0}, new int[] {count, images.size(1)});
        Grid their = classes.region(new int[] {0, 0}, new int[] {count, classes.size(1)});
        try (Network fresh = network(by, of);
                Block inputs = by.block(some.to(of));
                Block wanted = by.block(their.to(of))) {
            fresh.pass(inputs, wanted, NetworkFamily.BATCH, RATE);
            return fresh.parameters();
        }
    }

    @Override
    public void close() {
        network.close();
        samples.close();
        targets.close();
    }
}
