package org.plegma.kernel.editor;

import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.comments.JavadocComment;
import com.github.javaparser.ast.nodeTypes.NodeWithJavadoc;
import com.github.javaparser.javadoc.Javadoc;
import com.github.javaparser.javadoc.JavadocBlockTag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.magics.LibraryImports;
import org.plegma.rewrite.text.JavaParsers;

/**
 * The Javadoc of Plegma's own classes, from their sources, which the jar holds: JShell finds that of the JDK alone. It
 * names what it found by a signature, such as {@code Grid Grid.random(ElementType type, long seed, int... shape)}.
 */
final class OwnJavadoc {
    private static final String ROOT = "/META-INF/sources/";
    private static final String OURS = "org.plegma.";

    /** Where a type may be whose package the signature leaves out: what cells import, and what they meet otherwise. */
    private static final List<String> PACKAGES = Stream.concat(
                    LibraryImports.DECLARATIONS.stream()
                            .filter(line -> line.startsWith("import " + OURS) && line.endsWith(".*;"))
                            .map(line -> line.substring(("import " + OURS).length(), line.length() - 3)),
                    Stream.of(
                            "tune",
                            "tune.space",
                            "tune.candidate",
                            "tune.store",
                            "tune.result",
                            "expr",
                            "expr.tree",
                            "magics",
                            "widgets",
                            "rewrite.optimise",
                            "rewrite.simulator",
                            "kernel"))
            .toList();

    private OwnJavadoc() {}

    /** The comment without its stars; empty if the signature is none of ours, or has no comment. */
    static Optional<String> of(String signature) {
        int open = signature.indexOf('(');
        String name = withoutTypeArguments(open < 0 ? signature : signature.substring(0, open))
                .strip();
        name = name.substring(name.lastIndexOf(' ') + 1);
        List<String> parameters =
                open < 0 ? null : parameters(signature.substring(open + 1, signature.lastIndexOf(')')));
        String last = name.substring(name.lastIndexOf('.') + 1);
        boolean isType = Character.isUpperCase(last.charAt(0)) && !last.equals(last.toUpperCase(java.util.Locale.ROOT));
        if (isType) {
            return type(name).flatMap(type -> parameters == null ? comment(type) : callable(type, last, parameters));
        }
        if (name.length() == last.length()) {
            return Optional.empty();
        }
        return type(name.substring(0, name.length() - last.length() - 1))
                .flatMap(type -> parameters == null
                        ? type.getFieldByName(last).flatMap(OwnJavadoc::comment).or(() -> constant(type, last))
                        : callable(type, last, parameters).or(() -> component(type, last)));
    }

    private static String withoutTypeArguments(String text) {
        String plain = text.replaceAll("<[^<>]*>", "");
        return plain.equals(text) ? text : withoutTypeArguments(plain);
    }

    /** The types of parameters, without names and packages. */
    private static List<String> parameters(String list) {
        return Arrays.stream(withoutTypeArguments(list).split(","))
                .map(String::strip)
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.split("\\s+")[0].replaceFirst("^(\\w+\\.)+", ""))
                .toList();
    }

    /** A type by its name, with or without its package, perhaps inside of another. */
    private static Optional<TypeDeclaration<?>> type(String name) {
        List<String> candidates = new ArrayList<>();
        if (name.startsWith(OURS)) {
            candidates.add(name);
        } else if (Character.isUpperCase(name.charAt(0))) {
            PACKAGES.forEach(part -> candidates.add(OURS + part + "." + name));
        }
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return candidates.stream()
                .map(candidate -> unit(candidate.replaceFirst("^((?:[a-z]\\w*\\.)+[A-Z]\\w*).*$", "$1")))
                .flatMap(Optional::stream)
                .<TypeDeclaration<?>>flatMap(unit -> unit.findAll(TypeDeclaration.class).stream()
                        .map(type -> (TypeDeclaration<?>) type)
                        .filter(type -> type.getNameAsString().equals(simple)))
                .findFirst();
    }

    private static Optional<CompilationUnit> unit(String type) {
        try (InputStream source = OwnJavadoc.class.getResourceAsStream(ROOT + type.replace('.', '/') + ".java")) {
            if (source == null) {
                return Optional.empty();
            }
            ParserConfiguration java17 =
                    new ParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17);
            return JavaParsers.of(java17)
                    .parse(new String(source.readAllBytes(), StandardCharsets.UTF_8))
                    .getResult();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The method or constructor whose parameters are most alike. */
    private static Optional<String> callable(TypeDeclaration<?> type, String name, List<String> parameters) {
        Stream<? extends CallableDeclaration<?>> all = Stream.concat(
                type.getMethodsByName(name).stream(),
                type.getConstructors().stream().filter(c -> c.getNameAsString().equals(name)));
        return all.max(Comparator.comparingInt(c -> alike(c, parameters)))
                .flatMap(c -> comment((NodeWithJavadoc<?>) c));
    }

    private static int alike(CallableDeclaration<?> callable, List<String> parameters) {
        List<String> own = callable.getParameters().stream()
                .map(p -> withoutTypeArguments(p.getTypeAsString()) + (p.isVarArgs() ? "..." : ""))
                .toList();
        long same = Stream.iterate(0, i -> i < Math.min(own.size(), parameters.size()), i -> i + 1)
                .filter(i -> Objects.equals(own.get(i), parameters.get(i)))
                .count();
        return (own.size() == parameters.size() ? 100 : 0) + (int) same;
    }

    /** What a record says of one of its components, for the method of that name. */
    private static Optional<String> component(TypeDeclaration<?> type, String name) {
        return type instanceof RecordDeclaration
                ? type.getJavadocComment().map(JavadocComment::parse).map(Javadoc::getBlockTags).stream()
                        .flatMap(List::stream)
                        .filter(tag -> tag.getType() == JavadocBlockTag.Type.PARAM
                                && tag.getName().filter(name::equals).isPresent())
                        .map(tag -> tag.getContent().toText())
                        .findFirst()
                : Optional.empty();
    }

    /** A constant of an enum, which is no field to the parser. */
    private static Optional<String> constant(TypeDeclaration<?> type, String name) {
        return type instanceof EnumDeclaration constants
                ? constants.getEntries().stream()
                        .filter(entry -> entry.getNameAsString().equals(name))
                        .findFirst()
                        .flatMap(OwnJavadoc::comment)
                : Optional.empty();
    }

    private static Optional<String> comment(NodeWithJavadoc<?> node) {
        return node.getJavadocComment().map(comment -> comment.parse().toText());
    }
}
