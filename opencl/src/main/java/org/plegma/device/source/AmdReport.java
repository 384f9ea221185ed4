package org.plegma.device.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.errors.Diagnostic;

/**
 * What {@link AmdCompiler} learned.
 *
 * @param target the AMD target
 * @param kernels the kernels, in the order of the source
 * @param assembly the machine code as text
 * @param diagnostics the compiler's warnings
 */
public record AmdReport(String target, List<Usage> kernels, String assembly, List<Diagnostic> diagnostics) {
    /** Where an entry of the list of kernels begins. */
    private static final Pattern ENTRY = Pattern.compile("^  - \\.", Pattern.MULTILINE);

    /**
     * What one kernel needs.
     *
     * @param name its name
     * @param vgprs vector registers of a work-item
     * @param sgprs scalar registers of a wavefront
     * @param ldsBytes local memory of a work-group in bytes, without local arguments
     * @param scratchBytes memory of a work-item in bytes for spills and arrays that do not fit registers
     * @param vgprSpills vector registers spilled
     * @param sgprSpills scalar registers spilled
     * @param occupancy wavefronts that a SIMD unit can hold at once
     */
    public record Usage(
            String name,
            int vgprs,
            int sgprs,
            int ldsBytes,
            int scratchBytes,
            int vgprSpills,
            int sgprSpills,
            int occupancy) {}

    public AmdReport {
        kernels = List.copyOf(kernels);
        diagnostics = List.copyOf(diagnostics);
    }

    static AmdReport parse(String target, String assembly, List<Diagnostic> diagnostics) {
        List<Usage> kernels = new ArrayList<>();
        Matcher heads = Pattern.compile("^\\s*\\.amdhsa_kernel (\\S+)", Pattern.MULTILINE)
                .matcher(assembly);
        while (heads.find()) {
            String name = heads.group(1);
            String statistics = assembly.substring(heads.end());
            String metadata = metadata(assembly, name);
            kernels.add(new Usage(
                    name,
                    number(metadata, "\\.vgpr_count:"),
                    number(metadata, "\\.sgpr_count:"),
                    number(metadata, "\\.group_segment_fixed_size:"),
                    number(metadata, "\\.private_segment_fixed_size:"),
                    number(metadata, "\\.vgpr_spill_count:"),
                    number(metadata, "\\.sgpr_spill_count:"),
                    number(statistics, "; Occupancy:")));
        }
        return new AmdReport(target, kernels, assembly, diagnostics);
    }

    /** The kernel's entry in the list at the end of the assembly. */
    private static String metadata(String assembly, String kernel) {
        for (String entry : ENTRY.split(assembly)) {
            if (Pattern.compile("^\\s+\\.symbol:\\s+'?" + Pattern.quote(kernel) + "\\.kd'?\\s*$", Pattern.MULTILINE)
                    .matcher(entry)
                    .find()) {
                return entry;
            }
        }
        throw new IllegalStateException("The assembly has no metadata of kernel " + kernel + ".");
    }

    private static int number(String text, String label) {
        Matcher matcher = Pattern.compile(label + "\\s*(\\d+)").matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("The assembly has no line '" + label + "'.");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
