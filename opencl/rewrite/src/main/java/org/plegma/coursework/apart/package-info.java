/**
 * Kernels run apart from their judge: in a process that ends with them, and that can neither write nor reach anything where
 * bubblewrap is installed. What comes back are arrays, which the judge compares.
 */
package org.plegma.coursework.apart;
