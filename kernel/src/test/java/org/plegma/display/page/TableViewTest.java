package org.plegma.display.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.plegma.display.Pages;
import org.plegma.display.Renderers;
import org.plegma.measure.campaign.Records;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.FloatColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.ShortColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.numbers.NumberColumnFormatter;

class TableViewTest {

    private static Table counting(int rows) {
        return Table.create(
                "counting", IntColumn.create("n", IntStream.range(0, rows).toArray()));
    }

    @Test
    void theFirstTwentyRowsAndTheCount() {
        MimeBundle shown = Renderers.render(counting(1234));
        List<List<String>> cells = Pages.cells(shown);
        assertEquals(20, cells.size());
        assertEquals(List.of("0"), cells.get(0));
        assertEquals(List.of("19"), cells.get(19));
        assertEquals(
                "20 of 1,234 rows", Pages.html(shown).select(".plegma-note").text());
        assertTrue(shown.get(MimeBundle.TEXT).endsWith("\n20 of 1,234 rows"));
        assertEquals(22 + 1, shown.get(MimeBundle.TEXT).lines().count());
    }

    @Test
    void moreOrFewerRowsOnRequest() {
        assertEquals(
                100,
                Pages.cells(Renderers.render(TableView.of(counting(1234)).rows(100)))
                        .size());
        assertEquals(
                0,
                Pages.cells(Renderers.render(TableView.of(counting(5)).rows(0))).size());
        assertThrows(
                IllegalArgumentException.class, () -> TableView.of(counting(5)).rows(-1));
    }

    @Test
    void aWholeTableSaysHowManyRows() {
        assertEquals(
                "1 row",
                Pages.html(Renderers.render(counting(1))).select(".plegma-note").text());
        assertEquals(
                "0 rows",
                Pages.html(Renderers.render(counting(0))).select(".plegma-note").text());
        assertEquals("0 rows", Renderers.render(Table.create()).get(MimeBundle.TEXT));
    }

    @Test
    void textIsEscapedEverywhere() {
        String evil = "<script>alert(1)</script>";
        Table table = Table.create(evil, StringColumn.create(evil, evil));
        MimeBundle shown = Renderers.render(table);
        Element page = Pages.html(shown);
        assertEquals(evil, page.select(".plegma-title").text());
        assertEquals(evil, page.select("th").text());
        assertEquals(evil, page.select("td").text());
        assertFalse(shown.get(MimeBundle.HTML).contains("<script"));
    }

    @Test
    void numbersStandRightAndTextLeft() {
        Table table = Table.create(
                StringColumn.create("s", "a"), DoubleColumn.create("d", 1.5), BooleanColumn.create("b", true));
        Element row = Pages.html(Renderers.render(table)).select("tbody tr").first();
        assertEquals("text-align:left", row.child(0).attr("style"));
        assertEquals("text-align:right", row.child(1).attr("style"));
        assertEquals("text-align:left", row.child(2).attr("style"));
    }

    @Test
    void floatingPointHasDigitsInCommon() {
        Table table = Table.create(
                DoubleColumn.create("d", 0.1 + 0.2, 1234.5678, -1), FloatColumn.create("f", 0.1f, 20f, 3.25f));
        assertEquals(
                List.of(List.of("0.300", "0.10"), List.of("1234.6\u2007\u2007", "20.00"), List.of("-1.000", "3.25")),
                Pages.cells(Renderers.render(table)));
    }

    /** Of a record of the reports: whatever is done with it, its figures have three digits, and what was chosen has all of its own. */
    @Test
    void measuredFiguresHaveThreeDigits() {
        Records all = Records.load(Path.of("..", "notebooks", "reports", "gemm-h200.json"))
                .where("case", "NN")
                .where("type", "float")
                .where("side", 512, 1024)
                .where("method", "naive", "register")
                .with("odd", row -> 0.03125);
        for (Table table : List.of(
                all.pivot("side", "method", "ms"),
                all.pivot("side", "method", "ms").sortOn("side"),
                all.speedupOver("naive").sortDescendingOn("side").selectColumns("method", "speedup"),
                all.copy().first(3).selectColumns("ms"))) {
            String shown = Renderers.render(table).get(MimeBundle.TEXT);
            assertTrue(shown.matches("(?s).*\\d\\.\\d.*"), shown);
            assertFalse(shown.matches("(?s).*([1-9]\\.\\d{3}|0\\.[1-9]\\d{3}).*"), shown);
        }
        assertEquals(
                List.of("0.03125"),
                Pages.cells(Renderers.render(all.first(1).selectColumns("odd"))).get(0));
    }

