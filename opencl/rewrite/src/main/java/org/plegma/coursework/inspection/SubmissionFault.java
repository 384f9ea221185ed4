package org.plegma.coursework.inspection;

import java.util.Optional;
import org.plegma.coursework.apart.LaunchRunner.Outcomes;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.rewrite.simulator.LanePicture;

/** What is wrong with a submission, as its author is told; with a picture of the smallest size that fails, if there is one. */
public record SubmissionFault(FaultKind kind, String text, Optional<LanePicture> picture) {
    public SubmissionFault(FaultKind kind, String text) {
        this(kind, text, Optional.empty());
    }

    /** That a kernel does not start. */
    public static SubmissionFault ofLaunch(String why) {
        return new SubmissionFault(FaultKind.LAUNCH, "cannot be launched: " + why);
    }

    /** That its process has ended before a launch was over. */
    public static SubmissionFault ofEnd(String kernel, Outcomes outcomes) {
        return outcomes.isEndless()
                ? new SubmissionFault(
                        FaultKind.ENDLESS,
                        "wrong: " + kernel + " has not come to its end: its process " + outcomes.end()
                                + ". Look for a loop that does not end")
                : new SubmissionFault(
                        FaultKind.CRASH,
                        "wrong: " + kernel + " ended its process, which " + outcomes.end()
                                + ": does it write outside of its arrays?");
    }
}
