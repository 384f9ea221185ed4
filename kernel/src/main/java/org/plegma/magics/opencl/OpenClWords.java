package org.plegma.magics.opencl;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.source.KernelSource;
import org.plegma.magics.Magic.BodyWord;

/** The words of OpenCL C for completion, and what they mean for inspection. */
final class OpenClWords {
    private static final Pattern WORD = Pattern.compile("#?\\w+");
    private static final String ANY = "*";

    /** By name, or by a beginning that ends with {@value #ANY}. */
    private static final Map<String, BodyWord> MEANINGS = meanings();

    private OpenClWords() {}

    /** Keywords, types, functions and constants. */
    public static List<String> all() {
        return KernelSource.resource(OpenClWords.class, "opencl-words.txt")
                .lines()
                .toList();
    }

    private static Map<String, BodyWord> meanings() {
        Map<String, BodyWord> meanings = new HashMap<>();
        KernelSource.resource(OpenClWords.class, "opencl-help.txt")
                .lines()
                .filter(line -> !line.startsWith("# "))
                .map(line -> line.split("\t"))
                .forEach(parts -> {
                    for (String name : parts[0].split(" ")) {
                        meanings.put(name, new BodyWord(parts[1], parts[2]));
                    }
                });
        return meanings;
    }

    /** What the word at an offset means; empty if it is none of OpenCL's. */
    public static Optional<BodyWord> describe(String source, int cursor) {
        Matcher words = WORD.matcher(source);
        while (words.find() && words.start() <= cursor) {
            if (cursor <= words.end()) {
                return meaning(words.group());
            }
        }
        return Optional.empty();
    }

    static Optional<BodyWord> meaning(String word) {
        BodyWord exact = MEANINGS.get(word);
        return exact != null
                ? Optional.of(exact)
                : MEANINGS.keySet().stream()
                        .filter(name -> name.endsWith(ANY) && word.startsWith(name.substring(0, name.length() - 1)))
                        .max(Comparator.comparingInt(String::length))
                        .map(MEANINGS::get);
    }
}
