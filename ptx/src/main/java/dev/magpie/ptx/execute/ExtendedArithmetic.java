package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.util.Map;

/** Sums and differences of many words, which pass a carry in the condition code. */
final class ExtendedArithmetic {
  static final Map<String, Decoders.Decoder> DECODERS =
      Map.of(
          "addc", ExtendedArithmetic::decode,
          "subc", ExtendedArithmetic::decode,
          "madc", ExtendedArithmetic::decode);

  private ExtendedArithmetic() {}

  static Operation decode(Decoding at) {
    ScalarType type = at.takeType();
    if (!type.isInteger() || type.bits() < 32 || type.bits() > 64) {
      throw at.bad("type ." + type + " is not supported here");
    }
    boolean carryOut = at.take("cc");
    boolean carryIn = at.opcode().endsWith("c");
    boolean subtract = at.opcode().startsWith("sub");
    String part = at.opcode().startsWith("mad") ? at.takeRequired("lo", "hi") : null;
    at.expectOperands(part == null ? 3 : 4);
    int d = at.destination(0, type);
    int a = at.source(1, type);
    int b = at.source(2, type);
    int c = part == null ? b : at.source(3, type);
    return new Operation(InstructionClass.INTEGER) {
      @Override
      void execute(Warp warp, int mask) {
        int carries = warp.carry;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          long x = warp.r[a][lane];
          if (part != null) {
            long y = warp.r[b][lane];
            x = part.equals("lo") ? x * y : IntegerArithmetic.high(type, x, y);
          }
          long y = warp.r[c][lane];
          int in = carryIn ? carries >>> lane & 1 : 0;
          boolean carried =
              type.bits() == 32 ? carries32(x, y, in, subtract) : carries64(x, y, in, subtract);
          warp.r[d][lane] = subtract ? x - y - in : x + y + in;
          if (carryOut) {
            carries = (carries & ~(1 << lane)) | (carried ? 1 << lane : 0);
          }
        }
        warp.carry = carries;
      }
    };
  }

  private static boolean carries32(long x, long y, int in, boolean subtract) {
    long left = x & 0xffff_ffffL;
    long right = (y & 0xffff_ffffL) + in;
    return subtract ? left < right : left + right > 0xffff_ffffL;
  }

  private static boolean carries64(long x, long y, int in, boolean subtract) {
    if (subtract) {
      int order = Long.compareUnsigned(x, y);
      return order < 0 || (order == 0 && in == 1);
    }
    long sum = x + y;
    return Long.compareUnsigned(sum, x) < 0 || (in == 1 && sum == -1);
  }
}
