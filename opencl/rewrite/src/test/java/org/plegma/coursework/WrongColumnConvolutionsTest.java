package org.plegma.coursework;

import java.util.List;

/** The same along columns, by groups of 64 cells of a column: x is the row and y the column. */
class WrongColumnConvolutionsTest extends WrongConvolutionsTest {
    @Override
    int axis() {
        return 0;
    }

    @Override
    List<Wrong> wrong() {
        return super.wrong().stream()
                .map(rows -> new Wrong(rows.kind(), source(rows.source()), told(rows.told()), rows.isPartlyRight()))
                .toList();
    }

    private static String source(String rows) {
        int body = rows.indexOf('{');
        return rows.substring(0, body)
                + rows.substring(body)
                        .replaceAll("\\[y\\*width \\+ ([^]]*)]", "[($1)*across + y]")
                        .replaceAll("\\[\\(x - radius \\+ j\\)\\*height \\+ y]", "[y*height + x - radius + j]")
                        .replace("width", "height")
                        .replace("across", "width")
                        .replace(
                                "x = get_global_id(0), y = get_global_id(1)",
                                "x = get_global_id(1), y = get_global_id(0)")
                        .replace("get_local_id(0)", "get_local_id(1)")
                        .replace("get_group_id(0)", "get_group_id(1)");
    }

    private static String told(String rows) {
        return rows.replaceAll("row (\\d+), column (\\d+)", "row $2, column $1")
                .replaceAll("(\\d+) x (\\d+), 1", "$2 x $1, 1")
                .replace("-1]", "-\\d+]")
                .replace("\\d{8}", "\\d+");
    }
}
