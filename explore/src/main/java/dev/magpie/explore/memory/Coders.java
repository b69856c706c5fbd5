package dev.magpie.explore.memory;

import dev.magpie.analysis.TrainingSample;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.snapshot.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The codecs of the pages: each made once, and those that have to be trained, on blocks all over
 * the snapshot, as {@code magpie analyze} does.
 */
final class Coders {
  private static final int MOST = 64;

  private record Key(ShownSnapshot snapshot, Coding coding) {}

  /** Guarded by itself; the least recently used goes first. */
  private final Map<Key, FutureTask<BlockCodec>> made =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, FutureTask<BlockCodec>> eldest) {
          return size() > MOST;
        }
      };

  /**
   * The codec, exact if it is of a lossy family.
   *
   * @throws RefusedException if it cannot be made with these parameters
   */
  BlockCodec codec(ShownSnapshot snapshot, Coding coding) {
    FutureTask<BlockCodec> task;
    synchronized (made) {
      task =
          made.computeIfAbsent(
              new Key(snapshot, coding), _ -> new FutureTask<>(() -> make(snapshot, coding)));
    }
    task.run();
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CodecSpecException wrong) {
        throw RefusedException.wrong(String.valueOf(wrong.getMessage()));
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What was trained on a snapshot is trained anew. */
  void forget(ShownSnapshot snapshot) {
    synchronized (made) {
      made.keySet().removeIf(each -> each.snapshot().equals(snapshot));
    }
  }

  /** What a codec is trained on, in words; empty where it is not. */
  static String training(Coding coding) {
    return coding.spec().needsTraining() ? "trained on blocks all over the snapshot" : "";
  }

  private static BlockCodec make(ShownSnapshot snapshot, Coding coding) {
    BlockCodec codec = ofBlocks(snapshot, coding);
    return coding.entries() ? new EntryCodec(codec) : codec;
  }

  private static BlockCodec ofBlocks(ShownSnapshot snapshot, Coding coding) {
    if (!coding.spec().needsTraining()) {
      return coding.spec().create(coding.granularity()).lossless();
    }
    int blockBytes = coding.blockBytes();
    List<Allocation> allocations = snapshot.allocations();
    long blocks =
        allocations.stream().mapToLong(each -> Math.ceilDiv(each.bytes(), blockBytes)).sum();
    List<MemorySegment> memories = allocations.stream().map(Allocation::memory).toList();
    TrainingSample sample = TrainingSample.spreadOver(blocks, blockBytes);
    return coding
        .spec()
        .create(coding.granularity(), sample.train(coding.spec(), memories, blockBytes))
        .lossless();
  }
}