    /** On a page; text has the names, as the code does that asks for a column. */
    @Test
    void columnsOfRecordsHaveHeadingsForReaders() {
        Records all = Records.load(Path.of("..", "notebooks", "reports", "gemm-h200.json"));
        MimeBundle shown = Renderers.render(all.first(1).selectColumns("case", "gflops"));
        List<Element> heads = Pages.html(shown).select("th");
        assertEquals(
                List.of("case", "GFLOP/s"), heads.stream().map(Element::text).toList());
        assertEquals(
                List.of("", "gflops"),
                heads.stream().map(head -> head.attr("title")).toList());
        assertTrue(shown.get(MimeBundle.TEXT).contains("gflops"), shown.get(MimeBundle.TEXT));
        Table own = Table.create(IntColumn.create("gflops", 1));
        assertEquals("gflops", Pages.html(Renderers.render(own)).select("th").text(), "a column that somebody named");
    }

    @Test
    void aPrintFormatterOfTheUsersOwnIsKept() {
        DoubleColumn column = DoubleColumn.create("d", 0.256, 0.5);
        column.setPrintFormatter(NumberColumnFormatter.percent(1));
        assertEquals(List.of(List.of("25.6%"), List.of("50.0%")), Pages.cells(Renderers.render(Table.create(column))));
    }

    @Test
    void numbersHaveTheSameDigitsInEveryCountry() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            IntColumn own = IntColumn.create("own", new int[] {-3});
            own.setPrintFormatter(NumberColumnFormatter.fixedWithGrouping(1));
            Table table = Table.create(
                    IntColumn.create("i", new int[] {-1234567}),
                    ShortColumn.create("s", new short[] {12}),
                    LongColumn.create("l", new long[] {Long.MAX_VALUE}),
                    FloatColumn.create("f", 0.5f),
                    DoubleColumn.create("d", -1.25),
                    own);
            assertEquals(
                    List.of(List.of("-1234567", "12", "9223372036854775807", "0.5", "-1.25", own.getString(0))),
                    Pages.cells(Renderers.render(table)));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void missingValuesAreDashes() {
        DoubleColumn numbers = DoubleColumn.create("d", 1.5);
        numbers.appendMissing();
        StringColumn texts = StringColumn.create("s", "a");
        texts.appendMissing();
        assertEquals(
                List.of(List.of("1.5", "a"), List.of("–", "–")),
                Pages.cells(Renderers.render(Table.create(numbers, texts))));
    }

    @Test
    void wideTablesAreCut() {
        Table table = Table.create();
        for (int i = 0; i < 80; i++) {
            table.addColumns(IntColumn.create("c" + i, new int[] {i}));
        }
        MimeBundle shown = Renderers.render(table);
        assertEquals(50, Pages.cells(shown).get(0).size());
        assertEquals(
                "1 row, 50 of 80 columns",
                Pages.html(shown).select(".plegma-note").text());
    }

    @Test
    void columnsRowsAndSlices() {
        Table table = counting(30);
        MimeBundle column = Renderers.render(table.column("n"));
        assertEquals("n (Integer)", Pages.html(column).select(".plegma-title").text());
        assertEquals(20, Pages.cells(column).size());
        MimeBundle row = Renderers.render(table.row(7));
        assertEquals("row 7", Pages.html(row).select(".plegma-title").text());
        assertEquals(List.of(List.of("7")), Pages.cells(row));
        Table parted = Table.create(StringColumn.create("k", "a", "b"), IntColumn.create("v", new int[] {1, 2}));
        assertEquals(
                List.of(List.of("b", "2")),
                Pages.cells(Renderers.render(parted.splitOn("k").asTableList().get(1))));
        assertEquals(
                List.of(List.of("a", "1")),
                Pages.cells(Renderers.render(parted.splitOn("k").getSlices().get(0))));
    }

    @Test
    void plainTextIsAlignedOnOneLineARow() {
        Table table =
                Table.create("t", StringColumn.create("name", "a\nb", "é"), IntColumn.create("n", new int[] {1, 100}));
        assertEquals(
                "t\nname    n\na↵b     1\né     100\n2 rows",
                Renderers.render(table).get(MimeBundle.TEXT));
    }

    @Test
    void longTextIsShortened() {
        String text = "x".repeat(1000);
        MimeBundle shown = Renderers.render(Table.create(StringColumn.create("s", text)));
        Element cell = Pages.html(shown).select("td").first();
        assertEquals(300, cell.text().length());
        assertEquals(text, cell.attr("title"));
    }

    @Test
    void plainTextHasTheLastTextWhole() {
        String text = "x".repeat(200);
        Table table = Table.create(
                StringColumn.create("s", text, "a"),
                StringColumn.create("verdict", text, "right"),
                IntColumn.create("n", new int[] {1, 2}));
        assertEquals(
                "s" + " ".repeat(59) + "  verdict  n\n" + "x".repeat(59) + "…  " + text + "  1\na" + " ".repeat(59)
                        + "  right    2\n2 rows",
                Renderers.render(table).get(MimeBundle.TEXT));
    }
}
