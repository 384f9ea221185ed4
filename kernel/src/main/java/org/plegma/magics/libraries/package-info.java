/**
 * Magics that add Java libraries to the notebook: {@code %maven} and {@code %classpath}.
 */
package org.plegma.magics.libraries;
