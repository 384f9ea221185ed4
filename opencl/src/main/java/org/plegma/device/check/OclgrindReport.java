package org.plegma.device.check;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Kernel;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.source.GuardedSource;
import org.plegma.device.source.KernelParameter;
import org.plegma.device.source.KernelParameter.AddressSpace;

/** The first fault of a log of Oclgrind's, and how many there are. */
record OclgrindReport(String fault, String details, int count) {
    private static final Pattern HEAD = Pattern.compile(
            "^(Invalid|\\w+-\\w+ data race|Work-group divergence|Uninitialized|Controlflow|Instruction depends).*");
    private static final Pattern ACCESS =
            Pattern.compile("Invalid (read|write) of size (\\d+) at (global|local) memory address 0x([0-9a-f]+)");
    private static final Pattern RACE =
            Pattern.compile("(\\w+-\\w+ data race) at (global|local) memory address 0x([0-9a-f]+)");
    private static final Pattern UNSET =
            Pattern.compile("Uninitialized value written to global memory address 0x([0-9a-f]+)");
    private static final Pattern ITEM = Pattern.compile("(?:Entity|First entity):\\s+Global\\((\\d+),(\\d+),(\\d+)\\)");
    private static final Pattern OTHER_ITEM = Pattern.compile(
            "Second entity:\\s+Global\\((\\d+),(\\d+),(\\d+)\\)[\\s\\S]*?At line (\\d+) \\(column (\\d+)\\)");
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

    /** Whether a log that is still written has a fault with all that belongs to it, which an empty line ends. */
    static boolean isComplete(List<String> log) {
        return log.stream().dropWhile(line -> !HEAD.matcher(line).matches()).anyMatch(String::isBlank);
    }

    /** Whether two work-items store at one place, perhaps the same value. */
    boolean isOfStores() {
        return fault.startsWith("Write-write data race");
    }

    /**
     * @param guard what the simulated source was guarded by; null if by nothing
     * @param isSame whether all that race store the same value
     */
    KernelFaultException exception(
            Kernel kernel, List<Object> arguments, @Nullable GuardedSource guard, boolean isSame) {
        Matcher item = ITEM.matcher(details);
        String by = item.find() ? " by " + item(item) : "";
        int[] loop = guarded(GuardedSource::loop);
        if (loop != null) {
            return endless(
                    kernel,
                    loop,
                    guard == null ? 0 : guard.mostRounds(),
                    by.isEmpty() ? "a work-item" : by.substring(" by ".length()));
        }
        int[] divisor = guarded(GuardedSource::divisor);
        Optional<String> length = divisor != null ? Optional.empty() : length(kernel, arguments);
        String what = divisor != null
                ? "division of whole numbers by zero"
                : access(kernel, arguments)
                        .or(() -> race(kernel, arguments))
                        .or(() -> unset(kernel, arguments))
                        .orElse(fault);
        int[] place = divisor != null ? divisor : place(guard);
        Diagnostic diagnostic = place == null
                ? null
                : new Diagnostic(place[0], place[1], Diagnostic.Severity.ERROR, what + length.orElse(""));
        String at = diagnostic == null ? "" : ", line " + diagnostic.line() + ", column " + diagnostic.column();
        String more = count == 1 ? "" : " (the first of " + count + " faults)";
        return new KernelFaultException(
                kernel.name() + ": " + what + by + at + with() + length.orElse("") + more
                        + (isSame
                                ? ". All store the same value, which devices mostly allow and OpenCL does not define"
                                : "")
                        + ". Nothing was launched.",
                kernel.program().source(),
                diagnostic);
    }

    private int @Nullable [] place(@Nullable GuardedSource guard) {
        Matcher place = PLACE.matcher(details);
        if (!place.find()) {
            return null;
        }
        int line = Integer.parseInt(place.group(1));
        int column = Integer.parseInt(place.group(2));
        return new int[] {line, guard == null ? column : guard.column(line, column)};
    }

    private static String item(Matcher item) {
        return "work-item (" + item.group(1) + ", " + item.group(2) + ", " + item.group(3) + ")";
    }

    /** The other side of a race. Its column is not told, as it would be another one with guards. */
    private String with() {
        Matcher other = OTHER_ITEM.matcher(details);
        return other.find() ? ", and by " + item(other) + ", line " + other.group(4) : "";
    }

    /** Of what a guard tells by an address. */
    private int @Nullable [] guarded(LongFunction<int @Nullable []> place) {
        Matcher access = ACCESS.matcher(fault);
        return access.find() ? place.apply(address(access.group(4))) : null;
    }

