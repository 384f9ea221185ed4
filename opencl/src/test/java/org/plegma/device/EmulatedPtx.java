package org.plegma.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.source.KernelSource;

/**
 * OpenCL C with inline PTX as OpenCL C without: {@code asm("mma… {%0,…}" : outputs : inputs)} becomes a macro of {@code ptx.cl} with
 * all operands in order. What copies or waits for copies is done at once, and instructions that are not known do nothing.
 */
final class EmulatedPtx {
    /** The macro of four sums that an instruction changes: here their addresses. */
    private static final Pattern FOUR = Pattern.compile("(?m)^#define FOUR\\(p, i\\).*");

    private static final Pattern KERNEL = Pattern.compile("(?m)^((?:__)?kernel\\b[^{;]*\\{)");

    /** A function that is no kernel. */
    private static final Pattern FUNCTION = Pattern.compile(
            "(?ms)^(?!kernel)((?:__attribute__\\(\\(\\w+\\)\\) )?\\w[\\w *]*?)\\b(\\w+)\\(([^()]*)\\) \\{\\n(.*?)^\\}");

    /** Macros by how the text of instructions begins. */
    private static final Map<String, String> MACROS = Map.ofEntries(
            Map.entry("mma.sync.aligned.m16n8k8.row.col.f64", "PTX_MMA_F64"),
            Map.entry("mma.sync.aligned.m16n8k8.row.col.f32.tf32", "PTX_MMA_TF32"),
            Map.entry("mma.sync.aligned.m16n8k16.row.col.f32.bf16", "PTX_MMA_BF16"),
            Map.entry("cp.async.cg.shared.global [%1], [%0], 16; add", "PTX_COPY_ON"),
            Map.entry("cp.async..shared.global [%0], [%1], %2, %3", "PTX_COPY"),
            Map.entry("cp.async.ca.shared.global [%0], [%1], %2, %3", "PTX_COPY"),
            Map.entry("{ .reg .pred p; setp.ge.s", "PTX_COPY_IF"),
            Map.entry(
                    "{ .reg .pred q; setp.ge.s32 q, %2, 0; @q cp.async.ca.shared.global [%0], [%1], 4",
                    "PTX_COPY_4_IF"),
            Map.entry(
                    "{ .reg .pred q; setp.ge.s32 q, %2, 0; @q cp.async.ca.shared.global [%0], [%1], 8",
                    "PTX_COPY_8_IF"),
            Map.entry("mbarrier.init.shared.b64", "PTX_INIT"),
            Map.entry("{ .reg .pred p; setp.eq.u32 p, %1, 0; bar.warp.sync", "PTX_TELL"),
            Map.entry("{ .reg .pred p; AGAIN: mbarrier.try_wait", "PTX_AWAIT_ALL"),
            Map.entry("ld.shared.v2.f64", "PTX_LOAD_2"),
            Map.entry("ld.shared.v4.f32", "PTX_LOAD_4"),
            Map.entry("cvt.rn.bf16x2.f32", "PTX_TO_BF16"),
            Map.entry("cvt.rna.tf32.f32", "PTX_TO_TF32"),
            Map.entry("shfl.sync.idx.b32 %0, %0, 0,", "PTX_BROADCAST"),
            Map.entry("bar.warp.sync", "PTX_SYNC"),
            Map.entry("atom.acquire.gpu.global.add.s32", "PTX_ADD"),
            Map.entry("atom.acq_rel.gpu.global.add.s32", "PTX_ADD"),
            Map.entry("{\\n.reg .pred adds;\\n.reg .b64 a, b;", "PTX_WGMMA_TILES"),
            Map.entry("{\\n.reg .pred adds;\\nsetp.ne.b32 adds", "PTX_WGMMA_FEW"),
            Map.entry("red.release.gpu.global.add.s32", "PTX_REDUCE"),
            Map.entry("ld.acquire.gpu.global.s32", "PTX_READ"),
            Map.entry("{\\n.reg .b64 state;\\nmbarrier.arrive.expect_tx.shared::cta.b64 state, [%2]", "PTX_BULK"));

