/**
 * Magics that measure: {@code %%bench}, {@code %time}, {@code %timeit}, {@code %roofline} and {@code %tune}.
 */
package org.plegma.magics.measure;
