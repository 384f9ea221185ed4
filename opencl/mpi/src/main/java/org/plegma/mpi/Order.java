package org.plegma.mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;

/** What rank 0 of a notebook tells all ranks to do. A plan is known to all by its number. */
sealed interface Order extends Serializable {
    /** Makes a plan. */
    record Open(
            int plan,
            String formula,
            ElementType type,
            List<String> boundary,
            Map<String, Double> parameters,
            String method,
            double[] rates,
            int between,
            List<Boolean> overlapped,
            int[] shape)
            implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.open(this);
        }
    }

    /** Starts a plan anew from grids that rank 0 sends. */
    record Load(int plan, List<String> keys) implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.load(this, Map.of());
        }
    }

    /** Does steps. */
    record Run(int plan, long steps) implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.run(this);
        }
    }

    /** Sends a plan's fields to rank 0. */
    record Gather(int plan) implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.gather(this);
        }
    }

    /** Frees a plan. */
    record Close(int plan) implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.close(plan);
        }
    }

    /** Tells who and where the ranks are. */
    record Describe() implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.describe();
        }
    }

    /** Is the last. */
    record End() implements Order {
        @Override
        public void on(SharedPlans plans) {
            plans.close();
        }
    }

    /** Carries it out on a rank; rank 0 does more where it has or gets something. */
    void on(SharedPlans plans);

    /** As a message. */
    static byte[] written(Order order) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(order);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Of a message. */
    static Order read(byte[] message) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(message))) {
            return (Order) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("Rank 0 has another Plegma than this one.", e);
        }
    }
}
