/**
 * What a search found: {@code TuningResult}, its table, its chart, and the T4 format that other tuners read.
 */
package org.plegma.tune.result;
