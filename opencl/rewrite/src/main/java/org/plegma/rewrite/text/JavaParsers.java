package org.plegma.rewrite.text;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.type.PrimitiveType;
import java.util.Locale;

/** Makes parsers of Java. JavaParser has its words for types by the machine's language when it is loaded: "ınt" in Turkish. */
public final class JavaParsers {
    static {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
        try {
            PrimitiveType.intType();
        } finally {
            Locale.setDefault(before);
        }
    }

    private JavaParsers() {}

    /** A parser. */
    public static JavaParser of(ParserConfiguration configuration) {
        return new JavaParser(configuration);
    }
}
