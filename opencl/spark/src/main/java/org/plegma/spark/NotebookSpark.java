package org.plegma.spark;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.plegma.measure.Bench;
import tech.tablesaw.api.Table;

/** The Spark session of a notebook, which the magic {@code %spark} starts, with bars of progress and a table of stages. */
public final class NotebookSpark {
    private static final Pattern LOCAL_CLUSTER =
            Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)\\s*]");

    private static @Nullable SparkSession session;
    private static @Nullable SparkStages stages;

    private NotebookSpark() {}

    /**
     * Starts a session.
     *
     * @param settings Spark's own, as {@code name=value}; they overrule those that are made here
     * @throws IllegalStateException if this Java was started without the options that Spark needs
     * @throws IllegalArgumentException for a setting without an equals sign, or a local-cluster without the folder that its
     *     workers need
     */
    public static synchronized SparkSession start(String master, String... settings) {
        checkOptions();
        // Its hundreds of lines are of no use in a notebook.
        System.setProperty(
                "org.slf4j.simpleLogger.log.org.apache",
                System.getProperty("org.slf4j.simpleLogger.log.org.apache", "error"));
        SparkSession.Builder builder = SparkSession.builder()
                .master(master)
                .appName("Plegma notebook")
                .config("spark.ui.showConsoleProgress", "false");
        String classes = Stream.of(Bench.class, NotebookSpark.class)
                .map(NotebookSpark::place)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        Path signals = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
        if (master.startsWith("local-cluster")) {
            checkHome();
            builder.config("spark.executor.extraClassPath", classes);
            Matcher form = LOCAL_CLUSTER.matcher(master);
            if (form.matches()) {
                int cores = Integer.parseInt(form.group(1)) * Integer.parseInt(form.group(2));
                builder.config("spark.executor.memory", form.group(3) + "m")
                        // The first job waits for all executors, or one would do what is meant for several.
                        .config("spark.cores.max", Integer.toString(cores))
                        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
                        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s");
            }
            if (Files.exists(signals)) {
                builder.config("spark.executorEnv.LD_PRELOAD", signals.toString());
            }
        } else if (!master.startsWith("local")) {
            builder.config("spark.jars", classes.replace(File.pathSeparatorChar, ','));
        }
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("Expected a setting as name=value, found '" + setting + "'.");
            }
            builder.config(setting.substring(0, equals), setting.substring(equals + 1));
        }
        session = started(builder);
        stages = new SparkStages();
        session.sparkContext().addSparkListener(stages);
        session.sparkContext().addSparkListener(new SparkBars());
        return session;
    }

    /** Whether there is a session that was not stopped. */
    public static synchronized boolean isRunning() {
        return session != null && !session.sparkContext().isStopped();
    }

    /** Ends the session, if there is one. */
    public static synchronized void stop() {
        if (session != null) {
            session.stop();
        }
        session = null;
    }

    /** The stages that have ended, the last 200, with their tasks and times. */
    public static synchronized Table stages() {
        return running(stages).table();
    }

    /** One line on what runs. */
    public static synchronized String describe() {
        SparkSession session = running(NotebookSpark.session);
        return "Spark " + session.version() + " at " + session.sparkContext().master() + ", "
                + session.sparkContext().defaultParallelism() + " tasks at once"
                + (session.sparkContext().uiWebUrl().isDefined()
                        ? ", " + session.sparkContext().uiWebUrl().get()
                        : "");
    }

    private static <T> T running(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("No Spark session was started. Start one by %spark.");
        }
        return part;
    }

    /** Spark finds its own classes by the loader of the thread, which in a notebook may be one that does not know them. */
    private static SparkSession started(SparkSession.Builder builder) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            if (!knowsSpark(before)) {
                thread.setContextClassLoader(NotebookSpark.class.getClassLoader());
            }
            return builder.getOrCreate();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static boolean knowsSpark(ClassLoader loader) {
        try {
            return loader != null && loader.loadClass(SparkSession.class.getName()) == SparkSession.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void checkOptions() {
        if (!Object.class.getModule().isOpen("sun.nio.ch", NotebookSpark.class.getModule())) {
            throw new IllegalStateException(
                    "Spark needs options of Java's that this kernel was started without. Start the"
                            + " notebook by \"plegma lab --spark\", or give your Jupyter the kernel by \"plegma install --spark\".");
        }
    }

    private static void checkHome() {
        String home = System.getenv("SPARK_HOME");
        if (home == null || !Files.isDirectory(Path.of(home, "jars"))) {
            throw new IllegalArgumentException(
                    "The workers of a local-cluster start executors with the jars in SPARK_HOME/jars; "
                            + (home == null ? "SPARK_HOME is not set" : home + " has no such folder")
                            + ". \"plegma lab --spark\" sets it.");
        }
    }

    private static String place(Class<?> type) {
        URI uri = URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString());
        return Path.of(uri).toString();
    }
}
