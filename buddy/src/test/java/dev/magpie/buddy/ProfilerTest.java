package dev.magpie.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The profiler against a plain recount of random series. */
class ProfilerTest {
  private static final List<TargetRatio> TARGETS = List.of(TargetRatio.values());
  private static final double[] RATIOS = {1, 4 / 3.0, 2, 4, 16};
  private static final int[] DEVICE = {128, 96, 64, 32, 8};
  private static final int[] BUDDY = {0, 32, 64, 96, 128};

  @TempDir Path directory;

  /** Allocations by snapshot and name. */
  private List<Map<String, byte[]>> series(SplittableRandom random) {
    List<Map<String, byte[]>> snapshots = new ArrayList<>();
    int allocations = random.nextInt(1, 8);
    int[] kinds = random.ints(allocations, 0, 6).toArray();
    int[] bytes = random.ints(allocations, 0, 40_000).toArray();
    for (int s = 0; s < random.nextInt(1, 6); s++) {
      Map<String, byte[]> snapshot = new TreeMap<>();
      for (int a = 0; a < allocations; a++) {
        if (random.nextInt(5) > 0 || a == 0) {
          int length = random.nextInt(3) > 0 ? bytes[a] : random.nextInt(40_000);
          snapshot.put("a" + a, fill(random, kinds[a], length));
        }
      }
      snapshots.add(snapshot);
    }
    return snapshots;
  }