    private static KernelFaultException endless(Kernel kernel, int[] loop, long rounds, String item) {
        String what = "the loop in line " + loop[0] + ", column " + loop[1];
        return new KernelFaultException(
                kernel.name() + " has not come to its end: " + item + " goes round and round in " + what
                        + ", which has had the " + rounds
                        + " rounds that the simulator allows. Look for what should end"
                        + " it. If it ends later, try a smaller problem. Nothing was launched.",
                kernel.program().source(),
                new Diagnostic(loop[0], loop[1], Diagnostic.Severity.ERROR, what + " does not end"));
    }

    /** Two work-items at one element: {@code Read-write data race on x[0]}. */
    private Optional<String> race(Kernel kernel, List<Object> arguments) {
        Matcher race = RACE.matcher(fault);
        if (!race.find()) {
            return Optional.empty();
        }
        return Optional.of(
                race.group(2).equals("local")
                        ? race.group(1) + " in local memory, as if a barrier was missing,"
                        : element(race.group(3), kernel, arguments)
                                .map(element -> race.group(1) + " on " + element.text())
                                .orElse(fault));
    }

    /** The use of a value that was not set before. */
    private Optional<String> unset(Kernel kernel, List<Object> arguments) {
        if (fault.startsWith("Controlflow")) {
            return Optional.of("a condition that depends on a variable or element that is not set before,");
        } else if (fault.startsWith("Instruction depends") || fault.startsWith("Uninitialized address")) {
            return Optional.of("an index that depends on a variable or element that is not set before,");
        }
        Matcher unset = UNSET.matcher(fault);
        return unset.find()
                ? element(unset.group(1), kernel, arguments)
                        .map(element -> "write to " + element.text()
                                + " of what depends on a variable or element that is not set before,")
                : Optional.empty();
    }

    /** Of an access beyond an argument: {@code , but x has 8 elements}. */
    private Optional<String> length(Kernel kernel, List<Object> arguments) {
        Matcher access = ACCESS.matcher(fault);
        if (!access.find() || access.group(3).equals("local")) {
            return Optional.empty();
        }
        return element(access.group(4), kernel, arguments)
                .map(element -> ", but " + element.name + " has " + element.length + " element"
                        + (element.length == 1 ? "" : "s"));
    }

    /** An access beyond an argument, with the argument's name: {@code write of x[8]}. */
    private Optional<String> access(Kernel kernel, List<Object> arguments) {
        Matcher access = ACCESS.matcher(fault);
        if (!access.find()) {
            return Optional.empty();
        }
        if (access.group(3).equals("local")) {
            return Optional.of(access.group(1) + " of " + access.group(2)
                    + " bytes beyond an array in local memory, at its byte " + offset(address(access.group(4))));
        }
        return Optional.of(element(access.group(4), kernel, arguments)
                .map(element -> access.group(1) + " of " + element.text())
                .orElse("invalid " + access.group(1) + " of " + access.group(2)
                        + " bytes of global memory outside of all arguments"));
    }

    private static long address(String digits) {
        return Long.parseUnsignedLong(digits, 16);
    }

    /** The number of the array that an address belongs to; an index below 0 lies before the array. */
    private static long number(long address) {
        return (address + (1L << OFFSET_BITS - 1)) >>> OFFSET_BITS;
    }

    private static long offset(long address) {
        return address - (number(address) << OFFSET_BITS);
    }

    private record Element(String name, long index, long length) {
        String text() {
            return name + "[" + index + "]";
        }
    }

    /** The element of an argument at an address of global memory; empty if none is there or near. */
    private static Optional<Element> element(String digits, Kernel kernel, List<Object> arguments) {
        long number = number(address(digits));
        List<Integer> arrays = IntStream.range(0, arguments.size())
                .filter(i -> kernel.parameters().get(i).isPointer()
                        && kernel.parameters().get(i).space() != AddressSpace.LOCAL)
                .boxed()
                .collect(Collectors.toList());
        if (number < 1 || number > arrays.size()) {
            return Optional.empty();
        }
        int argument = arrays.get((int) number - 1);
        KernelParameter parameter = kernel.parameters().get(argument);
        String name = parameter.name().isEmpty() ? "argument " + (argument + 1) : parameter.name();
        int element = parameter.elementType().map(ElementType::bytes).orElse(1);
        int bytes = parameter.elementType().isPresent() ? element * parameter.vectorWidth() : 1;
        long length = (long) Array.getLength(OclgrindCheck.host(arguments.get(argument))) * element;
        return Optional.of(new Element(name, Math.floorDiv(offset(address(digits)), bytes), length / bytes));
    }
}
