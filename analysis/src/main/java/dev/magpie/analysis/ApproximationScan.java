package dev.magpie.analysis;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.LossyCodec;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Encodes and decodes all blocks of a memory with a lossy codec and compares what comes out with
 * what went in. The result does not depend on the number of threads.
 */
public final class ApproximationScan {
  private final LossyCodec codec;
  private final int threads;
  private final long rangeBytes;

  /**
   * @param threads how many work; at least one
   */
  public ApproximationScan(LossyCodec codec, int threads) {
    this(codec, threads, BlockScan.RANGE_BYTES);
  }

  ApproximationScan(LossyCodec codec, int threads, long rangeBytes) {
    this.codec = codec;
    this.threads = threads;
    this.rangeBytes = rangeBytes;
  }

  /** The error over the elements of a tensor; a short last block is zero-filled. */
  public ApproximationError run(Tensor tensor) {
    MemorySegment memory = tensor.memory();
    List<Callable<ApproximationError>> ranges = new ArrayList<>();
    for (long start = 0; start < memory.byteSize(); start += rangeBytes) {
      MemorySegment range = memory.asSlice(start, Math.min(rangeBytes, memory.byteSize() - start));
      ranges.add(() -> measure(range, tensor));
    }
    ApproximationError whole = ApproximationError.NONE;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      // Sums of parts in the order of the memory, since the order of additions matters.
      for (Future<ApproximationError> part : pool.invokeAll(ranges)) {
        whole = whole.merge(part.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the scan was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    }
    return whole;
  }

  private ApproximationError measure(MemorySegment memory, Tensor tensor) {
    ErrorMeter meter = new ErrorMeter(tensor.dtype(), tensor.order());
    int blockBytes = codec.blockBytes();
    BitWriter coded = new BitWriter(blockBytes);
    BitReader reader = new BitReader();
    MemorySegment stream = MemorySegment.ofArray(new byte[2 * blockBytes]);
    MemorySegment decoded = MemorySegment.ofArray(new byte[blockBytes]);
    MemorySegment last = MemorySegment.ofArray(new byte[blockBytes]);
    long blocks = 0;
    long approximated = 0;
    for (long at = 0; at < memory.byteSize(); at += blockBytes) {
      long bytes = Math.min(blockBytes, memory.byteSize() - at);
      MemorySegment block = memory;
      long offset = at;
      if (bytes < blockBytes) {
        MemorySegment.copy(memory, at, last, 0, bytes);
        block = last;
        offset = 0;
      }
      blocks++;
      if (codec.approximates(block, offset)) {
        approximated++;
        coded.reset();
        int tag = codec.encode(block, offset, coded);
        coded.copyTo(stream, 0);
        reader.load(stream, 0, coded.bitCount());
        codec.decode(reader, tag, decoded, 0);
        meter.compare(block, offset, decoded, 0, bytes);
      }
    }
    return meter.take(blocks, approximated, memory.byteSize() / tensor.dtype().bytes());
  }
}
