package org.plegma.rewrite.parallel;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.plegma.rewrite.Code;
import org.plegma.rewrite.Kind;
import org.plegma.rewrite.Term;
import org.plegma.rewrite.Tree;

/** The sequential Java as it was written, compiled, to compare with. */
final class JavaOriginal implements Consumer<Map<String, Object>> {
    private static final String CLASS = "Original";

    private final Method method;

    /** @throws IllegalStateException if this Java has no compiler, or the code does not compile */
    JavaOriginal(ParallelCode code) {
        this.method = compile(text(code));
    }

    /** Runs it on values by name: arrays are changed in place, new values of variables put into the map. */
    @Override
    public void accept(Map<String, Object> values) {
        try {
            method.invoke(null, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(ParallelCode code) {
        StringBuilder text = new StringBuilder("public final class " + CLASS + " {\n");
        Set<String> called = new LinkedHashSet<>();
        code.cell()
                .statements()
                .forEach(statement -> collectCalls(statement, code.cell().methods(), called));
        for (String method : called) {
            text.append("static ")
                    .append(Code.print(plain(code.cell().methods().get(method))))
                    .append('\n');
        }
        String parameters = code.cell().types().entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        // a method of its own, so that variables are local ones
        text.append("private static void statements_(java.util.Map<String, Object> values_")
                .append(parameters.isEmpty() ? "" : ", ")
                .append(parameters)
                .append(") {\n");
        code.cell().statements().forEach(statement -> text.append(Code.print(statement))
                .append('\n'));
        Set<String> results = new LinkedHashSet<>(code.innerResults());
        results.forEach(name -> text.append("values_.put(\"" + code.cell().inJava(name) + "\", " + name + ");\n"));
        text.append("}\npublic static void run_(java.util.Map<String, Object> values_) {\nstatements_(values_");
        code.parameters()
                .forEach((name, type) ->
                        text.append(", (").append(boxed(type)).append(") values_.get(\"" + name + "\")"));
        return text.append(");\n}\n}\n").toString();
    }

    /** The methods that are called, and those that they call. */
    private static void collectCalls(Term term, Map<String, Tree> methods, Set<String> called) {
        if (term.is(Kind.CALL)) {
            String name = term.child(0).text();
            if (term.child(0).is(Kind.NAME) && methods.containsKey(name) && called.add(name)) {
                collectCalls(methods.get(name), methods, called);
            }
        }
        term.children().forEach(part -> collectCalls(part, methods, called));
    }

    private static String boxed(String type) {
        return switch (type) {
            case "int" -> "Integer";
            case "long" -> "Long";
            case "float" -> "Float";
            case "double" -> "Double";
            case "boolean" -> "Boolean";
            default -> type;
        };
    }

    private static Term plain(Tree method) {
        Tree type = (Tree) method.child(0);
        java.util.ArrayList<Term> parts = new java.util.ArrayList<>(method.children());
        parts.set(0, type.withChildren(List.of()));
        return method.withChildren(parts);
    }

    private static Method compile(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException(
                    "The loop cannot be compared with Java, as this Java has no compiler. Run on a JDK, or use --no-check.");
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        JavaFileManager files = new InMemory(compiler.getStandardFileManager(found, null, null), classes);
        List<String> options = List.of("-proc:none", "-nowarn");
        boolean compiled = compiler.getTask(null, files, found, options, null, List.of(new SourceText(source)))
                .call();
        if (!compiled) {
            String errors = found.getDiagnostics().stream()
                    .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                    .map(each -> each.getMessage(null))
                    .collect(Collectors.joining("\n"));
            throw new IllegalStateException("The Java of the cell does not compile.\n" + errors);
        }
        ClassLoader loader = new ClassLoader(JavaOriginal.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                ByteArrayOutputStream bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            }
        };
        try {
            return loader.loadClass(CLASS).getMethod("run_", Map.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String text) {
            super(URI.create("string:///" + CLASS + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(JavaFileManager below, Map<String, ByteArrayOutputStream> classes) {
            super(below);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
