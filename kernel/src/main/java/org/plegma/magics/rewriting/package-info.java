/**
 * Magics that change programs: {@code %%rules} applies rules to a kernel, {@code %%parallel} makes a kernel of loops.
 */
package org.plegma.magics.rewriting;
