package org.plegma.spark;

import java.io.Serializable;
import org.plegma.array.Grid;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.stencil.Stencil;

/** What is done to each image. It goes to the executors, which must have its class. */
@FunctionalInterface
public interface ImageWork extends Serializable {

    /**
     * The result of an image.
     *
     * @param image a grid of floats or doubles
     * @param session on the device that the task has for itself; it is kept for further images, so nothing of it is closed
     */
    Grid apply(Grid image, Session session) throws Exception;

    /** The convolution with a filter, as large as the image. */
    record Convolution(double[] taps, int[] shape, String boundary) implements ImageWork {
        static Convolution of(Filter filter, String boundary) {
            return new Convolution(filter.values().doubles(), filter.shape(), boundary);
        }

        @Override
        public Grid apply(Grid image, Session session) {
            Convolve convolve = ExecutorDevices.kept(session, Convolve.class, () -> Convolve.of(session));
            return convolve.boundary(boundary).convolve(image, Filter.of(Grid.of(taps.clone(), shape)));
        }
    }

    /** Steps of a stencil with one field. */
    record Steps(String formula, String boundary, long steps) implements ImageWork {
        @Override
        public Grid apply(Grid image, Session session) {
            return Stencil.parse(formula)
                    .on(session)
                    .type(image.type())
                    .boundary(boundary)
                    .run(image, steps);
        }
    }

    /** The product of the image, a matrix, and another matrix on its right. */
    record Product(double[] right, int[] shape) implements ImageWork {
        @Override
        public Grid apply(Grid image, Session session) {
            Gemm gemm = ExecutorDevices.kept(session, Gemm.class, () -> Gemm.of(session));
            return gemm.multiply(image, Grid.of(right.clone(), shape).to(image.type()));
        }
    }
}
