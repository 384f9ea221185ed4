/**
 * Magics for work with the notebook itself: its variables, folder, environment and history, commands of the shell, files
 * and other notebooks. Their names are IPython's where it has them.
 */
package org.plegma.magics.session;
