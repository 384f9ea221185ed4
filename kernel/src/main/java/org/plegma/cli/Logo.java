package org.plegma.cli;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;

/** Draws the kernel's logo: a mesh of three by three nodes, warm at the centre, legible on light and dark pages. */
final class Logo {
    private static final Color EDGE = new Color(0x5382A1);
    private static final Color NODE = new Color(0x3E6B89);
    private static final Color CENTRE = new Color(0xE76F00);

    private Logo() {}

    static BufferedImage draw(int size) {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.scale(size / 64.0, size / 64.0);
        g.setStroke(new BasicStroke(4.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        g.setColor(EDGE);
        double[] at = {11, 32, 53};
        for (double line : at) {
            g.draw(new Line2D.Double(at[0], line, at[2], line));
            g.draw(new Line2D.Double(line, at[0], line, at[2]));
        }
        for (double x : at) {
            for (double y : at) {
                boolean centre = x == at[1] && y == at[1];
                double radius = centre ? 10 : 7;
                g.setColor(centre ? CENTRE : NODE);
                g.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
            }
        }
        g.dispose();
        return image;
    }
}
