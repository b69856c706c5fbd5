package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many threads, whose entries lie between each other's: neighbours share a word of metadata, at 16x
 * a sector too, and those that overflow have their places side by side in buddy memory. Runs on
 * with {@code -Dmagpie.fuzz.seconds=3600}, and then tells how far it came.
 */
class BuddyMemoryConcurrencyTest {
  private static final int THREADS = 12;
  private static final int ENTRIES = 2_400;
  private static final int OPERATIONS = 15_000;
  private static final int HANDED = 20_000;
  private static final List<TargetRatio> TARGETS = List.of(TargetRatio.values());
  private static final List<PageSize> SIZES = List.of(PageSize.values());

  /** An allocation, and what should be in it. */
  private static final class Shared {
    final BuddyAllocation allocation;
    final byte[] bytes;

    Shared(BuddyAllocation allocation) {
      this.allocation = allocation;
      this.bytes = new byte[(int) allocation.bytes()];
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bpc", "mag-bdi"})
  void manyThreadsAgreeWithAPlainArray(String codec) throws Exception {
    BuddyConfig config =
        BuddyConfig.ofDevice(16 << 20).withCodec(Codecs.create(codec, Granularity.DEFAULT));
    FuzzBudget budget = new FuzzBudget(THREADS + " threads, " + codec);
    for (long round = 0; round < 1 || !budget.isSpent(); round++) {
      manyThreads(config, round);
      budget.count((long) THREADS * OPERATIONS);
    }
    budget.report();
  }

  /** Addresses are used again at once, with other pages and targets, by whoever has them next. */
  @Test
  void memoryGoesFromThreadToThread() throws Exception {
    FuzzBudget budget = new FuzzBudget("memory that is handed on");
    try (BuddyMemory memory = BuddyMemory.ofDevice(16 << 20);
        ExecutorService pool = Executors.newFixedThreadPool(2)) {
      BlockingQueue<BuddyAllocation> handed = new SynchronousQueue<>();
      for (long round = 0; round < 1 || !budget.isSpent(); round++) {
        SplittableRandom random = new SplittableRandom(round);
        Future<?> allocating =
            pool.submit(() -> {
              for (int i = 0; i < HANDED; i++) {
                TargetRatio target = TARGETS.get(i % TARGETS.size());
                PageSize size = SIZES.get(random.nextInt(SIZES.size()));
                BuddyAllocation allocation = memory.allocate(1 + i * 7 % 200_000, target, size);
                memory.write(last(allocation), MemorySegment.ofArray(new byte[] {(byte) i}), 0, 1);
                handed.put(allocation);
              }
              return null;
            });
        Future<?> freeing =
            pool.submit(() -> {
              byte[] read = new byte[1];
              for (int i = 0; i < HANDED; i++) {
                BuddyAllocation allocation = handed.take();
                memory.read(last(allocation), MemorySegment.ofArray(read), 0, 1);
                assertThat(read[0]).as("%s", allocation).isEqualTo((byte) i);
                if (allocation.bytes() > 1) {
                  memory.read(last(allocation) - 1, MemorySegment.ofArray(read), 0, 1);
                  assertThat(read[0]).as("%s", allocation).isZero();
                }
                memory.free(allocation);
              }
              return null;
            });
        freeing.get();
        allocating.get();
        budget.count(HANDED);
      }
    }
    budget.report();
  }

  private static long last(BuddyAllocation allocation) {
    return allocation.address() + allocation.bytes() - 1;
  }

  private static void manyThreads(BuddyConfig config, long round) throws Exception {
    try (BuddyMemory memory = new BuddyMemory(config);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1)) {
      List<Shared> all = new ArrayList<>();
      for (TargetRatio target : TargetRatio.values()) {
        for (PageSize size : PageSize.values()) {
          // The last entry is not full.
          all.add(new Shared(memory.allocate(ENTRIES * 128L - 40, target, size)));
        }
      }
      all.add(new Shared(memory.allocateUncompressed(ENTRIES * 128L - 40)));
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Transfers>> users = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SplittableRandom random = new SplittableRandom(THREADS * round + thread);
        int mine = thread;
        users.add(
            pool.submit(() -> {
              start.await();
              return use(memory, all, mine, random);
            }));
      }
      Future<?> allocating =
          pool.submit(() -> {
            for (int i = 0; users.stream().anyMatch(user -> !user.isDone()); i++) {
              memory.free(memory.allocate(1 + i % 1000 * 1000, TargetRatio.FOUR));
            }
          });
      start.countDown();
      Transfers sum = new Transfers();
      for (Future<Transfers> user : users) {
        sum.add(user.get());
      }
      allocating.get();
      assertThat(sum.overflows).isPositive();
      assertThat(sum.buddyWrites).isPositive();
      assertThat(sum.buddyReads).isPositive();
      for (Shared each : all) {
        check(memory, config, each);
      }
    }
  }

  /** Entries {@code first}, {@code first + THREADS} and so on: any bytes of them. */
  private static Transfers use(
      BuddyMemory memory, List<Shared> all, int first, SplittableRandom random) {
    Transfers transfers = new Transfers();
    byte[] read = new byte[128];
    for (int i = 0; i < OPERATIONS; i++) {
      Shared into = all.get(random.nextInt(all.size()));
      int entry = random.nextInt(ENTRIES / THREADS) * THREADS + first;
      int size = Math.min(128, into.bytes.length - 128 * entry);
      int from = random.nextInt(3) == 0 ? random.nextInt(size) : 0;
      int length = from == 0 ? size : 1 + random.nextInt(size - from);
      int at = 128 * entry + from;
      long address = into.allocation.address() + at;
      if (random.nextBoolean()) {
        byte[] bytes = EntryData.random(random, length);
        System.arraycopy(bytes, 0, into.bytes, at, length);
        memory.write(address, MemorySegment.ofArray(bytes), 0, length, transfers);
      } else {
        memory.read(address, MemorySegment.ofArray(read), 0, length, transfers);
        assertThat(Arrays.equals(read, 0, length, into.bytes, at, at + length))
            .as("entry %d of %s", entry, into.allocation)
            .isTrue();
      }
    }
    return transfers;
  }

  private static void check(BuddyMemory memory, BuddyConfig config, Shared each) {
    BuddyAllocation allocation = each.allocation;
    byte[] bytes = new byte[each.bytes.length];
    memory.read(allocation.address(), MemorySegment.ofArray(bytes), 0, bytes.length);
    assertThat(Arrays.mismatch(bytes, each.bytes)).as("%s", allocation).isEqualTo(-1);
    EntryCodec codec = new EntryCodec(config.codec());
    for (int entry = 0; entry < ENTRIES && allocation.compressed(); entry++) {
      int end = Math.min(bytes.length, 128 * entry + 128);
      byte[] plain = Arrays.copyOf(Arrays.copyOfRange(bytes, 128 * entry, end), 128);
      int bits = codec.sizeBits(MemorySegment.ofArray(plain), 0);
      assertThat(memory.entryCode(allocation.address() + 128L * entry))
          .as("entry %d of %s", entry, allocation)
          .isEqualTo(EntryCode.of(bits, allocation.target()));
    }
  }
}
