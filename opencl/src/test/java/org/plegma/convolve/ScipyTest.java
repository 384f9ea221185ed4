package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Arrays;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Session;
import org.plegma.testing.OtherPrograms;

/** Agreement with SciPy, which computes the same in this test: modes, boundaries, even and odd filters, origins; all by the code for
 * processors, and one filter by that for GPUs, which is the same for all. */
class ScipyTest {
    private static final String PROGRAM =
            """
            import itertools, json, numpy as np, scipy.signal as signal, scipy.ndimage as nd
            rng = np.random.default_rng(5)
            cases = []
            def case(image, filter, result, **settings):
                cases.append(dict(settings, image=image.ravel().tolist(), shape=image.shape, filter=filter.ravel().tolist(),
                                  taps=filter.shape, result=np.asarray(result).ravel().tolist(), size=np.shape(result)))
            sizes = [((9,), (4,)), ((3,), (8,)), ((6, 7), (3, 2)), ((6, 7), (4, 5)), ((2, 3), (5, 4)), ((1, 1), (2, 3)),
                     ((3, 4, 5), (2, 3, 2))]
            for n, m in sizes:
                image, filter = rng.random(n), rng.random(m)
                for mode in ('full', 'same', 'valid'):
                    for correlate in (False, True):
                        try:
                            result = (signal.correlate if correlate else signal.convolve)(image, filter, mode, 'direct')
                        except ValueError:
                            continue
                        case(image, filter, result, mode=mode, boundary='zero', correlate=correlate, origin=[])
                names = dict(reflect='reflect', mirror='mirror', nearest='nearest', wrap='wrap')
                names['constant(2.5)'] = 'constant'
                for boundary, name in names.items():
                    for correlate in (False, True):
                        f = nd.correlate if correlate else nd.convolve
                        # An even filter of ndimage's convolve has its middle one cell further on.
                        origin = [0 if correlate or k % 2 else 1 for k in m]
                        case(image, filter, f(image, filter, mode=name, cval=2.5), mode='same', boundary=boundary,
                             correlate=correlate, origin=origin)
                shift = [1 if k > 2 else 0 for k in m]
                case(image, filter, nd.correlate(image, filter, mode='reflect', origin=shift), mode='same',
                     boundary='reflect', correlate=True, origin=shift)
            image, filter = rng.random((5, 6)), rng.random((4, 3))
            for boundary, name in (('wrap', 'wrap'), ('reflect', 'symm'), ('zero', 'fill')):
                case(image, filter, signal.convolve2d(image, filter, 'full', name), mode='full', boundary=boundary,
                     correlate=False, origin=[])
            print(json.dumps(cases))
            """;

    @Test
    void agreesWithScipy() throws Exception {
        JsonArray cases = JsonParser.parseString(OtherPrograms.python(PROGRAM)).getAsJsonArray();
        assertEquals(122, cases.size());
        try (Session session = Session.open()) {
            Convolve convolve = Convolve.of(new Workshop(session, true)).method("direct");
            for (JsonElement element : cases) {
                check(convolve, element.getAsJsonObject());
            }
            Convolve onGpus = Convolve.of(new Workshop(session, false)).method("direct");
            int onBoth = 0;
            for (JsonElement element : cases) {
                JsonObject one = element.getAsJsonObject();
                // Each filter and kind of boundary is compiled anew: a plane's with an odd and an even axis.
                if (one.get("taps").toString().equals("[4,5]")
                        && one.get("correlate").getAsBoolean()
                        && one.get("boundary").getAsString().matches("zero|constant.*|reflect")) {
                    check(onGpus, one);
                    onBoth++;
                }
            }
            assertEquals(6, onBoth);
        }
    }

    private static void check(Convolve convolve, JsonObject one) {
        Grid image = Grid.of(numbers(one, "image"), sizes(one, "shape"));
        Filter filter = Filter.of(Grid.of(numbers(one, "filter"), sizes(one, "taps")));
        Convolve with = convolve.mode(one.get("mode").getAsString())
                .boundary(one.get("boundary").getAsString())
                .origin(sizes(one, "origin"));
        Grid found = one.get("correlate").getAsBoolean() ? with.correlate(image, filter) : with.convolve(image, filter);
        String what = with + ", correlate " + one.get("correlate") + ", image " + one.get("shape") + ", filter "
                + one.get("taps");
        assertArrayEquals(sizes(one, "size"), found.shape(), what);
        Grid expected = Grid.of(numbers(one, "result"), found.shape());
        assertEquals(0, expected.maxAbsDifference(found.to(ElementType.DOUBLE)), 64 * Math.ulp(10.0), what);
    }

    private static double[] numbers(JsonObject one, String name) {
        return StreamSupport.stream(one.getAsJsonArray(name).spliterator(), false)
                .mapToDouble(JsonElement::getAsDouble)
                .toArray();
    }

    private static int[] sizes(JsonObject one, String name) {
        return Arrays.stream(numbers(one, name)).mapToInt(x -> (int) x).toArray();
    }
}
