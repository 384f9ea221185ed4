package org.plegma.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.plegma.display.page.MimeBundle;

class RenderersTest {

    interface Shape {}

    static class Base implements Shape {
        @Override
        public String toString() {
            return "base";
        }
    }

    static class Derived extends Base {}

    interface Closer extends Shape {}

    static class Closest extends Base implements Closer {}

    static class Broken {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    static class Nameless {
        @Override
        public String toString() {
            return null;
        }
    }

    static class Fails {
        @Override
        public String toString() {
            return "plain fails";
        }
    }

    private static String text(Object value) {
        return Renderers.render(value).get(MimeBundle.TEXT);
    }

    @Test
    void simpleValuesAreTheirText() {
        assertEquals("null", text(null));
        assertEquals("a <b>", text("a <b>"));
        assertEquals("1.5", text(1.5));
        assertEquals("true", text(true));
        assertEquals("x", text('x'));
        assertEquals("[plain]", text(new StringBuilder("[plain]")));
        assertEquals("null", text(new Nameless()));
    }

    @Test
    void aBundleIsShownAsItIs() {
        MimeBundle bundle = MimeBundle.text("t").with("application/json", "{}");
        assertSame(bundle, Renderers.render(bundle));
    }

    @Test
    void theNearestTypeWins() {
        Renderers.register(Shape.class, value -> MimeBundle.text("a shape"));
        assertEquals("a shape", text(new Derived()));
        Renderers.register(Base.class, value -> MimeBundle.text("a base"));
        assertEquals("a base", text(new Derived()));
        Renderers.register(Closer.class, value -> MimeBundle.text("closer"));
        assertEquals("closer", text(new Closest()), "an interface of the class itself beats its superclass");
        Renderers.register(Derived.class, value -> MimeBundle.text("derived"));
        Renderers.register(Derived.class, value -> MimeBundle.text("derived again"));
        assertEquals("derived again", text(new Derived()));
    }

    @Test
    void aFailingRendererLeavesTheTextAndSaysWhy() {
        Renderers.register(Fails.class, value -> {
            throw new IOException("disk full");
        });
        String text = text(new Fails());
        assertTrue(text.startsWith("plain fails\n"), text);
        assertTrue(text.contains("disk full"), text);
    }

    @Test
    void aRendererThatGivesNothingCountsAsFailing() {
        Renderers.register(Fails.class, value -> null);
        assertTrue(text(new Fails()).startsWith("plain fails\n"));
    }

    @Test
    void aFailingToStringIsNamed() {
        String text = text(new Broken());
        assertTrue(text.contains(Broken.class.getName()) && text.contains("no text"), text);
    }

    @Test
    void theStopOfACellIsNotSwallowed() {
        record Stopped() {}
        Renderers.register(Stopped.class, value -> {
            throw new ThreadDeath();
        });
        assertThrows(ThreadDeath.class, () -> Renderers.render(new Stopped()));
    }

    @Test
    void recordsShowTheElementsOfTheirArrays() {
        record Inner(byte[] bytes) {}
        record Held(int id, int[] data, double[][] rows, List<float[]> list, Map<String, long[]> map, Inner inner) {}
        record Named(int[] data) {
            @Override
            public String toString() {
                return "sum " + Arrays.stream(data).sum() + " of " + data;
            }
        }
        Held held = new Held(
                3,
                new int[] {1, 2},
                new double[][] {{1.5}, {2}},
                List.of(new float[] {4}),
                Map.of("k", new long[] {5}),
                new Inner(new byte[] {6}));
        assertEquals(
                "Held[id=3, data=int[2] [1, 2], rows=double[2][1] [[1.5], [2.0]], list=[float[1] [4]], map={k=long[1] [5]},"
                        + " inner=Inner[bytes=byte[1] [6]]]",
                text(held));
        assertEquals(
                "Held[id=3, data=null, rows=null, list=null, map=null, inner=null]",
                text(new Held(3, null, null, null, null, null)));
        assertEquals("sum 3 of int[2] [1, 2]", text(new Named(new int[] {1, 2})));
        assertEquals("[Inner[bytes=byte[1] [6]], x]", text(List.of(new Inner(new byte[] {6}), "x")));
        String large = text(new Named(new int[1_000_000]));
        assertTrue(large.startsWith("sum 0 of int[1000000] [0, 0, 0,") && large.length() < 300, large);
    }

    @Test
    void imagesArePngsOfTheirSize() throws Exception {
        BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(2, 1, 0x80FF0000);
        MimeBundle bundle = Renderers.render(image);
        BufferedImage read = Pages.png(bundle);
        assertEquals(3, read.getWidth());
        assertEquals(2, read.getHeight());
        assertEquals(0x80FF0000, read.getRGB(2, 1));
        assertEquals(Map.of("width", 3, "height", 2), bundle.metadata().get(MimeBundle.PNG));
    }

    @Test
    void errorsLoseTheirWrappers() {
        Throwable failure = new ExecutionException(new IllegalArgumentException("bad <b>shape</b>"));
        MimeBundle shown = Renderers.error(failure, false);
        assertEquals("IllegalArgumentException: bad <b>shape</b>", shown.get(MimeBundle.TEXT));
        assertEquals(
                "IllegalArgumentException: bad <b>shape</b>",
                Pages.html(shown).select(".plegma-error").text());
        String traced = Renderers.error(failure, true).get(MimeBundle.TEXT);
        assertTrue(traced.contains("at " + RenderersTest.class.getName()), traced);
    }

    @Test
    void anErrorWithoutMessageAndItsCausesAreShown() {
        Throwable failure = new RuntimeException(null, new IllegalStateException("the reason"));
        String text = Renderers.error(failure, false).get(MimeBundle.TEXT);
        assertEquals("RuntimeException: no message\nCaused by IllegalStateException: the reason", text);
    }

    @Test
    void anErrorThatFailsAtItsMessageIsShown() {
        RuntimeException failure = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        };
        String text = Renderers.error(failure, false).get(MimeBundle.TEXT);
        assertTrue(text.endsWith(": its getMessage() throws IllegalStateException"), text);
    }
}
