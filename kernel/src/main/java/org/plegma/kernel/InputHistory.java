package org.plegma.kernel;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The cells of this session that were executed, and their results as text. The session's number is 1. */
final class InputHistory {
    private static final int SESSION = 1;

    private record Entry(int line, String input, String output) {}

    private final List<Entry> entries = new ArrayList<>();

    /** @param output the result as plain text, or null for none */
    synchronized void add(int line, String input, String output) {
        entries.add(new Entry(line, input, output));
    }

    /** The content of the reply to a history request: by range, from the tail, or by a pattern with * and ?. */
    synchronized JsonObject reply(Message request) {
        List<Entry> found =
                switch (request.text("hist_access_type", "tail")) {
                    case "range" -> range(request);
                    case "search" -> search(request);
                    default -> last(entries, request.number("n", Integer.MAX_VALUE));
                };
        boolean output = request.flag("output", false);
        JsonArray history = new JsonArray();
        found.forEach(entry -> history.add(tuple(entry, output)));
        JsonObject content = new JsonObject();
        content.addProperty("status", "ok");
        content.add("history", history);
        return content;
    }

    private List<Entry> range(Message request) {
        int session = request.number("session", 0);
        if (session != 0 && session != SESSION) { // 0 is the current session
            return List.of();
        }
        int start = request.number("start", 0);
        int stop = request.number("stop", Integer.MAX_VALUE);
        return entries.stream().filter(e -> e.line >= start && e.line < stop).toList();
    }

    private List<Entry> search(Message request) {
        Pattern pattern = glob(request.text("pattern", "*"));
        Stream<Entry> matching =
                entries.stream().filter(e -> pattern.matcher(e.input).matches());
        List<Entry> found = matching.toList();
        if (request.flag("unique", false)) {
            Map<String, Entry> latest = new LinkedHashMap<>();
            for (Entry entry : found) {
                latest.remove(entry.input);
                latest.put(entry.input, entry);
            }
            found = List.copyOf(latest.values());
        }
        return last(found, request.number("n", Integer.MAX_VALUE));
    }

    private static Pattern glob(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (char c : pattern.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static List<Entry> last(List<Entry> list, int n) {
        return n < 0 ? Collections.emptyList() : list.subList(Math.max(0, list.size() - n), list.size());
    }

    private static JsonArray tuple(Entry entry, boolean withOutput) {
        JsonArray tuple = new JsonArray();
        tuple.add(SESSION);
        tuple.add(entry.line);
        if (withOutput) {
            JsonArray both = new JsonArray();
            both.add(entry.input);
            JsonElement output = entry.output == null ? JsonNull.INSTANCE : Wire.tree(entry.output);
            both.add(output);
            tuple.add(both);
        } else {
            tuple.add(entry.input);
        }
        return tuple;
    }
}
