package org.plegma.array;

/** What public methods ask of all their arguments: none is null where the Javadoc does not allow it. */
public final class Preconditions {
    private Preconditions() {}

    /**
     * The value, which must not be null.
     *
     * @param name the parameter's name, as the caller of the public method reads it
     * @throws NullPointerException that names the parameter and the method that was called with null
     */
    public static <T> T notNull(T value, String name) {
        if (value == null) {
            StackWalker.StackFrame called = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.skip(1).findFirst().orElseThrow());
            String owner = called.getDeclaringClass().getSimpleName();
            String method =
                    called.getMethodName().equals("<init>") ? "new " + owner : owner + "." + called.getMethodName();
            throw new NullPointerException("The argument '" + name + "' of " + method + " is null.");
        }
        return value;
    }
}
