/** The comms of Jupyter's protocol, by which widgets of the front end and of the kernel talk between cells. */
package org.plegma.kernel.comms;
