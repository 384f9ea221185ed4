package org.plegma.gemm.network;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;

/** Where a network computes: matrices in some memory, products of them, and what training does element by element. */
public interface Engine {

    /** The three products of training, by the names of the usual routines. */
    enum Form {
        /** {@code A*B}: from a layer's inputs to its outputs. */
        GEMM,
        /** {@code A'*B}: the gradient of the weights. */
        GEMM_TA,
        /** {@code A*B'}: the error that goes back to the layer before. */
        GEMM_TB
    }

    /** A matrix, row-major and without gaps, or some rows of one. */
    interface Block extends AutoCloseable {
        int rows();

        int columns();

        /** So many rows of this matrix, not a copy. */
        Block part(int from, int count);

        /** A copy on the host; waits for what computes it. */
        Grid grid();

        /** Overwrites the elements. */
        void set(Grid values);

        @Override
        void close();
    }

    /** Products on a device; the session stays the caller's to close. */
    static Engine of(Session session, Gemm gemm) {
        return new DeviceEngine(session, gemm);
    }

    /** Products on the host. */
    static Engine of(HostGemm gemm) {
        return new HostEngine(gemm);
    }

    /** For tables. */
    String name();

    /** A copy of a grid of 2 axes. */
    Block block(Grid values);

    /**
     * {@code C = f(alpha*op(A)*op(B) + beta*C + bias)}.
     *
     * @param bias one row, added to every row, or null
     */
    void multiply(
            double alpha,
            Block a,
            Op opA,
            Block b,
            Op opB,
            double beta,
            Block c,
            @Nullable Block bias,
            Activation activation);

    /** {@code error := error * f'}, the slope written in terms of the outputs f of the layer. */
    void timesSlope(Block error, Block outputs, Activation activation);

    /** {@code scores := softmax(scores) - targets}, row by row: the slope of the cross entropy in the scores. */
    void softmaxError(Block scores, Block targets);

    /** Seconds spent in each form of product since the last call; waits for them. */
    Map<Form, Double> takeSeconds();
}
