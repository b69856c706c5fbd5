package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.memory.Requester.Request;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.settings.Records;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BuddySpaceTest {
  private static final int BYTES = 1 << 16;
  private static final GpuConfig P100 = GpuConfigs.named("p100").orElseThrow();
  private static final BuddyLinkConfig LINK = P100.buddy().orElseThrow();

  private static Compression buddy(TargetRatio target) {
    return Compression.buddy(CodecSpec.parse("bpc"), target);
  }

  private static Requester requester(
      GpuConfig config, Compression buddy, DeviceImage image, int underWay) {
    return new Requester(
        config.multiprocessors(),
        underWay,
        listener -> new GpuMemory(config, buddy, image, listener));
  }

  /** Words that no codec makes smaller. */
  private static ArrayImage noise(int bytes) {
    ArrayImage image = new ArrayImage(bytes);
    new Random(1).nextBytes(image.bytes);
    return image;
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

  @ParameterizedTest
  @EnumSource
  void memoryHoldsWhatProgramsWrite(TargetRatio target) {
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      GpuConfig config =
          SmallConfigs.any(random)
              .with(new BuddyLinkConfig(1 + seed % 3, 5 + 10 * seed, 40, 32, 1 + seed));
      ArrayImage image = new ArrayImage(BYTES);
      image.fill(random, 0, BYTES / 2);
      Requester requester = requester(config, buddy(target), image, 1 + random.nextInt(20));
      for (int i = 0; i < 3000; i++) {
        Request request = GpuMemoryFuzzTest.request(random, BYTES / 128);
        int multiprocessor = random.nextInt(config.multiprocessors());
        if (request.kind() == MemoryRequest.READ) {
          requester.add(multiprocessor, request);
        } else {
          int at = (int) request.line() + 32 * Integer.numberOfTrailingZeros(request.sectors());
          int value = random.nextInt() >>> random.nextInt(32);
          requester.add(multiprocessor, request, () -> image.put(at, value));
        }
      }

      requester.run(0);

      try (GpuMemory memory = requester.memory()) {
        assertThat(assertStored(memory, image)).isPositive();
        assertThat(memory.counters().l2WriteBacks).isPositive();
        assertThat(memory.counters().codedReads.blocks()).isPositive();
        if (target != TargetRatio.ONE) {
          assertThat(memory.counters().buddyAccesses).isPositive();
        }
      }
    }
  }

  @Test
  void metadataThatAreAtHandAreNeverFetched() {
    GpuConfig config = Records.with(P100, "controller.metadata", MetadataLookup.AT_HAND);
    Requester requester = requester(config, buddy(TargetRatio.TWO), noise(1 << 20), 1);
    long end = 0;
    List<Long> took = new ArrayList<>();
    for (long line = 1 << 18; line < 1 << 20; line += 1 << 18) {
      requester.add(0, Request.read(line));
      long begin = end;
      end = requester.run(begin);
      took.add(end - begin);
    }

    assertThat(took).hasSize(3).containsOnly(took.getFirst());
    assertThat(requester.memory().counters().metadataAccesses).isEqualTo(3);
    assertThat(requester.memory().counters().metadataMisses).isZero();
    assertThat(requester.memory().counters().metadataReadBytes).isZero();
    requester.memory().close();
  }

  /** From a header to the data: through the links, one packet each way, and nothing else there. */
  private static long overLink(long sent, int sectors) {
    double cyclesOfByte = P100.clockMegahertz() / (1e3 * LINK.gigabytesPerSecond());
    double bytes = 2 * LINK.headerBytes() + 32 * sectors;
    return (long) Math.ceil(sent + cyclesOfByte * bytes + LINK.latency() - 1e-6);
  }

  @Test
  void anUnloadedReadTakesTheLongerOfItsWays() {
    ArrayImage image = noise(1 << 20);
    Requester requester = requester(P100, buddy(TargetRatio.TWO), image, 1);
    long line = 1 << 19;
    requester.add(0, Request.read(line));
    long first = requester.run(0);
    requester.add(0, Request.read(line + 128));
    long second = requester.run(first) - first;

    // 8 to the slice and a flit; the metadata are there; 1 for the look-up, no decompression.
    long asked = first + 8 + 1;
    long back = 100 + 1 + 120 + 8 + 4;
    DramConfig dram = P100.dram();
    double ratio = dram.clockMegahertz() / P100.clockMegahertz();
    long ofDevice =
        (long)
            Math.ceil((Math.ceil(asked * ratio) + dram.burstCycles() + dram.readLatency()) / ratio);
    assertThat(overLink(asked, 2)).isGreaterThan(ofDevice);
    assertThat(second).isEqualTo(overLink(asked, 2) + back - first);
    assertThat(requester.memory().counters().metadataMisses).isEqualTo(1);
    assertThat(requester.memory().counters().linkBytesTo).isEqualTo(2 * 32);
    assertThat(requester.memory().counters().linkBytesFrom).isEqualTo(2 * (32 + 64));
    requester.memory().close();
  }

  /** Table I: a buddy access takes twice as long as one of local HBM2. */
  @Test
  void theLinksLatencyIsTwiceThatOfADramAccess() {
    DramConfig dram = P100.dram();
    double local =
        P100.controller().latency()
            + Math.ceil(
                (dram.timing("RCD_RD") + dram.readLatency())
                    * P100.clockMegahertz()
                    / dram.clockMegahertz());
    assertThat(P100.controller().latency() + LINK.latency()).isEqualTo((int) (2 * local));
    assertThat(LINK.peakGigabytesPerSecond()).isEqualTo(150);
  }

  @Test
  void aStreamOfRawLinesIsHeldToTheLinksBandwidth() {
    int lines = 1 << 14;
    ArrayImage image = noise(128 * lines);
    Requester requester = requester(P100, buddy(TargetRatio.FOUR), image, 64);
    for (int i = 0; i < lines; i++) {
      requester.add(Request.read(128L * i));
    }

    long cycles = requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.buddySectorsRead).isEqualTo(3L * lines);
    assertThat(counters.linkBytesFrom).isEqualTo((32 + 96L) * lines);
    double seconds = cycles / (P100.clockMegahertz() * 1e6);
    assertThat(counters.linkBytesFrom / seconds / 1e9).isBetween(0.9 * 150, 150.0);
    assertThat(counters.linkReadCycles / counters.linkReads).isGreaterThan(LINK.latency());
    long accesses = 0;
    for (int channel = 0; channel < P100.controller().channels(); channel++) {
      accesses += requester.memory().channel(channel).accesses();
    }
    // A sector of each line, and one of metadata for 64 lines.
    assertThat(accesses).isEqualTo(lines + lines / 64);
    requester.memory().close();
  }

  @Test
  void writesAreHeldToTheLinksBandwidth() {
    // Twice what the L2 has room for.
    int lines = 1 << 16;
    ArrayImage image = noise(128 * lines);
    GpuConfig config = P100.with(new BuddyLinkConfig(2, 5, 100, 32, 4));
    Requester requester = requester(config, buddy(TargetRatio.FOUR), image, 64);
    for (int i = 0; i < lines; i++) {
      requester.add(Request.write(128L * i));
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.linkWrites).isEqualTo(counters.l2WriteBacks).isPositive();
    double seconds = requester.end / (config.clockMegahertz() * 1e6);
    assertThat(counters.linkBytesTo / seconds / 1e9).isBetween(0.9 * 10, 10.0);
    // What has not gone by now waits in queues of 4 packets a link.
    assertThat(counters.linkBytesTo).isLessThanOrEqualTo((32 + 96) * counters.linkWrites);
    requester.memory().close();
  }

  /** Reads of an allocation that needs no link, while writes of another wait for it. */
  @Test
  void aFullLinkStopsOnlyWhatNeedsIt() {
    int lines = 1 << 15;
    ArrayImage image = noise(2 * 128 * lines);
    DeviceImage named =
        named(
            image,
            new DeviceImage.Allocation("spilt", 0, 128L * lines),
            new DeviceImage.Allocation("plain", 128L * lines, 128L * lines));
    Compression targets =
        Compression.buddy(
            CodecSpec.parse("bpc"), Map.of("spilt", TargetRatio.FOUR, "plain", TargetRatio.ONE));
    GpuConfig config = P100.with(new BuddyLinkConfig(1, 0.1, 100, 32, 4));
    Requester requester = requester(config, targets, named, 64);
    // More than the L2 has room for, so that some are on their way over a link of 0.1 GB/s.
    for (int i = 0; i < lines + 4096; i++) {
      requester.add(Request.write(128L * (i % lines)));
    }
    for (int i = 0; i < 256; i++) {
      requester.add(Request.read(128L * (lines + i)));
    }

    long answered = requester.run(0);

    assertThat(requester.memory().counters().linkWrites).isGreaterThan(100);
    assertThat(answered).isLessThan(requester.end / 2);
    requester.memory().close();
  }

  @Test
  void zerosMoveNothingButMetadata() {
    int lines = 1 << 12;
    Requester requester = requester(P100, buddy(TargetRatio.FOUR), new ArrayImage(128 * lines), 16);
    for (int i = 0; i < lines; i++) {
      requester.add(Request.read(128L * i));
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    long accesses = 0;
    for (int channel = 0; channel < P100.controller().channels(); channel++) {
      accesses += requester.memory().channel(channel).accesses();
    }
    assertThat(accesses).isEqualTo(lines / 64);
    assertThat(counters.metadataReadBytes).isEqualTo(32L * lines / 64);
    assertThat(counters.linkReads).isZero();
    requester.memory().close();
  }

  /** Allocations with names. */
  private static DeviceImage named(ArrayImage image, DeviceImage.Allocation... allocations) {
    return new DeviceImage() {
      @Override
      public long bytes() {
        return image.bytes();
      }

      @Override
      public List<Allocation> allocations() {
        return List.of(allocations);
      }

      @Override
      public void read(long address, int bytes, MemorySegment target, long offset) {
        image.read(address, bytes, target, offset);
      }

      @Override
      public void write(long address, int bytes, MemorySegment source, long offset) {
        image.write(address, bytes, source, offset);
      }

      @Override
      public boolean isApproximable(long address, int bytes) {
        return false;
      }
    };
  }

  @Test
  void allocationsHaveTheirOwnTargets() {
    ArrayImage image = noise(3 * BYTES);
    DeviceImage named =
        named(
            image,
            new DeviceImage.Allocation("half", 0, BYTES),
            new DeviceImage.Allocation("plain", BYTES, BYTES),
            new DeviceImage.Allocation("quarter", 2 * BYTES, BYTES - 100));
    Compression byName =
        Compression.buddy(
            CodecSpec.parse("bpc"),
            Map.of("half", TargetRatio.TWO, "quarter", TargetRatio.FOUR, "plain", TargetRatio.ONE));
    Requester requester = requester(P100, byName, named, 8);
    for (int i = 0; i < 3 * BYTES / 128; i++) {
      requester.add(new Request(MemoryRequest.READ, 128L * i, 1, 0, 32));
    }

    requester.run(0);

    int lines = BYTES / 128;
    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.metadataAccesses).isEqualTo(2L * lines);
    assertThat(counters.buddySectorsRead).isEqualTo((2L + 3) * lines);
    assertThat(counters.buddyCoveredBytes).isEqualTo(3L * BYTES);
    assertThat(counters.buddyDeviceBytes).isEqualTo(BYTES / 2 + BYTES + BYTES / 4);
    long accesses = 0;
    for (int channel = 0; channel < P100.controller().channels(); channel++) {
      accesses += requester.memory().channel(channel).accesses();
    }
    // Lines whose target is 1 are fetched by the sector.
    assertThat(accesses).isEqualTo((2L + 1 + 1) * lines + counters.metadataReadBytes / 32);
    requester.memory().close();
  }

  @Test
  void memoryGrowsWithWhatIsAllocated() {
    ArrayImage image = noise(BYTES);
    Requester requester = requester(P100, buddy(TargetRatio.FOUR), image, 4);
    requester.add(0, Request.read(0));
    requester.run(0);
    GpuMemory memory = requester.memory();

    for (int pass = 0; pass < 3; pass++) {
      byte[] before = image.bytes;
      image.bytes = new byte[5 * before.length];
      System.arraycopy(before, 0, image.bytes, 0, before.length);
      image.fill(new Random(pass), before.length, image.bytes.length);
      image.put(256, pass);
      memory.hostWrote(256, 4);
      memory.launchBegins();

      assertThat(assertStored(memory, image)).isEqualTo(image.bytes.length / 128);
    }
    assertThat(memory.counters().buddyCoveredBytes).isEqualTo(image.bytes.length);
    memory.close();
  }

  @Test
  void aGpuWithoutALinkHasNone() {
    GpuConfig gtx580 = GpuConfigs.named("gtx580").orElseThrow();
    assertThatThrownBy(() -> requester(gtx580, buddy(TargetRatio.TWO), noise(128), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gtx580 has no buddy memory");
  }
}
