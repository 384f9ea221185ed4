/**
 * Benches of rewriting: the chains of steps with their times, and the tables of the report.
 */
package org.plegma.bench.rewrite;
