package org.plegma.measure.chart;

import java.awt.BasicStroke;
import java.awt.Color;

/**
 * Colours that readers with any common colour vision can tell apart: those of Okabe and Ito (<i>Color Universal
 * Design</i>, 2008) for series, but grey for their yellow, which is hardly seen on white; and a ramp from pale yellow
 * to blue, whose lightness falls evenly and on
 * which black figures can be read, for heat maps.
 */
public final class Palette {

    public static final Color BLUE = new Color(0x0072B2);
    public static final Color VERMILLION = new Color(0xD55E00);
    public static final Color GREEN = new Color(0x009E73);
    public static final Color PURPLE = new Color(0xCC79A7);
    public static final Color ORANGE = new Color(0xE69F00);
    public static final Color SKY = new Color(0x56B4E9);
    public static final Color BLACK = new Color(0x000000);
    public static final Color GREY = new Color(0x888888);

    /** Of areas only: a line of it is hardly seen on white. */
    public static final Color YELLOW = new Color(0xF0E442);

    private static final Color[] SERIES = {BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK, GREY};

    private static final Color[] AREAS = {BLUE, ORANGE, BLACK, YELLOW, VERMILLION, SKY, GREEN, PURPLE};

    /** As many lines as there are colours are solid; the next have the same colours. */
    private static final BasicStroke SOLID = new BasicStroke(2f);

    private static final BasicStroke FURTHER =
            new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {9, 3, 2, 3}, 0);

    private static final Color[] RAMP = {
        new Color(0xFFFFD9), new Color(0xC7E9B4), new Color(0x7FCDBB), new Color(0x41B6C4), new Color(0x1D91C0)
    };

    private Palette() {}

    /** Colours for series, the ones with most contrast first. */
    public static Color[] series() {
        return SERIES.clone();
    }

    /** How a line is drawn: those that have the colour of one before differ from it. */
    static BasicStroke stroke(int line) {
        return line / SERIES.length % 2 == 0 ? SOLID : FURTHER;
    }

    /** Colours for areas, which have no markers: the first four differ in lightness, so that they do on grey paper. */
    public static Color[] areas() {
        return AREAS.clone();
    }

    /** Colours from low to high, to be interpolated. */
    public static Color[] ramp() {
        return RAMP.clone();
    }
}
