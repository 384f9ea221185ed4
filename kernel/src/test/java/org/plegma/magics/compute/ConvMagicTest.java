package org.plegma.magics.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Window;
import org.plegma.device.DeviceArray;
import org.plegma.display.page.MimeBundle;
import org.plegma.expr.tree.Boundary;
import org.plegma.magics.JShellHost;
import org.plegma.magics.MagicException;
import org.plegma.magics.Magics;
import org.plegma.magics.NotebookSession;

class ConvMagicTest {
    private static final Grid IMAGE = Grid.of(new float[][] {{1, 2, 3}, {4, 5, 6}});

    private final JShellHost host = new JShellHost();
    private final Magics magics = new Magics(host);

    @BeforeEach
    void bind() throws Exception {
        host.bind("image", Grid.class.getName(), IMAGE);
        host.bind("shift", double[][].class.getCanonicalName(), new double[][] {{0, 0, 1}});
    }

    @AfterEach
    void close() {
        magics.close();
        host.close();
    }

    private Object run(String line, String result) throws Exception {
        magics.execute(line);
        return host.variable(result).orElseThrow();
    }

    private String failure(String line) {
        return assertThrows(MagicException.class, () -> magics.execute(line), line)
                .getMessage();
    }

    @Test
    void imagesAreConvolvedWithVariablesAndCommonFilters() throws Exception {
        assertEquals(
                Grid.of(new float[][] {{3, 1, 2}, {6, 4, 5}}),
                run("%conv out = image * shift --boundary wrap --method direct", "out"));
        assertEquals(
                Grid.of(new float[][] {{2, 3, 0}, {5, 6, 0}}),
                run("%conv --correlate --method separable out = image*shift", "out"));
        host.bind("pair", Grid.class.getName(), Grid.of(new float[][] {{1, 10}}));
        assertEquals(
                Grid.of(new float[][] {{10, 21, 32}, {40, 54, 65}}),
                run("%conv --correlate --method direct out = image*pair", "out"),
                "of an even number of taps, as Convolve.correlate");
        assertEquals(
                Grid.of(new float[][] {{0, 0, 1, 2, 3}, {0, 0, 4, 5, 6}}),
                run("%conv out = image * shift --mode full --method direct", "out"));
        Convolve same =
                Convolve.of(NotebookSession.session()).boundary("reflect").method("direct");
        assertEquals(
                same.convolve(IMAGE, Filter.sharpen(1, 0.5)),
                run("%conv out = image * sharpen(1, 0.5) --boundary reflect --method direct", "out"));
        host.bind(
                "resident",
                DeviceArray.class.getName(),
                NotebookSession.session().upload(IMAGE));
        DeviceArray onDevice = assertInstanceOf(
                DeviceArray.class, run("%conv edges = resident * laplacian() --method direct", "edges"));
        assertEquals(
                Convolve.of(NotebookSession.session()).method("direct").convolve(IMAGE, Filter.laplacian(2)),
                onDevice.download());
    }

    @Test
    void faultsNameWhatIsWrong() throws Exception {
        assertTrue(failure("%conv out = image").contains("'out = image' is not a convolution"));
        assertTrue(failure("%conv out = imagine * shift").contains("Did you mean image?"));
        assertTrue(failure("%conv out = image * gausian(2)")
                .contains("There is no filter gausian(2). Did you mean gaussian? There are"));
        assertTrue(failure("%conv out = image * gaussian()").contains("There is no filter gaussian(). There are"));
        assertTrue(failure("%conv out = image * gaussian(x)").contains("'x' in gaussian(x) is not a number"));
        assertTrue(failure("%conv out = image * laplacian() --method separable").contains("out = image * laplacian()"));
        assertTrue(failure("%conv out = image * shift --boundary fixed").contains("no boundary 'fixed'"));
        assertTrue(failure("%conv out = image * shift --boundary constant").contains("constant(1.5)"));
        host.bind("many", Grid.class.getName(), Grid.floats(2, 2, 2, 2));
        assertTrue(failure("%conv out = many * shift").contains("one to three axes, found the shape [2, 2, 2, 2]"));
        assertTrue(failure("%conv out = many * box(1)").contains("A filter has one to three axes, found 4"));
        assertTrue(failure("%conv out = image * gaussian(1e9)").contains("must be 0 to 1048576"));
        assertTrue(failure("%conv shift = image * shift").contains("of type double[][]"));
    }

    @Test
    void aBoundaryThatIsNotReadIsSaid() throws Exception {
        Object plain = run("%conv out = image * shift --mode valid --method direct", "out");
        String without = host.printed();
        assertFalse(without.contains("changes nothing"), without);
        assertEquals(plain, run("%conv out = image * shift --mode valid --boundary wrap --method direct", "out"));
        String with = host.printed();
        assertTrue(with.contains("--boundary wrap changes nothing."), with);
    }

    @Test
    void theHelpNamesEveryBoundary() throws Exception {
        String help =
                ((MimeBundle) magics.execute("%help conv")).get(MimeBundle.TEXT).replaceAll("\\s+", " ");
        for (Boundary.Kind kind : Window.boundaries()) {
            String name = kind == Boundary.Kind.CONSTANT ? "constant(v)" : new Boundary(kind, 0).toString();
            assertTrue(help.contains(name), name + " is not in: " + help);
        }
    }

    @Test
    void wordsAreCompleted() {
        String filters = "%conv out = image * gau";
        assertTrue(magics.complete(filters, filters.length()).toString().contains("gaussian(2)"));
        String boundary = "%conv out = image * shift --boundary mir";
        assertTrue(magics.complete(boundary, boundary.length()).toString().contains("mirror"));
    }
}
