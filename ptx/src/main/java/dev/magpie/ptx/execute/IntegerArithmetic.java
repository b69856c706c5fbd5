package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.util.function.LongBinaryOperator;

/** Integer arithmetic. Sums, differences and low products need no narrowing. */
final class IntegerArithmetic {
  private static final InstructionClass KIND = InstructionClass.INTEGER;
  private static final int LANES = Warp.LANES;

  private IntegerArithmetic() {}

  static Operation decode(Decoding at, ScalarType type) {
    return switch (at.opcode()) {
      case "add", "sub", "div", "rem", "min", "max" -> binary(at, type, operator(at, type));
      case "mul" -> mul(at, type);
      case "mad" -> mad(at, type);
      case "abs" -> unary(at, type, Lanes.each(a -> Math.abs(Narrow.to(type, a))));
      case "neg" -> unary(at, type, Lanes.each(a -> -a));
      case "sad" ->
          ternary(
              at,
              type,
              Lanes.each((a, b, c) -> c + (Narrow.compare(type, a, b) < 0 ? b - a : a - b)));
      default -> of24Bits(at, type);
    };
  }

  private static Operation unary(Decoding at, ScalarType type, Lanes.Unary loop) {
    return LaneOperation.of(at, KIND, loop, type, type);
  }

  private static Operation binary(Decoding at, ScalarType type, Lanes.Binary loop) {
    return LaneOperation.of(at, KIND, loop, type, type, type);
  }

  private static Operation ternary(Decoding at, ScalarType type, Lanes.Ternary loop) {
    return LaneOperation.of(at, KIND, loop, type, type, type, type);
  }

  private static Lanes.Binary operator(Decoding at, ScalarType type) {
    boolean saturate = (at.opcode().equals("add") || at.opcode().equals("sub")) && at.take("sat");
    boolean relu = at.opcode().length() == 3 && at.opcode().charAt(0) == 'm' && at.take("relu");
    if (saturate && type != ScalarType.S32) {
      throw at.bad(".sat takes .s32 only");
    }
    return switch (at.opcode()) {
      case "add" ->
          saturate
              ? Lanes.each((a, b) -> saturate((long) (int) a + (int) b))
              : new Lanes.Binary(IntegerArithmetic::add, (a, b) -> a + b);
      case "sub" ->
          saturate
              ? Lanes.each((a, b) -> saturate((long) (int) a - (int) b))
              : new Lanes.Binary(IntegerArithmetic::subtract, (a, b) -> a - b);
      case "div" -> divide(type);
      case "rem" -> remainder(type);
      case "min" -> Lanes.each((a, b) -> relu(relu, type, Narrow.compare(type, a, b) <= 0 ? a : b));
      default -> Lanes.each((a, b) -> relu(relu, type, Narrow.compare(type, a, b) >= 0 ? a : b));
    };
  }

  private static long relu(boolean relu, ScalarType type, long value) {
    return relu ? Math.max(0, Narrow.to(type, value)) : value;
  }

