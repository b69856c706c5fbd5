package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;

/** Logic, shifts, and operations on single bits and bytes. */
final class BitOperations {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final InstructionClass KIND = InstructionClass.LOGIC;
  private static final int LANES = Warp.LANES;

  static {
    DECODERS.put("and", at -> logic(at, new Lanes.Binary(BitOperations::and, (a, b) -> a & b)));
    DECODERS.put("or", at -> logic(at, new Lanes.Binary(BitOperations::or, (a, b) -> a | b)));
    DECODERS.put("xor", at -> logic(at, new Lanes.Binary(BitOperations::xor, (a, b) -> a ^ b)));
    DECODERS.put("not", BitOperations::not);
    DECODERS.put(
        "cnot",
        at -> {
          ScalarType type = at.takeType();
          return unary(at, type, Lanes.each(a -> Narrow.to(Narrow.unsigned(type), a) == 0 ? 1 : 0));
        });
    DECODERS.put("shl", BitOperations::shiftLeft);
    DECODERS.put("shr", BitOperations::shiftRight);
    DECODERS.put("shf", BitOperations::funnelShift);
    DECODERS.put("lop3", BitOperations::logic3);
    DECODERS.put("bfe", BitOperations::extract);
    DECODERS.put("bfi", BitOperations::insert);
    DECODERS.put("bfind", BitOperations::find);
    DECODERS.put("brev", BitOperations::reverse);
    DECODERS.put("popc", at -> count(at, true));
    DECODERS.put("clz", at -> count(at, false));
    DECODERS.put("prmt", BitOperations::permute);
    DECODERS.put("fns", BitOperations::findNth);
    DECODERS.put("bmsk", BitOperations::mask);
    DECODERS.put("szext", BitOperations::extend);
    DECODERS.put("dp4a", BitOperations::dot4);
    DECODERS.put("dp2a", BitOperations::dot2);
  }

  private BitOperations() {}

  private static Operation unary(Decoding at, ScalarType type, Lanes.Unary loop) {
    return LaneOperation.of(at, KIND, loop, type, type);
  }

  private static Operation logic(Decoding at, Lanes.Binary loop) {
    ScalarType type = at.takeType();
    if (type == ScalarType.PRED) {
      at.expectOperands(3);
      return PredicateOperation.logic(
          at.opcode(),
          at.predicateDestination(at.operand(0)),
          at.predicateSource(1),
          at.predicateSource(2));
    }
    return LaneOperation.of(at, KIND, loop, type, type, type);
  }

