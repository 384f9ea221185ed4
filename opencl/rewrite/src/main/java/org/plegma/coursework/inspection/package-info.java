/**
 * What a judge finds out besides results: what a source may not have, whether a kernel has the parameters of its exercise, what
 * simulators found, values that are used before they are set, and which work-item writes an element.
 */
package org.plegma.coursework.inspection;
