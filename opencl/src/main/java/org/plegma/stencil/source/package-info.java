/**
 * The check of a source of the user's own. Begin with {@code SourceCheck}: it starts a child process in which
 * {@code SourceTrial} compares the source with the evaluator on small grids. {@code Oclgrind} runs the trial where memory errors
 * would else stay unseen.
 */
package org.plegma.stencil.source;
