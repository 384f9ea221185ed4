/**
 * What code is made for, and the code of one cell. {@code StencilInstance} is a stencil with boundaries, a type and a shape on a device.
 * {@code CellCode} writes two functions of a cell for it, begin there; {@code ClPrinter} writes expressions and {@code Folds}
 * indices beyond an edge. {@code StepCode} is what a method makes of all this: OpenCL C and its launches.
 */
package org.plegma.stencil.code;