  private static void and(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] & b[i];
    }
  }

  private static void or(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] | b[i];
    }
  }

  private static void xor(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] ^ b[i];
    }
  }

  private static Operation not(Decoding at) {
    ScalarType type = at.takeType();
    if (type == ScalarType.PRED) {
      at.expectOperands(2);
      return PredicateOperation.logic(
          "or",
          at.predicateDestination(at.operand(0)),
          ~at.predicateSource(1),
          ~at.function().always());
    }
    return unary(at, type, Lanes.each(a -> ~a));
  }

  private static Operation shift(Decoding at, ScalarType type, Lanes.Binary loop) {
    return LaneOperation.of(at, KIND, loop, type, type, ScalarType.U32);
  }

  /** Shifts beyond the width leave nothing. */
  private static Operation shiftLeft(Decoding at) {
    ScalarType type = at.takeType();
    int bits = type.bits();
    return shift(
        at,
        type,
        new Lanes.Binary(
            (d, a, b) -> {
              for (int i = 0; i < LANES; i++) {
                int by = (int) b[i];
                d[i] = by >= 0 && by < bits ? a[i] << by : 0;
              }
            },
            (a, b) -> (int) b >= 0 && (int) b < bits ? a << (int) b : 0));
  }

  private static Operation shiftRight(Decoding at) {
    ScalarType type = at.takeType();
    int last = type.bits() - 1;
    int above = 63 - last;
    if (type.isSigned()) {
      return shift(
          at,
          type,
          Lanes.each((a, b) ->
              a
                  << above
                  >> above
                  >> (Integer.compareUnsigned((int) b, last) > 0 ? last : (int) b)));
    }
    return shift(
        at,
        type,
        Lanes.each((a, b) ->
            Integer.compareUnsigned((int) b, last) > 0 ? 0 : a << above >>> above >>> (int) b));
  }

  private static Operation funnelShift(Decoding at) {
    boolean left = at.takeRequired("l", "r").equals("l");
    boolean clamp = at.takeRequired("clamp", "wrap").equals("clamp");
    ScalarType type = at.takeType();
    Lanes.Ternary loop =
        Lanes.each((a, b, c) -> {
          long pair = (a & 0xffff_ffffL) | b << 32;
          int by = clamp ? (int) Math.min(c & 0xffff_ffffL, 32) : (int) c & 31;
          return left ? pair << by >>> 32 : by == 32 ? b : pair >>> by;
        });
    return LaneOperation.of(at, KIND, loop, type, type, type, ScalarType.U32);
  }

  private static Operation logic3(Decoding at) {
    ScalarType type = at.takeType();
    at.expectOperands(5);
    int table = (int) at.constant(4);
    return LaneOperation.of(
        KIND,
        Lanes.each((a, b, c) -> logic3(table, a, b, c)),
        at.destination(0, type),
        at.source(1, type),
        at.source(2, type),
        at.source(3, type));
  }

  private static long logic3(int table, long a, long b, long c) {
    long result = 0;
    for (int row = 0; row < 8; row++) {
      if ((table >> row & 1) != 0) {
        result |= ((row & 4) == 0 ? ~a : a) & pair(b, c, row);
      }
    }
    return result;
  }

  private static long pair(long b, long c, int row) {
    return ((row & 2) == 0 ? ~b : b) & ((row & 1) == 0 ? ~c : c);
  }

  private static Operation extract(Decoding at) {
    ScalarType type = at.takeType();
    int bits = type.bits();
    Lanes.Ternary loop =
        Lanes.each((a, b, c) -> {
          int from = (int) b & 0xff;
          int length = (int) c & 0xff;
          long value = Narrow.to(type, a);
          if (length == 0) {
            return 0;
          }
          // Beyond the value, signed fields repeat the sign and unsigned ones are zero.
          long field = from >= bits ? type.isSigned() ? value >> 63 : 0 : value >> from;
          if (!type.isSigned() && from < bits) {
            field = value >>> from;
          }
          int kept = Math.min(length, Math.max(bits - from, 1));
          if (kept >= 64) {
            return field;
          }
          return type.isSigned() ? field << (64 - kept) >> (64 - kept) : field & (1L << kept) - 1;
        });
    return LaneOperation.of(at, KIND, loop, type, type, ScalarType.U32, ScalarType.U32);
  }

  private static Operation insert(Decoding at) {
    ScalarType type = at.takeType();
    at.expectOperands(5);
    int d = at.destination(0, type);
    int field = at.source(1, type);
    int base = at.source(2, type);
    int from = at.source(3, ScalarType.U32);
    int length = at.source(4, ScalarType.U32);
    int bits = type.bits();
    return new LaneOperation(KIND, d) {
      @Override
      void compute(Warp warp, long[] out) {
        for (int i = 0; i < LANES; i++) {
          int at = (int) warp.r[from][i] & 0xff;
          int count = (int) warp.r[length][i] & 0xff;
          long mask = count >= 64 ? -1L : (1L << count) - 1;
          long shifted = at >= bits ? 0 : mask << at;
          long value = at >= bits ? 0 : warp.r[field][i] << at;
          out[i] = (warp.r[base][i] & ~shifted) | (value & shifted);
        }
      }
    };
  }

  /** The place of the highest bit that differs from the sign; all ones if there is none. */
  private static Operation find(Decoding at) {
    boolean amount = at.take("shiftamt");
    ScalarType type = at.takeType();
    int bits = type.bits();
    Lanes.Unary loop =
        Lanes.each(a -> {
          long value = Narrow.to(type, a);
          long searched = type.isSigned() && value < 0 ? ~value : value;
          int place = 63 - Long.numberOfLeadingZeros(searched);
          return place < 0 ? -1 : amount ? bits - 1 - place : place;
        });
    return LaneOperation.of(at, KIND, loop, ScalarType.U32, type);
  }

  private static Operation reverse(Decoding at) {
    ScalarType type = at.takeType();
    return unary(at, type, Lanes.each(a -> Long.reverse(a) >>> (64 - type.bits())));
  }

  private static Operation count(Decoding at, boolean ones) {
    ScalarType type = at.takeType();
    ScalarType unsigned = Narrow.unsigned(type);
    Lanes.Unary loop =
        Lanes.each(a -> {
          long value = Narrow.to(unsigned, a);
          return ones
              ? Long.bitCount(value)
              : Long.numberOfLeadingZeros(value) - (64 - type.bits());
        });
    return LaneOperation.of(at, KIND, loop, ScalarType.U32, type);
  }

  private static Operation permute(Decoding at) {
    ScalarType type = at.takeType();
    String mode = at.takeOneOf("f4e", "b4e", "rc8", "ecl", "ecr", "rc16");
    Lanes.Ternary loop =
        Lanes.each((a, b, c) -> {
          long bytes = (a & 0xffff_ffffL) | b << 32;
          long result = 0;
          for (int i = 0; i < 4; i++) {
            int selector = mode == null ? (int) c >> (4 * i) & 15 : selector(mode, (int) c & 3, i);
            long value = bytes >> (8 * (selector & 7)) & 0xff;
            if ((selector & 8) != 0) {
              value = (byte) value < 0 ? 0xff : 0;
            }
            result |= value << (8 * i);
          }
          return result;
        });
    return LaneOperation.of(at, KIND, loop, type, type, type, type);
  }

  /** The byte that a mode puts in place i. */
  private static int selector(String mode, int c, int i) {
    return switch (mode) {
      case "f4e" -> c + i;
      case "b4e" -> c - i & 7;
      case "rc8" -> c;
      case "ecl" -> Math.max(c, i);
      case "ecr" -> Math.min(c, i);
      default -> (c & 1) * 2 + (i & 1);
    };
  }

  private static Operation findNth(Decoding at) {
    at.takeType();
    Lanes.Ternary loop =
        Lanes.each((m, b, n) -> {
          int mask = (int) m;
          int base = (int) b & 31;
          int offset = (int) n;
          int step = offset < 0 ? -1 : 1;
          int left = Math.abs(offset);
          if (offset == 0) {
            return (mask >> base & 1) != 0 ? base : -1;
          }
          for (int place = base; place >= 0 && place < 32; place += step) {
            if ((mask >> place & 1) != 0 && --left == 0) {
              return place;
            }
          }
          return -1;
        });
    return LaneOperation.of(
        at, KIND, loop, ScalarType.B32, ScalarType.B32, ScalarType.B32, ScalarType.S32);
  }

  private static Operation mask(Decoding at) {
    boolean clamp = at.takeRequired("clamp", "wrap").equals("clamp");
    ScalarType type = at.takeType();
    Lanes.Binary loop =
        Lanes.each((a, b) -> {
          long from = clamp ? Math.min(a & 0xffff_ffffL, 32) : a & 31;
          long length = clamp ? Math.min(b & 0xffff_ffffL, 32) : b & 31;
          return ((1L << length) - 1) << from;
        });
    return LaneOperation.of(at, KIND, loop, type, type, type);
  }

  private static Operation extend(Decoding at) {
    boolean clamp = at.takeRequired("clamp", "wrap").equals("clamp");
    ScalarType type = at.takeType();
    Lanes.Binary loop =
        Lanes.each((a, b) -> {
          int bits = (int) (clamp ? Math.min(b & 0xffff_ffffL, 32) : b & 31);
          if (bits == 0) {
            return 0;
          }
          return type.isSigned() ? a << (64 - bits) >> (64 - bits) : a & (1L << bits) - 1;
        });
    return LaneOperation.of(at, KIND, loop, type, type, ScalarType.U32);
  }

  private static Operation dot4(Decoding at) {
    ScalarType left = at.takeType();
    ScalarType right = at.takeType();
    Lanes.Ternary loop =
        Lanes.each((a, b, c) -> {
          long sum = c;
          for (int i = 0; i < 4; i++) {
            sum += part(left, a, 8 * i, 8) * part(right, b, 8 * i, 8);
          }
          return sum;
        });
    return dot(at, left, right, loop);
  }

  private static Operation dot2(Decoding at) {
    boolean high = at.takeRequired("lo", "hi").equals("hi");
    ScalarType left = at.takeType();
    ScalarType right = at.takeType();
    int from = high ? 16 : 0;
    Lanes.Ternary loop =
        Lanes.each((a, b, c) ->
            c
                + part(left, a, 0, 16) * part(right, b, from, 8)
                + part(left, a, 16, 16) * part(right, b, from + 8, 8));
    return dot(at, left, right, loop);
  }

  private static Operation dot(Decoding at, ScalarType left, ScalarType right, Lanes.Ternary loop) {
    ScalarType sum = left.isSigned() || right.isSigned() ? ScalarType.S32 : ScalarType.U32;
    return LaneOperation.of(at, InstructionClass.INTEGER, loop, sum, left, right, sum);
  }

  private static long part(ScalarType type, long word, int from, int bits) {
    return type.isSigned()
        ? word << (64 - from - bits) >> (64 - bits)
        : word >> from & (1L << bits) - 1;
  }
}
