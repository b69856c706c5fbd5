package dev.magpie.codec.burst;

import java.util.ArrayList;
import java.util.List;

/** The modes that there are. */
final class Modes {
  private static final List<Integer> WORDS = List.of(8, 16, 32, 64);

  private Modes() {}

  /** All of them for blocks of a size. */
  static List<Mode> all(int blockBytes) {
    List<Mode> all = new ArrayList<>();
    for (int bits : WORDS) {
      WordView words = WordView.ofBlock(bits, blockBytes);
      all.add(new Deltas(words, false));
      all.add(new Deltas(words, true));
      all.add(new VaryingPlanes(words, false));
      all.add(new VaryingPlanes(words, true));
      all.add(new NotZeros(words));
      for (int parts : new int[] {2, 4}) {
        all.add(new HighParts(words, parts, false));
        all.add(new HighParts(words, parts, true));
      }
    }
    return all;
  }

  static List<String> names() {
    return all(BurstModes.MINIMUM_BLOCK_BYTES).stream().map(Mode::name).toList();
  }

  /** One by its name. */
  static Mode named(String name, int blockBytes) {
    return all(blockBytes).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
