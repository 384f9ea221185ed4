package org.plegma.magics;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this kernel has for magics of IPython that it has not. */
final class IPythonMagics {
    private static final String LIBRARIES = "%maven group:artifact:version adds a Java library.";
    private static final String SHELL = "%%sh runs a script, !command one line.";
    private static final String NO_NEED =
            "It is not needed: what a cell ends with is shown, charts and grids as pictures.";
    private static final String HTML = "%%html shows a page's text, scripts included.";

    private static final Map<String, String> HERE = Map.ofEntries(
            Map.entry("pip", LIBRARIES),
            Map.entry("conda", LIBRARIES),
            Map.entry("mamba", LIBRARIES),
            Map.entry("matplotlib", NO_NEED),
            Map.entry("config", NO_NEED),
            Map.entry("bash", SHELL),
            Map.entry("script", SHELL),
            Map.entry("python", SHELL),
            Map.entry("python3", SHELL),
            Map.entry("ls", "!ls lists files."),
            Map.entry("cat", "!cat FILE shows a file; %load FILE takes it into a cell."),
            Map.entry("mkdir", "!mkdir NAME makes a folder."),
            Map.entry("load_ext", "All magics are there from the start."),
            Map.entry(
                    "autoreload", "%classpath adds jars and folders of classes; a class that changed needs a restart."),
            Map.entry("debug", "?name tells what a variable is, and %xmode shows whole stacks."),
            Map.entry("prun", "%%bench and %timeit measure, %explain tells why a kernel takes so long."),
            Map.entry("javascript", HTML),
            Map.entry("js", HTML),
            Map.entry("svg", HTML),
            Map.entry("latex", "%%markdown shows formulas between $ signs."),
            Map.entry("pinfo", "?name tells what something is."),
            Map.entry("quickref", "%help lists the magics and what they do."));

    private IPythonMagics() {}

    /** What to use here; null if IPython has no such magic, or there is nothing like it. */
    static @Nullable String here(String name) {
        return HERE.get(name);
    }
}
