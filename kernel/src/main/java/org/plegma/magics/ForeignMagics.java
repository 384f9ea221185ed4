package org.plegma.magics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this kernel has for magics of IPython, of IJava and of Kotlin's notebooks that it has not. */
final class ForeignMagics {
    private static final Map<String, String> HERE = new HashMap<>();

    static {
        put("%maven group:artifact:version adds a Java library.", "pip", "conda", "mamba", "dependency");
        put("%maven --repo=URL group:artifact:version looks in one more repository.", "addMavenRepository");
        put("A variable's name alone, as the last line of a cell, shows its value.", "printWithName");
        put("Java's own import takes static ones, too: import static java.lang.Math.*;", "import");
        put(
                "Tables, charts and grids need no import; %maven group:artifact:version adds another library.",
                "use", "useLatestDescriptors");
        put(
                "It is not needed: what a cell ends with is shown, charts and grids as pictures.",
                "matplotlib",
                "config",
                "pylab",
                "gui");
        put(
                "%%sh runs a script, !command one line.",
                "bash", "script", "python", "python3", "perl", "ruby", "sx", "sc");
        put("!ls lists files.", "ls", "ll");
        put("!cat FILE shows a file; %load FILE takes it into a cell.", "cat", "less", "more");
        put("!mkdir NAME makes a folder.", "mkdir");
        put("%%writefile FILE writes the cell into a file.", "file");
        put("%cd FOLDER changes the folder, %pwd tells it.", "pushd", "popd", "dhist", "bookmark");
        put("%env NAME=VALUE sets a variable of the environment.", "set_env");
        put("All magics are there from the start.", "load_ext", "reload_ext");
        put("%classpath adds jars and folders of classes; a class that changed needs a restart.", "autoreload");
        put("?name tells what a variable is, and %xmode shows whole stacks.", "debug", "pdb", "tb");
        put("%%bench and %timeit measure, %explain tells why a kernel takes so long.", "prun", "lprun", "mprun");
        put("%%html shows a page's text, scripts included.", "javascript", "js", "svg");
        put("%%markdown shows formulas between $ signs.", "latex");
        put("%%opencl compiles the kernels of a cell, in OpenCL C.", "cuda", "cu", "nvcc", "cl_kernel");
        put("?name tells what something is.", "pinfo", "pinfo2", "pdoc", "pdef", "psource", "pfile");
        put("%help lists the magics and what they do.", "quickref", "magic");
        put("%whos lists the variables.", "who_ls");
        put("x = null; gives up what x holds, and %reset forgets all.", "del", "xdel", "reset_selective");
        put("var x = …; keeps a value, %%sh --out NAME what commands print.", "capture");
        put("String.format(\"%.3f\", x) sets the digits of a number.", "precision");
        put("%hdf5 save FILE x keeps arrays in a file, %hdf5 load FILE takes them from there.", "store");
        put("%history shows earlier cells, and -f FILE writes them.", "save", "recall", "rep", "rerun", "logstart");
        put("Jupyter's menu Kernel ends the kernel or starts it anew.", "exit", "quit", "restart");
    }

    private ForeignMagics() {}

    private static void put(String here, String... names) {
        List.of(names).forEach(name -> HERE.put(name, here));
    }

    /** What to use here; null if no other kernel has such a magic, or there is nothing like it. */
    static @Nullable String here(String name) {
        return HERE.get(name);
    }
}
