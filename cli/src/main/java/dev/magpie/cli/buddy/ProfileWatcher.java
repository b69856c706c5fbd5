package dev.magpie.cli.buddy;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.buddy.SeriesMap;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.cli.output.Skipped;
import dev.magpie.snapshot.Allocation;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Sees a scan for the map of the report, if there is to be one, and for the user. */
final class ProfileWatcher implements SeriesSizes.Watcher {
  private final @Nullable SeriesMap map;
  private final LongConsumer progress;
  private Skipped skipped = Skipped.NOTHING;

  ProfileWatcher(@Nullable SeriesMap map, LongConsumer progress) {
    this.map = map;
    this.progress = progress;
  }

  @Override
  public @Nullable BlockObserver begin(int snapshot, List<Allocation> allocations) {
    return map == null ? null : map.begin(snapshot, allocations);
  }

  @Override
  public void skipped(int files, int arrays) {
    skipped = skipped.plus(files, arrays);
  }

  @Override
  public void accept(long bytes) {
    progress.accept(bytes);
  }

  /** What of all snapshots was not looked at. */
  Skipped skipped() {
    return skipped;
  }
}
