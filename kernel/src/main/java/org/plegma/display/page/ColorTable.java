package org.plegma.display.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** A number for each colour, without objects: a picture has a million pixels. */
final class ColorTable {
    private static final int FIRST_SIZE = 1 << 12;
    private static final int NONE = -1; // no colour, which has 24 bits
    private static final int SPREAD = 0x9E3779B1; // 2^32 / golden ratio: near colours to far places

    private int[] colors = empty(FIRST_SIZE);
    private int[] numbers = new int[FIRST_SIZE];
    private int used;

    private static int[] empty(int size) {
        int[] colors = new int[size];
        Arrays.fill(colors, NONE);
        return colors;
    }

    /** Where a colour is; valid until the next call for another colour. The eight highest bits do not count. */
    int place(int rgb) {
        int color = rgb & 0xFFFFFF;
        int place = find(color);
        if (colors[place] == NONE) {
            if (2 * used >= colors.length) {
                grow();
                place = find(color);
            }
            colors[place] = color;
            used++;
        }
        return place;
    }

    private int find(int color) {
        int place = color * SPREAD >>> 8 & colors.length - 1;
        while (colors[place] != color && colors[place] != NONE) {
            place = place + 1 & colors.length - 1;
        }
        return place;
    }

    private void grow() {
        int[] oldColors = colors;
        int[] oldNumbers = numbers;
        colors = empty(2 * oldColors.length);
        numbers = new int[colors.length];
        for (int i = 0; i < oldColors.length; i++) {
            if (oldColors[i] != NONE) {
                int place = find(oldColors[i]);
                colors[place] = oldColors[i];
                numbers[place] = oldNumbers[i];
            }
        }
    }

    void add(int place, int number) {
        numbers[place] += number;
    }

    int number(int place) {
        return numbers[place];
    }

    /** The colours, that of the largest number first. */
    List<Integer> byCount() {
        return IntStream.range(0, colors.length)
                .filter(place -> colors[place] != NONE)
                .boxed()
                .sorted(Comparator.comparingInt((Integer place) -> -numbers[place]))
                .map(place -> colors[place])
                .toList();
    }
}
