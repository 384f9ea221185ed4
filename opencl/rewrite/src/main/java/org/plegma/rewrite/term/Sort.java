package org.plegma.rewrite.term;

/** What a term is for the term around it: which terms may stand in its place. */
public enum Sort {
    EXPRESSION('E'),
    /** An expression that is a name alone. */
    NAME('N'),
    STATEMENT('S'),
    TYPE('T'),
    FUNCTION('F'),
    /** A missing expression, as in {@code for (;;)}. */
    NOTHING('_'),
    QUALIFIER('Q'),
    DECLARATOR('D'),
    DIMENSION('M'),
    INITIAL('I'),
    PARAMETER('P'),
    PARAMETERS('L'),
    CASE('C'),
    UNIT('U');

    /** Its letter in the shapes of {@link Kind}. */
    final char letter;

    Sort(char letter) {
        this.letter = letter;
    }
}
