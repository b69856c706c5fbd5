package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.Requester.Request;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.Layouts;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every layout of the registry, timed. */
class TimedLayoutsTest {
  private static final int BYTES = 1 << 17;

  static Stream<Arguments> layoutsOnGpus() {
    return Layouts.families().stream()
        .flatMap(family ->
            Stream.of("gtx580", "p100", "small")
                .filter(gpu -> gpu.equals("p100") || !of(family, "bpc").needsLinks())
                .map(gpu -> Arguments.of(family, gpu)));
  }

  private static Compression of(LayoutFamily family, String codec) {
    String used = Compression.hasCodec(family) ? codec : "none";
    return Compression.of(LayoutSpec.of(family), CodecSpec.parse(used), 32);
  }

  /** Not as blocks that are coded and counted as such. */
  private static boolean movesBySectors(Compression compression) {
    return compression.isUnified() || compression.isPinned();
  }

  /** A GPU whose L2 is so small that lines come and go. */
  private static GpuConfig config(String gpu, Random random) {
    if (gpu.equals("small")) {
      return SmallConfigs.any(random);
    }
    GpuConfig base = GpuConfigs.named(gpu).orElseThrow();
    SecondLevelConfig l2 = base.l2();
    return base.with(
        new SecondLevelConfig(
            l2.slices(),
            128 * l2.slices() * 2,
            2,
            2,
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

  private static void add(Requester requester, GpuConfig config, ArrayImage image, Random random) {
    for (int i = 0; i < 3000; i++) {
      // Most go to few lines, so that their pages fill up.
      int lines = random.nextInt(3) == 0 ? BYTES / 128 : 256;
      Request request = GpuMemoryFuzzTest.request(random, lines);
      int multiprocessor = random.nextInt(config.multiprocessors());
      if (request.kind() == MemoryRequest.READ) {
        requester.add(multiprocessor, request);
      } else {
        int at = (int) request.line() + 32 * Integer.numberOfTrailingZeros(request.sectors());
        int value = random.nextInt() >>> random.nextInt(32);
        requester.add(multiprocessor, request, () -> image.put(at, value));
      }
    }
  }

  private static int assertStored(GpuMemory memory, ArrayImage image) {
    byte[] stored = new byte[128];
    int lines = 0;
    for (int line = 0; line < image.bytes.length; line += 128) {
      if (memory.peek(line, MemorySegment.ofArray(stored))) {
        assertThat(stored).as("line %#x", line).isEqualTo(image.copy(line, line + 128));
        lines++;
      }
    }
    return lines;
  }

  /** Half of the memory is zeros, so that some lines have metadata and others none. */
  @ParameterizedTest
  @MethodSource("layoutsOnGpus")
  void memoryHasWhatProgramsAndHostsWrite(LayoutFamily family, String gpu) {
    for (int seed = 0; seed < (gpu.equals("small") ? 4 : 1); seed++) {
      Random random = new Random(seed);
      GpuConfig config = config(gpu, random);
      Compression compression = of(family, seed % 2 == 0 ? "mag-bdi" : "bpc");
      ArrayImage image = new ArrayImage(BYTES);
      image.fill(random, 0, BYTES / 2);
      Requester requester =
          new Requester(
              config.multiprocessors(),
              1 + random.nextInt(20),
              listener -> new GpuMemory(config, compression, image, listener));
      add(requester, config, image, random);
      long cycles = requester.run(0);
      try (GpuMemory memory = requester.memory()) {
        assertThat(assertStored(memory, image)).isPositive();

        image.fill(random, 1000 * 128, 1020 * 128);
        memory.hostWrote(1000 * 128, 20 * 128);
        byte[] before = image.bytes;
        image.bytes = new byte[2 * before.length];
        System.arraycopy(before, 0, image.bytes, 0, before.length);
        image.fill(random, before.length, before.length + 5000);
        memory.launchBegins();
        assertStored(memory, image);

        add(requester, config, image, random);
        requester.run(cycles + 100_000);
        assertStored(memory, image);
        MemoryCounters counters = memory.counters();
        assertThat(memory.waiting()).isEmpty();
        assertThat(memory.nextEvent()).isEqualTo(Long.MAX_VALUE);
        if (movesBySectors(compression)) {
          assertThat(counters.codedReads.blocks() + counters.codedWrites.blocks()).isZero();
          assertThat(counters.linkBytesFrom).isPositive();
          continue;
        }
        assertThat(counters.codedReads.blocks()).isPositive();
        // Not all cross the pins: some take the place of one that waits, burst by burst.
        long written = counters.l2WriteBacks + counters.l2WriteThroughs;
        long merged = memory.channels().stream().mapToLong(each -> each.mergedWrites).sum();
        assertThat(counters.codedWrites.blocks()).isBetween(written - merged, written).isPositive();
      }
    }
  }

  /** What channels moved is what the layout told, and no line is lost on the way. */
  @ParameterizedTest
  @MethodSource("layoutsOnGpus")
  void channelsMoveWhatIsTold(LayoutFamily family, String gpu) {
    Random random = new Random(1);
    GpuConfig config = config(gpu, random);
    ArrayImage image = new ArrayImage(BYTES);
    image.fill(random, 0, BYTES);
    Compression compression = of(family, "mag-bdi");
    Requester requester =
        new Requester(
            config.multiprocessors(),
            4,
            listener -> new GpuMemory(config, compression, image, listener));
    for (int line = 0; line < BYTES; line += 128) {
      requester.add(Request.read(line));
    }
    requester.run(0);
    try (GpuMemory memory = requester.memory()) {
      MemoryCounters counters = memory.counters();
      boolean isCoded = !movesBySectors(compression);
      assertThat(counters.codedReads.blocks()).isEqualTo(isCoded ? BYTES / 128 : 0);
      long told = counters.codedReads.movedBytes() + counters.metadataReadBytes;
      long moved = 0;
      for (ChannelCounters channel : memory.channels()) {
        moved += channel.accesses() * config.dram().accessBytes();
      }
      assertThat(config.dram().accessBytes()).isEqualTo(32);
      long overLink = counters.buddySectorsRead * 32;
      assertThat(moved + overLink).isEqualTo(isCoded ? told : BYTES);
      assertThat(counters.migratedPages).isEqualTo(compression.isUnified() ? BYTES >> 16 : 0);
    }
  }

  @Test
  void aPageThatIsLaidOutAnewMovesWhole() {
    GpuConfig config = config("gtx580", new Random(1));
    ArrayImage image = new ArrayImage(BYTES);
    Compression lcp = of(Layouts.family("lcp"), "mag-bdi");
    Requester requester =
        new Requester(
            config.multiprocessors(), 1, listener -> new GpuMemory(config, lcp, image, listener));
    // Every line of zeros becomes noise, so that all pages end up as large as they can be.
    Random random = new Random(3);
    for (int line = 0; line < BYTES; line += 128) {
      int at = line;
      requester.add(
          0,
          Request.write(line),
          () -> {
            for (int word = at; word < at + 128; word += 4) {
              image.put(word, random.nextInt());
            }
          });
    }
    // Others make them go.
    for (int line = 0; line < BYTES; line += 128) {
      requester.add(0, Request.read(line));
    }
    requester.run(0);
    try (GpuMemory memory = requester.memory()) {
      MemoryCounters counters = memory.counters();
      assertThat(counters.relocations).isGreaterThanOrEqualTo(BYTES / 4096);
      long written = 0;
      for (ChannelCounters channel : memory.channels()) {
        written += channel.writes * config.dram().accessBytes();
      }
      // The last layout of each page is 4 KiB, moved at once.
      assertThat(written).isGreaterThan(BYTES + counters.codedWrites.blocks() * 32);
      assertThat(assertStored(memory, image)).isPositive();
    }
  }

  /** LATTE-CC codes nothing while there is no latency to hide. */
  @ParameterizedTest
  @ValueSource(strings = {"bandwidth-only", "lcp", "attache", "buddy:target=2"})
  void codecsAdaptToTheLatencyThatTheyAreToldOf(String layout) {
    GpuConfig config = config("p100", new Random(1));
    ArrayImage image = new ArrayImage(BYTES);
    for (int at = 0; at < BYTES; at += 4) {
      image.put(at, at >>> 6);
    }
    CodecSpec codec = CodecSpec.parse("latte-cc:tolerance=0");
    Compression compression = Compression.of(LayoutSpec.parse(layout), codec, 32);
    Requester requester =
        new Requester(
            config.multiprocessors(),
            4,
            listener -> new GpuMemory(config, compression, image, listener));
    for (int line = 0; line < BYTES; line += 128) {
      requester.add(Request.read(line));
    }
    long cycles = requester.run(0);
    try (GpuMemory memory = requester.memory()) {
      assertThat(memory.counters().decompressedBlocks).isZero();
      memory.setLatencyTolerance(100);
      for (int line = 0; line < BYTES; line += 128) {
        requester.add(Request.write(line));
      }
      for (int line = 0; line < BYTES; line += 128) {
        requester.add(Request.read(line));
      }
      requester.run(cycles + 1);
      if (layout.equals("lcp")) {
        // Its pages were laid out for blocks that do not compress, and stay so.
        assertThat(memory.counters().decompressedBlocks).isZero();
      } else {
        assertThat(memory.counters().decompressedBlocks).isPositive();
      }
    }
  }

  @Test
  void whatHasNoMeaningIsRefused() {
    LayoutSpec lcp = LayoutSpec.parse("lcp");
    for (String codec : List.of("caba", "tslc-opt")) {
      assertThatThrownBy(() -> Compression.of(lcp, CodecSpec.parse(codec), 32))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("%s has no meaning with layout lcp".formatted(codec));
    }
    assertThatThrownBy(() -> Compression.buddy(CodecSpec.parse("caba"), TargetRatio.TWO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("caba has no meaning with layout buddy");
    assertThatThrownBy(
            () -> Compression.of(LayoutSpec.parse("uncompressed"), CodecSpec.parse("bdi"), 32))
        .hasMessageContaining("layout uncompressed has no codec");
  }
}