  private static byte[] fill(SplittableRandom random, int kind, int length) {
    byte[] bytes = new byte[length];
    int spread = 1 << random.nextInt(1, 31);
    double odd = random.nextDouble();
    for (int at = 0; at + 4 <= length; at += 4) {
      int word =
          switch (kind) {
            case 0 -> 0;
            case 1 -> random.nextInt(2000) == 0 ? random.nextInt() : 0;
            case 2 -> 1_000_000 + random.nextInt(spread);
            case 3 -> random.nextInt();
            case 4 -> random.nextDouble() < odd * 0.03 ? random.nextInt(spread) : 7;
            default -> Float.floatToIntBits(1 + at / 50_000f);
          };
      MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_INT_UNALIGNED, at, word);
    }
    return bytes;
  }

  private SnapshotSeries write(List<Map<String, byte[]>> snapshots, String name)
      throws IOException {
    for (int s = 0; s < snapshots.size(); s++) {
      Path place = Files.createDirectories(directory.resolve(name).resolve("t" + s));
      for (var each : snapshots.get(s).entrySet()) {
        Files.write(place.resolve(each.getKey() + ".bin"), each.getValue());
      }
    }
    return SnapshotSeries.of(directory.resolve(name), Dtype.U8);
  }

  /** Sizes of an allocation's entries in bits, an entry at a time; 0 for zeros. */
  private static int[] bits(BlockCodec codec, byte[] bytes) {
    int[] sizes = new int[(bytes.length + 127) / 128];
    for (int e = 0; e < sizes.length; e++) {
      byte[] entry =
          Arrays.copyOf(
              Arrays.copyOfRange(bytes, 128 * e, Math.min(128 * e + 128, bytes.length)), 128);
      int size = codec.sizeBits(MemorySegment.ofArray(entry), 0);
      sizes[e] =
          Arrays.equals(entry, new byte[128])
              ? 0
              : size == BlockCodec.RAW ? 1024 : size + codec.tagBits();
    }
    return sizes;
  }

  private static <V> V of(Map<String, V> map, String name) {
    return Objects.requireNonNull(map.get(name));
  }

  private static boolean isOver(int bits, int target) {
    int sectors = bits > 768 ? 4 : (bits + 255) / 256;
    return target == 4 ? bits > 64 : 32 * sectors > DEVICE[target];
  }

  @ParameterizedTest
  @ValueSource(strings = {"bpc", "bdi+fpc", "zvc"})
  void targetsAndDesignsAreThoseOfAPlainRecount(String codecName) throws IOException {
    BlockCodec codec = Codecs.create(codecName, Granularity.DEFAULT);
    for (int seed = 0; seed < 12; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Map<String, byte[]>> snapshots = series(random);
      double threshold = random.nextInt(3) == 0 ? 0.3 : random.nextDouble();
      double maxRatio = random.nextInt(3) > 0 ? 4 : random.nextInt(1, 17);
      SeriesSizes sizes =
          SeriesSizes.scan(write(snapshots, codecName + seed), codec, 1 + seed % 2, null);
      Designs designs = new Profiler(threshold, maxRatio).design(sizes);
      new Recount(codec, snapshots, threshold, maxRatio).check(sizes, designs);
    }
  }

  /** The specification's section 4, read plainly. */
  private static final class Recount {
    private final List<Map<String, int[]>> bits = new ArrayList<>();
    private final Map<String, Long> entries = new LinkedHashMap<>();
    private final double threshold;
    private final double maxRatio;

    Recount(
        BlockCodec codec, List<Map<String, byte[]>> snapshots, double threshold, double maxRatio) {
      this.threshold = threshold;
      this.maxRatio = maxRatio;
      for (Map<String, byte[]> snapshot : snapshots) {
        Map<String, int[]> sizes = new HashMap<>();
        snapshot.forEach((name, bytes) -> {
          sizes.put(name, bits(codec, bytes));
          entries.merge(name, (long) (bytes.length + 127) / 128, Math::max);
        });
        bits.add(sizes);
      }
    }

    /** Share over the target in one snapshot, or in all. */
    private double share(String name, int target, int snapshot) {
      long over = 0;
      long all = 0;
      for (int s = 0; s < bits.size(); s++) {
        if ((snapshot < 0 || s == snapshot) && bits.get(s).containsKey(name)) {
          for (int size : of(bits.get(s), name)) {
            over += isOver(size, target) ? 1 : 0;
            all++;
          }
        }
      }
      return all == 0 ? Double.NaN : (double) over / all;
    }

    private int largest(String name) {
      for (int target = 3; target > 0; target--) {
        if (RATIOS[target] <= maxRatio && share(name, target, -1) <= threshold) {
          return target;
        }
      }
      return 0;
    }

    private boolean mostlyZero(String name) {
      boolean zero = of(entries, name) > 0;
      for (int s = 0; s < bits.size(); s++) {
        double share = share(name, 4, s);
        zero &= Double.isNaN(share) || share <= threshold;
      }
      return zero;
    }

    private double ratio(Map<String, Integer> targets) {
      double device = 0;
      double all = 0;
      for (String name : entries.keySet()) {
        all += 128.0 * of(entries, name);
        device += (double) DEVICE[of(targets, name)] * of(entries, name);
      }
      return all / device;
    }

    private boolean fits(Map<String, Integer> targets) {
      double device = 0;
      double buddy = 0;
      for (String name : entries.keySet()) {
        device += (double) DEVICE[of(targets, name)] * of(entries, name);
        buddy += (double) BUDDY[of(targets, name)] * of(entries, name);
      }
      return !(ratio(targets) > maxRatio) && buddy <= (maxRatio - 1) * device;
    }

    private double overall(Map<String, Integer> targets) {
      double over = 0;
      double all = 0;
      for (Map<String, int[]> snapshot : bits) {
        for (var each : snapshot.entrySet()) {
          for (int size : each.getValue()) {
            over += isOver(size, of(targets, each.getKey())) ? 1 : 0;
            all++;
          }
        }
      }
      return over / all;
    }

    void check(SeriesSizes sizes, Designs designs) {
      Map<String, Integer> per = new HashMap<>();
      Map<String, Integer> zero = new HashMap<>();
      List<String> sixteen = new ArrayList<>();
      for (String name : entries.keySet()) {
        per.put(name, largest(name));
        zero.put(name, mostlyZero(name) ? 4 : largest(name));
        if (mostlyZero(name)) {
          sixteen.add(name);
        }
      }
      sixteen.sort((one, other) -> {
        long mine = of(entries, one) * (DEVICE[of(per, one)] - 8);
        long theirs = of(entries, other) * (DEVICE[of(per, other)] - 8);
        return mine != theirs ? Long.compare(mine, theirs) : one.compareTo(other);
      });
      while (!sixteen.isEmpty() && !fits(zero)) {
        String least = sixteen.removeFirst();
        zero.put(least, of(per, least));
      }
      double sectors = 0;
      double all = 0;
      for (Map<String, int[]> snapshot : bits) {
        for (int[] each : snapshot.values()) {
          for (int size : each) {
            sectors += size > 768 ? 4 : (size + 255) / 256;
            all++;
          }
        }
      }
      double whole = 128 * all / (32 * sectors);
      int one = 0;
      for (int target = 1; target <= 3; target++) {
        one = RATIOS[target] <= Math.min(whole + 1e-12, maxRatio) ? target : one;
      }
      Map<String, Integer> naive = new HashMap<>();
      for (String name : entries.keySet()) {
        naive.put(name, all == 0 ? 0 : one);
      }
      check(sizes, designs.naive(), naive);
      check(sizes, designs.perAllocation(), per);
      check(sizes, designs.zeroOptimised(), zero);
      if (all > 0) {
        assertThat(designs.best().ratio()).isCloseTo(Math.min(maxRatio, whole), within(1e-12));
      }
      assertThat(designs.best().buddyAccessFraction()).isZero();
    }

    private void check(SeriesSizes sizes, Design design, Map<String, Integer> expected) {
      for (int a = 0; a < sizes.allocations().size(); a++) {
        String name = sizes.allocations().get(a).key().name();
        assertThat(design.targets().get(a)).as(name).isEqualTo(TARGETS.get(of(expected, name)));
      }
      assertThat(design.ratio()).isEqualTo(ratio(expected));
      assertThat(design.buddyAccessFraction()).isEqualTo(overall(expected));
    }
  }

  @Test
  void replayBringsBackEveryByte_andSpillsWhatTheProfileExpects() throws IOException {
    BlockCodec codec = Codecs.create("bpc", Granularity.DEFAULT);
    for (int seed = 100; seed < 106; seed++) {
      SnapshotSeries series = write(series(new SplittableRandom(seed)), "r" + seed);
      SeriesSizes sizes = SeriesSizes.scan(series, codec, 1, null);
      Design design = Profiler.DEFAULT.design(sizes).zeroOptimised();
      Map<Allocation.Key, TargetRatio> targets = new HashMap<>();
      for (int a = 0; a < sizes.allocations().size(); a++) {
        targets.put(sizes.allocations().get(a).key(), design.targets().get(a));
      }
      Replay.Result result =
          new Replay(series, targets, codec, seed % 2 == 0 ? PageSize.KIB_64 : PageSize.MIB_2, 4)
              .run(_ -> {});
      assertThat(result.untargeted()).isEmpty();
      long spilled = 0;
      long all = 0;
      for (Replay.Step step : result.steps()) {
        for (Replay.Visit visit : step.visits()) {
          spilled += visit.spilled();
          all += visit.entries();
          assertThat(visit.read().buddyAccesses).isEqualTo(visit.spilled());
        }
      }
      assertThat(spilled / (double) all).isEqualTo(design.buddyAccessFraction());
    }
  }

  @Test
  void aSeriesWithNothingInCommonIsRefused() throws IOException {
    SnapshotSeries series =
        write(List.of(Map.of("a", new byte[100]), Map.of("b", new byte[100])), "x");
    BlockCodec codec = Codecs.create("bpc", Granularity.DEFAULT);
    assertThatThrownBy(() -> SeriesSizes.scan(series, codec, 1, null))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("no allocation in common");
  }

  @Test
  void settingsAreChecked() {
    for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Profiler(wrong, 4)).hasMessageContaining("buddy threshold");
    }
    for (double wrong : new double[] {0.9, 17, Double.NaN}) {
      assertThatThrownBy(() -> new Profiler(0.3, wrong)).hasMessageContaining("limit");
    }
  }
}
