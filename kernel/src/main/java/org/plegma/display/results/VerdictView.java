package org.plegma.display.results;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plegma.coursework.apart.Confinement;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.TableView;

/** A judge's verdict: the table, the reason, the points, a picture of what is wrong; and all of it as numbers, for whoever grades. */
public final class VerdictView {
    /** What a grader reads. */
    public static final String VERDICT = "application/vnd.plegma.verdict+json";

    /** Lines by which plain text draws what is wrong, an element a letter, and those that say what the letters are. */
    private static final Pattern DRAWN =
            Pattern.compile("( +[.x_N]\\S*)+|\\. right, x wrong.*|each with the (global id|number) of .*");

    private VerdictView() {}

    /** The verdict, and the smallest size that fails with its picture. */
    public static MimeBundle render(Verdict verdict) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("task", verdict.task());
        facts.put("points", verdict.points());
        facts.put("total", verdict.total());
        facts.put("fault", verdict.fault().text());
        facts.put("reason", verdict.reason());
        verdict.seed().ifPresent(seed -> facts.put("seed", seed));
        facts.put("device", verdict.device());
        facts.put("confinement", Confinement.best().toString());
        if (!Double.isNaN(verdict.speedup())) {
            facts.put("speedup", verdict.speedup());
        }
        verdict.picture().ifPresent(found -> facts.put("picture", LaneView.facts(found)));
        boolean refusedAtOnce = verdict.table().isEmpty();
        MimeBundle table = refusedAtOnce
                ? MimeBundle.text("").with(MimeBundle.HTML, "")
                : TableView.of(verdict.table()).render();
        Html line = new Html();
        line.root
                .appendElement("pre")
                .addClass("plegma-code")
                .addClass("plegma-told")
                .text(told(verdict));
        String picture = verdict.picture()
                .map(found -> LaneView.render(found).get(MimeBundle.HTML))
                .orElse("");
        return MimeBundle.text((refusedAtOnce ? "" : table.plain() + "\n") + verdict.line())
                .with(MimeBundle.HTML, table.get(MimeBundle.HTML) + line + picture)
                .with(VERDICT, facts);
    }

    /** What is said where the picture is drawn below. */
    private static String told(Verdict verdict) {
        return verdict.picture().isEmpty()
                ? verdict.line()
                : verdict.line()
                        .lines()
                        .filter(line -> !DRAWN.matcher(line).matches())
                        .collect(Collectors.joining("\n"));
    }
}
