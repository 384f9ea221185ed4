package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/** How the energies of particles are added up ({@code energy.cl}). */
enum EnergySum {
    ATOMICS("atomics"),
    LOCAL_ATOMICS("local_atomics"),
    SEQUENTIAL("sequential"),
    TWO_STAGE("two_stage");

    private static final int GROUP = 64;

    private final String kernel;

    EnergySum(String kernel) {
        this.kernel = kernel;
    }

    Sum on(Session session, SoftBody body, String... options) {
        return on(session, body, 0, body.lattice().particles(), options);
    }

    /** @param from the first of so many particles of the arrays */
    Sum on(Session session, SoftBody body, int from, int count, String... options) {
        return new Sum(session, body, from, count, options);
    }

    /** The launches of it, and their result. */
    final class Sum implements AutoCloseable {
        private final Session session;
        private final SoftBody body;
        private final Kernel first;
        private final Kernel second;
        private final DeviceArray partial;
        private final DeviceArray result;
        private final int end;
        private final int groups;

        private Sum(Session session, SoftBody body, int from, int count, String... options) {
            this.session = session;
            this.body = body;
            end = from + count;
            groups = (count + GROUP - 1) / GROUP;
            Program program = ParticleKernels.compile(session, "energy.cl", options);
            Kernel sized = program.kernel(kernel).global((long) groups * GROUP).local(GROUP);
            first = from == 0 ? sized : sized.offset(from);
            second = program.kernel("second_stage").global(GROUP).local(GROUP);
            partial = session.allocate(ElementType.FLOAT, groups);
            result = session.allocate(ElementType.FLOAT, 1).named("energy");
        }

        List<Event> add(DeviceArray positions, DeviceArray velocities) {
            List<Event> events = new ArrayList<>();
            boolean isTwoStage = EnergySum.this == TWO_STAGE;
            if (!isTwoStage) {
                events.add(result.fill(0));
            }
            events.add(first.launch(
                    session.compute(),
                    end,
                    body.gravity(),
                    body.low(),
                    body.kinetic(),
                    positions,
                    velocities,
                    isTwoStage ? partial : result));
            if (isTwoStage) {
                events.add(second.launch(session.compute(), groups, partial, result));
            }
            return events;
        }

        DeviceArray result() {
            return result;
        }

        double value() {
            float[] value = new float[1];
            result.download(value);
            return value[0];
        }

        @Override
        public void close() {
            partial.close();
            result.close();
        }
    }
}
