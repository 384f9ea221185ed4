package org.plegma.rewrite.parallel.fuzz.program;

/** Numbers as one may write them in Java: all bases, suffixes, underscores. */
final class Literals {
    private final Draw draw;

    Literals(Draw draw) {
        this.draw = draw;
    }

    Piece of(String type) {
        return switch (type) {
            case "boolean" -> Piece.of(type, Piece.PRIMARY, draw.of("true", "false"));
            case "int" -> signed(type, wholeInt());
            case "long" -> signed(type, wholeLong());
            case "float" -> signed(type, real("f"));
            default -> signed(type, real(""));
        };
    }

    private Piece signed(String type, String text) {
        boolean negative = text.startsWith("-");
        return Piece.of(type, negative ? Piece.UNARY : Piece.PRIMARY, text);
    }

    /** A whole number that is not 0, to divide by. */
    Piece divisor(String type) {
        int value = draw.of(1, 2, 3, 5, 7, 10, 16, 31, 1000);
        return signed(type, (draw.chance(30) ? "-" : "") + value + (type.equals("long") ? "L" : ""));
    }

    private String wholeInt() {
        if (draw.chance(10)) {
            return draw.of(
                    "Integer.MAX_VALUE",
                    "Integer.MIN_VALUE",
                    "-2147483648",
                    "0x80000000",
                    "0xFFFFFFFF",
                    "0x7fff_ffff",
                    "-0x80000000",
                    "037777777777",
                    "0b1111_0000",
                    "0XfFfF",
                    "-1",
                    "0_7",
                    "00",
                    "-0");
        }
        int value = draw.chance(70) ? draw.below(10) : draw.anyInt() >>> draw.below(31);
        String sign = value >= 0 && draw.chance(20) ? "-" : "";
        return sign + based(Integer.toUnsignedLong(value), value < 0);
    }

    private String wholeLong() {
        String suffix = draw.chance(80) ? "L" : "l";
        if (draw.chance(12)) {
            return draw.of(
                    "Long.MAX_VALUE",
                    "Long.MIN_VALUE",
                    "-9223372036854775808L",
                    "0xFFFFFFFFFFFFFFFFL",
                    "0x80000000L",
                    "4294967297L",
                    "0xFFFFFFFFL",
                    "-0x8000000000000000L",
                    "2147483648L",
                    "01777777777777777777777L",
                    "0b1" + "0".repeat(40) + "L",
                    "9_223_372_036_854_775_807L");
        }
        long value = draw.chance(60) ? draw.below(10) : draw.anyLong() >>> draw.below(63);
        String sign = value >= 0 && draw.chance(20) ? "-" : "";
        return sign + based(value, value < 0) + suffix;
    }

    /** The digits of an unsigned number; a decimal one only if it fits. */
    private String based(long value, boolean large) {
        int base = large ? draw.of(2, 8, 16) : draw.of(10, 10, 10, 10, 16, 16, 8, 2);
        String digits = underscored(Long.toUnsignedString(value, base));
        return switch (base) {
            case 2 -> draw.of("0b", "0B") + digits;
            case 8 -> value == 0 ? "0" : "0" + digits;
            case 16 -> draw.of("0x", "0X") + (draw.chance(50) ? digits.toUpperCase(java.util.Locale.ROOT) : digits);
            default -> digits;
        };
    }

    private String underscored(String digits) {
        if (digits.length() < 3 || draw.chance(70)) {
            return digits;
        }
        int at = draw.between(1, digits.length() - 1);
        return digits.substring(0, at) + (draw.chance(80) ? "_" : "__") + digits.substring(at);
    }

    private String real(String suffix) {
        boolean single = suffix.equals("f");
        if (draw.chance(12)) {
            String of = single ? "Float." : "Double.";
            return draw.chance(50)
                    ? of
                            + draw.of(
                                    "NaN",
                                    "POSITIVE_INFINITY",
                                    "NEGATIVE_INFINITY",
                                    "MAX_VALUE",
                                    "MIN_VALUE",
                                    "MIN_NORMAL")
                    : single
                            ? draw.of("0x1p-3f", "0x1.8p1F", "3.4028235e38f", "1.4e-45f", "-0f", "1_0.5f", "16777217f")
                            : draw.of(
                                    "0x1.8p1",
                                    "4.9e-324",
                                    "Math.PI",
                                    "Math.E",
                                    "-0.0",
                                    "1e308",
                                    "1_0.2_5",
                                    "0x1p-1022",
                                    "4503599627370497.5",
                                    "9007199254740993.0",
                                    "1e19");
        }
        String end = single ? draw.of("f", "F") : draw.of("", "", "d", "D");
        String sign = draw.chance(20) ? "-" : "";
        String digits =
                switch (draw.below(6)) {
                    case 0 -> draw.below(10) + ".";
                    case 1 -> "." + draw.below(100);
                    case 2 -> draw.below(100) + "e" + draw.of("", "-", "+") + draw.below(12);
                    case 3 -> draw.below(10) + (end.isEmpty() ? ".5" : "");
                    default -> draw.below(10) + "." + draw.below(1000);
                };
        return sign + digits + end;
    }
}
