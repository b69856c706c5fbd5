package dev.magpie.explore.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.InputResources;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Resource;
import dev.magpie.snapshot.Snapshot;
import java.util.List;
import java.util.Map;

/** All that pages ask of memory. */
public final class MemoryResources implements InputResources {
  private final Shelf shelf;
  private final SizeRuns runs;
  private final MapResource map;
  private final Precedence precedence = new Precedence();
  private final Map<String, Resource> byName;

  /**
   * @param snapshots that are shown; they are opened meanwhile
   * @param series whether the snapshots are successive moments of one program
   * @param gpus whose memory they may be in
   * @param threads that measure
   */
  public MemoryResources(
      List<Input<Snapshot>> snapshots, boolean series, ShownGpus gpus, int threads) {
    shelf = new Shelf(snapshots);
    Coders coders = new Coders();
    runs = new SizeRuns(shelf, coders, precedence, threads);
    map = new MapResource(shelf, coders);
    BuddySeries buddy = new BuddySeries(shelf, runs, series);
    byName =
        Map.of(
            "codecs", new CodecsResource(),
            "tensors", new TensorsResource(shelf),
            "sizes", new SizesResource(shelf, runs),
            "map", precedence.of(map),
            "block", precedence.of(new BlockResource(shelf, coders)),
            "rivals", precedence.of(new RivalsResource(shelf, coders)),
            "buddy", new BuddyResource(buddy),
            "targets", new TargetsResource(buddy),
            "capacity", new CapacityResource(buddy, gpus));
  }

  /** Measures the first snapshot before a page has come to ask for it. */
  public void begin(CodecSpec codec, Granularity granularity) {
    Coding coding = new Coding(codec, granularity);
    var _ =
        shelf
            .opening()
            .done()
            .thenRun(() -> shelf.all().stream().limit(1).forEach(each -> begin(each, coding)));
  }

  private void begin(ShownSnapshot shown, Coding coding) {
    SizeRun run = runs.of(shown, coding);
    run.ask(0);
    Thread.ofVirtual()
        .name("rehearsal")
        .start(() -> {
          try {
            // The figures that the first page shows come first.
            run.awaitSamples();
            new MapRehearsal(map, precedence).of(shown, coding);
          } catch (RefusedException | IllegalStateException | InternalError _) {
            // The page says what is wrong with the codec, or with a file that was cut short; or all
            // is closed meanwhile.
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Override
  public Opening<?> opening() {
    return shelf.opening();
  }

  /** What the snapshots are, once they are open. */
  public List<OpenedSnapshot> snapshots() {
    return shelf.all().stream().map(OpenedSnapshot::of).toList();
  }

  @Override
  public Map<String, Resource> byName() {
    return byName;
  }

  @Override
  public void close() {
    runs.close();
    shelf.close();
  }
}
