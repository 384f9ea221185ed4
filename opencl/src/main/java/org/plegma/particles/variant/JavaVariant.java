package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/** Plain Java in float: one thread, some, or one for each processor; planes of numbers, or an object a particle. */
final class JavaVariant implements ParticleVariant {
    private final String name;
    private final int threads;
    private final boolean isOfObjects;

    /** @param threads 0 for as many as there are processors */
    JavaVariant(String name, int threads, boolean isOfObjects) {
        this.name = name;
        this.threads = threads;
        this.isOfObjects = isOfObjects;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        String by = threads == 0 ? "a thread for each processor" : threads == 1 ? "one thread" : threads + " threads";
        return "Java, " + by + (isOfObjects ? ", an object a particle" : "");
    }

    @Override
    public boolean isOnDevice() {
        return false;
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        int most = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        return new Plan(body, most, isOfObjects ? new Objects(body) : new Planes(body));
    }

    /** Where the numbers of particles are: read and written by particle and axis. */
    private interface Store {
        float position(int axis, int i);

        void moved(int axis, int i, float value);

        /** Makes what was moved the positions. */
        void swap();

        float start(int axis, int i);

        void start(int axis, int i, float value);

        float velocity(int axis, int i);

        void velocity(int axis, int i, float value);

        /** All corrections of particle i, added to {@code sum}. */
        void corrections(int i, float[] sum);
    }

    private static final class Planes implements Store {
        private final SoftBody body;
        private final int n;
        private final float[] start;
        private final float[] velocity;
        private float[] position;
        private float[] next;

        Planes(SoftBody body) {
            this.body = body;
            n = body.lattice().particles();
            start = new float[3 * n];
            velocity = new float[3 * n];
            position = new float[3 * n];
            next = new float[3 * n];
        }

        @Override
        public float position(int axis, int i) {
            return position[axis * n + i];
        }

        @Override
        public void moved(int axis, int i, float value) {
            next[axis * n + i] = value;
        }

        @Override
        public void swap() {
            float[] other = position;
            position = next;
            next = other;
        }

        @Override
        public float start(int axis, int i) {
            return start[axis * n + i];
        }

        @Override
        public void start(int axis, int i, float value) {
            start[axis * n + i] = value;
        }

        @Override
        public float velocity(int axis, int i) {
            return velocity[axis * n + i];
        }

        @Override
        public void velocity(int axis, int i, float value) {
            velocity[axis * n + i] = value;
        }

        @Override
        public void corrections(int i, float[] sum) {
            CubeLattice lattice = body.lattice();
            float weight = (float) body.weight();
            float[] p = position;
            int x = lattice.x(i);
            int y = lattice.y(i);
            int z = lattice.z(i);
            float sx = 0;
            float sy = 0;
            float sz = 0;
            for (int c = lattice.from(z); c <= lattice.to(z); c++) {
                for (int b = lattice.from(y); b <= lattice.to(y); b++) {
                    int squares = (c - z) * (c - z) + (b - y) * (b - y);
                    for (int a = lattice.from(x); a <= lattice.to(x); a++) {
                        int j = lattice.index(a, b, c);
                        if (j != i) {
                            float dx = p[j] - p[i];
                            float dy = p[n + j] - p[n + i];
                            float dz = p[2 * n + j] - p[2 * n + i];
                            float factor =
                                    factor(body, weight, dx * dx + dy * dy + dz * dz, squares + (a - x) * (a - x));
                            sx += factor * dx;
                            sy += factor * dy;
                            sz += factor * dz;
                        }
                    }
                }
            }
            sum[0] = sx;
            sum[1] = sy;
            sum[2] = sz;
        }
    }

    private static float factor(SoftBody body, float weight, float square, int squares) {
        float length = (float) Math.sqrt(square);
        return weight * (length - body.distance() * (float) Math.sqrt(squares)) / length;
    }

    /** A particle as an object. */
    private static final class Particle {
        private final float[] position = new float[3];
        private final float[] next = new float[3];
        private final float[] start = new float[3];
        private final float[] velocity = new float[3];
    }

    private static final class Objects implements Store {
        private final SoftBody body;
        private final Particle[] particles;

        Objects(SoftBody body) {
            this.body = body;
            particles = new Particle[body.lattice().particles()];
            for (int i = 0; i < particles.length; i++) {
                particles[i] = new Particle();
            }
        }

        @Override
        public float position(int axis, int i) {
            return particles[i].position[axis];
        }

        @Override
        public void moved(int axis, int i, float value) {
            particles[i].next[axis] = value;
        }

        @Override
        public void swap() {
            for (Particle each : particles) {
                System.arraycopy(each.next, 0, each.position, 0, 3);
            }
        }

        @Override
        public float start(int axis, int i) {
            return particles[i].start[axis];
        }

        @Override
        public void start(int axis, int i, float value) {
            particles[i].start[axis] = value;
        }

        @Override
        public float velocity(int axis, int i) {
            return particles[i].velocity[axis];
        }

        @Override
        public void velocity(int axis, int i, float value) {
            particles[i].velocity[axis] = value;
        }

