package org.plegma.rewrite.term;

import java.util.List;
import org.plegma.rewrite.text.CodeException;

/**
 * Source code to terms and back. {@code print} writes one canonical form: reading that gives the same term, and printing
 * it again the same text, comments included.
 */
public final class Code {
    private Code() {}

    /**
     * Reads OpenCL C: a whole source. The subset is what kernels use: functions, declarations, all statements and
     * expressions, vectors, attributes, structures. Directives and macros stay as they are written; a directive may stand
     * between statements, and a macro where an expression, a name or a type may.
     *
     * @throws CodeException if it is not of this subset
     */
    public static Tree opencl(String source) {
        return OpenClReader.unit(source);
    }

    /** Reads one expression of OpenCL C. */
    public static Term openclExpression(String source) {
        return OpenClReader.expression(source, false);
    }

    /**
     * Reads statements of Java, and methods, as one snippet of a cell or several. What has no term of its own, as a
     * lambda or a class, is kept as text.
     *
     * @throws CodeException if it is not Java
     */
    public static Tree java(String source) {
        return JavaReader.unit(source);
    }

    /** Reads one expression of Java. */
    public static Term javaExpression(String source) {
        return JavaReader.expression(source);
    }

    /** The name of the method that a text of Java declares, of whatever form it is; empty text if it declares none. */
    public static String methodName(String source) {
        return JavaReader.methodName(source);
    }

    /** Writes a term, which may be a pattern, in its canonical form; a whole source ends with a line end. */
    public static String print(Term term) {
        return DeepTerms.through(term, () -> Printer.print(term));
    }

    /** Writes statements or functions one after the other. */
    public static String print(List<? extends Term> terms) {
        return print(Tree.of(Kind.UNIT, "", terms));
    }
}
