package org.plegma.rewrite.analysis;

import java.util.regex.Pattern;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/** What is known of functions that nobody declares. */
public final class Builtins {
    private static final Pattern PURE = Pattern.compile(
            "get_(?:global|local|group|num|work)\\w*|convert_\\w+|as_\\w+|native_\\w+|half_\\w+|vload\\w+|isequal|isn\\w+"
                    + "|isinf|isfinite|isgreater\\w*|isless\\w*|abs|abs_diff|add_sat|clamp|clz|mad|mad24|mul24|mul_hi|max|min"
                    + "|popcount|rotate|sub_sat|upsample|degrees|mix|radians|step|smoothstep|sign|cross|dot|distance|length"
                    + "|normalize|fast_\\w+|any|all|bitselect|select|shuffle2?|a?(?:cos|sin|tan)(?:h|pi)?|atan2(?:pi)?|cbrt|ceil"
                    + "|copysign|erfc?|exp(?:2|10|m1)?|fabs|fdim|floor|fma|fmax|fmin|fmod|hypot|ilogb|ldexp|log(?:2|10|1p|b)?"
                    + "|nextafter|pow[nr]?|remainder|rint|rootn|round|rsqrt|sqrt|tgamma|lgamma|trunc");

    private Builtins() {}

    /** Whether a call of this depends on nothing but its arguments and changes nothing. */
    public static boolean isPure(Term callee) {
        return callee.is(Kind.NAME) && PURE.matcher(callee.text()).matches()
                || callee.is(Kind.MEMBER)
                        && callee.child(0).is(Kind.NAME, "Math")
                        && !callee.text().equals("random");
    }
}
