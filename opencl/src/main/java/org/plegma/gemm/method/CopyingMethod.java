package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/**
 * A method that copies both factors to an order of its own before it multiplies. So where a product is computed in panels of columns, A
 * is copied once, before B is there, and panels that use two queues in turn fill each other's gaps.
 */
public interface CopyingMethod extends GemmMethod {
    /** Copies A, which is the same for all panels, in the queue for computing. */
    Factor copyOfA(ProductWorkshop workshop, Product product, List<Event> commands);

    /**
     * Copies B, or the columns of a panel, and multiplies.
     *
     * @param number of the panel; each number has memory of its own
     */
    void multiply(
            ProductWorkshop workshop, Product panel, Factor copyOfA, int number, Queue queue, List<Event> commands);

    @Override
    default List<Event> run(ProductWorkshop workshop, Product product) {
        List<Event> commands = new ArrayList<>();
        synchronized (workshop) { // the scratch arrays are those of one product
            Factor a = copyOfA(workshop, product, commands);
            multiply(workshop, product, a, 0, workshop.session().compute(), commands);
        }
        return commands;
    }
}
