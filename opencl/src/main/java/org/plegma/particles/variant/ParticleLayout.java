package org.plegma.particles.variant;

/** How three numbers of each particle lie in memory ({@code layout.cl}). */
enum ParticleLayout {
    /** Planes of x, y and z. */
    PLANES {
        @Override
        int length(int particles) {
            return 3 * particles;
        }

        @Override
        float[] packed(float[] planes) {
            return planes;
        }

        @Override
        float[] planes(float[] packed) {
            return packed;
        }
    },
    /** The same with room before and behind, which kernels may read. */
    GUARDED("-DGUARD=" + ParticleLayout.GUARD) {
        @Override
        int length(int particles) {
            return 3 * particles + 2 * GUARD;
        }

        @Override
        float[] packed(float[] planes) {
            float[] packed = new float[planes.length + 2 * GUARD];
            System.arraycopy(planes, 0, packed, GUARD, planes.length);
            return packed;
        }

        @Override
        float[] planes(float[] packed) {
            float[] planes = new float[packed.length - 2 * GUARD];
            System.arraycopy(packed, GUARD, planes, 0, planes.length);
            return planes;
        }
    },
    /** Four numbers each, the last of them 1. */
    FOURS("-DFOURS") {
        @Override
        int length(int particles) {
            return 4 * particles;
        }

        @Override
        float[] packed(float[] planes) {
            int n = planes.length / 3;
            float[] packed = new float[4 * n];
            for (int i = 0; i < n; i++) {
                for (int axis = 0; axis < 3; axis++) {
                    packed[4 * i + axis] = planes[axis * n + i];
                }
                packed[4 * i + 3] = 1;
            }
            return packed;
        }

        @Override
        float[] planes(float[] packed) {
            int n = packed.length / 4;
            float[] planes = new float[3 * n];
            for (int c = 0; c < 3 * n; c++) {
                planes[c] = packed[4 * (c % n) + c / n];
            }
            return planes;
        }
    };

    static final int GUARD = 128;

    private final String[] options;

    ParticleLayout(String... options) {
        this.options = options;
    }

    /** For the compiler. */
    String[] options() {
        return options.clone();
    }

    abstract int length(int particles);

    abstract float[] packed(float[] planes);

    abstract float[] planes(float[] packed);
}
