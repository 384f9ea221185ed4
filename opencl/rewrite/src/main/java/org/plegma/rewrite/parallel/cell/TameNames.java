package org.plegma.rewrite.parallel.cell;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plegma.rewrite.parallel.code.JavaTypes;

/**
 * The names that Java's variables and methods have in kernels and in host code. Most keep theirs. Another name gets one that
 * means nothing in OpenCL C, that no part of Plegma makes, and that no other name of the cell has.
 *
 * <p>What Plegma makes itself is a name of a cell with one of {@link #SUFFIXES}, or begins with {@code java_}, or is one of
 * {@link #OWN}. So a name that is tame is never taken for one of these.
 */
public final class TameNames {
    /** The ends of names that are made of names: lengths, partial results, buffers. */
    private static final Pattern SUFFIXES =
            Pattern.compile(".*(_|_length|_rows|_columns|_partial|_scratch|_places|_at|_was"
                    + "|_work|_wide|_finish|_result|_device|_flat|_first|_last|_kernel|_part|_v\\d+)");

    /** Names of variables and functions that are made. */
    private static final Set<String> OWN = Set.of(
            "fault",
            "made",
            "flat",
            "unflat",
            "context",
            "queue",
            "program",
            "platforms",
            "devices",
            "properties",
            "groups",
            "launch",
            "grid",
            "host",
            "Math",
            "CL",
            "Pointer",
            "Sizeof",
            "String",
            "Object",
            "Integer",
            "Long",
            "Float",
            "Double");

    /** Words, types and functions of OpenCL C, and names that some compiler has as a macro. */
    private static final Pattern OF_OPENCL =
            Pattern.compile("_.*|java_.*|[A-Z][A-Z0-9]*_[A-Z0-9_]*|NULL|NAN|INFINITY|MAXFLOAT"
                    + "|(u?(char|short|int|long)|float|double|half|bool|quad)\\d*(x\\d+)?|vload.*|vstore.*|image\\d.*|.*_t"
                    + "|(convert|as|atomic|atom|get|set|read|write|sub|work|sub_group|work_group|intel|native|half|async|cl|memory|image"
                    + "|ndrange|enqueue|wait|amd|arm|cles|pocl|nv|mem|bit|bitfield|create|release|retain|capture|is_valid|reqd|vec)_.*"
                    + "|is(equal|notequal|greater|greaterequal|less|lessequal|lessgreater|finite|inf|nan|normal|ordered|unordered)"
                    + "|event|pipe|reserve_id|kernel|global|local|constant|private|generic|uniform|unsigned|signed|struct|union|typedef"
                    + "|sizeof|inline|restrict|extern|register|goto|const|auto|volatile|enum|static|asm|typeof|alignas|alignof|nullptr"
                    + "|template|typename|namespace|operator|friend|virtual|using|mutable|explicit|export|delete|constexpr|noexcept"
                    + "|thread_local|decltype|concept|requires|complex|imaginary|linux|unix|i386|read_only|write_only|read_write"
                    + "|static_assert|wchar|printf|barrier|prefetch|shuffle2?|popcount|ctz|clz|select|step|smoothstep|sincos|fract|frexp"
                    + "|modf|remquo|lgamma_r|ldexp|ilogb|logb|nan|nextafter|pown|powr|rootn|mad24|mul24|mad_hi|mul_hi|mad_sat|add_sat"
                    + "|sub_sat|hadd|rhadd|abs_diff|upsample|rotate|bitselect|any|all|signbit|cross|dot|length|distance|normalize|fast_.*"
                    + "|predicate|pragma|defined|main|true|false|this");

    private final Set<String> taken;
    private final Map<String, String> tame = new HashMap<>();

    /** @param names all of a cell, and of the methods that it may call */
    TameNames(Set<String> names) {
        this.taken = new HashSet<>(names);
    }

    public static boolean isTame(String name) {
        return name.matches("[A-Za-z][A-Za-z0-9_]*")
                && !SUFFIXES.matcher(name).matches()
                && !OF_OPENCL.matcher(name).matches()
                && !OWN.contains(name)
                && JavaTypes.safe(name).equals(name);
    }

    /** The name in kernels and host code. */
    String of(String name) {
        return tame.computeIfAbsent(name, key -> isTame(key) ? key : fresh(key));
    }

    /** A name like this one that nothing else has. */
    String another(String name) {
        return fresh(name);
    }

    private String fresh(String name) {
        StringBuilder plain = new StringBuilder();
        name.codePoints().forEach(c -> plain.append(c < 128 && c != '$' ? Character.toString(c) : "_"));
        String start = plain.toString().replaceAll("^_+|_+$", "").replaceAll("_+", "_");
        String base = start.isEmpty() || Character.isDigit(start.charAt(0)) ? "v" + start : start;
        int number = 1;
        while (!taken.add(base + "_v" + number)) {
            number++;
        }
        return base + "_v" + number;
    }
}
