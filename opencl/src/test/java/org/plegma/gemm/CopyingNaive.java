package org.plegma.gemm;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;
import org.plegma.gemm.method.CopyingMethod;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/** The naive kernel on copies of both factors, so that a copy which is made too early or too late spoils the result, on any device. */
final class CopyingNaive implements CopyingMethod {
    private static final String COPY =
            "kernel void copy(global const REAL* from, global REAL* to) { to[get_global_id(0)] = from[get_global_id(0)]; }";

    @Override
    public String name() {
        return "copying-naive";
    }

    @Override
    public String description() {
        return "For tests.";
    }

    @Override
    public Factor copyOfA(ProductWorkshop workshop, Product product, List<Event> commands) {
        return copy(workshop, "A", Factor.ofA(product), workshop.session().compute(), commands);
    }

    private static Factor copy(
            ProductWorkshop workshop, String name, Factor factor, Queue queue, List<Event> commands) {
        DeviceArray data = factor.data();
        ElementType type = data.type();
        DeviceArray copy = workshop.scratch(name, type, data.length());
        Kernel kernel =
                workshop.session().compile(COPY, "-DREAL=" + type.openclName()).kernel("copy");
        commands.add(kernel.global(data.length()).launch(queue, data, copy));
        return new Factor(
                copy,
                factor.offset(),
                factor.leading(),
                factor.step(),
                factor.lines(),
                factor.terms(),
                factor.count(),
                factor.byTerm(),
                factor.readableLines(),
                factor.readableTerms());
    }

    @Override
    public void multiply(
            ProductWorkshop workshop, Product panel, Factor a, int number, Queue queue, List<Event> commands) {
        Factor b = copy(workshop, "B" + number, Factor.ofB(panel), queue, commands);
        commands.add(workshop.program("naive.cl", panel.options())
                .kernel("gemm")
                .global(panel.n(), panel.m(), panel.count())
                .launch(queue, panel.arguments().factors(a, b).with()));
    }
}
