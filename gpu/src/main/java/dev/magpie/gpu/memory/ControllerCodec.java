package dev.magpie.gpu.memory;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecPolicy;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A codec as one controller has it: with the state of one that adapts, and lossy only where lines
 * may be approximated. To the memory, it is a codec like others.
 */
final class ControllerCodec implements BlockCodec, LineCodec {
  private final Compression compression;
  private final GpuConfig gpu;
  private BlockCodec codec;
  private BlockCodec lossless;
  private @Nullable AdaptiveCodec adaptive;
  private @Nullable CodecPolicy policy;

  /** If multiprocessors execute it. */
  private final @Nullable AssistedCodec assisted;

  /** Where the program's lines are; a memory codes others, too, when it lays them out anew. */
  private @Nullable MemorySegment written;

  private boolean approximates;

  ControllerCodec(Compression compression, BlockCodec codec, GpuConfig gpu) {
    this.compression = compression;
    this.gpu = gpu;
    this.codec = codec;
    lossless = codec.lossless();
    adaptive = codec instanceof AdaptiveCodec each ? each : null;
    policy = adaptive == null ? null : adaptive.policy();
    assisted = AssistedCodec.isOne(compression) ? AssistedCodec.of(gpu.assist(), codec) : null;
  }

  /** Goes on with the same codec, now trained. */
  void learned(BlockCodec trained) {
    codec = trained;
    lossless = trained.lossless();
    adaptive = trained instanceof AdaptiveCodec each ? each : null;
    policy = adaptive == null ? null : adaptive.policy();
  }

  @Override
  public void writes(MemorySegment line, boolean mayApproximate) {
    written = line;
    approximates = mayApproximate;
  }

  @Override
  public boolean isLossy() {
    return codec.isLossy();
  }

  void setLatencyTolerance(double cycles) {
    if (policy != null) {
      policy.setLatencyTolerance(cycles);
    }
  }

  @Override
  public int blockBytes() {
    return codec.blockBytes();
  }

  @Override
  public int tagBits() {
    return lossless.tagBits();
  }

  @Override
  public int tagBits(int mostBits) {
    return lossless.tagBits(mostBits);
  }

  /** Itself: it is lossy only when it is told to be. */
  @Override
  public BlockCodec lossless() {
    return this;
  }

  @Override
  public List<Integer> staticSizes() {
    return lossless.staticSizes();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return lossless.sizeBits(memory, offset);
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (approximates) {
      return codec.encode(memory, offset, out);
    }
    return policy != null && memory.equals(written)
        ? policy.encode(memory, offset, out)
        : lossless.encode(memory, offset, out);
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    codec.decode(in, tag, memory, offset);
  }

  @Override
  public void explain(int tag, FieldReader in) {
    codec.explain(tag, in);
  }

  @Override
  public int compressionCycles(Transfers cost) {
    if (assisted != null) {
      return 0;
    }
    Latency of = latency(cost);
    return of == null ? compression.compressionCycles(gpu) : compression.compressionCycles(gpu, of);
  }

  @Override
  public int decompressionCycles(Transfers cost) {
    if (assisted != null) {
      return 0;
    }
    Latency of = latency(cost);
    return of == null
        ? compression.decompressionCycles(gpu)
        : compression.decompressionCycles(gpu, of);
  }

  /** That of the codec which one that adapts chose. */
  private @Nullable Latency latency(Transfers cost) {
    return adaptive == null || cost.tag() == RAW ? null : adaptive.latency(cost.tag());
  }

  @Override
  public int decompressionInstructions(Transfers cost) {
    return assisted == null ? 0 : assisted.decompressionInstructions(true);
  }

  @Override
  public int compressionInstructions(Transfers cost) {
    return assisted == null
        ? 0
        : assisted.compressionInstructions((int) cost.codeBytes, cost.tag() != RAW);
  }
}
