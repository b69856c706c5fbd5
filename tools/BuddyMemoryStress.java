package dev.magpie.tools;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What threads of a {@link BuddyMemory} share without its lock; for tools/stress. */
public final class BuddyMemoryStress {
  private BuddyMemoryStress() {}

  /** Neighbours have their metadata in one byte, and each thread changes its own. */
  @JCStressTest
  @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "both are what was written")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a thread has changed the other's entry")
  @State
  public static class Neighbours {
    /** As many pairs of entries as are in flight at a time. */
    private static final int PAIRS = 1 << 17;

    private static final BuddyMemory MEMORY =
        new BuddyMemory(
            BuddyConfig.ofDevice(64 << 20).withCodec(Codecs.create("bdi", Granularity.DEFAULT)));

    private static final long BASE = MEMORY.allocate(256L * PAIRS, TargetRatio.TWO).address();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final long first = BASE + 256L * (NEXT.getAndIncrement() & (PAIRS - 1));

    /** Whatever stood there before, of other sizes. */
    public Neighbours() {
      write(first, 0);
      write(first + 128, 1);
    }

    @Actor
    public void even() {
      write(first, 2);
    }

    @Actor
    public void odd() {
      write(first + 128, 0);
    }

    @Arbiter
    public void look(ZZ_Result result) {
      result.r1 = holds(first, 2);
      result.r2 = holds(first + 128, 0);
    }

    /** Zeros, a code of a few bytes, or one that needs its place in buddy memory. */
    private static byte[] block(int kind) {
      byte[] block = new byte[128];
      for (int i = 0; i < block.length; i++) {
        block[i] = (byte) (kind == 0 ? 0 : kind == 1 ? i & 4 : i * 37 ^ i * i);
      }
      return block;
    }

    private static void write(long address, int kind) {
      MEMORY.write(address, MemorySegment.ofArray(block(kind)), 0, 128);
    }

    private static boolean holds(long address, int kind) {
      byte[] read = new byte[128];
      MEMORY.read(address, MemorySegment.ofArray(read), 0, 128);
      return Arrays.equals(read, block(kind));
    }
  }

  /** Who comes second finds what the first has brought. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "one brings the sector")
  @Outcome(expect = Expect.FORBIDDEN, desc = "it is brought twice, or never")
  @State
  public static class MetadataMisses {
    private final MetadataCache cache = new MetadataCache(new MetadataCache.Shape(1, 512, 4));

    @Actor
    public void one(II_Result result) {
      result.r1 = misses();
    }

    @Actor
    public void other(II_Result result) {
      result.r2 = misses();
    }

    private int misses() {
      Transfers transfers = new Transfers();
      cache.access(64, false, transfers);
      return (int) transfers.metadataMisses;
    }
  }
}
