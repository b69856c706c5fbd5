package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;

/** Makes codecs, trained, if they have to be, on what memory holds. */
final class CodecTraining {
  /** What a codec is trained on, at most: blocks at even distances all over the memory. */
  private static final long SAMPLE_BYTES = 16 << 20;

  private CodecTraining() {}

  static BlockCodec codec(CodecSpec spec, Granularity granularity, DeviceImage image) {
    return spec.needsTraining()
        ? spec.create(granularity, trained(spec, image).table())
        : spec.create(granularity);
  }

  private static CodecTrainer trained(CodecSpec spec, DeviceImage image) {
    CodecTrainer trainer = spec.trainer();
    MemorySegment block = MemorySegment.ofArray(new byte[LINE_BYTES]);
    long blocks = Math.max(1, Math.ceilDiv(image.bytes(), LINE_BYTES));
    long step = Math.max(1, Math.ceilDiv(blocks * LINE_BYTES, SAMPLE_BYTES));
    for (long i = 0; i < blocks; i += step) {
      image.read(i * LINE_BYTES, LINE_BYTES, block, 0);
      trainer.add(block, 0, LINE_BYTES);
    }
    return trainer;
  }
}
