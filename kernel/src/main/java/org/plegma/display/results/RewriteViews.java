package org.plegma.display.results;

import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.SourceView;
import org.plegma.display.page.TextColors;
import org.plegma.rewrite.Problem;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Step;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.WhyNot;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.Diff;

/** Rules and what they did: each step with its difference, to be unfolded; what stood in a rule's way. */
public final class RewriteViews {
    /** So many steps are listed one by one. */
    private static final int MOST_STEPS = 200;

    /** So many characters of a line are in a step's summary. */
    private static final int EXCERPT = 50;

    private RewriteViews() {}

    /** The steps of rewriting, each with the lines that it changed. */
    public static MimeBundle trace(Trace trace) {
        String title = trace.steps().isEmpty()
                ? "No rule was applied"
                : Numbers.counted(trace.steps().size(), "step");
        Html html = new Html().title(title);
        Element list = html.root.appendElement("div");
        trace.steps().stream().limit(MOST_STEPS).forEach(step -> step(list, step));
        if (trace.steps().size() > MOST_STEPS) {
            html.note("… and " + Numbers.counted(trace.steps().size() - MOST_STEPS, "step") + " more");
        }
        if (!trace.idle().isEmpty()) {
            html.note("Not applied: " + names(trace.idle()) + ". whyNot(\""
                    + trace.idle().get(0).name() + "\") tells why.");
        }
        trace.notes().forEach(html::note);
        for (Problem problem : trace.problems()) {
            Element line = html.root.appendElement("div").addClass("plegma-error");
            line.attr("style", "color:" + TextColors.RED).text(problem.message());
        }
        Element result = html.root.appendElement("details");
        result.appendElement("summary").text("Result");
        SourceView.of(trace.source()).appendTo(result);
        return MimeBundle.text(trace.toString()).with(MimeBundle.HTML, html.toString());
    }

    private static void step(Element list, Step step) {
        Element details = list.appendElement("details");
        Element summary = details.appendElement("summary");
        summary.appendText(step.number() + ". ");
        summary.appendElement("b").text(step.rule().name());
        summary.appendText(", " + step.place());
        summary.appendElement("code").attr("style", "opacity:.7").text("  " + change(step.before(), step.after()));
        if (!step.rule().remark().isEmpty()) {
            details.appendElement("div")
                    .addClass("plegma-note")
                    .text(step.rule().remark());
        }
        Element code = details.appendElement("pre").addClass("plegma-code");
        for (Diff line : step.diff()) {
            Element row = code.appendElement("span").addClass("plegma-line").text(line.sign() + " " + line.text());
            if (line.sign() == '-' || line.sign() == '+') {
                row.attr(
                        "style",
                        line.sign() == '-' ? "background:rgba(214,69,69,.16)" : "background:rgba(47,138,76,.18)");
            }
        }
    }

    /** The first line in which two programs differ, in both. */
    private static String change(Term before, Term after) {
        List<String> from = lines(before);
        List<String> to = lines(after);
        int same = 0;
        while (same < from.size() - 1 && same < to.size() - 1 && from.get(same).equals(to.get(same))) {
            same++;
        }
        String left = from.isEmpty() ? "" : from.get(same);
        String right = to.isEmpty() ? "" : to.get(same);
        int begin = wordsInCommon(left, right);
        return excerpt(left, begin, from.size() > 1) + " → " + excerpt(right, begin, to.size() > 1);
    }

    /** How much two lines have in common at their beginning, in whole words; 0 if what differs is shown anyway. */
    private static int wordsInCommon(String left, String right) {
        int same = 0;
        int word = 0;
        while (same < Math.min(left.length(), right.length()) && left.charAt(same) == right.charAt(same)) {
            same++;
            word = left.charAt(same - 1) == ' ' ? same : word;
        }
        return same < EXCERPT ? 0 : word;
    }

    private static List<String> lines(Term term) {
        return term.toString().strip().lines().map(String::strip).toList();
    }

    private static String excerpt(String line, int begin, boolean more) {
        String text = line.substring(begin);
        boolean cut = text.length() > EXCERPT || more;
        return (begin > 0 ? "… " : "") + (cut ? text.substring(0, Math.min(text.length(), EXCERPT)) + " …" : text);
    }

    private static String names(List<Rule> rules) {
        return rules.stream().map(Rule::name).collect(Collectors.joining(", "));
    }

    /** The rules, as they were read. */
    public static MimeBundle rules(RuleSet rules) {
        Html html = new Html().title(Numbers.counted(rules.rules().size(), "rule"));
        SourceView.of(rules.toString()).appendTo(html.root);
        return MimeBundle.text(rules.toString()).with(MimeBundle.HTML, html.toString());
    }

    /** Where a rule fits best, and what is missing there. */
    public static MimeBundle whyNot(WhyNot why) {
        Html html = new Html().title(why.toString().lines().findFirst().orElseThrow());
        for (WhyNot.Nearly nearly : why.places()) {
            Element place = html.root.appendElement("div").attr("style", "margin:4px 0");
            place.appendText(nearly.place() + ": ");
            place.appendElement("code").text(nearly.code());
            place.appendElement("div")
                    .attr("style", "color:" + TextColors.ORANGE)
                    .text(nearly.reason());
            if (!nearly.bindings().toString().isEmpty()) {
                Element bound = place.appendElement("pre").addClass("plegma-code");
                bound.appendElement("span")
                        .addClass("plegma-line")
                        .text(nearly.bindings().toString());
            }
        }
        return MimeBundle.text(why.toString()).with(MimeBundle.HTML, html.toString());
    }
}
