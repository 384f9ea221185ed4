/**
 * Records: a {@code Campaign} of measurements with its provenance, kept in an HDF5 file, and the {@code Comparison} of two.
 *
 * <p>{@code CampaignFile} writes a file as a whole or not at all; {@code MeasurementTables} and {@code HdfTables} are its tables.
 */
package org.plegma.measure.campaign;
