/** Pictures of soft cubes: a {@code ParticleFilm} of a run, or of two beside each other. */
package org.plegma.display.particles;
