package io.github.spencerpark.ijava;

import io.github.spencerpark.ijava.execution.MagicsSourceTransformer;
import io.github.spencerpark.jupyter.kernel.BaseKernel;
import io.github.spencerpark.jupyter.kernel.LanguageInfo;
import io.github.spencerpark.jupyter.kernel.display.DisplayData;
import io.github.spencerpark.jupyter.kernel.magic.registry.Magics;
import java.util.ArrayList;
import java.util.List;
import org.plegma.ijava.TestShell;

/** Stands for IJava's kernel: the members that the adapter meets, with the same names and types. */
public final class JavaKernel extends BaseKernel {
    private final TestShell evaluator = new TestShell();
    private final MagicsSourceTransformer magicsTransformer = new MagicsSourceTransformer();
    private final Magics magics = new Magics();

    /** What was displayed; the real one sends it. */
    public final List<DisplayData> displayed = new ArrayList<>();

    public JavaKernel() {
        evaluator.eval("import static io.github.spencerpark.ijava.JavaKernel.cellMagic;");
        evaluator.eval("import static io.github.spencerpark.ijava.JavaKernel.lineMagic;");
    }

    public static <T> T cellMagic(String name, List<String> arguments, String body) throws Exception {
        return IJava.getKernelInstance().magics.applyCellMagic(name, arguments, body);
    }

    public static <T> T lineMagic(String name, List<String> arguments) throws Exception {
        return IJava.getKernelInstance().magics.applyLineMagic(name, arguments);
    }

    public Magics getMagics() {
        return magics;
    }

    public Object evalRaw(String source) throws Exception {
        return evaluator.eval(magicsTransformer.transformMagics(source));
    }

    @Override
    public DisplayData eval(String source) throws Exception {
        Object result = evalRaw(source);
        return result == null ? null : getRenderer().render(result);
    }

    @Override
    public void display(DisplayData data) {
        displayed.add(data);
    }

    @Override
    public LanguageInfo getLanguageInfo() {
        return new LanguageInfo.Builder("Java").build();
    }

    /** What the magic {@code %jars} of the real one does. */
    public void addToClasspath(String jar) {
        evaluator.addToClasspath(jar);
    }

    public void close() {
        evaluator.close();
    }
}
