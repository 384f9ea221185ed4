package org.plegma.particles.variant;

import java.util.List;
import org.plegma.array.Preconditions;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/** {@code plegma} on several devices of a session, each with planes of the cube ({@link DevicesPlan}). */
final class DevicesVariant implements ParticleVariant {
    private final int count;

    /** @param count how many devices of the session, from its first on */
    DevicesVariant(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("The cube needs at least one device, found " + count + ".");
        }
        this.count = count;
    }

    @Override
    public String name() {
        return "devices-" + count;
    }

    @Override
    public String description() {
        return "plegma, planes of the cube on each of " + count + " devices";
    }

    @Override
    public double rootError() {
        return new PlegmaVariant().rootError();
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(body, "body");
        int side = body.lattice().side();
        int found = session.devices().size();
        if (found < count || side < count || body.iterations() < 1) {
            throw new IllegalArgumentException(name() + " needs a session of " + count + " devices, a cube of as many"
                    + " planes, and an iteration, as devices exchange planes before each; found " + found
                    + " devices, " + side + " planes and " + body.iterations() + " iterations.");
        }
        List<Session> sessions =
                session.devices().subList(0, count).stream().map(session::on).toList();
        return new DevicesPlan(sessions, body);
    }
}
