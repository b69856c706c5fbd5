package dev.magpie.ptx.execute;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The instructions that can be executed. To add one, add its decoder to its family's list. */
final class Decoders {
  /** Decodes instructions of one opcode. */
  interface Decoder {
    Operation decode(Decoding at);
  }

  private static final Map<String, Decoder> ALL = new HashMap<>();

  static {
    for (Map<String, Decoder> family :
        List.of(
            Arithmetic.DECODERS,
            ExtendedArithmetic.DECODERS,
            BitOperations.DECODERS,
            VideoOperations.DECODERS,
            FloatFunctions.DECODERS,
            Comparisons.DECODERS,
            Conversions.DECODERS,
            Moves.DECODERS,
            MemoryAccesses.DECODERS,
            Atomics.DECODERS,
            OpaqueAccesses.DECODERS,
            Control.DECODERS,
            BarrierOperation.DECODERS,
            BarrierObjectOperation.DECODERS,
            WarpOperations.DECODERS,
            MatrixOperations.DECODERS)) {
      family.forEach((opcode, decoder) -> {
        if (ALL.put(opcode, decoder) != null) {
          throw new AssertionError("two decoders for " + opcode);
        }
      });
    }
  }

  private Decoders() {}

  static Operation decode(Decoding at) {
    Decoder decoder = ALL.get(at.opcode());
    if (decoder == null) {
      throw at.bad("this instruction is not supported");
    }
    return decoder.decode(at);
  }
}
