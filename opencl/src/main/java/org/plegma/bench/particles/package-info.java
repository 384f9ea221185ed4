/**
 * Benches of {@code org.plegma.particles}: a {@code ParticleFamily} of cases, each judged by the reference in the same run, and {@code
 * ParticleCharts} of what was measured.
 */
package org.plegma.bench.particles;
