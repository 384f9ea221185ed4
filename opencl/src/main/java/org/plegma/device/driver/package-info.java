/**
 * Finds and loads the OpenCL library. {@code NativeLibrary} loads what JOCL needs; {@code MissingOpenCl} tells what to install
 * where there is no driver; {@code PoclContexts} avoids a fault of PoCL.
 */
package org.plegma.device.driver;
