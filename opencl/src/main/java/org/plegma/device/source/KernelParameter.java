package org.plegma.device.source;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;

/**
 * A parameter of a kernel.
 *
 * @param name its name; empty if the driver does not tell
 * @param type its type as OpenCL C text without qualifiers, for example {@code float*} or {@code uint}
 * @param space the address space it points to; {@code PRIVATE} for scalars and structs by value
 * @param readOnly whether the kernel cannot write through it ({@code const} or {@code __constant})
 */
public record KernelParameter(String name, String type, AddressSpace space, boolean readOnly) {
    /** Where a parameter's data is. */
    public enum AddressSpace {
        GLOBAL,
        CONSTANT,
        LOCAL,
        PRIVATE
    }

    private static final Pattern VECTOR = Pattern.compile("([a-z]+)(2|3|4|8|16)?");
    private static final Map<String, ElementType> TYPES = Map.ofEntries(
            Map.entry("float", ElementType.FLOAT),
            Map.entry("double", ElementType.DOUBLE),
            Map.entry("int", ElementType.INT),
            Map.entry("uint", ElementType.INT),
            Map.entry("long", ElementType.LONG),
            Map.entry("ulong", ElementType.LONG),
            Map.entry("short", ElementType.SHORT),
            Map.entry("ushort", ElementType.SHORT),
            Map.entry("half", ElementType.SHORT),
            Map.entry("size_t", ElementType.LONG),
            Map.entry("ptrdiff_t", ElementType.LONG),
            Map.entry("intptr_t", ElementType.LONG),
            Map.entry("uintptr_t", ElementType.LONG),
            Map.entry("bool", ElementType.BYTE),
            Map.entry("char", ElementType.BYTE),
            Map.entry("uchar", ElementType.BYTE));

    /** A base type taken apart; remembered, as every launch asks. */
    private record BaseType(String scalarName, int width, @Nullable ElementType element) {
        static BaseType of(String name) {
            Matcher matcher = VECTOR.matcher(name);
            boolean vector = matcher.matches() && matcher.group(2) != null && TYPES.containsKey(matcher.group(1));
            String scalar = vector ? matcher.group(1) : name;
            return new BaseType(scalar, vector ? Integer.parseInt(matcher.group(2)) : 1, TYPES.get(scalar));
        }
    }

    private static final Map<String, BaseType> PARSED = new ConcurrentHashMap<>();

    private BaseType parsed() {
        return PARSED.computeIfAbsent(baseType(), BaseType::of);
    }

    /** Whether it is a pointer: its argument is an array, or local memory. */
    public boolean isPointer() {
        return type.endsWith("*");
    }

    /** The type, or for a pointer what it points to, for example {@code float4}. */
    public String baseType() {
        return isPointer() ? type.substring(0, type.length() - 1).strip() : type;
    }

    /** With another type in place of {@link #baseType}. */
    public KernelParameter withBaseType(String base) {
        return new KernelParameter(name, base + (isPointer() ? "*" : ""), space, readOnly);
    }

    /** The element type of the argument; empty for structs and names of the user's own. Unsigned types are as signed. */
    public Optional<ElementType> elementType() {
        return Optional.ofNullable(parsed().element());
    }

    /** Whether the elements are unsigned integers. */
    public boolean isUnsigned() {
        return elementType().isPresent() && baseType().startsWith("u");
    }

    /** 1 for scalars, else the number of components of the vector type. */
    public int vectorWidth() {
        return parsed().width();
    }

    /** The scalar type of the elements in OpenCL C, for example {@code float} for {@code float4*}. */
    public String scalarName() {
        return parsed().scalarName();
    }

    /** As in messages: {@code float}, {@code float[]}, {@code local float[]}. */
    public String shortType() {
        if (!isPointer()) {
            return type;
        }
        return (space == AddressSpace.LOCAL ? "local " : "") + baseType() + "[]";
    }
}
