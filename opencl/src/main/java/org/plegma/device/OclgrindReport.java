package org.plegma.device;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.device.Parameter.AddressSpace;

/** The first fault of a log of Oclgrind's, and how many there are. */
record OclgrindReport(String fault, String details, int count) {
    private static final Pattern HEAD = Pattern.compile("^(Invalid|\\w+-\\w+ data race|Work-group divergence).*");
    private static final Pattern ACCESS =
            Pattern.compile("Invalid (read|write) of size (\\d+) at global memory address 0x([0-9a-f]+)");
    private static final Pattern ITEM = Pattern.compile("(?:Entity|First entity):\\s+Global\\((\\d+),(\\d+),(\\d+)\\)");
    private static final Pattern PLACE = Pattern.compile("At line (\\d+) \\(column (\\d+)\\)");

    /** An array's number is in the highest bits of an address. */
    private static final int OFFSET_BITS = 48;

    static Optional<OclgrindReport> first(List<String> log) {
        List<Integer> heads = IntStream.range(0, log.size())
                .filter(i -> HEAD.matcher(log.get(i)).matches())
                .boxed()
                .toList();
        if (heads.isEmpty()) {
            return Optional.empty();
        }
        int end = heads.size() > 1 ? heads.get(1) : log.size();
        return Optional.of(new OclgrindReport(
                log.get(heads.get(0)), String.join("\n", log.subList(heads.get(0), end)), heads.size()));
    }

    /** @param guard what the divisions of the simulated source were guarded by; null if by nothing */
    KernelFaultException exception(Kernel kernel, List<Object> arguments, DivisionGuard guard) {
        Matcher item = ITEM.matcher(details);
        String by = item.find()
                ? " by work-item (" + item.group(1) + ", " + item.group(2) + ", " + item.group(3) + ")"
                : "";
        int[] divisor = divisor();
        String what = divisor != null
                ? "division of whole numbers by zero"
                : access(kernel, arguments).orElse(fault);
        int[] place = divisor != null ? divisor : place(guard);
        Diagnostic diagnostic =
                place == null ? null : new Diagnostic(place[0], place[1], Diagnostic.Severity.ERROR, what);
        String at = diagnostic == null ? "" : ", line " + diagnostic.line() + ", column " + diagnostic.column();
        String more = count == 1 ? "" : " (the first of " + count + " faults)";
        return new KernelFaultException(
                kernel.name() + ": " + what + by + at + more + ". Nothing was launched.",
                kernel.program().source(),
                diagnostic);
    }

    private int[] place(DivisionGuard guard) {
        Matcher place = PLACE.matcher(details);
        if (!place.find()) {
            return null;
        }
        int line = Integer.parseInt(place.group(1));
        int column = Integer.parseInt(place.group(2));
        return new int[] {line, guard == null ? column : guard.column(line, column)};
    }

    private int[] divisor() {
        Matcher access = ACCESS.matcher(fault);
        return access.find() ? DivisionGuard.place(Long.parseUnsignedLong(access.group(3), 16)) : null;
    }

    /** An access beyond an argument, with the argument's name: {@code write of x[8], but x has 8 elements}. */
    private Optional<String> access(Kernel kernel, List<Object> arguments) {
        Matcher access = ACCESS.matcher(fault);
        if (!access.find()) {
            return Optional.empty();
        }
        long address = Long.parseUnsignedLong(access.group(3), 16);
        long number = (address + (1L << OFFSET_BITS - 1)) >>> OFFSET_BITS; // an index below 0 lies before the array
        long offset = address - (number << OFFSET_BITS);
        List<Integer> arrays = IntStream.range(0, arguments.size())
                .filter(i -> kernel.parameters().get(i).isPointer()
                        && kernel.parameters().get(i).space() != AddressSpace.LOCAL)
                .boxed()
                .collect(Collectors.toList());
        if (number < 1 || number > arrays.size()) {
            return Optional.of("invalid " + access.group(1) + " of " + access.group(2)
                    + " bytes of global memory outside of all arguments");
        }
        int argument = arrays.get((int) number - 1);
        Parameter parameter = kernel.parameters().get(argument);
        String name = parameter.name().isEmpty() ? "argument " + (argument + 1) : parameter.name();
        int bytes = parameter
                .elementType()
                .map(type -> type.bytes() * parameter.vectorWidth())
                .orElse(1);
        long length = (long) Array.getLength(OclgrindCheck.host(arguments.get(argument)))
                * parameter.elementType().map(type -> type.bytes()).orElse(1);
        return Optional.of(access.group(1) + " of " + name + "[" + Math.floorDiv(offset, bytes) + "], but " + name
                + " has " + length / bytes + " elements");
    }
}
