/**
 * What serves the editor: completion, explanations at Shift-Tab, and whether a cell is complete.
 */
package org.plegma.kernel.editor;
