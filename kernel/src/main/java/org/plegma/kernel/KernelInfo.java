package org.plegma.kernel;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import org.plegma.kernel.protocol.Message;
import org.plegma.kernel.protocol.Wire;

/** What the kernel says about itself. */
final class KernelInfo {
    private KernelInfo() {}

    static JsonObject content() {
        String javaVersion = Runtime.version().toString();
        String version = version();
        return Wire.tree(Map.of(
                        "status",
                        "ok",
                        "protocol_version",
                        Message.PROTOCOL,
                        "implementation",
                        "plegma",
                        "implementation_version",
                        version,
                        "banner",
                        "Plegma " + version + ": Java " + javaVersion
                                + " notebooks that compile OpenCL. %help lists the magics.",
                        "debugger",
                        false,
                        "help_links",
                        List.of(
                                Map.of("text", "Java API", "url", javaApi()),
                                Map.of("text", "OpenCL reference", "url", "https://registry.khronos.org/OpenCL/")),
                        "language_info",
                        Map.of(
                                "name", "java",
                                "version", javaVersion,
                                "mimetype", "text/x-java-source",
                                "file_extension", ".jshell",
                                "pygments_lexer", "java",
                                "codemirror_mode", "text/x-java",
                                "nbconvert_exporter", "script")))
                .getAsJsonObject();
    }

    private static String javaApi() {
        return "https://docs.oracle.com/en/java/javase/" + Runtime.version().feature() + "/docs/api/";
    }

    private static String version() {
        String version = KernelInfo.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
