package org.plegma;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralStringValueExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps what Plegma writes the same in every country, in all that plegma.jar has: compilers, files and notebooks that are compared read
 * it. Some locales have other digits, a decimal comma or another lower case of I.
 */
class LocaleRuleTest {
    private static final List<Path> SOURCES = List.of(
            Path.of("src/main/java"), Path.of("../opencl/src/main/java"), Path.of("../opencl/rewrite/src/main/java"));

    /** What follows a percent sign up to the letter that says what it becomes. */
    private static final Pattern CONVERSION = Pattern.compile("%[^a-zA-Z%]*([a-zA-Z%])");

    /** As {@code String.format("%d", n)} and {@code text.toLowerCase()}. */
    @Test
    void methodsThatWouldTakeALocaleAreGivenOne() {
        noClasses()
                .should()
                .accessTargetWhere(DescribedPredicate.describe("would take a Locale, too", LocaleRuleTest::lacksLocale))
                .because("the default locale decides about digits and letters then: give it Locale.ROOT")
                .check(PackageOrderTest.CLASSES);
    }

    private static boolean lacksLocale(JavaAccess<?> access) {
        AccessTarget target = access.getTarget();
        if (!(target instanceof CodeUnitAccessTarget)) {
            return false;
        }
        JavaClass owner = target.getOwner();
        List<String> types = names(((CodeUnitAccessTarget) target).getRawParameterTypes());
        return owner.getPackageName().startsWith("java.")
                && !types.contains(Locale.class.getName())
                && owner.getAllMembers().stream()
                        .filter(member -> member instanceof JavaCodeUnit
                                && member.getName().equals(target.getName()))
                        .map(member -> names(((JavaCodeUnit) member).getRawParameterTypes()))
                        .anyMatch(others -> others.remove(Locale.class.getName()) && others.equals(types));
    }

    private static List<String> names(List<JavaClass> types) {
        return types.stream().map(JavaClass::getName).collect(Collectors.toCollection(ArrayList::new));
    }

    /** It takes no locale; {@code %s} of a number is its {@code toString}, and needs none. */
    @Test
    void formattedHasNoConversionButOfText() throws IOException {
        List<String> faults = new ArrayList<>();
        int calls = 0;
        for (Path folder : SOURCES) {
            for (Path file : javaFiles(folder)) {
                for (MethodCallExpr call : callsOfFormatted(file)) {
                    calls++;
                    int line = call.getName().getBegin().orElseThrow().line;
                    fault(call.getScope().orElseThrow())
                            .ifPresent(fault -> faults.add(folder.relativize(file) + ":" + line + ": " + fault));
                }
            }
        }
        assertTrue(calls > 100, "only " + calls + " calls were found");
        assertEquals(Collections.emptyList(), faults);
    }

    private static Optional<String> fault(Expression text) {
        if (!(text instanceof StringLiteralExpr) && !(text instanceof TextBlockLiteralExpr)) {
            return Optional.of("not a literal: use String.format with Locale.ROOT");
        }
        Matcher conversions = CONVERSION.matcher(((LiteralStringValueExpr) text).getValue());
        return conversions
                .results()
                .filter(found -> !"sn%".contains(found.group(1)))
                .map(found ->
                        found.group() + " depends on the default locale: use %s, or String.format with Locale.ROOT")
                .findFirst();
    }

    private static List<MethodCallExpr> callsOfFormatted(Path file) throws IOException {
        return new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17))
                .parse(file)
                .getResult()
                .orElseThrow()
                .findAll(MethodCallExpr.class, call -> call.getNameAsString().equals("formatted"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those that may call it: to parse all files takes long. */
    private static List<Path> javaFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".java") && text(file).contains("formatted"))
                    .collect(Collectors.toList());
        }
    }
}
