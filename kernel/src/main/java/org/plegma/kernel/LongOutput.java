package org.plegma.kernel;

import org.plegma.display.page.Numbers;

/**
 * Of the text that a cell prints to one stream, what is shown: the beginning at once, and the end when the cell has ended. A browser
 * that gets all of it hangs, and Jupyter's server drops what comes too fast. Not thread-safe.
 */
final class LongOutput {
    /** Characters shown at once; a property of the system, so that a cell can set it. */
    static final String MOST = "plegma.mostOutput";

    private static final long USUAL_MOST = 1_000_000;
    private static final int END = 10_000;

    private final StringBuilder end = new StringBuilder();
    private long shown;
    private long leftOut;
    private boolean over;

    /** What is to be shown now of a piece of text; empty if nothing. */
    String pass(String text) {
        if (over) {
            end.append(text);
            if (end.length() > 2 * END) {
                shorten();
            }
            return "";
        }
        long most = Long.getLong(MOST, USUAL_MOST);
        if (shown + text.length() <= most) {
            shown += text.length();
            return text;
        }
        over = true;
        int line = text.lastIndexOf('\n', (int) (most - shown)) + 1;
        int cut = line > 0 || shown > 0 ? line : (int) most;
        pass(text.substring(cut));
        return text.substring(0, cut) + "… The cell has printed " + Numbers.grouped(most)
                + " characters. Of what follows only the end is shown, when it comes.\nTo have all, write it into a file, or set"
                + " before: System.setProperty(\"" + MOST + "\", \"100000000\");\n";
    }

    private void shorten() {
        int cut = end.length() - END;
        int line = end.indexOf("\n", cut) + 1;
        if (line > 0) {
            cut = line;
        } else if (Character.isLowSurrogate(end.charAt(cut))) {
            cut++;
        }
        end.delete(0, cut);
        leftOut += cut;
    }

    /** What is to be shown when the cell has ended; empty if all was. */
    String rest() {
        if (end.length() > END) {
            shorten();
        }
        String rest = (leftOut == 0 ? "" : "… " + Numbers.grouped(leftOut) + " characters are left out here.\n") + end;
        end.setLength(0);
        leftOut = 0;
        return rest;
    }
}
