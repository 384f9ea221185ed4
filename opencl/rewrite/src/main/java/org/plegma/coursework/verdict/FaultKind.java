package org.plegma.coursework.verdict;

/** What is wrong with a submission, the gravest that was found. */
public enum FaultKind {
    /** Nothing. */
    NONE("right", false),
    /** Nothing is written yet. */
    MISSING("missing", true),
    /** The parameters are others than the exercise's. */
    SIGNATURE("signature", true),
    /** The source has what no judged source may have. */
    REFUSED("refused", true),
    /** It cannot be launched as the exercise launches it. */
    LAUNCH("launch", true),
    /** An element outside of an array is read or written. */
    BOUNDS("bounds", true),
    /** Two work-items meet at one element without a barrier. */
    RACE("race", true),
    /** A barrier that not all of a work-group reach. */
    BARRIER("barrier", true),
    /** A value is used that was not set before. */
    UNSET("unset", true),
    /** A division of whole numbers by zero. */
    DIVISION("division", true),
    /** It does not come to its end. */
    ENDLESS("endless", true),
    /** It ends the process that it runs in. */
    CRASH("crash", true),
    /** A result is NaN. */
    NAN("nan", false),
    /** A result is wrong. */
    VALUES("values", false),
    /** The results are right, but not by what the exercise asks for. */
    EVADED("evaded", true),
    /** The results are right, but too slow for all points. */
    SLOW("slow", false);

    private final String text;
    private final boolean isFatal;

    FaultKind(String text, boolean isFatal) {
        this.text = text;
        this.isFatal = isFatal;
    }

    /** As tables have it. */
    public String text() {
        return text;
    }

    /** Whether it takes all points: what OpenCL does not define has none, even where the results look right. */
    public boolean isFatal() {
        return isFatal;
    }
}
