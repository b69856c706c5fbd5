package dev.magpie.cli.simulate;

import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.gpu.Breakdown.Part;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Where time went: {@code --by}, and the cycles of what is told over time. */
public final class BreakdownOptions {
  @Option(
      names = "--by",
      paramLabel = "PART",
      split = ",",
      description =
          "Tell where time went, beside kernels, by: ${COMPLETION-CANDIDATES}; several with commas."
              + " Lines are those of the source where PTX was compiled with -lineinfo, else of"
              + " PTX. With --format csv, the rows are of the first. Of several systems, --format json"
              + " has them. With --report, by time if nothing else is said.")
  private List<Part> by = new ArrayList<>();

  @Option(
      names = {"--interval", "--timeline-interval"},
      paramLabel = "CYCLES",
      defaultValue = "1000",
      description =
          "Cycles between values over time, of --timeline and --by time. Default:"
              + " ${DEFAULT-VALUE}.")
  private long interval;

  private boolean isOnPage;

  public void check() {
    BadUsageException.when(interval < 1, "--interval is 1 or more");
  }

  /** For a page, which shows time if nothing else is asked for. */
  public void addTimeOf(ReportOption page) {
    isOnPage = page.isGiven();
  }

  Set<Part> parts() {
    return !by.isEmpty() ? EnumSet.copyOf(by) : isOnPage ? Set.of(Part.TIME) : Set.of();
  }

  public long interval() {
    return interval;
  }

  /** Whose rows are CSV; launches without any. */
  public Optional<Part> csv() {
    return by.stream().findFirst();
  }
}
