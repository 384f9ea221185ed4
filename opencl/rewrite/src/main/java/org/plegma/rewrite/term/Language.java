package org.plegma.rewrite.term;

import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.text.CodeException;

/** The languages in which rules quote code. */
public enum Language {
    /** OpenCL C. */
    OPENCL("opencl"),
    /** Java. */
    JAVA("java");

    private final String text;

    Language(String text) {
        this.text = text;
    }

    /** The word for it in the text of a rule. */
    public String text() {
        return text;
    }

    /** By the name that rules have for it; empty if there is none. */
    public static Optional<Language> of(String text) {
        return List.of(values()).stream().filter(each -> each.text.equals(text)).findFirst();
    }

    /** The name of it in messages. */
    public String title() {
        return this == JAVA ? "Java" : "OpenCL C";
    }

    /** The language of a source; empty if the term does not tell. */
    public static Optional<Language> of(Term root) {
        return root.is(Kind.UNIT) ? of(root.text()) : Optional.empty();
    }

    /** Reads a pattern: one expression, or any number of statements or functions. */
    public List<Term> pattern(String code) {
        String text = code.stripTrailing(); // not what is before it, for the sake of the places
        boolean mayBeExpression = !text.isBlank() && !text.endsWith(";") && !text.endsWith("}");
        if (mayBeExpression) {
            try {
                Term term = this == JAVA ? JavaReader.expressionPattern(text) : OpenClReader.expression(text, true);
                return List.of(term);
            } catch (CodeException notAnExpression) {
                try {
                    return statements(text);
                } catch (CodeException notEither) {
                    throw notAnExpression;
                }
            }
        }
        return statements(text);
    }

    private List<Term> statements(String text) {
        return (this == JAVA ? JavaReader.pattern(text) : OpenClReader.pattern(text)).children();
    }
}
