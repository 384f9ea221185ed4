/**
 * The ways to compute a step of a soft cube. Each is a {@link org.plegma.particles.variant.ParticleVariant}, a class with a line in
 * {@link org.plegma.particles.variant.ParticleVariants}, that makes a {@link org.plegma.particles.variant.ParticlePlan}: started from a
 * state, stepped, and read at the end.
 *
 * <p>On a device a {@code StagedPlan} launches the stages of a step; most variants differ in the kernel of an iteration only, a
 * {@code KernelVariant}. {@code ParticleLayout} says how numbers lie in memory, {@code EnergySum} how energies are added up. Kernels are the
 * {@code .cl} files beside the classes.
 */
package org.plegma.particles.variant;
