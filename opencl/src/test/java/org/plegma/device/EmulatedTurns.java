package org.plegma.device;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kernels in which some warps bring what the others multiply, with all warps on one way, as PoCL needs it at barriers. Wherever the
 * others wait for what is brought, the warps that bring begin their part again: they pass over what they have done, and go on until
 * they must wait themselves, so that they are as far ahead as they may. In between they do what warps that multiply do, and store
 * nothing. The mbarriers count, and who waits for one that is not complete, which would be for ever, gets NaN.
 */
final class EmulatedTurns {
    /** What does nothing where all are in step. */
    static final Map<String, String> MACROS = Map.of(
            "mbarrier.init", "PTX_INIT",
            "{\\n.reg .b64 state;\\nmbarrier.arrive.shared", "PTX_ARRIVE",
            "{\\n.reg .b64 state;\\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%0]", "PTX_EXPECT",
            "cp.async.mbarrier.arrive.noinc", "PTX_ARRIVE",
            "cp.async.bulk.shared", "PTX_COPY_BLOCK",
            "{\\n.reg .pred done;\\nAGAIN:\\nmbarrier.try_wait", "PTX_AWAIT",
            "{\\n.reg .pred done;\\n.reg .s32 packed;", "PTX_AWAIT_PARTS");

    private static final Pattern BRINGS_FIRST =
            Pattern.compile("(?ms)^    if \\((warp == WARPS)\\) \\{\\n(.*?)^        return;\\n    \\}\\n(.*)");

    private static final Pattern BRINGS_LAST =
            Pattern.compile("(?ms)^    if \\(id < CONSUMERS\\) \\{\\n(.*?)^    \\} else \\{\\n(.*?)^    \\}\\n(.*)");

    private EmulatedTurns() {}

    /** The source itself if all its warps go one way. */
    static String ofOneWay(String source) {
        Matcher first = BRINGS_FIRST.matcher(source);
        if (first.find()) {
            return source.substring(0, first.start())
                    + begin(first.group(1), "32")
                    + turns(first.group(3), first.group(2));
        }
        Matcher last = BRINGS_LAST.matcher(source);
        if (last.find()) {
            return source.substring(0, last.start())
                    + begin("id >= CONSUMERS", "(THREADS - CONSUMERS)")
                    + "    {\n"
                    + turns(last.group(1), last.group(2))
                    + "    }\n"
                    + last.group(3);
        }
        return source;
    }

    private static String begin(String brings, String items) {
        return """
                    const bool ptx_idle = %s, ptx_live = true;
                    const int ptx_m = m;
                    global const REAL* const ptx_a = a;
                    int ptx_done = 0, ptx_once = 0;
                    const int ptx_id = ptx_idle ? id - %s : id;
                    m = ptx_idle ? 0 : m; // nothing is stored
                #define id ptx_id
                #define warp (ptx_id / 32)
                """
                .formatted(brings, items);
    }

    private static String turns(String multiplying, String bringing) {
        String turn =
                """
                #undef id
                #undef warp
                    barrier(CLK_LOCAL_MEM_FENCE);
                    if (ptx_idle) {
                        const bool ptx_idle = false;
                        bool ptx_live = true, ptx_stopped = false;
                        int m = ptx_m, ptx_rounds = 0;
                        global const REAL* a = ptx_a;
                        uint stage = 0, parity = 0;
                %s    }
                #define id ptx_id
                #define warp (ptx_id / 32)
                """
                        .formatted(bringing.replace("AWAIT(", "PTX_ASK(")
                                .replace("*(local float4*)(tile", "if (ptx_live) *(local float4*)(tile")
                                .replace("if (atomic_inc(", "if (ptx_once++ == 0 && atomic_inc("));
        // The first turn is that of groups for which there is nothing to multiply, too.
        return turn
                + Pattern.compile("(?m)^ *AWAIT\\(full\\b")
                        .matcher(multiplying)
                        .replaceAll(wait -> Matcher.quoteReplacement(turn + wait.group()));
    }
}
