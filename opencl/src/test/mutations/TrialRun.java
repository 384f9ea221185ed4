import java.util.List;

/**
 * Runs test methods until one fails. Arguments are ids of methods, or names of classes, whose methods are all run, and printed
 * with their times in milliseconds. The exit code is 1 if a test failed; the last line tells why.
 */
final class TrialRun {
    private TrialRun() {}

    public static void main(String[] arguments) throws ClassNotFoundException {
        for (String argument : arguments) {
            boolean isId = argument.startsWith("[");
            for (String id : isId ? List.of(argument) : PlatformTests.of(Class.forName(argument))) {
                long start = System.nanoTime();
                PlatformTests.failure(id).ifPresent(thrown -> {
                    System.out.println("\nFAILED " + id + " " + thrown.toString().replaceAll("\\s+", " "));
                    System.exit(1);
                });
                System.out.println("PASSED " + id + " " + (System.nanoTime() - start) / 1_000_000);
            }
        }
        System.exit(0);
    }
}
