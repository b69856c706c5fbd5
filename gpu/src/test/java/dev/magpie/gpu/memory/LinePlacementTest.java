package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.config.SecondLevelConfig.SliceHash;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LinePlacementTest {
  private static final long BYTES = 1 << 20;

  private static GpuConfig config(int slices, int channels, int interleave, SliceHash hash) {
    GpuConfig base = GpuConfigs.named("gtx580").orElseThrow();
    SecondLevelConfig l2 = base.l2();
    return SmallConfigs.with(
        1,
        base.crossbar(),
        new SecondLevelConfig(
            slices,
            slices * 1024,
            l2.ways(),
            l2.dirtyWays(),
            l2.latency(),
            l2.mshrs(),
            l2.merges(),
            l2.queue(),
            l2.missQueue(),
            l2.fill(),
            l2.writeMiss(),
            interleave,
            hash,
            1,
            1),
        new ControllerConfig(
            Math.max(1, channels / 2),
            channels,
            0,
            base.controller().metadataCache(),
            MetadataLookup.CACHED,
            1,
            1),
        base.dram());
  }

  @Test
  void noTwoLinesHaveOnePlace() {
    for (SliceHash hash : SliceHash.values()) {
      for (int seed = 0; seed < 8; seed++) {
        Random random = new Random(seed);
        int channels = hash.takesAnyNumber() ? 2 * (1 + random.nextInt(6)) : 4;
        int slices = channels << random.nextInt(3);
        LinePlacement placement =
            new LinePlacement(config(slices, channels, 128 << random.nextInt(4), hash));
        Set<String> inSlice = new HashSet<>();
        Set<String> inChannel = new HashSet<>();
        Set<String> inController = new HashSet<>();
        long blocks = placement.blocksInController(BYTES);
        for (long line = 0; line < BYTES; line += 128) {
          int slice = placement.slice(line);
          int channel = placement.channel(slice);
          long block = placement.blockInController(slice, line);
          inSlice.add(slice + " " + placement.lineInSlice(line));
          inChannel.add(channel + " " + placement.inChannel(slice, line));
          inController.add(placement.controller(channel) + " " + block);
          assertThat(placement.inChannel(slice, line)).isLessThan(placement.bytesInChannel(BYTES));
          assertThat(block).isLessThan(blocks);
        }
        assertThat(inSlice).hasSize((int) (BYTES / 128));
        assertThat(inChannel).hasSize((int) (BYTES / 128));
        assertThat(inController).hasSize((int) (BYTES / 128));
      }
    }
  }

  @Test
  void rotationsSpreadWhatRemaindersDoNot() {
    for (int stride : new int[] {1, 2, 8, 16, 32, 48, 96, 128, 1024}) {
      assertThat(largestShare(SliceHash.ROTATED, stride, 96)).as("stride %d", stride).isLessThan(2);
    }
    assertThat(largestShare(SliceHash.MODULO, 16, 96)).isCloseTo(16, withPercentage(1));
    assertThat(largestShare(SliceHash.ROTATED, 1, 96)).isCloseTo(1, withPercentage(1));
  }

  @Test
  void polynomialsSpreadWhatRemaindersDoNot() {
    for (int stride : new int[] {1, 2, 8, 32, 33, 64, 128, 1024}) {
      assertThat(largestShare(SliceHash.IPOLY, stride, 32)).as("stride %d", stride).isLessThan(1.3);
    }
    assertThat(largestShare(SliceHash.MODULO, 32, 32)).isEqualTo(32);
    assertThat(largestShare(SliceHash.XOR, 32, 32)).isLessThan(1.3);
  }

  /** Of runs a stride apart, how many times its share the most frequent slice has. */
  private static double largestShare(SliceHash hash, int stride, int slices) {
    LinePlacement placement = new LinePlacement(config(slices, slices, 256, hash));
    int runs = 1 << 14;
    int[] counts = new int[slices];
    for (int i = 0; i < runs; i++) {
      counts[placement.slice(256L * stride * i)]++;
    }
    return Arrays.stream(counts).max().orElseThrow() * (double) slices / runs;
  }
}
