package org.plegma.rewrite.term;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The kinds of terms, each with its text and parts. What parts a kind may have is its shape, a regular expression over
 * the letters of {@link Sort}; a tree of the wrong shape cannot be made.
 */
public enum Kind {
    /** {@code x}. */
    NAME(Sort.NAME, ""),
    /** A number, character or string, as written. */
    LITERAL(Sort.EXPRESSION, ""),
    /** {@code -a}; the text is the operator. */
    UNARY(Sort.EXPRESSION, "E"),
    /** {@code a++}; the text is the operator. */
    POSTFIX(Sort.EXPRESSION, "E"),
    /** {@code a + b}; the text is the operator. */
    BINARY(Sort.EXPRESSION, "EE"),
    /** {@code a = b} or {@code a += b}; the text is the operator. */
    ASSIGN(Sort.EXPRESSION, "EE"),
    /** {@code a ? b : c}. */
    CONDITIONAL(Sort.EXPRESSION, "EEE"),
    /** {@code a, b}. */
    COMMA(Sort.EXPRESSION, "EE+"),
    /** {@code a[i]}. */
    INDEX(Sort.EXPRESSION, "EE"),
    /** {@code a.text}, swizzles of vectors included. */
    MEMBER(Sort.EXPRESSION, "E"),
    /** {@code a->text}. */
    ARROW(Sort.EXPRESSION, "E"),
    /** {@code f(a, b)}: what is called, then the arguments. */
    CALL(Sort.EXPRESSION, "EE*"),
    /** {@code (T)a}. */
    CAST(Sort.EXPRESSION, "TE"),
    /** {@code (float4)(a, b)}: the type, then the components. */
    VECTOR(Sort.EXPRESSION, "TE+"),
    /** {@code sizeof(T)} or {@code sizeof(a)}. */
    SIZEOF(Sort.EXPRESSION, "E|T"),
    /** {@code {a, b}}. */
    INITIALIZER(Sort.EXPRESSION, "E*"),
    /** Java's {@code new T[n][m]} or {@code new T[] {a, b}}: the element type, then lengths or an initialiser. */
    NEW_ARRAY(Sort.EXPRESSION, "TE+"),
    /** An expression that is kept as text, such as a lambda. */
    OPAQUE(Sort.EXPRESSION, ""),
    /** A missing expression. */
    NOTHING(Sort.NOTHING, ""),

    /** <code>{ … }</code>. */
    BLOCK(Sort.STATEMENT, "S*"),
    /** {@code a;}. */
    EXECUTE(Sort.STATEMENT, "E"),
    /** {@code T a = 1, b;}: the type, then the declarators. */
    DECLARE(Sort.STATEMENT, "TD*"),
    /** {@code if}: condition, statement, and perhaps another. */
    IF(Sort.STATEMENT, "ESS?"),
    /** {@code for}: start (expression or declaration), condition, step, body. */
    FOR(Sort.STATEMENT, "[SEN_][EN_][EN_]S"),
    /** Java's {@code for (T x : a)}: variable, array, body. */
    FOR_EACH(Sort.STATEMENT, "PES"),
    WHILE(Sort.STATEMENT, "ES"),
    /** {@code do … while}: body, condition. */
    DO(Sort.STATEMENT, "SE"),
    /** <code>NAME(a) { … }</code>: a macro that stands for the head of a loop or a condition, and the block. */
    MACRO(Sort.STATEMENT, "ES"),
    /** {@code switch}: the value, then {@link #CASE}s. */
    SWITCH(Sort.STATEMENT, "EC*"),
    /** {@code case a:} or, without the expression, {@code default:}; then statements. The text is the word. */
    CASE(Sort.CASE, "E?S*"),
    /** {@code break}, {@code continue} or {@code goto}, with its label; the text is all of it. */
    JUMP(Sort.STATEMENT, ""),
    RETURN(Sort.STATEMENT, "E?"),
    /** {@code text: statement}. */
    LABELED(Sort.STATEMENT, "S"),
    /** A semicolon alone. */
    EMPTY(Sort.STATEMENT, ""),
    /** A line that begins with {@code #}, kept as text. */
    DIRECTIVE(Sort.STATEMENT, ""),
    /** A statement that is kept as text, such as Java's {@code try} or inline assembly. */
    OPAQUE_STATEMENT(Sort.STATEMENT, ""),

    /** A type by its name, which is the text, after its qualifiers. */
    TYPE(Sort.TYPE, "Q*"),
    /** {@code struct} or {@code union} with its members: qualifiers, then declarations. */
    RECORD(Sort.TYPE, "Q*S*"),
    /** {@code const}, {@code local}, {@code static}, an attribute. */
    QUALIFIER(Sort.QUALIFIER, ""),
    /** A name that is declared; the text holds the stars, and <code>(*</code> of a pointer to
     * an array. Then dimensions, attributes, the initial value. */
    DECLARATOR(Sort.DECLARATOR, "[N_]M*Q*I?"),
    /** {@code [n]} of a declaration. */
    DIMENSION(Sort.DIMENSION, "E?"),
    /** {@code = value} of a declaration. */
    INITIAL(Sort.INITIAL, "E"),
    /** A parameter: type and declarator. */
    PARAMETER(Sort.PARAMETER, "TD"),
    /** The parameters of a function. */
    PARAMETERS(Sort.PARAMETERS, "P*"),
    /** A function: type with qualifiers, stars (as a text), name, parameters, and a body unless it is a prototype. */
    FUNCTION(Sort.FUNCTION, "TNLS?"),
    /** A whole source; the text is its {@link Language}, or empty if that is not known. */
    UNIT(Sort.UNIT, "[SF]*");

    private final Sort sort;
    private final Pattern shape;
    private final boolean leaf;

    Kind(Sort sort, String shape) {
        this.sort = sort;
        this.shape = Pattern.compile(shape.replaceAll("E(?![^\\[]*])", "[EN]"));
        this.leaf = shape.isEmpty();
    }

    /** What a term of this kind is for the term around it. */
    public Sort sort() {
        return sort;
    }

    /** Whether its parts are a list of statements, one after the other. */
    public boolean isList() {
        return this == BLOCK || this == UNIT || this == CASE;
    }

    /** Whether a term of this kind may have these children. */
    public boolean accepts(List<Term> children) {
        if (leaf || children.isEmpty()) {
            return children.isEmpty() && shape.matcher("").matches();
        }
        StringBuilder letters = new StringBuilder(children.size());
        for (Term child : children) {
            letters.append(child.sort().letter);
        }
        return shape.matcher(letters).matches();
    }
}
