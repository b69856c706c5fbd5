package dev.magpie.codec.burst;

import dev.magpie.codec.simd.BulkSizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts together the steps in which some modes size tiles. */
final class TileModes {
  private final Bursts bursts;
  private final Tile tile;
  private final List<Mode> modes;
  private final Set<String> names;

  /**
   * @param modes all of them {@linkplain #serves served}
   */
  TileModes(List<Mode> modes, Bursts bursts, int blockBytes) {
    this.bursts = bursts;
    this.modes = modes;
    tile = Tile.of(blockBytes);
    names = modes.stream().map(Mode::name).collect(Collectors.toSet());
  }

  /** Whether there are steps of a mode. */
  static boolean serves(Mode mode) {
    return !(mode instanceof NotZeros) && mode.words().bits() >= Integer.SIZE;
  }

  BulkSizer sizer() {
    List<List<TileStep>> stages = new ArrayList<>();
    if (hasWordsOf(Integer.SIZE)) {
      stages.addAll(new IntSteps(names, bursts, tile).stages());
      for (HighParts mode : quads(Integer.SIZE)) {
        stages.add(new IntQuads(bursts, tile, mode.zero(), mode.lows(bursts)).steps());
      }
    }
    if (hasWordsOf(Long.SIZE)) {
      stages.addAll(new LongSteps(names, bursts, tile).stages());
      for (HighParts mode : quads(Long.SIZE)) {
        stages.add(new LongQuads(bursts, tile, mode.zero(), mode.lows(bursts)).steps());
      }
    }
    return new TileSizer(bursts, tile, List.copyOf(stages));
  }

  private boolean hasWordsOf(int bits) {
    return modes.stream().anyMatch(each -> each.words().bits() == bits);
  }

  private List<HighParts> quads(int bits) {
    return modes.stream()
        .filter(HighParts.class::isInstance)
        .map(HighParts.class::cast)
        .filter(each -> each.words().bits() == bits && each.parts() == 4)
        .toList();
  }
}
