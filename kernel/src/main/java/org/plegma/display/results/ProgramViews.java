package org.plegma.display.results;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.source.ResourceUsage;
import org.plegma.display.page.Html;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.display.page.SourceView;

/** Programs and kernels: signatures, what they need of the device, and their source with the compiler's warnings. */
public final class ProgramViews {
    private static final int LONG_SOURCE = 40;

    private ProgramViews() {}

    /** All kernels of a program, and its source. */
    public static MimeBundle program(Program program) {
        List<Kernel> kernels =
                program.kernelNames().stream().map(program::kernel).toList();
        return render("Program for " + program.device().name(), kernels, program);
    }

    /** One kernel, with the sizes of its launch if it has any. */
    public static MimeBundle kernel(Kernel kernel) {
        String title = "kernel " + signature(kernel)
                + (kernel.global().length == 0 ? "" : ", global " + DeviceViews.sizes(kernel.global()))
                + (kernel.local().length == 0 ? "" : ", local " + DeviceViews.sizes(kernel.local()));
        return render(title, List.of(kernel), kernel.program());
    }

    private static MimeBundle render(String title, List<Kernel> kernels, Program program) {
        Sheet resources = resources(kernels);
        SourceView source = SourceView.of(program.source()).diagnostics(program.diagnostics());
        String built = "for " + program.device().name()
                + (program.options().isEmpty() ? "" : " with " + String.join(" ", program.options()));

        Html html = new Html().title(title);
        resources.appendTo(html.root);
        html.note(built);
        Element parent = html.root;
        if (program.source().stripLeading().lines().count() > LONG_SOURCE) {
            parent = parent.appendElement("details");
            parent.appendElement("summary").text("Source");
        }
        source.appendTo(parent);
        String text = title + "\n" + resources + "\n" + built + "\n" + source.text();
        return MimeBundle.text(text).with(MimeBundle.HTML, html.toString());
    }

    /** A row for each kernel; columns that the driver says nothing for are left out. */
    private static Sheet resources(List<Kernel> kernels) {
        List<ResourceUsage> usages = kernels.stream().map(Kernel::resources).toList();
        boolean registers = usages.stream().anyMatch(usage -> usage.registers().isPresent());
        boolean spills = usages.stream().anyMatch(usage -> usage.spillBytes().isPresent());
        Sheet sheet = new Sheet(null)
                .text("kernel")
                .number("work-group up to")
                .number("multiple of")
                .text("required")
                .number("local memory")
                .number("private memory");
        if (registers) {
            sheet.number("registers");
        }
        if (spills) {
            sheet.number("spilled");
        }
        for (int i = 0; i < usages.size(); i++) {
            ResourceUsage usage = usages.get(i);
            List<Object> row = new ArrayList<>();
            row.add(signature(kernels.get(i)));
            row.add(usage.maxWorkGroupSize());
            row.add(usage.preferredMultiple());
            row.add(
                    usage.requiredWorkGroupSize().isEmpty()
                            ? null
                            : usage.requiredWorkGroupSize().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(" × ")));
            row.add(Numbers.bytes(usage.localBytes()));
            row.add(Numbers.bytes(usage.privateBytes()));
            if (registers) {
                row.add(usage.registers().isPresent() ? usage.registers().getAsInt() : null);
            }
            if (spills) {
                row.add(
                        usage.spillBytes().isPresent()
                                ? Numbers.bytes(usage.spillBytes().getAsInt())
                                : null);
            }
            sheet.row(row.toArray());
        }
        return sheet;
    }

    private static String signature(Kernel kernel) {
        return kernel.parameters().stream()
                .map(parameter -> (parameter.readOnly() && parameter.isPointer() ? "const " : "")
                        + parameter.shortType()
                        + " "
                        + parameter.name())
                .map(String::strip)
                .collect(Collectors.joining(", ", kernel.name() + "(", ")"));
    }
}
