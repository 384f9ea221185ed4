package org.plegma.bench.gemm;

import org.plegma.array.ElementType;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.host.HostMatrix;
import org.plegma.gemm.product.Op;

/** Products by loops of the host that are wrong: by a factor, or by taking A turned round. */
record WrongLoops(double factor, double factorOfTurned, boolean turns) implements HostGemm {
    private static final HostGemm LOOPS = HostGemm.loops(2);

    @Override
    public String name() {
        return "wrong";
    }

    @Override
    public HostMatrix allocate(ElementType type, int rows, int columns) {
        return LOOPS.allocate(type, rows, columns);
    }

    @Override
    public void multiply(double alpha, HostMatrix a, Op opA, HostMatrix b, Op opB, double beta, HostMatrix c) {
        LOOPS.multiply(alpha * (opA == Op.T ? factorOfTurned : factor), a, turns ? Op.T : opA, b, opB, beta, c);
    }
}
