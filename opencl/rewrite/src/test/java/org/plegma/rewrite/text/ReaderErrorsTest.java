package org.plegma.rewrite.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/** What cannot be read is refused with its place, the cause and a cure. */
class ReaderErrorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            kernel void f( { }                     | 1 | 16 | Expected a type
            void f() { x = ; }                     | 1 | 16 | Expected an expression, found ';'.
            void f() { x = 1 }                     | 1 | 18 | Expected ';' after the statement
            void f() { x = a +                     | 1 | 19 | The expression is not finished.
            void f() { if (x { } }                 | 1 | 18 | Expected ')'
            void f() { else x = 1; }               | 1 | 12 | This 'else' has no 'if'.
            void f() { /* open                     | 1 | 12 | This comment does not end.
            void f() { printf("open); }            | 1 | 19 | This string does not end in its line.
            void f() { x = @; }                    | 1 | 16 | '@' does not belong to OpenCL C.
            void f() { x = $a; }                   | 1 | 16 | '$a' is a variable of a rule
            void f() { x = 1;                      | 1 | 10 | This block does not end.
            void f() { void (*g)(int) = 0; }       | 1 | 21 | Expected ';' after the declaration
            x = 1;                                 | 1 |  1 | Expected a function or a declaration
            void f() { switch (x) { y(); } }       | 1 | 25 | Expected 'case' or 'default'
            """)
    void openCl(String source, int line, int column, String cause) {
        CodeException e = assertThrows(CodeException.class, () -> Code.opencl(source));
        assertTrue(e.problem().startsWith(cause), e.getMessage());
        assertEquals(line, e.place().line(), e.getMessage());
        assertEquals(column, e.place().column(), e.getMessage());
        assertTrue(e.getMessage().contains("^"), e.getMessage());
    }

    @Test
    void theMessageShowsTheLine() {
        CodeException e = assertThrows(CodeException.class, () -> Code.opencl("void f() {\n    x = (1 + 2;\n}\n"));
        assertEquals(
                """
                line 2, column 15: Expected ')' after the expression, found ';'.
                      x = (1 + 2;
                                ^
                Write ')' here; if a macro stands for more than one expression, statement or type, write it out.""",
                e.getMessage());
    }

    @Test
    void directivesStandBetweenStatements() {
        CodeException e = assertThrows(
                CodeException.class, () -> Code.opencl("void f() {\n    x =\n#ifdef A\n1\n#else\n2\n#endif\n;}"));
        assertEquals(3, e.place().line());
        assertTrue(e.cure().contains("between statements only"), e.getMessage());
    }

    @Test
    void java() {
        CodeException e =
                assertThrows(CodeException.class, () -> Code.java("int a = 1;\nfor (int i = 0; i < n i++) x();"));
        assertEquals(2, e.place().line(), e.getMessage());
        assertThrows(CodeException.class, () -> Code.java("int a = 1"));
        assertThrows(CodeException.class, () -> Code.javaExpression("1 +"));
    }

    @Test
    void placesOfTermsAreThoseOfTheSource() {
        String source = "kernel void f(global int *x) {\n    x[1] = 2 + (3);\n}\n";
        Term sum = Code.opencl(source).child(0).child(3).child(0).child(0).child(1);
        assertEquals(
                "2 + (3)", source.substring(sum.place().start(), sum.place().end()));
        assertEquals("line 2, column 12", sum.place().toString());
        String java = "int a = 1;\n\tx[1] = 2 +  3;";
        Term same = Code.java(java).child(1).child(0).child(1);
        assertEquals("2 +  3", java.substring(same.place().start(), same.place().end()));
    }
}
