package org.plegma.rewrite.parallel.cell;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Classes compiled from text by javac, in memory. */
public final class JavaClasses {
    /** Empty if this Java has no compiler. */
    private static final Optional<StandardJavaFileManager> LIBRARY = Optional.ofNullable(
                    ToolProvider.getSystemJavaCompiler())
            .map(compiler -> compiler.getStandardFileManager(null, null, null));

    private static volatile UnaryOperator<byte[]> weaver = UnaryOperator.identity();

    private final Map<String, ByteArrayOutputStream> bytes = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();
    private final ClassLoader loader = new ClassLoader(JavaClasses.class.getClassLoader()) {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream compiled = bytes.get(name);
            if (compiled == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] woven = weaver.apply(compiled.toByteArray());
            return defineClass(name, woven, 0, woven.length);
        }
    };

    /** What javac says against a class, with the line and column of its text, from 1. */
    public record Fault(String type, long line, long column, String message) {}

    /**
     * Compiles classes of no package, all in one run of the compiler.
     *
     * @param texts by name
     * @throws IllegalStateException if this Java has no compiler
     */
    public JavaClasses(Map<String, String> texts) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException(
                    "The loop cannot be compared with Java, as this Java has no compiler. Run on a JDK, or use --no-check.");
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<Text> sources = texts.entrySet().stream()
                .map(each -> new Text(each.getKey(), each.getValue()))
                .toList();
        List<String> options = List.of("-proc:none", "-nowarn", "-Xmaxerrs", String.valueOf(Integer.MAX_VALUE));
        InMemory classes = new InMemory(LIBRARY.orElseThrow());
        compiler.getTask(null, classes, found, options, null, sources).call();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                String type = each.getSource() instanceof Text text ? text.type : "";
                faults.add(new Fault(type, each.getLineNumber(), each.getColumnNumber(), each.getMessage(null)));
            }
        }
    }

    /** What becomes of class files before they are loaded: a notebook makes their loops stoppable. */
    public static void weaving(UnaryOperator<byte[]> how) {
        weaver = how;
    }

    /** Why there are no classes; empty if there are. */
    public List<Fault> faults() {
        return faults;
    }

    public Class<?> named(String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String type;
        private final String text;

        Text(String type, String text) {
            super(URI.create("string:///" + type + ".java"), JavaFileObject.Kind.SOURCE);
            this.type = type;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        InMemory(StandardJavaFileManager library) {
            super(library);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream compiled = new ByteArrayOutputStream();
            bytes.put(name, compiled);
            return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return compiled;
                }
            };
        }
    }
}
