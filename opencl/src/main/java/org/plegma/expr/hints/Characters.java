package org.plegma.expr.hints;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;

/** Characters that formulas do not have: what they are called, and what to write instead. */
public final class Characters {
    private static final String NAMES = "Names are made of the letters a to z, digits and '_'";
    private static final String NO_QUOTES = "Names and numbers stand without quotes.";
    private static final String NO_LATEX =
            "LaTeX is not read: write 'a/b' for a fraction, 'sqrt(a)' for a root, 'u[x-1]' for an index.";
    private static final String NO_BLOCKS = "Group with '(' and ')', write lists in '[' and ']'.";
    private static final String DERIVATIVE = "Write a derivative as 'd1(u, x)' or 'd2(u, x)'.";

    private static final Map<String, String> CURES = Map.ofEntries(
            Map.entry("&", "Write '&&' for 'and'."),
            Map.entry("|", "Write '||' for 'or'; the absolute value is 'abs(a)'."),
            Map.entry("~", "Write '!' for 'not'."),
            Map.entry("%", "Write the remainder as 'a - b*floor(a/b)'; a comment starts with '#' or '//'."),
            Map.entry("±", "Write both terms, or sum over a sign: 'sum(s=-1..1, …)'."),
            Map.entry("∓", "Write both terms, or sum over a sign: 'sum(s=-1..1, …)'."),
            Map.entry("≤", "Write '<='."),
            Map.entry("≥", "Write '>='."),
            Map.entry("≠", "Write '!='."),
            Map.entry("≈", "Write 'abs(a - b) < 1e-6', with a distance of your own."),
            Map.entry("∑", "Write 'sum(i=1..4, …)'."),
            Map.entry("Σ", "Write 'sum(i=1..4, …)'."),
            Map.entry("∏", "Write the factors out: 'a*b*c'."),
            Map.entry("√", "Write 'sqrt(a)'."),
            Map.entry("∛", "Write 'cbrt(a)'."),
            Map.entry("∇", "Write 'lap(u)' for ∇²u, and 'd1(u, x)' for a part of the gradient."),
            Map.entry("∆", "Write 'lap(u)' for the Laplacian, or a name such as 'dx' for a step."),
            Map.entry("Δ", "Write 'lap(u)' for the Laplacian, or a name such as 'dx' for a step."),
            Map.entry("∂", DERIVATIVE),
            Map.entry("∫", "Write a sum of weighted reads: 'sum(i=-1..1, w[i+1]*u[x+i])'."),
            Map.entry("∞", "A formula has finite numbers only; compare with a large one such as '1e300'."),
            Map.entry("¬", "Write '!' for 'not'."),
            Map.entry("∧", "Write '&&' for 'and'."),
            Map.entry("∨", "Write '||' for 'or'."),
            Map.entry("←", "Write '='."),
            Map.entry("→", "Write the new value on the left: 'u[x] = …'."),
            Map.entry("°", "Angles are in radians: write 'a*pi/180'."),
            Map.entry("\\", NO_LATEX),
            Map.entry("$", NO_LATEX),
            Map.entry("{", NO_BLOCKS),
            Map.entry("}", NO_BLOCKS),
            Map.entry(
                    ".",
                    "A point stands only in numbers and in ranges of sums: 'sin(u)', not 'np.sin(u)'; 'a*b', not 'a.*b'."),
            Map.entry("'", "Write a derivative as 'd1(u, x)'; names stand without quotes."),
            Map.entry("′", DERIVATIVE),
            Map.entry("″", DERIVATIVE),
            Map.entry("@", "Write a product with '*'."),
            Map.entry("⁄", "Write '/'."),
            Map.entry("…", "Write '..' between the ends of a range: 'sum(i=1..4, …)'."));

    private static final String MINUS = "−–—‐‑‒―﹣⁻₋";
    private static final String TIMES = "×·⋅∙•∗⨯✕✖⊗⊙";
    private static final String DIVIDED = "÷∕";
    private static final String QUOTES = "\"“”„‟‘’‚‛`´«»";
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

    /** Greek and Cyrillic letters, and the Latin ones that they look like. */
    private static final String ALIKE =
            "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoАAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXаaеeоoрpсcуyхxѕsіiјjһhԁdԛqԝwкkтtмmнn";

    private Characters() {}

    /** What stands there, with its code point if it is not one that every keyboard has. */
    public static String cause(int code) {
        String text = Character.toString(code);
        if (code < 128 && !Character.isISOControl(code)) {
            return "'" + text + "' does not belong to this language.";
        }
        String name = String.format(Locale.ROOT, "U+%04X, %s", code, Character.getName(code));
        return isInvisible(code)
                ? "An invisible character stands here: " + name + "."
                : "'" + text + "' (" + name + ") does not belong to this language.";
    }

    /** What to do about it. */
    public static String cure(int code) {
        String text = Character.toString(code);
        if (CURES.containsKey(text)) {
            return CURES.get(text);
        } else if (isInvisible(code)) {
            return "Delete it: put the cursor behind it and press Backspace, or type the line anew.";
        } else if (MINUS.contains(text)) {
            return "Write the minus of the keyboard, '-'.";
        } else if (TIMES.contains(text)) {
            return "Write '*'.";
        } else if (DIVIDED.contains(text)) {
            return "Write '/'.";
        } else if (QUOTES.contains(text)) {
            return NO_QUOTES;
        } else if (SUPERSCRIPTS.contains(text)) {
            return "Write '^" + SUPERSCRIPTS.indexOf(text) + "'.";
        } else if (ALIKE.contains(text)) {
            return "It looks like the Latin '" + ALIKE.charAt(ALIKE.indexOf(text) + 1)
                    + "' and is another letter: type '" + ALIKE.charAt(ALIKE.indexOf(text) + 1) + "'.";
        }
        return usual(code, text);
    }

    /** For what Unicode knows as a form of usual characters, such as full-width ones and fractions, and for letters. */
    private static String usual(int code, String text) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).replace('⁄', '/');
        if (!plain.equals(text) && plain.chars().allMatch(c -> c < 128)) {
            return "Write '" + (plain.contains("/") ? "(" + plain + ")" : plain) + "'.";
        }
        if (Character.isLetter(code)) {
            String name = Character.getName(code);
            boolean greek = Character.UnicodeScript.of(code) == Character.UnicodeScript.GREEK || code == 'µ';
            String word = greek && name != null ? name.substring(name.lastIndexOf(' ') + 1) : "";
            return word.isEmpty()
                    ? NAMES + "."
                    : NAMES + ": write '"
                            + (Character.isUpperCase(code)
                                    ? word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT)
                                    : word.toLowerCase(Locale.ROOT).replace("sign", "mu"))
                            + "'.";
        }
        return "Remove it.";
    }

    /** Whether nothing is to be seen where it stands, though it is no blank. */
    public static boolean isInvisible(int code) {
        int type = Character.getType(code);
        boolean filler = code == 0x115F || code == 0x1160 || code == 0x3164 || code == 0xFFA0 || code == 0x2800;
        boolean selector = code >= 0xFE00 && code <= 0xFE0F || code == 0x034F;
        return filler
                || selector
                || type == Character.FORMAT
                || type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
