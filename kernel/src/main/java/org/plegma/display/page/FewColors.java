package org.plegma.display.page;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferInt;
import java.awt.image.IndexColorModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A picture with at most 256 colours, which takes far fewer bytes. Colours are joined with those nearly the same, as few
 * as suffice, and the most frequent stands for all: along a colour map that is a step or two of 255 in each channel.
 */
public final class FewColors {
    private static final int MOST = 256;

    private FewColors() {}

    /** The same picture with a palette; without a change if it has few colours already. */
    public static BufferedImage of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] rgb = pixels(image);
        ColorTable uses = new ColorTable();
        int place = 0;
        for (int i = 0; i < rgb.length; i++) {
            place = i > 0 && rgb[i] == rgb[i - 1] ? place : uses.place(rgb[i]);
            uses.add(place, 1);
        }
        List<Integer> colors = uses.byCount();
        int bits = 0;
        Map<Integer, Integer> palette = palette(colors, bits);
        while (palette.size() > MOST) { // ends, with two steps a channel at the latest
            palette = palette(colors, ++bits);
        }
        return indexed(rgb, width, height, palette, mask(bits));
    }

    private static int[] pixels(BufferedImage image) {
        if (image.getType() == BufferedImage.TYPE_INT_RGB
                && image.getRaster().getDataBuffer() instanceof DataBufferInt all) {
            return all.getData().clone();
        }
        int width = image.getWidth();
        return image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
    }

    /** The first colour of each kind, the kinds numbered in that order: by colour without the low bits. */
    private static Map<Integer, Integer> palette(List<Integer> colors, int bits) {
        Map<Integer, Integer> palette = new LinkedHashMap<>();
        colors.forEach(color -> palette.putIfAbsent(color & mask(bits), color));
        return palette;
    }

    private static int mask(int bits) {
        return 0x010101 * (0xFF >> bits << bits);
    }

    private static BufferedImage indexed(int[] rgb, int width, int height, Map<Integer, Integer> palette, int mask) {
        ColorTable indices = new ColorTable();
        int next = 0;
        for (int key : palette.keySet()) {
            indices.add(indices.place(key), next++);
        }
        byte[] pixels = new byte[rgb.length];
        for (int i = 0; i < rgb.length; i++) {
            pixels[i] =
                    i > 0 && rgb[i] == rgb[i - 1] ? pixels[i - 1] : (byte) indices.number(indices.place(rgb[i] & mask));
        }
        int[] colors = palette.values().stream().mapToInt(color -> color).toArray();
        IndexColorModel model = new IndexColorModel(8, colors.length, colors, 0, false, -1, DataBuffer.TYPE_BYTE);
        BufferedImage few = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
        few.getRaster().setDataElements(0, 0, width, height, pixels);
        return few;
    }
}
