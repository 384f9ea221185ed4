package org.plegma.measure.campaign;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that cannot be read as a campaign: damaged, of another format, or written by a newer Plegma. */
public final class CampaignException extends RuntimeException {

    CampaignException(Path file, String problem, @Nullable Throwable cause) {
        super("Cannot read the campaign " + file + ": " + problem, cause);
    }
}
