package org.plegma.display.grid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.stencil.Animation;

class AnimationViewTest {
    /** Half a step of the palette where its colours change fastest, and a little for the rounding of colours. */
    private static final int NEAR = 6;

    @TempDir
    Path folder;

    private static Animation noise(int frames, int rows, int columns) {
        List<Grid> grids = IntStream.range(0, frames)
                .mapToObj(i -> Grid.random(ElementType.FLOAT, i, rows, columns).withAttribute("title", "Noise"))
                .toList();
        return Animation.of(
                grids, IntStream.range(0, frames).mapToObj(i -> "frame " + i).toList());
    }

    /** The frames as a viewer shows them: each drawn over the one before. */
    private static List<BufferedImage> decode(byte[] gif) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        reader.setInput(ImageIO.createImageInputStream(new ByteArrayInputStream(gif)));
        List<BufferedImage> frames = new ArrayList<>();
        BufferedImage canvas = new BufferedImage(reader.getWidth(0), reader.getHeight(0), BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < reader.getNumImages(true); i++) {
            Graphics2D graphics = canvas.createGraphics();
            graphics.drawImage(reader.read(i), 0, 0, null);
            graphics.dispose();
            BufferedImage copy = new BufferedImage(canvas.getWidth(), canvas.getHeight(), canvas.getType());
            canvas.copyData(copy.getRaster());
            frames.add(copy);
        }
        return frames;
    }

    private static byte[] gif(MimeBundle bundle) {
        Element image = Pages.html(bundle).select("img").first();
        String source = image.attr("src");
        assertTrue(source.startsWith("data:image/gif;base64,"), source.substring(0, 30));
        return Base64.getDecoder().decode(source.substring(source.indexOf(',') + 1));
    }

    private static int distance(int a, int b) {
        return Math.max(
                Math.abs((a >> 16 & 255) - (b >> 16 & 255)),
                Math.max(Math.abs((a >> 8 & 255) - (b >> 8 & 255)), Math.abs((a & 255) - (b & 255))));
    }

    /** The top left pixel of the plane: the first that has the colour of its first cell, below and right of the frame. */
    private static void assertShows(BufferedImage image, Grid plane, ColorScale scale, int cell) {
        for (int top = 10; top < 80; top++) {
            if (matches(image, plane, scale, cell, top)) {
                return;
            }
        }
        throw new AssertionError("the plane is nowhere in the picture");
    }

    private static boolean matches(BufferedImage image, Grid plane, ColorScale scale, int cell, int top) {
        for (int y = 0; y < plane.size(0) * cell; y++) {
            for (int x = 0; x < plane.size(1) * cell; x++) {
                int expected = scale.rgb(plane.get(y / cell, x / cell));
                if (top + y >= image.getHeight() || distance(expected, image.getRGB(8 + x, top + y)) > NEAR) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void everyFrameShowsItsGridInTheColoursOfTheScale() throws IOException {
        Animation animation = noise(5, 20, 30);
        animation.frames().get(2).set(Double.NaN, 3, 4);
        MimeBundle shown = Renderers.render(
                AnimationView.of(animation).range(0, 1).side(120).colors("inferno"));
        List<BufferedImage> frames = decode(gif(shown));
        assertEquals(5, frames.size());
        for (int i = 0; i < 5; i++) {
            Grid plane = animation.frames().get(i);
            assertShows(frames.get(i), plane, new ColorScale(ColorMap.INFERNO, 0, 1), 4);
        }
        String text = shown.get(MimeBundle.TEXT);
        assertTrue(
                text.startsWith(
                        "Noise\nAnimation of 5 frames, frame 0 to frame 4, of a grid of float 20 × 30; GIF of "),
                text);
        Element image = Pages.html(shown).select("img").first();
        assertEquals(frames.get(0).getWidth() + "", image.attr("width"));
        assertEquals(frames.get(0).getHeight() + "", image.attr("height"));
    }

    @Test
    void oneScaleServesAllFramesAndTheLabelChanges() throws IOException {
        Animation animation = Animation.of(
                List.of(
                        Grid.floats(12, 12).fill(1),
                        Grid.floats(12, 12).fill(3),
                        Grid.floats(12, 12).fill(2)),
                List.of("a", "b", "c"));
        List<BufferedImage> frames = decode(gif(Renderers.render(animation)));
        ColorScale scale = new ColorScale(ColorMap.VIRIDIS, 1, 3);
        for (int i = 0; i < 3; i++) {
            assertShows(frames.get(i), animation.frames().get(i), scale, 24);
        }
        int changed = 0;
        for (int x = 0; x < 60; x++) {
            for (int y = 0; y < 20; y++) {
                changed += frames.get(0).getRGB(x, y) != frames.get(1).getRGB(x, y) ? 1 : 0;
            }
        }
        assertTrue(changed > 10, "the label is another");
    }

    @Test
    void itRepeatsAtTheSpeedThatWasAskedFor() throws IOException {
        Path file = folder.resolve("new/film.gif");
        AnimationView.of(noise(3, 8, 8)).framesPerSecond(10).save(file);
        byte[] gif = Files.readAllBytes(file);
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        reader.setInput(ImageIO.createImageInputStream(new ByteArrayInputStream(gif)));
        for (int i = 0; i < 3; i++) {
            IIOMetadataNode root =
                    (IIOMetadataNode) reader.getImageMetadata(i).getAsTree("javax_imageio_gif_image_1.0");
            IIOMetadataNode control = (IIOMetadataNode)
                    root.getElementsByTagName("GraphicControlExtension").item(0);
            assertEquals("10", control.getAttribute("delayTime"));
            assertEquals("doNotDispose", control.getAttribute("disposalMethod"));
            assertEquals(
                    i == 0 ? 1 : 0,
                    root.getElementsByTagName("ApplicationExtension").getLength());
        }
        assertTrue(new String(gif, java.nio.charset.StandardCharsets.ISO_8859_1).contains("NETSCAPE2.0\3\1\0\0"));
    }

    @Test
    void cellsHaveTheShapeOfTheirSpacing() throws IOException {
        Grid grid = Grid.random(ElementType.FLOAT, 1, 10, 40).withAttribute("spacing", new double[] {3, 1.5});
        BufferedImage image = decode(gif(Renderers.render(Animation.of(List.of(grid), List.of("")))))
                .get(0);
        assertTrue(image.getWidth() > 480 && image.getHeight() > 240 && image.getHeight() < 300, image.toString());
    }

    @Test
    void whatIsTooLargeForANotebookIsDrawnSmallerAndSaysSo() throws IOException {
        MimeBundle shown = Renderers.render(noise(60, 480, 480));
        byte[] gif = gif(shown);
        assertTrue(gif.length <= AnimationView.MOST_BYTES, gif.length + " bytes");
        assertEquals(60, decode(gif).size());
        assertTrue(shown.get(MimeBundle.TEXT).contains("drawn smaller"));
        assertFalse(Renderers.render(noise(2, 480, 480)).get(MimeBundle.TEXT).contains("drawn smaller"));
    }

    @Test
    void changedPixelsAloneAreStored() throws IOException {
        Grid still = Grid.random(ElementType.FLOAT, 1, 100, 100);
        byte[] one = gif(Renderers.render(Animation.of(List.of(still), List.of("a"))));
        byte[] twenty = gif(Renderers.render(Animation.of(
                IntStream.range(0, 20).mapToObj(i -> still).toList(),
                IntStream.range(0, 20).mapToObj(i -> "a").toList())));
        assertTrue(twenty.length < 1.5 * one.length, one.length + " and " + twenty.length);
        assertArrayEquals(new byte[] {'G', 'I', 'F', '8', '9', 'a'}, java.util.Arrays.copyOf(twenty, 6));
    }

    @Test
    void badChoicesAreRefused() {
        AnimationView view = AnimationView.of(noise(2, 4, 4));
        assertThrows(IllegalArgumentException.class, () -> view.range(1, 1));
        assertThrows(IllegalArgumentException.class, () -> view.framesPerSecond(0));
        assertThrows(IllegalArgumentException.class, () -> view.framesPerSecond(60));
        assertThrows(IllegalArgumentException.class, () -> view.side(10));
        assertThrows(IllegalArgumentException.class, () -> view.colors("pink"));
    }
}
