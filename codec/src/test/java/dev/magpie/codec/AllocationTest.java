package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs that need no compiler to work without allocating. */
final class AllocationTest {

  private static final int MOST_ROUNDS = 500;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mag-bdi",
        "bdi",
        "fpc",
        "c-pack",
        "c-pack:variant=gpu",
        "bpc",
        "zvc",
        "zvc:word=2",
        "fibonacci",
        "mpc",
        "exponent-palette",
        "exponent-palette:type=e5m2",
        "exponent-window",
        "exponent-window:type=f32",
        "e2mc",
        "sc2",
        "fvc",
        "fp-h",
        "fp-h:type=f32",
        "unweight",
        "zipserv",
        "dfloat11",
        "ecf8",
        "zipnn",
        "zipnn:type=f32",
        "tslc-simp",
        "tslc-opt",
        "qslc"
      })
  void codesBlocksInPlace(String specification) {
    CodecSpec spec = CodecSpec.parse(specification);
    BlockCodec codec = spec.create(Granularity.DEFAULT, CodecCases.table(spec, 128));
    List<byte[]> samples = SampleBlocks.of(codec.blockBytes());
    MemorySegment[] blocks =
        samples.stream().map(MemorySegment::ofArray).toArray(MemorySegment[]::new);
    BitWriter coded = new BitWriter(4 * codec.blockBytes());
    BitReader reader = new BitReader();
    MemorySegment stream = MemorySegment.ofArray(new byte[4 * codec.blockBytes()]);
    MemorySegment target = MemorySegment.ofArray(new byte[codec.blockBytes()]);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    // The interpreter boxes vectors, so the first rounds do not count.
    long allocated = Long.MAX_VALUE;
    for (int round = 0; round < MOST_ROUNDS && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (MemorySegment block : blocks) {
        codec.sizeBits(block, 0);
        coded.reset();
        int tag = codec.encode(block, 0, coded);
        coded.copyTo(stream, 0);
        reader.load(stream, 0, coded.bitCount());
        if (tag != BlockCodec.RAW) {
          codec.decode(reader, tag, target, 0);
        }
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).as("bytes in the last round over %d blocks", blocks.length).isZero();
  }
}
