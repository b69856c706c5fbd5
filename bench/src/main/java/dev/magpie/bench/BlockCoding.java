package dev.magpie.bench;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
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

/** Encoding and decoding of 4 MiB of mixed data, block by block; raw blocks are copied. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BlockCoding {
  private static final int BLOCK_BYTES = 128;

  @Param({"mag-bdi", "bdi", "fpc", "bpc", "zvc", "c-pack", "fibonacci", "mpc", "bdi+fpc", "warped"})
  private String codec = "";

  private final CodedBlocks blocks = new CodedBlocks(CodedBlocks.MIXED_BYTES, BLOCK_BYTES);

  /** Fills the memory, and codes it once for the decoder. */
  @Setup
  public void code() {
    MixedData.fill(blocks.memory, 1);
    blocks.code(Codecs.create(codec, new Granularity(BLOCK_BYTES, 32)));
  }

  /** 4 MiB an operation. */
  @Benchmark
  public int encode() {
    return blocks.encodeAll();
  }

  /** 4 MiB of decoded bytes an operation. */
  @Benchmark
  public int decode() {
    return blocks.decodeAll();
  }
}
