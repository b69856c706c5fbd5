package dev.magpie.explore.memory;

import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a snapshot is that is open.
 *
 * @param label what people see it called
 * @param input what it was opened from
 * @param files that its arrays are from
 * @param remarks what of the input is not shown
 */
public record OpenedSnapshot(
    String label, String input, int tensors, long files, long bytes, List<String> remarks) {
  static OpenedSnapshot of(ShownSnapshot shown) {
    return new OpenedSnapshot(
        shown.label(),
        shown.input(),
        shown.allocations().size(),
        shown.allocations().stream().map(each -> each.source().toString()).distinct().count(),
        shown.snapshot().bytes(),
        Stream.concat(left(shown.snapshot()), shown.snapshot().remarks().stream()).toList());
  }

  private static Stream<String> left(Snapshot snapshot) {
    int moments = SnapshotSeries.likelyMoments(snapshot);
    return Stream.of(
            moments == 0
                ? ""
                : "its %d directories hold the same arrays: if they are moments of one program, --series shows them over time"
                    .formatted(moments),
            snapshot.skippedFiles() == 0
                ? ""
                : "files of other kinds, which are left out: " + snapshot.skippedFiles(),
            snapshot.skippedArrays() == 0
                ? ""
                : "arrays without numbers in place, which are left out: %d, as %s"
                    .formatted(
                        snapshot.skippedArrays(), String.join(", ", snapshot.skippedNames())))
        .filter(each -> !each.isEmpty());
  }
}
