package org.plegma.kernel.cell;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The compiler's parser alone: whether a text is Java, whatever its names mean. */
public final class JavaSyntax {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private JavaSyntax() {}

    /** What the parser says against a source file. */
    public static List<Diagnostic<? extends JavaFileObject>> errors(String unit) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///C.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return unit;
            }
        };
        try {
            JavacTask task = (JavacTask) COMPILER.getTask(null, null, diagnostics, null, null, List.of(file));
            task.parse();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .toList();
    }
}
