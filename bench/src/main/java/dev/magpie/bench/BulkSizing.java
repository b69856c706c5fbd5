package dev.magpie.bench;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Sizing of many blocks at a time: 256 KiB of mixed data, which the cache holds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BulkSizing {
  static final int BYTES = 256 << 10;

  @Param({
    "mag-bdi",
    "bdi",
    "fpc",
    "bpc",
    "zvc",
    "c-pack",
    "fibonacci",
    "mpc",
    "bdi+fpc",
    "warped",
    "magpie"
  })
  private String codec = "";

  @Param("128")
  private int blockBytes;

  private BlockCodec blockCodec = Codecs.create("none", Granularity.DEFAULT);
  private MemorySegment memory = MemorySegment.NULL;
  private int[] sizes = {};

  /** Fills the memory. */
  @Setup
  public void fill() {
    blockCodec = Codecs.create(codec, new Granularity(blockBytes, 32));
    memory = Arena.ofAuto().allocate(BYTES, 64);
    sizes = new int[BYTES / blockBytes];
    MixedData.fill(memory, 1);
  }

  /** 256 KiB an operation. */
  @Benchmark
  public int[] sizeBits() {
    blockCodec.sizeBits(memory, 0, sizes);
    return sizes;
  }
}