        @Override
        public void corrections(int i, float[] sum) {
            CubeLattice lattice = body.lattice();
            float weight = (float) body.weight();
            int x = lattice.x(i);
            int y = lattice.y(i);
            int z = lattice.z(i);
            float[] mine = particles[i].position;
            sum[0] = sum[1] = sum[2] = 0;
            for (int c = lattice.from(z); c <= lattice.to(z); c++) {
                for (int b = lattice.from(y); b <= lattice.to(y); b++) {
                    int squares = (c - z) * (c - z) + (b - y) * (b - y);
                    for (int a = lattice.from(x); a <= lattice.to(x); a++) {
                        int j = lattice.index(a, b, c);
                        if (j != i) {
                            float[] other = particles[j].position;
                            float dx = other[0] - mine[0];
                            float dy = other[1] - mine[1];
                            float dz = other[2] - mine[2];
                            float factor =
                                    factor(body, weight, dx * dx + dy * dy + dz * dz, squares + (a - x) * (a - x));
                            sum[0] += factor * dx;
                            sum[1] += factor * dy;
                            sum[2] += factor * dz;
                        }
                    }
                }
            }
        }
    }

    private static final class Plan implements ParticlePlan {
        private final SoftBody body;
        private final Store store;
        private final int n;
        private final int threads;
        private final @Nullable ExecutorService pool;
        private double energy;

        Plan(SoftBody body, int threads, Store store) {
            this.body = body;
            this.store = store;
            this.n = body.lattice().particles();
            this.threads = Math.min(threads, n);
            this.pool = this.threads == 1
                    ? null
                    : Executors.newFixedThreadPool(this.threads, task -> {
                        Thread thread = new Thread(task, "particles");
                        thread.setDaemon(true);
                        return thread;
                    });
        }

        @Override
        public void start(ParticleState state) {
            for (int c = 0; c < 3 * n; c++) {
                store.start(c / n, c % n, state.position()[c]);
                store.velocity(c / n, c % n, state.velocity()[c]);
            }
        }

        /** All particles, a range of them for each thread. */
        private void each(IntConsumer work) {
            if (pool == null) {
                for (int i = 0; i < n; i++) {
                    work.accept(i);
                }
                return;
            }
            List<Future<?>> ranges = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int from = (int) ((long) n * t / threads);
                int to = (int) ((long) n * (t + 1) / threads);
                ranges.add(pool.submit(() -> {
                    for (int i = from; i < to; i++) {
                        work.accept(i);
                    }
                }));
            }
            try {
                for (Future<?> range : ranges) {
                    range.get();
                }
            } catch (InterruptedException e) {
                ranges.forEach(range -> range.cancel(true));
                Thread.currentThread().interrupt();
                throw new java.util.concurrent.CancellationException("The step was interrupted.");
            } catch (ExecutionException e) {
                throw new IllegalStateException("A step failed: " + e.getCause(), e.getCause());
            }
        }

        @Override
        public List<Event> step() {
            float dt = body.timeStep();
            float[] force = {
                body.force().x(),
                body.force().y() - body.gravity(),
                body.force().z()
            };
            each(i -> {
                for (int axis = 0; axis < 3; axis++) {
                    float v = store.velocity(axis, i) + dt * force[axis];
                    store.velocity(axis, i, v);
                    store.moved(axis, i, store.start(axis, i) + dt * v);
                }
            });
            store.swap();
            ThreadLocal<float[]> sums = ThreadLocal.withInitial(() -> new float[3]);
            for (int k = 0; k < body.iterations(); k++) {
                each(i -> {
                    float[] sum = sums.get();
                    store.corrections(i, sum);
                    for (int axis = 0; axis < 3; axis++) {
                        store.moved(
                                axis,
                                i,
                                store.position(axis, i)
                                        + sum[axis] / body.lattice().neighbours(i));
                    }
                });
                store.swap();
            }
            each(i -> {
                for (int axis = 0; axis < 3; axis++) {
                    float x = store.position(axis, i);
                    float v = (x - store.start(axis, i)) / dt;
                    boolean isOutside = x < body.low() || x > body.high();
                    store.velocity(axis, i, isOutside ? -body.damping() * v : v);
                    store.start(axis, i, Math.min(body.high(), Math.max(body.low(), x)));
                }
            });
            float sum = 0;
            for (int i = 0; i < n; i++) {
                float square = 0;
                for (int axis = 0; axis < 3; axis++) {
                    square += store.velocity(axis, i) * store.velocity(axis, i);
                }
                sum += body.gravity() * (store.start(1, i) - body.low()) + body.kinetic() * square;
            }
            energy = sum;
            return List.of();
        }

        @Override
        public ParticleState finish() {
            float[] position = new float[3 * n];
            float[] velocity = new float[3 * n];
            for (int c = 0; c < 3 * n; c++) {
                position[c] = store.start(c / n, c % n);
                velocity[c] = store.velocity(c / n, c % n);
            }
            return new ParticleState(position, velocity);
        }

        @Override
        public double energy() {
            return energy;
        }

        @Override
        public void close() {
            if (pool != null) {
                pool.shutdownNow();
            }
        }
    }
}
