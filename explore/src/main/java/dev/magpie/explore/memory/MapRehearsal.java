package dev.magpie.explore.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.snapshot.Allocation;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Squares of a picture that nobody looks at, so that Java has compiled what draws the first one.
 * They are asked for as pages ask; on a virtual thread, as what is compiled for others does not do
 * for those that answer pages; and only while no page waits.
 */
record MapRehearsal(MapResource map, Precedence precedence) {
  private static final int LEVELS = 5;
  private static final int ROW_BLOCKS = 2048;

  /** Of the codec that pages begin with, and of each other one. */
  private static final int FIRST_ROUNDS = 4;

  private static final int ROUNDS = 2;

  /** Draws of the first snapshot, with one codec and then with all others that need no training. */
  void of(ShownSnapshot shown, Coding coding) {
    List<Allocation> allocations = shown.allocations();
    IntStream.range(0, allocations.size())
        .boxed()
        .max(Comparator.comparingLong(each -> allocations.get(each).bytes()))
        .filter(each -> allocations.get(each).bytes() > 0)
        .ifPresent(largest -> {
          draw(largest, coding.spec(), coding.granularity(), FIRST_ROUNDS);
          Codecs.untrained().stream()
              .filter(each -> !each.equals(coding.spec()))
              .filter(each -> each.family().supports(coding.granularity()))
              .forEach(each -> draw(largest, each, coding.granularity(), ROUNDS));
        });
  }

  private void draw(int allocation, CodecSpec codec, Granularity granularity, int rounds) {
    for (int n = 0; n < rounds * LEVELS; n++) {
      Map<String, Object> values =
          Map.of(
              "s",
              0,
              "a",
              allocation,
              "codec",
              codec,
              "block",
              granularity.blockBytes(),
              "mag",
              granularity.magBytes(),
              "row",
              ROW_BLOCKS,
              "level",
              n % LEVELS,
              "x",
              0,
              "y",
              0,
              "show",
              "bursts");
      precedence.giveWay();
      map.answer(PageRequest.of(values));
    }
  }
}
