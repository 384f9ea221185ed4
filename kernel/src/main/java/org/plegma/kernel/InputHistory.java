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
import org.jspecify.annotations.Nullable;
import org.plegma.kernel.protocol.Message;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.Host.PastCell;

/**
 * The cells that were executed: those of this session with their results as text, and those of earlier sessions from a file.
 */
final class InputHistory {
    private record Entry(int session, int line, String input, @Nullable String output) {}

    private final List<Entry> entries = new ArrayList<>();
    private final @Nullable HistoryFile file;
    private @Nullable List<PastCell> earlier;

    /** @param file where cells are kept beyond the session; null for nowhere */
    InputHistory(@Nullable HistoryFile file) {
        this.file = file;
    }

    /** @param output the result as plain text, or null for none */
    synchronized void add(int line, String input, @Nullable String output) {
        earlier();
        int session = file == null ? session() : file.add(line, input);
        entries.add(new Entry(session, line, input, output));
    }

    /** The cells of this session, or of all, the oldest first. */
    synchronized List<PastCell> cells(boolean earlierSessions) {
        return all(earlierSessions)
                .map(entry -> new PastCell(entry.session, entry.line, entry.input))
                .toList();
    }

    private Stream<Entry> all(boolean earlierSessions) {
        Stream<Entry> before = earlierSessions
                ? earlier().stream().map(cell -> new Entry(cell.session(), cell.number(), cell.source(), null))
                : Stream.empty();
        return Stream.concat(before, entries.stream());
    }

    private List<PastCell> earlier() {
        if (earlier == null) {
            earlier = file == null ? List.of() : file.earlier();
        }
        return earlier;
    }

    private int session() {
        return !entries.isEmpty()
                ? entries.get(0).session
                : 1 + earlier().stream().mapToInt(PastCell::session).max().orElse(0);
    }

    /** The content of the reply to a history request: by range, from the tail, or by a pattern with * and ?. */
    synchronized JsonObject reply(Message request) {
        List<Entry> found =
                switch (request.text("hist_access_type", "tail")) {
                    case "range" -> range(request);
                    case "search" -> search(request);
                    default -> last(all(true).toList(), request.number("n", Integer.MAX_VALUE));
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
        int asked = request.number("session", 0);
        int session = asked > 0 ? asked : session() + asked; // 0 is the current one, -1 the one before
        int start = request.number("start", 0);
        int stop = request.number("stop", Integer.MAX_VALUE);
        return all(true)
                .filter(e -> e.session == session && e.line >= start && e.line < stop)
                .toList();
    }

    private List<Entry> search(Message request) {
        Pattern pattern = glob(request.text("pattern", "*"));
        Stream<Entry> matching = all(true).filter(e -> pattern.matcher(e.input).matches());
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
        tuple.add(entry.session);
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