    /** Operands of warpgroups' instructions are macros of their kernel, {@code tensor-wgmma.cl}: what it does by each of its two texts. */
    private static final Map<String, String> WARPGROUPS = Map.of(
            "{\\n.reg .pred adds, sets;",
            product("small", "big0", 1)
                    + product("small + 4", "big0 + 2", 0)
                    + product("big", "big0", 0)
                    + product("big + 4", "big0 + 2", 0),
            "{\\n.reg .pred adds;\\nbar.warp.sync",
            product("big", "small0", 0) + product("big + 4", "small0 + 2", 0));

    private EmulatedPtx() {}

    static String emulated(String source) {
        String oneWay = FOUR.matcher(EmulatedTurns.ofOneWay(source))
                .replaceAll(four -> Matcher.quoteReplacement(four.group().replace("\"+f\"", "&")));
        Map<String, String> macros = new HashMap<>(MACROS);
        if (oneWay.contains("ptx_idle")) {
            macros.putAll(EmulatedTurns.MACROS);
        }
        StringBuilder text = new StringBuilder(
                KERNEL.matcher(givingScratch(oneWay)).replaceAll("$1\n    local ulong ptx_scratch[512 * 6];"));
        Matcher assembly = StandIn.ASSEMBLY.matcher(text);
        while (assembly.find()) {
            int end = StandIn.closing(text, assembly.end());
            String inside = text.substring(assembly.end() + 1, end - 1).replaceAll("\\\\\n", " ");
            text.replace(assembly.start(), end, call(inside, macros));
            assembly.reset(text);
        }
        return KernelSource.resource(EmulatedPtx.class, "ptx.cl") + text;
    }

    /** With the kernel's scratch memory as an argument of functions in which lanes speak to each other, or go to local memory. */
    private static String givingScratch(String source) {
        String text = source;
        Matcher function = FUNCTION.matcher(source);
        while (function.find()) {
            if (function.group(4).contains("shfl.sync") || function.group(4).contains("[%0]")) {
                String name = function.group(2);
                text = text.replaceAll("\\b" + name + "\\(", name + "(ptx_scratch, ")
                        .replace(
                                name + "(ptx_scratch, " + function.group(3),
                                name + "(local ulong* ptx_scratch, " + function.group(3));
            }
        }
        return text;
    }

    private static String call(String inside, Map<String, String> macros) {
        List<String> sections = split(inside, ':');
        // A cache's name that is a macro is left out.
        String instructions = String.join("", texts(sections.get(0)));
        for (Map.Entry<String, String> products : WARPGROUPS.entrySet()) {
            if (instructions.startsWith(products.getKey())) {
                return products.getValue();
            }
        }
        return macros.entrySet().stream()
                .filter(macro -> instructions.startsWith(macro.getKey()))
                .findFirst()
                .map(macro -> macro.getValue() + "(" + operands(sections) + ")")
                .orElse("(void)0");
    }

    private static String product(String a, String description, int sets) {
        return "PTX_WGMMA(part, " + a + ", " + description + ", stages, BN, " + sets + ");";
    }

    private static String operands(List<String> sections) {
        List<String> all = new ArrayList<>();
        for (String section : sections.subList(1, Math.min(3, sections.size()))) {
            for (String operand : split(section, ',')) {
                if (operand.contains("\"")) {
                    all.add(operand.substring(operand.indexOf('(')).strip());
                }
            }
        }
        return String.join(", ", all);
    }

    private static List<String> texts(String template) {
        List<String> all = new ArrayList<>();
        Matcher literal = Pattern.compile("\"([^\"]*)\"").matcher(template);
        while (literal.find()) {
            all.add(literal.group(1));
        }
        return all;
    }

    /** At what is in no parentheses, and in no text. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (quoted) {
                continue;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == separator && depth == 0) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }
}
