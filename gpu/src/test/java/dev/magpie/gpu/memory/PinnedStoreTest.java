package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Requester.Request;
import dev.magpie.memory.layout.LayoutSpec;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PinnedStoreTest {
  private static final GpuConfig P100 = GpuConfigs.named("p100").orElseThrow();
  private static final Compression PINNED =
      Compression.of(LayoutSpec.parse("pinned"), CodecSpec.parse("none"), 32);

  private static Requester requester(GpuConfig config, ArrayImage image, int underWay) {
    return new Requester(
        config.multiprocessors(),
        underWay,
        listener -> new GpuMemory(config, PINNED, image, listener));
  }

  /** Two accesses to DRAM: the links' latency is so that one over them takes as long. */
  @Test
  void aReadTakesTheLinksAndNoDram() {
    ArrayImage image = new ArrayImage(1 << 16);
    Requester requester = requester(P100, image, 1);
    requester.add(0, new Request(MemoryRequest.READ, 0, 0b101, 0, 32));
    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.linkReads).isEqualTo(1);
    assertThat(counters.linkBytesTo).isEqualTo(32);
    assertThat(counters.linkBytesFrom).isEqualTo(32 + 2 * 32);
    assertThat(requester.memory().channels()).allMatch(each -> each.accesses() == 0);
    // 32 bytes one way and 96 back, of 25 GB/s at 1.3 GHz.
    assertThat(counters.linkReadCycles).isEqualTo((long) Math.ceil(182 + 128 * 1.3 / 25));
    requester.memory().close();
  }

  @Test
  void aStreamIsHeldToTheLinksBandwidth() {
    int lines = 1 << 14;
    ArrayImage image = new ArrayImage(128 * lines);
    Requester requester = requester(P100, image, 64);
    for (int i = 0; i < lines; i++) {
      requester.add(Request.read(128L * i));
    }

    long cycles = requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.linkBytesFrom).isEqualTo((32 + 128L) * lines);
    double seconds = cycles / (P100.clockMegahertz() * 1e6);
    assertThat(counters.linkBytesFrom / seconds / 1e9).isBetween(0.9 * 150, 150.0);
    requester.memory().close();
  }

  @Test
  void writesAreHeldToTheLinksBandwidth() {
    // Twice what the L2 has room for.
    int lines = 1 << 16;
    ArrayImage image = new ArrayImage(128 * lines);
    GpuConfig config = P100.with(new BuddyLinkConfig(2, 5, 100, 32, 4));
    Requester requester = requester(config, image, 64);
    for (int i = 0; i < lines; i++) {
      requester.add(Request.write(128L * i));
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.linkWrites).isEqualTo(counters.l2WriteBacks).isPositive();
    double seconds = requester.end / (config.clockMegahertz() * 1e6);
    assertThat(counters.linkBytesTo / seconds / 1e9).isBetween(0.9 * 10, 10.0);
    requester.memory().close();
  }

  @Test
  void nothingIsLostWhereEverythingIsFull() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      GpuConfig config =
          SmallConfigs.any(random).with(new BuddyLinkConfig(1, 1 + random.nextInt(9), 50, 32, 1));
      ArrayImage image = new ArrayImage(1 << 16);
      image.fill(random, 0, image.bytes.length);
      Requester requester = requester(config, image, 1 + random.nextInt(20));
      int requests = 1000;
      for (int i = 0; i < requests; i++) {
        Request request = GpuMemoryFuzzTest.request(random, 512);
        int at = (int) request.line() + 32 * Integer.numberOfTrailingZeros(request.sectors());
        int value = random.nextInt();
        boolean reads = request.kind() == MemoryRequest.READ;
        requester.add(
            random.nextInt(config.multiprocessors()),
            request,
            reads ? () -> {} : () -> image.put(at, value));
      }

      requester.run(0);

      assertThat(requester.answers.size() + requester.written.size()).isEqualTo(requests);
      byte[] stored = new byte[128];
      for (int line = 0; line < image.bytes.length; line += 128) {
        if (requester.memory().peek(line, MemorySegment.ofArray(stored))) {
          assertThat(stored).isEqualTo(image.copy(line, line + 128));
        }
      }
      requester.memory().close();
    }
  }
}
