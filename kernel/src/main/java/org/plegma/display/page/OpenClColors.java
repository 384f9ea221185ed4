package org.plegma.display.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.device.source.OpenClToken;
import org.plegma.display.page.SourceToken.Kind;

/** The colours of OpenCL C. Takes any text: what is not OpenCL C comes out plain, and the tokens put together are the text again. */
final class OpenClColors {

    private static final Set<String> KEYWORDS = words(
            "if else for while do switch case default break continue return goto struct union enum typedef sizeof const"
                    + " restrict volatile inline static extern kernel global local constant private read_only write_only"
                    + " read_write __attribute__ unroll");

    private static final Pattern TYPES = Pattern.compile("(?:bool|void|signed|unsigned|(?:u?(?:char|short|int|long)"
            + "|float|double|half)(?:2|3|4|8|16)?|size_t|ptrdiff_t|u?intptr_t|event_t|sampler_t|image[1-3]d_\\w*t)");

    private static final Pattern CONSTANTS = Pattern.compile(
            "CLK_\\w+|M_\\w+|INFINITY|NAN|HUGE_VALF?|MAXFLOAT|(?:FLT|DBL|HALF|U?CHAR|U?SHRT|U?INT|U?LONG|SCHAR)_\\w+|true|false");

    private static final Pattern BUILTIN_FAMILIES = Pattern.compile(
            "get_\\w+|(?:work_group|sub_group|intel_sub_group|native|half|convert|as|atomic|atom|async_work_group)_\\w+"
                    + "|v(?:load|store)\\w+|(?:read|write)_(?:image\\w*|mem_fence)");

    private static final Set<String> BUILTINS = words(
            "barrier mem_fence wait_group_events prefetch printf select shuffle shuffle2 abs abs_diff add_sat hadd rhadd"
                    + " clamp clz ctz mad_hi mad_sat max min mul_hi rotate sub_sat upsample popcount mad24 mul24 degrees mix"
                    + " radians step smoothstep sign cross dot distance length normalize fast_distance fast_length"
                    + " fast_normalize isequal isnotequal isgreater isless isfinite isinf isnan isnormal any all bitselect"
                    + " acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi cbrt ceil copysign cos cosh cospi erf erfc"
                    + " exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma log log2"
                    + " log10 log1p logb mad modf nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin sincos"
                    + " sinh sinpi sqrt tan tanh tanpi tgamma trunc");

    private OpenClColors() {}

    /** The tokens of each line; one list a line, of which none holds a line break. */
    static List<List<SourceToken>> lines(String source) {
        List<List<SourceToken>> lines = new ArrayList<>();
        lines.add(new ArrayList<>());
        int end = 0;
        for (OpenClToken token : OpenClToken.cut(source)) {
            Kind kind = kind(token);
            if (kind != Kind.PLAIN || token.kind() == OpenClToken.Kind.NAME) {
                add(lines, Kind.PLAIN, source.substring(end, token.start()));
                add(lines, kind, token.text());
                end = token.end();
            }
        }
        add(lines, Kind.PLAIN, source.substring(end));
        return lines;
    }

    private static void add(List<List<SourceToken>> lines, Kind kind, String text) {
        String[] parts = text.split("\n", -1);
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                lines.add(new ArrayList<>());
            }
            if (!parts[i].isEmpty()) {
                lines.get(lines.size() - 1).add(new SourceToken(kind, parts[i]));
            }
        }
    }

    private static Kind kind(OpenClToken token) {
        return switch (token.kind()) {
            case NAME -> ofWord(token.text());
            case COMMENT -> Kind.COMMENT;
            case STRING, CHARACTER -> Kind.STRING;
            case DIRECTIVE -> Kind.DIRECTIVE;
            case NUMBER -> Kind.NUMBER;
            default -> Kind.PLAIN;
        };
    }

    private static Kind ofWord(String word) {
        String bare = word.startsWith("__") && !word.endsWith("__") ? word.substring(2) : word;
        if (KEYWORDS.contains(bare)) {
            return Kind.KEYWORD;
        }
        if (TYPES.matcher(word).matches()) {
            return Kind.TYPE;
        }
        if (CONSTANTS.matcher(word).matches()) {
            return Kind.NUMBER;
        }
        return BUILTINS.contains(word) || BUILTIN_FAMILIES.matcher(word).matches() ? Kind.BUILTIN : Kind.PLAIN;
    }

    private static Set<String> words(String list) {
        return Set.of(list.split(" "));
    }
}
