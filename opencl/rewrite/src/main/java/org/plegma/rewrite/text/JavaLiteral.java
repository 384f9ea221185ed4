package org.plegma.rewrite.text;

/** Literals of numbers and characters in Java: {@code 0xFFFFFFFF} is -1, {@code 'a'} 97, {@code 0x1p3f} 8. */
public final class JavaLiteral {
    private JavaLiteral() {}

    /** The type of a literal, as {@code int}; empty text for null. */
    public static String type(String text) {
        char last = Character.toLowerCase(text.charAt(text.length() - 1));
        if (text.charAt(0) == '\'') {
            return "char";
        } else if (text.charAt(0) == '"') {
            return "String";
        } else if (text.equals("true") || text.equals("false")) {
            return "boolean";
        } else if (text.equals("null")) {
            return "";
        }
        boolean hexadecimal = isHexadecimal(text);
        boolean real = hexadecimal
                ? text.contains("p") || text.contains("P")
                : !isBinary(text) && text.chars().anyMatch(c -> ".eEfFdD".indexOf(c) >= 0);
        if (real) {
            return last == 'f' ? "float" : "double";
        }
        return last == 'l' ? "long" : "int";
    }

    private static boolean isHexadecimal(String text) {
        return text.startsWith("0x") || text.startsWith("0X");
    }

    private static boolean isBinary(String text) {
        return text.startsWith("0b") || text.startsWith("0B");
    }

    /**
     * The value of a literal as a box of its type; an int for a character.
     *
     * @throws IllegalArgumentException if it is no number and no character
     */
    public static Object value(String text) {
        String plain = text.replace("_", "");
        return switch (type(text)) {
            case "int" -> (int) whole(plain);
            case "long" -> whole(plain.substring(0, plain.length() - 1));
            case "float" -> Float.parseFloat(plain);
            case "double" -> Double.parseDouble(plain);
            case "boolean" -> Boolean.valueOf(text);
            case "char" -> character(text.substring(1, text.length() - 1));
            default -> throw new IllegalArgumentException("'" + text + "' is no number.");
        };
    }

    private static int character(String text) {
        return text.startsWith("\\u")
                ? Integer.parseInt(text.replaceFirst("\\\\u+", ""), 16)
                : text.translateEscapes().charAt(0);
    }

    /** The bits of a whole number, which may be those of a negative one. */
    private static long whole(String digits) {
        if (isHexadecimal(digits)) {
            return Long.parseUnsignedLong(digits.substring(2), 16);
        } else if (isBinary(digits)) {
            return Long.parseUnsignedLong(digits.substring(2), 2);
        }
        return Long.parseUnsignedLong(digits, digits.length() > 1 && digits.startsWith("0") ? 8 : 10);
    }
}
