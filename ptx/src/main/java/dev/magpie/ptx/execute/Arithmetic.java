package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;

/** The arithmetic instructions that exist for integers and for floating-point numbers. */
final class Arithmetic {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  static {
    for (String opcode :
        new String[] {"add", "sub", "mul", "mad", "fma", "div", "abs", "neg", "min", "max"}) {
      DECODERS.put(opcode, Arithmetic::decode);
    }
    for (String opcode : new String[] {"rem", "sad", "mul24", "mad24"}) {
      DECODERS.put(opcode, at -> IntegerArithmetic.decode(at, at.takeType()));
    }
  }

  private Arithmetic() {}

  private static Operation decode(Decoding at) {
    if (at.instruction().has("cc")) {
      return ExtendedArithmetic.decode(at);
    }
    ScalarType type = at.takeType();
    return switch (type) {
      case F32 -> SingleArithmetic.decode(at);
      case F64 -> DoubleArithmetic.decode(at);
      case F16, F16X2, BF16, BF16X2 -> HalfArithmetic.decode(at, type);
      case U16X2, S16X2 -> IntegerArithmetic.decodePacked(at, type);
      default -> {
        if (!type.isInteger() || type.bits() > 64 || at.opcode().equals("fma")) {
          throw at.bad("type ." + type + " is not supported here");
        }
        yield IntegerArithmetic.decode(at, type);
      }
    };
  }
}
