/**
 * Soft cubes of particles, moved by extended position-based dynamics: one small task, computed in many ways that a course compares.
 *
 * <p>{@link org.plegma.particles.SoftBody} has the settings and {@link org.plegma.particles.CubeLattice} who is whose neighbour.
 * {@link org.plegma.particles.ParticleState} is where particles are and how fast. {@link org.plegma.particles.ParticleReference}
 * computes a step slowly in double, with a bound for the rounding of a step in float: it says what is right. The ways to compute it
 * fast are in the room {@code variant}.
 *
 * <p>M. Macklin, M. Müller, N. Chentanez: XPBD, position-based simulation of compliant constrained dynamics, MIG 2016.
 *
 * <p>Uses {@code array}; {@code variant} uses {@code device}, too.
 */
package org.plegma.particles;
