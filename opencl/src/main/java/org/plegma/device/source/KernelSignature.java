package org.plegma.device.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jocl.CL;
import org.jocl.cl_kernel;

/** Name and parameters of a kernel. */
public record KernelSignature(String name, List<KernelParameter> parameters) {
    private static final Pattern INTEGER =
            Pattern.compile("((?:(?:unsigned|signed|char|short|int|long)\\b\\s*)+)((?:\\*\\s*)*)");

    /** An integer of 128 bits in OpenCL C, for which there is no type of Java. */
    public static final String LONG_LONG = "long long";

    /** What the names begin with that PoCL's macros give. */
    public static final String RENAMED = "_cl_";

    private static final int ARG_ADDRESS_GLOBAL = 0x119B;
    private static final int ARG_ADDRESS_LOCAL = 0x119C;
    private static final int ARG_ADDRESS_CONSTANT = 0x119D;

    public KernelSignature {
        parameters = List.copyOf(parameters);
    }

    /** What the driver knows of a kernel that was built from source; parameters without a type if it does not tell. */
    public static KernelSignature read(cl_kernel kernel) {
        Info info = new Info((p, size, value, out) -> CL.clGetKernelInfo(kernel, p, size, value, out));
        int count = (int) info.number(CL.CL_KERNEL_NUM_ARGS);
        List<KernelParameter> parameters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            Info of = new Info((p, size, value, out) -> CL.clGetKernelArgInfo(kernel, index, p, size, value, out));
            long qualifiers = of.number(CL.CL_KERNEL_ARG_TYPE_QUALIFIER);
            KernelParameter.AddressSpace space =
                    switch ((int) of.number(CL.CL_KERNEL_ARG_ADDRESS_QUALIFIER)) {
                        case ARG_ADDRESS_GLOBAL -> KernelParameter.AddressSpace.GLOBAL;
                        case ARG_ADDRESS_LOCAL -> KernelParameter.AddressSpace.LOCAL;
                        case ARG_ADDRESS_CONSTANT -> KernelParameter.AddressSpace.CONSTANT;
                        default -> KernelParameter.AddressSpace.PRIVATE;
                    };
            boolean readOnly =
                    (qualifiers & CL.CL_KERNEL_ARG_TYPE_CONST) != 0 || space == KernelParameter.AddressSpace.CONSTANT;
            parameters.add(new KernelParameter(
                    written(of.string(CL.CL_KERNEL_ARG_NAME)),
                    plain(of.string(CL.CL_KERNEL_ARG_TYPE_NAME)),
                    space,
                    readOnly));
        }
        return new KernelSignature(written(info.string(CL.CL_KERNEL_FUNCTION_NAME)), parameters);
    }

    /** The name as it is written: PoCL has macros of the names of functions, such as dot, which kernels and parameters may have, too. */
    private static String written(String name) {
        return name.startsWith(RENAMED) ? name.substring(RENAMED.length()) : name;
    }

    /** The type without spaces before the star, and integers by their names of one word. */
    static String plain(String type) {
        Matcher integer = INTEGER.matcher(type.strip());
        return integer.matches()
                ? integer(integer.group(1)) + integer.group(2).strip()
                : type.replaceAll("\\s+\\*", "*").strip();
    }

    /** Their words may come in any order. */
    private static String integer(String words) {
        List<String> all = List.of(words.strip().split("\\s+"));
        if (all.indexOf("long") != all.lastIndexOf("long")) {
            return (all.contains("unsigned") ? "unsigned " : "") + LONG_LONG;
        }
        String size = Stream.of("char", "short", "long")
                .filter(all::contains)
                .findFirst()
                .orElse("int");
        return (all.contains("unsigned") ? "u" : "") + size;
    }

    /** Whether the driver told the types. */
    public boolean isComplete() {
        return parameters.stream().noneMatch(p -> p.type().isEmpty());
    }

    /** The types as in messages: {@code (float, float[], float[])}. */
    public String types() {
        return parameters.stream().map(KernelParameter::shortType).collect(Collectors.joining(", ", "(", ")"));
    }
}
