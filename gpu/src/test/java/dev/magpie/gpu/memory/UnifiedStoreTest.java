package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Requester.Request;
import dev.magpie.memory.layout.LayoutSpec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnifiedStoreTest {
  private static final int PAGE = 1 << 16;
  private static final int BLOCK = 1 << 21;
  private static final GpuConfig QUARTER = GpuConfigs.named("p100-quarter").orElseThrow();
  private static final BuddyLinkConfig LINK = QUARTER.buddy().orElseThrow();

  /** 45 us at 1,300 MHz. */
  private static final long BATCH = 58_500;

  private static Compression unified(String settings) {
    return Compression.of(
        LayoutSpec.parse(settings.isEmpty() ? "unified" : "unified:" + settings),
        CodecSpec.parse("none"),
        32);
  }

  private static Requester requester(
      GpuConfig config, Compression compression, DeviceImage image, int underWay) {
    return new Requester(
        config.multiprocessors(),
        underWay,
        listener -> new GpuMemory(config, compression, image, listener));
  }

  /** Cycles in which so many bytes cross all links at once. */
  private static long crossing(long bytes) {
    double perCycle = LINK.gigabytesPerSecond() * 1e3 / QUARTER.clockMegahertz();
    return LINK.latency() + (long) Math.ceil(Math.ceilDiv(bytes, LINK.links()) / perCycle);
  }

  private static void assertStored(GpuMemory memory, ArrayImage image) {
    byte[] stored = new byte[128];
    for (int line = 0; line < image.bytes.length; line += 128) {
      if (memory.peek(line, MemorySegment.ofArray(stored))) {
        assertThat(stored).as("line %#x", line).isEqualTo(image.copy(line, line + 128));
      }
    }
  }

  /** Memory that fits and begins on the device is memory without compression, in every cycle. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void memoryThatFitsTakesTheCyclesOfNone(int seed) {
    GpuConfig config = seed == 1 ? QUARTER : SmallConfigs.any(new Random(seed)).with(LINK);
    Requester unified = random(config, unified("begin=device"), seed);
    Requester none = random(config, Compression.NONE, seed);

    assertThat(unified.answers).usingRecursiveComparison().isEqualTo(none.answers);
    assertThat(unified.written).usingRecursiveComparison().isEqualTo(none.written);
    assertThat(unified.end).isEqualTo(none.end);
    assertThat(unified.memory().counters())
        .usingRecursiveComparison()
        .ignoringFields("unifiedBytes", "unifiedRoomBytes")
        .isEqualTo(none.memory().counters());
    assertThat(unified.memory().channels())
        .usingRecursiveComparison()
        .isEqualTo(none.memory().channels());
    unified.memory().close();
    none.memory().close();
  }

  private static Requester random(GpuConfig config, Compression compression, int seed) {
    Random random = new Random(seed);
    ArrayImage image = new ArrayImage(5 * PAGE);
    Requester requester = requester(config, compression, image, 1 + random.nextInt(30));
    for (int i = 0; i < 4000; i++) {
      int lines = random.nextBoolean() ? 64 : image.bytes.length / 128;
      Request request = GpuMemoryFuzzTest.request(random, lines);
      requester.add(random.nextInt(config.multiprocessors()), request);
    }
    requester.run(0);
    return requester;
  }

  /** As many as may wait for a line; the last one finds it. */
  @Test
  void writesToALineThatIsAwayWaitForIt() {
    int merges = QUARTER.l2().merges();
    Requester requester = requester(QUARTER, unified(""), new ArrayImage(PAGE), 2 * merges);
    for (int i = 0; i <= merges; i++) {
      requester.add(0, Request.write(0));
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.l2WriteMisses).isEqualTo(1);
    assertThat(counters.l2WriteHits).isEqualTo(merges);
    assertThat(counters.l2MergeStalls).isPositive();
    assertThat(requester.written).hasSize(merges + 1);
    assertThat(requester.written.getFirst()[2]).isGreaterThan(BATCH);
    requester.memory().close();
  }

  /** Once all of it has come, memory that began on the host moves as if it had always been here. */
  @Test
  void afterAFirstPassNothingThatFitsFaults() {
    long[] unified = secondPass(unified(""));
    long[] none = secondPass(Compression.NONE);

    assertThat(unified[0]).isEqualTo(none[0]).isEqualTo(4L * (4 * BLOCK / 128));
    assertThat(unified[1]).isZero();
    // Refreshes come at other times.
    assertThat(unified[2]).isCloseTo(none[2], withinPercentage(1));
  }

  /** Accesses of the DRAM, faults and cycles of the second of two passes over four L2s. */
  private static long[] secondPass(Compression compression) {
    ArrayImage image = new ArrayImage(4 * BLOCK);
    Requester requester = requester(QUARTER, compression, image, 16);
    long[] counts = new long[3];
    long begin = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (long line = 0; line < image.bytes.length; line += 128) {
        requester.add(Request.read(line));
      }
      long end = requester.run(begin);
      long accesses =
          requester.memory().channels().stream().mapToLong(each -> each.accesses()).sum();
      long faults = requester.memory().counters().pageFaults;
      counts[0] = accesses - counts[0];
      counts[1] = faults - counts[1];
      counts[2] = end - begin;
      begin = requester.end + 100_000;
    }
    requester.memory().close();
    return counts;
  }

  private static long readOne(Compression compression, long line) {
    ArrayImage image = new ArrayImage(4 * PAGE);
    Requester requester = requester(QUARTER, compression, image, 1);
    requester.add(0, Request.read(line));
    long answered = requester.run(0);
    requester.memory().close();
    return answered;
  }

  /** The batch's time, a page over the links, and then what it takes without unified memory. */
  @ParameterizedTest
  @CsvSource({"0, 45", "65536, 20", "131200, 45", "256, 0"})
  void aFaultTakesABatchAndAPage(long line, int microseconds) {
    long local = readOne(Compression.NONE, line);
    long faulted = readOne(unified("batch-microseconds=" + microseconds), line);

    long expected = microseconds * 1300L + crossing(PAGE);
    // DRAM and core have different clocks, and the DRAM refreshes meanwhile.
    assertThat(faulted - local).isBetween(expected - 3, expected + 500);
    assertThat(faulted - local).isCloseTo(expected, withinPercentage(5));
  }

  /** The first fault is a batch of its own; what faults meanwhile is the next, whole. */
  @Test
  void faultsOfABatchShareItsTime() {
    ArrayImage image = new ArrayImage(2 * BLOCK);
    Requester requester = requester(QUARTER, unified("prefetch=off"), image, 8);
    for (int page = 0; page < 64; page++) {
      requester.add(Request.read((long) page * PAGE));
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.pageFaults).isEqualTo(64);
    assertThat(counters.parkedAccesses).isEqualTo(64);
    assertThat(counters.faultBatches).isEqualTo(2);
    assertThat(counters.migratedPages).isEqualTo(64);
    assertThat(counters.prefetchedPages).isZero();
    assertThat(counters.faultCycles).isEqualTo(2 * BATCH + crossing(PAGE) + crossing(63L * PAGE));
    assertThat(counters.linkBytesFrom).isEqualTo(64L * PAGE);
    assertThat(counters.linkBytesTo).isZero();
    requester.memory().close();
  }

  /** A page is brought once for all that wait for it. */
  @Test
  void aPageFaultsOnce() {
    ArrayImage image = new ArrayImage(PAGE);
    Requester requester = requester(QUARTER, unified(""), image, 64);
    for (int line = 0; line < PAGE; line += 128) {
      requester.add(Request.read(line));
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.pageFaults).isEqualTo(1);
    assertThat(counters.parkedAccesses).isEqualTo(512);
    assertThat(counters.faultCycles).isEqualTo(BATCH + crossing(PAGE));
    requester.memory().close();
  }

  /**
   * In order over and over, through memory of which a quarter does not fit: the block that is
   * wanted next has always just gone.
   */
  @Test
  void aStreamThatDoesNotFitMovesAllOfItselfEveryTime() {
    int blocks = 8;
    long bytes = (long) blocks * BLOCK;
    long passes = 3;
    ArrayImage image = new ArrayImage(blocks * BLOCK);
    Requester requester = requester(QUARTER, unified("oversubscription=25,prefetch=off"), image, 4);
    for (long pass = 0; pass < passes; pass++) {
      for (long page = 0; page < blocks * 32L; page++) {
        requester.add(0, Request.read(page * PAGE + pass * 128L));
      }
    }

    long cycles = requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.unifiedBytes).isEqualTo(bytes);
    assertThat(counters.unifiedRoomBytes).isEqualTo(bytes * 3 / 4);
    assertThat(counters.pageFaults).isEqualTo(passes * blocks * 32);
    assertThat(counters.migratedPages).isEqualTo(passes * blocks * 32);
    long gone = (passes - 1) * blocks + blocks - blocks * 3 / 4;
    assertThat(counters.evictedBlocks).isEqualTo(gone);
    assertThat(counters.evictedPages).isEqualTo(gone * 32);
    assertThat(counters.linkBytesTo).isEqualTo(gone * BLOCK);
    // Four requests are under way, so that batches have one page or three, and never wait.
    assertThat(cycles).isBetween(counters.faultCycles, counters.faultCycles + 10_000);
    long everyPage = counters.migratedPages * (crossing(PAGE) - LINK.latency());
    long everyBlock = gone * crossing(BLOCK);
    long rest = counters.faultCycles - counters.faultBatches * (BATCH + LINK.latency());
    assertThat(rest).isCloseTo(everyPage + everyBlock, withinPercentage(5));
    requester.memory().close();
  }

  /** Where the first of a block's pages are wanted one by one, the tree brings the rest. */
  @Test
  void aStreamBringsMoreThanFaults() {
    ArrayImage image = new ArrayImage(BLOCK);
    Requester requester = requester(QUARTER, unified(""), image, 1);
    for (long page = 0; page < 32; page++) {
      requester.add(0, Request.read(page * PAGE));
    }

    requester.run(0);

    // Pages 0, 1, 2 with 3, 4 with 5 to 7, 8 with 9 to 15, 16 with all others.
    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.pageFaults).isEqualTo(6);
    assertThat(counters.faultBatches).isEqualTo(6);
    assertThat(counters.migratedPages).isEqualTo(32);
    assertThat(counters.prefetchedPages).isEqualTo(26);
    requester.memory().close();
  }

  /** Reads of any order, one at a time, against pages and blocks in sets and lists. */
  @ParameterizedTest
  @CsvSource({"1, 20, on", "2, 40, on", "3, 10, off", "4, 40, off", "5, 99, on", "6, 0, on"})
  void countsAreThoseOfAPlainRecount(int seed, int percent, String prefetch) {
    int pages = 7 * 32 + 11;
    ArrayImage image = new ArrayImage(pages * PAGE);
    Compression memory =
        unified(
            "oversubscription=%d,prefetch=%s,batch-microseconds=0".formatted(percent, prefetch));
    Requester requester = requester(QUARTER, memory, image, 1);
    UnifiedRecount recount =
        new UnifiedRecount(
            pages, Math.max(1, pages * (100 - percent) / 100), prefetch.equals("on"));
    Random random = new Random(seed);
    List<List<Integer>> lines = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      List<Integer> ofPage = new ArrayList<>();
      for (int line = 0; line < 512; line++) {
        ofPage.add(line);
      }
      Collections.shuffle(ofPage, random);
      lines.add(ofPage);
    }
    for (int i = 0; i < 3000; i++) {
      int page = random.nextInt(random.nextInt(3) == 0 ? pages : pages / 2);
      // No line twice, so that the L2 has none of them.
      int line = lines.get(page).removeLast();
      requester.add(0, Request.read((long) page * PAGE + line * 128L));
      recount.access(page);
    }

    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.pageFaults).isEqualTo(recount.faults).isPositive();
    assertThat(counters.faultBatches).isEqualTo(recount.faults);
    assertThat(counters.migratedPages).isEqualTo(recount.migrated);
    assertThat(counters.prefetchedPages).isEqualTo(recount.migrated - recount.faults);
    assertThat(counters.evictedBlocks).isEqualTo(recount.evictedBlocks);
    assertThat(counters.evictedPages).isEqualTo(recount.evictedPages);
    assertThat(counters.linkBytesFrom).isEqualTo(recount.migrated * PAGE);
    assertThat(counters.linkBytesTo).isEqualTo(recount.evictedPages * PAGE);
    requester.memory().close();
  }

  /** Everything is small and full, blocks come and go, and every byte is where it belongs. */
  @Test
  void nothingIsLostWherePagesComeAndGo() {
    for (int seed = 0; seed < 24; seed++) {
      Requester first = fuzz(seed);
      Requester again = fuzz(seed);
      assertThat(again.answers).usingRecursiveComparison().isEqualTo(first.answers);
      assertThat(again.memory().counters())
          .usingRecursiveComparison()
          .isEqualTo(first.memory().counters());
      first.memory().close();
      again.memory().close();
    }
  }

  private static Requester fuzz(int seed) {
    Random random = new Random(seed);
    GpuConfig config = SmallConfigs.any(random).with(LINK);
    Compression memory =
        unified(
            "oversubscription=%d,batch-microseconds=%d,prefetch=%s,begin=%s"
                .formatted(
                    random.nextInt(100),
                    random.nextInt(3),
                    random.nextBoolean() ? "on" : "off",
                    random.nextBoolean() ? "host" : "device"));
    ArrayImage image = new ArrayImage((1 + random.nextInt(40)) * PAGE - 1000);
    image.fill(random, 0, image.bytes.length);
    Requester requester = requester(config, memory, image, 1 + random.nextInt(20));
    int requests = 1500;
    int lines = image.bytes.length / 128;
    for (int i = 0; i < requests; i++) {
      Request request =
          GpuMemoryFuzzTest.request(random, random.nextBoolean() ? Math.min(lines, 700) : lines);
      int multiprocessor = random.nextInt(config.multiprocessors());
      if (request.kind() == MemoryRequest.READ) {
        requester.add(multiprocessor, request);
      } else {
        int at = (int) request.line() + 32 * Integer.numberOfTrailingZeros(request.sectors());
        int value = random.nextInt();
        requester.add(multiprocessor, request, () -> image.put(at, value));
      }
    }
    long cycles = requester.run(0);
    assertThat(requester.answers.size() + requester.written.size()).isEqualTo(requests);
    assertStored(requester.memory(), image);
    assertThat(requester.memory().waiting()).isEmpty();

    image.fill(random, 0, 20_000);
    requester.memory().hostWrote(0, 20_000);
    requester.add(0, Request.read(128));
    requester.run(cycles + 1_000_000);
    assertStored(requester.memory(), image);
    return requester;
  }

  /** A store to a page that is on the host is not done before that is there, nor is the next. */
  @Test
  void aStoreWaitsForItsPage() {
    ArrayImage image = new ArrayImage(2 * PAGE);
    Requester requester = requester(QUARTER, unified("prefetch=off"), image, 4);
    requester.add(0, Request.write(0));
    requester.add(0, new Request(MemoryRequest.WRITE, 0, 0b10, 0b10, 32));
    requester.add(0, new Request(MemoryRequest.WRITE, 128, 0b11, 0b01, 32));
    requester.run(0);

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.pageFaults).isEqualTo(1);
    assertThat(counters.migratedPages).isEqualTo(1);
    assertThat(counters.parkedAccesses).isEqualTo(2);
    assertThat(requester.written).hasSize(3);
    assertThat(requester.written)
        .allSatisfy(each -> assertThat(each[2]).isGreaterThan(BATCH + crossing(PAGE)));
    requester.memory().close();
  }

  @Test
  void aGpuWithoutLinksHasNone() {
    GpuConfig gtx580 = GpuConfigs.named("gtx580").orElseThrow();
    for (String layout : List.of("unified", "pinned")) {
      Compression memory = Compression.of(LayoutSpec.parse(layout), CodecSpec.parse("none"), 32);
      assertThatThrownBy(() -> requester(gtx580, memory, new ArrayImage(128), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("gtx580 has no links to memory of the host");
    }
    assertThatThrownBy(
            () -> Compression.of(LayoutSpec.parse("unified"), CodecSpec.parse("bpc"), 32))
        .hasMessage("layout unified has no codec, so bpc means nothing to it");
    for (String wrong : List.of("oversubscription=100", "oversubscription=-1", "begin=here")) {
      assertThatThrownBy(() -> LayoutSpec.parse("unified:" + wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("of layout 'unified' is");
    }
  }
}
