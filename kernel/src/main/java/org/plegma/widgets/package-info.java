/**
 * Sliders, choices and buttons that a picture follows: the models of Jupyter's widgets (protocol 2, the models of
 * {@code @jupyter-widgets/controls} 2.0.0), and what is done with their values. Cells use {@link org.plegma.widgets.Interact}.
 */
package org.plegma.widgets;