  private static long saturate(long value) {
    return Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static void add(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] + b[i];
    }
  }

  private static void subtract(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] - b[i];
    }
  }

  /** By zero, the GPUs that people have give all ones. */
  private static Lanes.Binary divide(ScalarType type) {
    LongBinaryOperator divide =
        type.isSigned()
            ? (a, b) -> b == 0 ? -1 : a / b
            : (a, b) -> b == 0 ? -1 : divideUnsigned(a, b);
    return Lanes.each((a, b) -> divide.applyAsLong(Narrow.to(type, a), Narrow.to(type, b)));
  }

  private static long divideUnsigned(long a, long b) {
    return (a | b) >= 0 ? a / b : Long.divideUnsigned(a, b);
  }

  private static Lanes.Binary remainder(ScalarType type) {
    LongBinaryOperator remainder =
        type.isSigned()
            ? (a, b) -> b == 0 ? a : a % b
            : (a, b) -> b == 0 ? a : remainderUnsigned(a, b);
    return Lanes.each((a, b) -> remainder.applyAsLong(Narrow.to(type, a), Narrow.to(type, b)));
  }

  private static long remainderUnsigned(long a, long b) {
    return (a | b) >= 0 ? a % b : Long.remainderUnsigned(a, b);
  }

  private static ScalarType wide(Decoding at, ScalarType type) {
    return switch (type) {
      case S16 -> ScalarType.S32;
      case U16 -> ScalarType.U32;
      case S32 -> ScalarType.S64;
      case U32 -> ScalarType.U64;
      default -> throw at.bad(".wide takes 16-bit and 32-bit types");
    };
  }

  private static String part(Decoding at) {
    return at.takeRequired("lo", "hi", "wide");
  }

  private static Operation mul(Decoding at, ScalarType type) {
    String part = part(at);
    Lanes.Binary loop =
        switch (part) {
          case "lo" -> new Lanes.Binary(IntegerArithmetic::multiply, (a, b) -> a * b);
          case "wide" -> multiplyWide(type);
          default -> Lanes.each((a, b) -> high(type, a, b));
        };
    ScalarType result = part.equals("wide") ? wide(at, type) : type;
    return LaneOperation.of(at, KIND, loop, result, type, type);
  }

  private static void multiply(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] * b[i];
    }
  }

  private static Lanes.Binary multiplyWide(ScalarType type) {
    return switch (type) {
      case S32 ->
          new Lanes.Binary(
              (d, a, b) -> {
                for (int i = 0; i < LANES; i++) {
                  d[i] = (long) (int) a[i] * (int) b[i];
                }
              },
              (a, b) -> (long) (int) a * (int) b);
      case U32 ->
          new Lanes.Binary(
              (d, a, b) -> {
                for (int i = 0; i < LANES; i++) {
                  d[i] = (a[i] & 0xffff_ffffL) * (b[i] & 0xffff_ffffL);
                }
              },
              (a, b) -> (a & 0xffff_ffffL) * (b & 0xffff_ffffL));
      default -> Lanes.each((a, b) -> Narrow.to(type, a) * Narrow.to(type, b));
    };
  }

  /** The upper half of a product. */
  static long high(ScalarType type, long a, long b) {
    return switch (type) {
      case S64 -> Math.multiplyHigh(a, b);
      case U64 -> Math.unsignedMultiplyHigh(a, b);
      default -> (Narrow.to(type, a) * Narrow.to(type, b)) >> type.bits();
    };
  }

  private static Operation mad(Decoding at, ScalarType type) {
    String part = part(at);
    boolean saturate = at.take("sat");
    if (saturate && !(part.equals("hi") && type == ScalarType.S32)) {
      throw at.bad(".sat takes .hi.s32 only");
    }
    Lanes.Ternary loop =
        switch (part) {
          case "lo" -> new Lanes.Ternary(IntegerArithmetic::multiplyAdd, (a, b, c) -> a * b + c);
          case "wide" -> multiplyAddWide(type);
          default ->
              saturate
                  ? Lanes.each((a, b, c) -> saturate(high(type, a, b) + (int) c))
                  : Lanes.each((a, b, c) -> high(type, a, b) + c);
        };
    ScalarType result = part.equals("wide") ? wide(at, type) : type;
    return LaneOperation.of(at, KIND, loop, result, type, type, result);
  }

  private static void multiplyAdd(long[] d, long[] a, long[] b, long[] c) {
    for (int i = 0; i < LANES; i++) {
      d[i] = a[i] * b[i] + c[i];
    }
  }

  private static Lanes.Ternary multiplyAddWide(ScalarType type) {
    return switch (type) {
      case S32 ->
          new Lanes.Ternary(
              (d, a, b, c) -> {
                for (int i = 0; i < LANES; i++) {
                  d[i] = (long) (int) a[i] * (int) b[i] + c[i];
                }
              },
              (a, b, c) -> (long) (int) a * (int) b + c);
      case U32 ->
          new Lanes.Ternary(
              (d, a, b, c) -> {
                for (int i = 0; i < LANES; i++) {
                  d[i] = (a[i] & 0xffff_ffffL) * (b[i] & 0xffff_ffffL) + c[i];
                }
              },
              (a, b, c) -> (a & 0xffff_ffffL) * (b & 0xffff_ffffL) + c);
      default -> Lanes.each((a, b, c) -> Narrow.to(type, a) * Narrow.to(type, b) + c);
    };
  }

  private static Operation of24Bits(Decoding at, ScalarType type) {
    if (type.bits() != 32) {
      throw at.bad("takes 32-bit types");
    }
    String part = part(at);
    boolean saturate = at.take("sat");
    int shift = part.equals("hi") ? 16 : 0;
    if (at.opcode().equals("mul24")) {
      return binary(at, type, Lanes.each((a, b) -> (low24(type, a) * low24(type, b)) >> shift));
    }
    return ternary(
        at,
        type,
        Lanes.each((a, b, c) -> {
          long product = (low24(type, a) * low24(type, b)) >> shift;
          return saturate ? saturate((int) product + (long) (int) c) : product + c;
        }));
  }

  private static long low24(ScalarType type, long value) {
    return type.isSigned() ? value << 40 >> 40 : value & 0xff_ffff;
  }

  /** Two halves at once. */
  static Operation decodePacked(Decoding at, ScalarType type) {
    ScalarType half = type == ScalarType.S16X2 ? ScalarType.S16 : ScalarType.U16;
    boolean relu = at.take("relu");
    LongBinaryOperator each =
        switch (at.opcode()) {
          case "add" -> (a, b) -> a + b;
          case "min" -> (a, b) -> relu(relu, half, Narrow.compare(half, a, b) <= 0 ? a : b);
          case "max" -> (a, b) -> relu(relu, half, Narrow.compare(half, a, b) >= 0 ? a : b);
          default -> throw at.bad("type ." + type + " is not supported here");
        };
    return binary(
        at,
        ScalarType.B32,
        Lanes.each((a, b) ->
            (each.applyAsLong(a, b) & 0xffff)
                | (each.applyAsLong(a >> 16, b >> 16) & 0xffff) << 16));
  }
}
