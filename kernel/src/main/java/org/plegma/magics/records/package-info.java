/**
 * Magics that keep results for later: {@code %hdf5} writes and reads variables and records, {@code %provenance} tells
 * where figures come from.
 */
package org.plegma.magics.records;
