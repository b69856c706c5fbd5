package dev.magpie.buddy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.memory.Transfers;
import java.util.List;

/**
 * What a replay found, summed up.
 *
 * @param unchanged whether every byte came back
 * @param total of all snapshots
 */
public record ReplayResult(
    String codec,
    long deviceBytes,
    long carveOutBytes,
    boolean unchanged,
    Sum total,
    List<Step> snapshots) {
  public record Step(String name, @JsonUnwrapped Sum sum, List<Visit> allocations) {
    static Step of(Replay.Step step) {
      return new Step(
          step.name(), Sum.of(step.visits()), step.visits().stream().map(Visit::of).toList());
    }
  }

  public record Visit(String name, String path, String target, @JsonUnwrapped Sum sum) {
    static Visit of(Replay.Visit visit) {
      return new Visit(
          visit.key().name(),
          visit.key().path(),
          visit.target().toString(),
          Sum.of(List.of(visit)));
    }
  }

  /** Visits summed up. */
  public record Sum(
      long entries,
      long spilled,
      long deviceReads,
      long deviceWrites,
      long buddyReads,
      long buddyWrites,
      long metadataAccesses,
      long metadataMisses,
      long overflows) {
    public static Sum of(List<Replay.Visit> visits) {
      Transfers moved = new Transfers();
      visits.forEach(visit -> {
        moved.add(visit.written());
        moved.add(visit.read());
      });
      return new Sum(
          visits.stream().mapToLong(Replay.Visit::entries).sum(),
          visits.stream().mapToLong(Replay.Visit::spilled).sum(),
          moved.deviceReads,
          moved.deviceWrites,
          moved.buddyReads,
          moved.buddyWrites,
          moved.metadataAccesses,
          moved.metadataMisses,
          moved.overflows);
    }

    /** Memory-entries that need buddy memory. */
    public double spilledPercent() {
      return 100.0 * spilled / entries;
    }
  }

  /** Sums a replay up. */
  public static ReplayResult of(String codec, Replay.Result result) {
    return new ReplayResult(
        codec,
        result.deviceBytes(),
        result.carveOutBytes(),
        true,
        Sum.of(result.steps().stream().flatMap(step -> step.visits().stream()).toList()),
        result.steps().stream().map(Step::of).toList());
  }
}
