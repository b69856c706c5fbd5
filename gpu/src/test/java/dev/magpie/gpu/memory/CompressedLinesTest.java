package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.CrossbarConfig;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.config.SecondLevelConfig.SliceHash;
import dev.magpie.gpu.config.SecondLevelConfig.WriteMiss;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.memory.Requester.Request;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompressedLinesTest {
  private static final int BYTES = 1 << 16;
  private static final GpuConfig GTX580 = GpuConfigs.named("gtx580").orElseThrow();

  static Stream<CodecSpec> losslessCodecs() {
    return Codecs.lossless().stream();
  }

  private static Compression compression(String codec) {
    return Compression.of(CodecSpec.parse(codec), 32);
  }

  /** Writes change the image as they are offered, as kernels do. */
  private static Requester writer(
      GpuConfig config, Compression compression, ArrayImage image, Random random, int requests) {
    Requester requester =
        new Requester(
            config.multiprocessors(),
            1 + random.nextInt(20),
            listener -> new GpuMemory(config, compression, image, listener));
    for (int i = 0; i < requests; i++) {
      Request request = GpuMemoryFuzzTest.request(random, BYTES / 128);
      if (request.kind() != MemoryRequest.READ) {
        int at = (int) request.line() + 32 * Integer.numberOfTrailingZeros(request.sectors());
        int value = random.nextInt() >>> random.nextInt(32);
        requester.add(
            random.nextInt(config.multiprocessors()), request, () -> image.put(at, value));
      } else {
        requester.add(random.nextInt(config.multiprocessors()), request);
      }
    }
    return requester;
  }

  /** All lines that the L2 has nothing newer of; the result is how many they are. */
  private static int assertStored(GpuMemory memory, ArrayImage image) {
    byte[] stored = new byte[128];
    int lines = 0;
    for (int line = 0; line < BYTES; line += 128) {
      if (memory.peek(line, MemorySegment.ofArray(stored))) {
        assertThat(stored).as("line %#x", line).isEqualTo(image.copy(line, line + 128));
        lines++;
      }
    }
    return lines;
  }

  @ParameterizedTest
  @MethodSource("losslessCodecs")
  void memoryHoldsWhatProgramsWrite(CodecSpec codec) {
    for (int seed : new int[] {0, 1, 2, 9}) {
      Random random = new Random(seed);
      GpuConfig config = SmallConfigs.any(random);
      ArrayImage image = new ArrayImage(BYTES);
      image.fill(random, 0, BYTES);
      Requester requester = writer(config, Compression.of(codec, 32), image, random, 2000);

      requester.run(0);

      try (GpuMemory memory = requester.memory()) {
        assertThat(assertStored(memory, image)).isPositive();
        assertThat(memory.counters().l2WriteBacks).isPositive();
        assertThat(memory.counters().codedReads.blocks()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("lossyCodecs")
  void programsSeeWhatLossyCodecsMakeOfTheirData(String codec) {
    Random random = new Random(7);
    GpuConfig config = SmallConfigs.any(random);
    ArrayImage image = new ArrayImage(BYTES);
    image.fill(random, 0, BYTES);
    image.approximableFrom = BYTES / 2;
    byte[] exact = image.copy(0, BYTES / 2);
    byte[] approximable = image.copy(BYTES / 2, BYTES);
    Requester requester =
        new Requester(
            config.multiprocessors(),
            4,
            listener -> new GpuMemory(config, compression(codec), image, listener));
    for (int line = 0; line < BYTES; line += 128) {
      requester.add(Request.read(line));
    }

    requester.run(0);

    try (GpuMemory memory = requester.memory()) {
      assertThat(image.copy(0, BYTES / 2)).isEqualTo(exact);
      assertThat(image.copy(BYTES / 2, BYTES)).isNotEqualTo(approximable);
      assertThat(memory.counters().approximatedBlocks).isPositive();
      assertThat(assertStored(memory, image)).isEqualTo(BYTES / 128);
    }
  }

  static List<String> lossyCodecs() {
    return List.of("tslc-simp", "tslc-pred", "tslc-opt");
  }

  @Test
  void blocksOfOneBurstMoveAQuarterOfTheBytes() {
    int lines = 1 << 14;
    ArrayImage image = new ArrayImage(128 * lines);

    GpuMemory memory = streamed(GTX580, compression("mag-bdi"), image, lines);

    assertThat(memory.counters().codedReads.blocksOf(1)).isEqualTo(lines);
    assertThat(memory.counters().codedReads.movedBytes()).isEqualTo(32L * lines);
    // 2 bits a block: a line of metadata serves 512 of a controller's sixth of them.
    long metadata = 6 * 128 * Math.ceilDiv(lines / 6, 512L);
    assertThat(memory.counters().metadataReadBytes).isEqualTo(metadata);
    long reads = 0;
    for (int channel = 0; channel < 12; channel++) {
      reads += memory.channel(channel).accesses();
    }
    assertThat(32 * reads).isEqualTo(32L * lines + metadata);
    memory.close();
  }

  private static GpuMemory streamed(
      GpuConfig config, Compression compression, ArrayImage image, int lines) {
    Requester requester =
        new Requester(
            config.multiprocessors(),
            64,
            listener -> new GpuMemory(config, compression, image, listener));
    for (int i = 0; i < lines; i++) {
      requester.add(Request.read(128L * i));
    }
    requester.run(0);
    return requester.memory();
  }

  @Test
  void anUnloadedReadWaitsForItsMetadataOnce() {
    ArrayImage image = new ArrayImage(1 << 20);
    Requester requester =
        new Requester(
            16, 1, listener -> new GpuMemory(GTX580, compression("bdi"), image, listener));
    // Not in the bank in which the metadata are.
    long line = 16 * 12 * 256;
    requester.add(0, Request.read(line));
    long first = requester.run(0);
    requester.add(0, Request.read(line + 128));
    long second = requester.run(first) - first;

    // To the slice; in the DRAM one burst from an open row; then back.
    DramConfig dram = GTX580.dram();
    double ratio = dram.clockMegahertz() / GTX580.clockMegahertz();
    double atChannel = Math.ceil((first + 8 + 1) * ratio);
    long filled = (long) Math.ceil((atChannel + dram.readLatency()) / ratio);
    // 100 in the controller, 1 for its metadata, 1 to decompress, 120 in the L2, 8 + 4 to return.
    assertThat(second).isEqualTo(filled - first + 100 + 1 + 1 + 120 + 8 + 4);
    // The metadata took an activate, and four bursts.
    double metadata = Math.ceil(9 * ratio) + dram.timing("RCD_RD") + 3 * 3 + dram.readLatency();
    double atData = Math.ceil(Math.ceil(metadata / ratio) * ratio);
    assertThat(first)
        .isEqualTo(
            (long) Math.ceil((atData + dram.timing("RCD_RD") + dram.readLatency()) / ratio)
                + 100
                + 1
                + 1
                + 120
                + 8
                + 4);
    assertThat(requester.memory().counters().metadataMisses).isEqualTo(1);
  }

  @Test
  void metadataMissesAreThoseOfAPlainCache() {
    BlockMetadataCache.Shape shape = new BlockMetadataCache.Shape(1024, 2, 128);
    // One slice and one controller, whose L2 holds next to nothing.
    GpuConfig config =
        SmallConfigs.with(
            1,
            new CrossbarConfig(1, 40, 8, 4),
            new SecondLevelConfig(
                1,
                128,
                1,
                1,
                1,
                4,
                4,
                4,
                4,
                Fill.LINE,
                WriteMiss.ALLOCATE,
                256,
                SliceHash.MODULO,
                1,
                1),
            new ControllerConfig(1, 1, 0, shape, MetadataLookup.CACHED, 1, 1),
            GTX580.dram());
    ArrayImage image = new ArrayImage(16 << 20);
    Random random = new Random(3);
    Requester requester =
        new Requester(
            1, 1, listener -> new GpuMemory(config, compression("mag-bdi"), image, listener));
    Map<Long, LinkedHashMap<Long, Boolean>> sets = new HashMap<>();
    long misses = 0;
    long before = -1;
    for (int i = 0; i < 3000; i++) {
      long line = random.nextInt(16 << 20) & (i % 3 == 0 ? -128L : 0x1ff80L);
      requester.add(0, Request.read(line));
      long metadataLine = line / 128 / 512;
      LinkedHashMap<Long, Boolean> set =
          sets.computeIfAbsent(metadataLine % 4, _ -> new LinkedHashMap<>(4, .75f, true));
      if (line != before && set.get(metadataLine) == null) {
        misses++;
        set.put(metadataLine, true);
        if (set.size() > 2) {
          set.remove(set.keySet().iterator().next());
        }
      }
      before = line;
    }

    requester.run(0);

    assertThat(requester.memory().counters().metadataMisses).isEqualTo(misses);
    assertThat(requester.memory().counters().metadataReadBytes).isEqualTo(128 * misses);
    assertThat(misses).isBetween(1000L, 2999L);
    requester.memory().close();
  }

  @Test
  void whatTheHostWritesIsCodedAtNoCost() {
    ArrayImage image = new ArrayImage(BYTES);
    Random random = new Random(5);
    Requester requester = writer(GTX580, compression("bpc"), image, random, 500);
    long end = requester.run(0);
    GpuMemory memory = requester.memory();
    long moved = memory.counters().codedWrites.blocks();

    image.fill(random, 1000, 30_000);
    memory.hostWrote(1000, 29_000);
    byte[] bytes = image.bytes;
    image.bytes = new byte[2 * BYTES];
    System.arraycopy(bytes, 0, image.bytes, 0, BYTES);
    image.fill(random, BYTES, 2 * BYTES);
    memory.launchBegins();

    assertStored(memory, image);
    byte[] stored = new byte[128];
    for (int line = BYTES; line < 2 * BYTES; line += 128) {
      assertThat(memory.peek(line, MemorySegment.ofArray(stored))).isTrue();
      assertThat(stored).isEqualTo(image.copy(line, line + 128));
    }
    assertThat(memory.counters().codedWrites.blocks()).isEqualTo(moved);
    assertThat(memory.nextEvent()).isEqualTo(Long.MAX_VALUE);
    requester.add(0, Request.read(1024));
    assertThat(requester.run(end)).isGreaterThan(end);
    memory.close();
  }

  @Test
  void localMemoryMovesAsItIs() {
    ArrayImage image = new ArrayImage(1 << 14);
    Requester requester =
        new Requester(1, 4, listener -> new GpuMemory(GTX580, compression("bdi"), image, listener));
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      requests.add(Request.read((1L << 30) + 128L * i));
    }
    requests.forEach(requester::add);

    requester.run(0);

    assertThat(requester.memory().counters().codedReads.blocks()).isZero();
    assertThat(requester.memory().counters().metadataAccesses).isZero();
    assertThat(requester.memory().counters().l2Misses).isEqualTo(64);
    requester.memory().close();
  }
}
