package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.memory.Requester.Request;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.Layouts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data that no codec makes smaller, read and written back: a compressed memory moves no fewer bytes
 * of them, and takes no fewer cycles than one that does not compress.
 */
class IncompressibleStreamTest {
  /** What the order of accesses alone may change. */
  private static final double NOISE = 0.01;

  /**
   * Of each array, at least. On gtx580-gpgpusim3, arrays that start elsewhere move the ratio of a
   * stream of 1,000 lines by 4 %, and of one of 16,000 by 1.
   */
  private static final int LINES = 1 << 14;

  /** All of them take a minute, and differ little. */
  private static final int EVERY = 3;

  /** A stream of {@link #LINES} is as long as four caches of this. */
  private static final int MOST_CACHE_BYTES = LINES / 4 * 128;

  private static final Map<String, Long> UNCOMPRESSED = new HashMap<>();

  /** Each layout on every third GPU, and each GPU with every third layout. */
  static Stream<Arguments> layoutsOnGpus() {
    List<Arguments> all = new ArrayList<>();
    int first = 0;
    for (String name : GpuConfigs.names()) {
      GpuConfig gpu = GpuConfigs.named(name).orElseThrow();
      List<Compression> memories =
          memories().filter(each -> gpu.buddy().isPresent() || !each.needsLinks()).toList();
      for (int at = first++ % EVERY; at < memories.size(); at += EVERY) {
        all.add(Arguments.of(name, memories.get(at)));
      }
    }
    return all.stream();
  }

  private static Stream<Compression> memories() {
    return Layouts.families().stream()
        .flatMap(family ->
            Stream.of("mag-bdi", "bpc")
                .filter(codec -> Compression.hasCodec(family) || codec.equals("bpc"))
                .flatMap(codec -> specs(family).map(spec -> compression(spec, codec))));
  }

  /** With target 1 a Buddy memory is plain; with others all of it spills here. */
  private static Stream<String> specs(LayoutFamily family) {
    return family.name().equals("buddy")
        ? Stream.of("1", "4/3", "2", "4").map(target -> "buddy:target=" + target)
        : Stream.of(family.name());
  }

  @ParameterizedTest
  @MethodSource("layoutsOnGpus")
  void takesNoFewerCycles(String gpu, Compression compression) {
    GpuConfig config = withSmallCache(GpuConfigs.named(gpu).orElseThrow());
    long cycles = cycles(config, compression);

    long uncompressed = UNCOMPRESSED.computeIfAbsent(gpu, _ -> cycles(config, Compression.NONE));
    assertThat((double) cycles / uncompressed).isGreaterThan(1 - NOISE);
  }

  private static Compression compression(String layout, String codec) {
    LayoutSpec spec = LayoutSpec.parse(layout);
    String used = Compression.hasCodec(spec.family()) ? codec : "none";
    return Compression.of(spec, CodecSpec.parse(used), 32);
  }

  /** A sixteenth of the L2 or less, so that a short stream does not stay there. */
  private static GpuConfig withSmallCache(GpuConfig base) {
    SecondLevelConfig l2 = base.l2();
    int bytes = l2.bytes() / 16;
    while (bytes > MOST_CACHE_BYTES && bytes / 2 % (l2.slices() * l2.ways() * 128) == 0) {
      bytes /= 2;
    }
    return base.with(
        new SecondLevelConfig(
            l2.slices(),
            bytes,
            l2.ways(),
            l2.dirtyWays(),
            l2.latency(),
            l2.mshrs(),
            l2.merges(),
            l2.queue(),
            l2.missQueue(),
            l2.fill(),
            l2.writeMiss(),
            l2.interleaveBytes(),
            l2.hash(),
            l2.atomicCycles(),
            l2.sectorWriteCycles()));
  }

  /** y = f(x, y), a line at a time, with arrays a power of two apart. */
  private static long cycles(GpuConfig config, Compression compression) {
    int lines = Math.max(LINES, Integer.highestOneBit(4 * config.l2().bytes() / 128));
    ArrayImage image = new ArrayImage(2 * 128 * lines);
    new Random(1).nextBytes(image.bytes);
    Requester requester =
        new Requester(
            config.multiprocessors(),
            64,
            listener -> new GpuMemory(config, compression, image, listener));
    for (int line = 0; line < lines; line++) {
      long x = 128L * line;
      long y = 128L * (lines + line);
      requester.add(Request.read(x));
      requester.add(Request.read(y));
      requester.add(Request.write(y));
    }
    long cycles = requester.run(0);
    requester.memory().close();
    return cycles;
  }
}
