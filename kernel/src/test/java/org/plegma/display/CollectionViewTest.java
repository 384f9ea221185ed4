package org.plegma.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plegma.display.page.MimeBundle;

class CollectionViewTest {

    private record Run(String name, double seconds, int[] sizes) {}

    private record Pair(Integer first, Boolean second) {}

    private static final class Marker {}

    private static String text(Object value) {
        return Renderers.render(value).get(MimeBundle.TEXT);
    }

    @Test
    void textOfLibraryTypes() {
        assertEquals("[1, two, null]", text(Arrays.asList(1, "two", null)));
        assertEquals("[int[2] [1, 2]]", text(List.of(new int[] {1, 2})));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", new float[] {0.5f});
        map.put("b", List.of(1));
        assertEquals("{a=float[1] [0.5], b=[1]}", text(map));
        assertEquals("Optional[float[1] [2]]", text(Optional.of(new float[] {2})));
        assertEquals("Optional.empty", text(Optional.empty()));
        assertEquals("[]", text(Set.of()));
    }

    @Test
    void longOnesEndAfterAHundredWithTheCount() {
        List<Integer> numbers = IntStream.range(0, 5000).boxed().toList();
        assertTrue(text(numbers).startsWith("[0, 1, 2, "));
        assertTrue(text(numbers).endsWith(", 99, …] (5,000 in all)"));
        assertTrue(text(List.of("x".repeat(100_000))).length() < 1000);
    }

    @Test
    void aListThatHoldsItself() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertTrue(text(list).contains("…"));
    }

    @Test
    void streamsAreNotConsumed() {
        Stream<Integer> stream = Stream.of(1, 2);
        assertTrue(text(stream).contains("not consumed"));
        assertEquals(2, stream.count());
        assertTrue(text(IntStream.range(0, 3)).startsWith("IntStream"));
    }

    @Test
    void recordsOfOneTypeAreATable() {
        List<Run> runs = List.of(new Run("<b>", 0.1 + 0.2, new int[] {1}), new Run(null, 2, new int[0]));
        MimeBundle shown = Renderers.render(runs);
        assertEquals(List.of(List.of("<b>", "0.3", "int[1] [1]"), List.of("–", "2", "int[0] []")), Pages.cells(shown));
        assertEquals(
                List.of("name", "seconds", "sizes"),
                Pages.html(shown).select("th").eachText());
        assertEquals("2 rows", Pages.html(shown).select(".plegma-note").text());
    }

    @Test
    void manyRecordsAreCut() {
        MimeBundle shown = Renderers.render(Collections.nCopies(1500, new Pair(1, null)));
        assertEquals(20, Pages.cells(shown).size());
        assertEquals(
                "20 of 1,500 rows", Pages.html(shown).select(".plegma-note").text());
    }

    @Test
    void mixedTypesAreText() {
        List<Object> mixed = List.of(new Pair(1, true), "x");
        assertFalse(Renderers.render(mixed).data().containsKey(MimeBundle.HTML));
    }

    @Test
    void aTypeCanHaveAViewForSeveral() {
        Renderers.registerList(Marker.class, list -> MimeBundle.text(list.size() + " markers"));
        assertEquals("2 markers", text(List.of(new Marker(), new Marker())));
        assertTrue(text(Arrays.asList(new Marker(), null)).startsWith("["));
    }
}
