/**
 * Magics that add Java libraries to the notebook: {@code %maven}, {@code %classpath} and {@code %spark}.
 */
package org.plegma.magics.libraries;
