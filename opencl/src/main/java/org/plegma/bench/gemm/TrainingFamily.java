package org.plegma.bench.gemm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.network.Engine;
import org.plegma.gemm.network.Engine.Form;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;

/**
 * The bench family {@code training}: ten epochs of LeNet-300-100 on digits of the size of MNIST's, by every way to multiply. Of one
 * training there are four cases, by their {@code part}: the whole, and the products of each form in it. It is right if the network then
 * reads digits that it has not seen.
 */
public final class TrainingFamily implements BenchFamily {
    /** The part that is all of it. */
    static final String WHOLE = "whole";

    private static final String FAMILY = "training";
    private static final int EPOCHS = 10;

    /** As many as MNIST has. */
    private static final int IMAGES = 60_000;

    /** For Java loops, and for all to be compared with them. */
    private static final int FEWER_IMAGES = 10_000;

    /** A share of digits that may be read wrong: a network whose products are wrong reads nine of ten so. */
    private static final double WRONG = 0.1;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "Ten epochs of training of a network on generated digits, whole and in its products, by every way to multiply.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        for (ElementType type :
                device.supportsDouble() ? List.of(ElementType.FLOAT, ElementType.DOUBLE) : List.of(ElementType.FLOAT)) {
            for (HostGemm host : HostGemm.available()) {
                boolean loops = host.isExample();
                for (int images : loops ? new int[] {FEWER_IMAGES} : new int[] {FEWER_IMAGES, IMAGES}) {
                    cases.addAll(of(host.name(), type, images, EPOCHS, session -> Engine.of(host)));
                }
            }
            for (String method : NetworkFamily.methods(device, type)) {
                for (int images : new int[] {FEWER_IMAGES, IMAGES}) {
                    cases.addAll(of(
                            method,
                            type,
                            images,
                            EPOCHS,
                            session -> Engine.of(session, Gemm.of(session).method(method))));
                }
            }
        }
        return cases;
    }

    /** The parts of one training. */
    static List<BenchCase> of(
            String method, ElementType type, int images, int epochs, Function<Session, Engine> engine) {
        Training training = new Training(type, images, epochs);
        List<BenchCase> cases = new ArrayList<>();
        double whole = 0;
        for (Form form : Form.values()) {
            whole += epochs * NetworkFamily.flops(form, images);
        }
        cases.add(part(WHOLE, method, type, images, epochs, whole)
                .prepare(buffers -> training.trial(WHOLE, engine.apply(buffers.session()))));
        for (Form form : Form.values()) {
            String part = form.name().toLowerCase(Locale.ROOT);
            cases.add(part(part, method, type, images, epochs, epochs * NetworkFamily.flops(form, images))
                    .prepare(buffers -> training.trial(part, engine.apply(buffers.session()))));
        }
        return cases;
    }

    private static BenchCase.Builder part(
            String part, String method, ElementType type, int images, int epochs, double flops) {
        return BenchCase.of(FAMILY, "digits", method)
                .type(type)
                .shape(images, NetworkFamily.LAYERS[0])
                .parameter("part", part)
                .parameter("epochs", epochs)
                .parameter("batch", NetworkFamily.BATCH)
                .flops(flops)
                .tolerance(WRONG)
                .once();
    }
}
