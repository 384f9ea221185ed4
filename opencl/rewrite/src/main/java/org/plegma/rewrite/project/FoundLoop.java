package org.plegma.rewrite.project;

import com.github.javaparser.ast.stmt.Statement;
import java.util.List;
import java.util.Map;

/**
 * A loop of a source file.
 *
 * @param type the binary name of the class around it
 * @param method the name of the method around it
 * @param statement the loop in the tree of the file
 * @param text the loop, moved by blank lines to its lines in the file, so that places in messages are those of the file
 * @param types of the variables that are in scope and that it names
 * @param methods the sources of the methods that it may call
 * @param inner the loops in it, outermost first; for a loop that is not taken
 */
record FoundLoop(
        String type,
        String method,
        Statement statement,
        String text,
        Map<String, String> types,
        List<String> methods,
        List<FoundLoop> inner) {

    int line() {
        return statement.getBegin().orElseThrow().line;
    }

    int lastLine() {
        return statement.getEnd().orElseThrow().line;
    }

    /** The head of the loop. */
    String head() {
        String line = text.strip().lines().findFirst().orElse("");
        return line.replaceAll("\\s*\\{.*$", "");
    }
}
