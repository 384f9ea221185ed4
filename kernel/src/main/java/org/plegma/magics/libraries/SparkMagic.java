package org.plegma.magics.libraries;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %spark}: a Spark session for the notebook. Spark and plegma-spark are on its class path only if it asked for them. */
@Command(
        name = "spark",
        description = "Starts Apache Spark for the notebook: the variable spark is its session, and its jobs show their"
                + " progress. Where it runs already, shows a table of the stages so far.")
public final class SparkMagic implements Magic {
    private static final String MODULE = "org.plegma.spark.NotebookSpark";

    @Option(
            names = "--master",
            paramLabel = "URL",
            description =
                    "Where it runs: local[*], the default, in the notebook's process; local-cluster[2,1,1024] in two"
                            + " processes of one core and 1,024 MB; spark://HOST:7077 on a cluster.")
    private @Nullable String master;

    @Option(
            names = "--conf",
            paramLabel = "NAME=VALUE",
            description = "A setting of Spark's, for example --conf spark.executor.memory=4g; may be repeated.")
    private List<String> settings = List.of();

    @Option(names = "--stop", description = "Ends the session.")
    private boolean stop;

    @Override
    public String example() {
        return """
                %spark --master local[2]
                spark.range(1000).count()""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        Host host = call.host();
        if (!present(host, MODULE) || !present(host, "org.apache.spark.sql.SparkSession")) {
            throw new MagicException(
                    "Spark is not on the class path of this notebook. Start it by \"plegma lab --spark\" or"
                            + " \"plegma run --spark NOTEBOOK\", which fetch it; or give your own Jupyter the kernel by \"plegma"
                            + " install --spark\".");
        }
        if (stop) {
            host.evaluate(MODULE + ".stop()", 1);
            return null;
        }
        boolean running = Boolean.TRUE.equals(host.evaluate(MODULE + ".isRunning()", 1));
        if (running && master == null && settings.isEmpty()) {
            return host.evaluate(MODULE + ".stages()", 1);
        }
        if (running) {
            throw call.error("Spark runs already, with the settings of its start. End it first: %spark --stop.");
        }
        StringBuilder start = new StringBuilder("org.apache.spark.sql.SparkSession spark = ")
                .append(MODULE)
                .append(".start(")
                .append(literal(master == null ? "local[*]" : master));
        settings.forEach(setting -> start.append(", ").append(literal(setting)));
        host.evaluate(start.append(");").toString(), 1);
        return host.evaluate(MODULE + ".describe()", 1);
    }

    private static boolean present(Host host, String type) throws Exception {
        String found = "((java.util.concurrent.Callable<Boolean>) () -> { try { Class.forName(" + literal(type)
                + "); return true; } catch (ClassNotFoundException e) { return false; } }).call()";
        return Boolean.TRUE.equals(host.evaluate(found, 1));
    }

    private static String literal(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
