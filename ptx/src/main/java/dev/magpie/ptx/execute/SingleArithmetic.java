package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.RealFunction;
import dev.magpie.ptx.ir.ScalarType;

/** Arithmetic on singles. */
final class SingleArithmetic {
  private static final int LANES = Warp.LANES;
  private static final InstructionClass KIND = InstructionClass.FLOAT;
  private static final ScalarType TYPE = ScalarType.F32;

  private SingleArithmetic() {}

  static Operation decode(Decoding at) {
    Rounding rounding = at.takeRounding();
    boolean flush = at.take("ftz");
    boolean saturate = at.take("sat");
    boolean plain = rounding == Rounding.NEAREST_EVEN && !flush && !saturate;
    return switch (at.opcode()) {
      case "add" ->
          binary(
              at,
              plain
                  ? new Lanes.Binary(SingleArithmetic::add, (RealFunction.Single2) (a, b) -> a + b)
                  : each(sum(rounding), flush, saturate));
      case "sub" ->
          binary(
              at,
              plain
                  ? new Lanes.Binary(
                      SingleArithmetic::subtract, (RealFunction.Single2) (a, b) -> a - b)
                  : each(difference(rounding), flush, saturate));
      case "mul" ->
          binary(
              at,
              plain
                  ? new Lanes.Binary(
                      SingleArithmetic::multiply, (RealFunction.Single2) (a, b) -> a * b)
                  : each(product(rounding), flush, saturate));
      case "fma", "mad" ->
          ternary(
              at,
              plain
                  ? new Lanes.Ternary(SingleArithmetic::fma, (RealFunction.Single3) Math::fma)
                  : each(fma(rounding), flush, saturate));
      case "div" -> {
        // Approximate and full-range quotients are the correctly rounded one.
        at.takeOneOf("approx", "full");
        yield binary(at, each(quotient(rounding), flush, saturate));
      }
      case "abs" -> unary(at, a -> of(flush, (int) a & 0x7fff_ffff));
      case "neg" -> unary(at, a -> of(flush, (int) a ^ 0x8000_0000));
      default -> minimum(at, flush);
    };
  }

  private static long of(boolean flush, int bits) {
    float value = Float.intBitsToFloat(bits);
    return Float.isNaN(value)
        ? SoftFloat.NAN
        : flush ? SoftFloat.bits(SoftFloat.flush(value)) : bits;
  }

  private static Operation unary(Decoding at, java.util.function.LongUnaryOperator operator) {
    return LaneOperation.of(at, KIND, Lanes.each(operator), TYPE, TYPE);
  }

  private static Operation binary(Decoding at, Lanes.Binary loop) {
    return LaneOperation.of(at, KIND, loop, TYPE, TYPE, TYPE);
  }

  private static Operation ternary(Decoding at, Lanes.Ternary loop) {
    return LaneOperation.of(at, KIND, loop, TYPE, TYPE, TYPE, TYPE);
  }

  private static void add(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = SoftFloat.bits(SoftFloat.of(a[i]) + SoftFloat.of(b[i]));
    }
  }

  private static void subtract(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = SoftFloat.bits(SoftFloat.of(a[i]) - SoftFloat.of(b[i]));
    }
  }

  private static void multiply(long[] d, long[] a, long[] b) {
    for (int i = 0; i < LANES; i++) {
      d[i] = SoftFloat.bits(SoftFloat.of(a[i]) * SoftFloat.of(b[i]));
    }
  }

  private static void fma(long[] d, long[] a, long[] b, long[] c) {
    for (int i = 0; i < LANES; i++) {
      d[i] = SoftFloat.bits(Math.fma(SoftFloat.of(a[i]), SoftFloat.of(b[i]), SoftFloat.of(c[i])));
    }
  }

  // To nearest even, Java rounds as well.

  private static Lanes.FloatBinary sum(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? (a, b) -> a + b
        : (a, b) -> SoftFloat.add(a, b, rounding);
  }

  private static Lanes.FloatBinary difference(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? (a, b) -> a - b
        : (a, b) -> SoftFloat.add(a, -b, rounding);
  }

  private static Lanes.FloatBinary product(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? (a, b) -> a * b
        : (a, b) -> SoftFloat.narrow((double) a * b, rounding);
  }

  private static Lanes.FloatBinary quotient(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? (a, b) -> a / b
        : (a, b) -> SoftFloat.narrow(SoftFloat.divideToOdd(a, b), rounding);
  }

  private static Lanes.FloatTernary fma(Rounding rounding) {
    return rounding == Rounding.NEAREST_EVEN
        ? Math::fma
        : (a, b, c) -> SoftFloat.add((double) a * b, c, rounding);
  }

  private static Lanes.Binary each(Lanes.FloatBinary operator, boolean flush, boolean saturate) {
    return Lanes.each(
        (RealFunction.Single2)
            (a, b) -> fit(operator.apply(input(a, flush), input(b, flush)), flush, saturate));
  }

  private static Lanes.Ternary each(Lanes.FloatTernary operator, boolean flush, boolean saturate) {
    return Lanes.each(
        (RealFunction.Single3)
            (a, b, c) ->
                fit(
                    operator.apply(input(a, flush), input(b, flush), input(c, flush)),
                    flush,
                    saturate));
  }

  static float input(long bits, boolean flush) {
    return input(SoftFloat.of(bits), flush);
  }

  static float input(float value, boolean flush) {
    return flush ? SoftFloat.flush(value) : value;
  }

  /** A result, saturated and flushed where that is asked for. */
  static float fit(float value, boolean flush, boolean saturate) {
    float result = saturate ? SoftFloat.saturate(value) : value;
    return flush ? SoftFloat.flush(result) : result;
  }

  static long finish(float value, boolean flush, boolean saturate) {
    return SoftFloat.bits(fit(value, flush, saturate));
  }

  /** The lesser or the greater; a NaN only counts if both are, or if the modifier says so. */
  private static Operation minimum(Decoding at, boolean flush) {
    boolean keepNan = at.take("NaN");
    boolean swapSign = at.take("xorsign");
    boolean magnitude = at.take("abs");
    boolean least = at.opcode().equals("min");
    if (swapSign != magnitude) {
      throw at.bad(".xorsign and .abs go together");
    }
    Lanes.FloatBinary select =
        (x, y) -> {
          float a = swapSign ? Math.abs(x) : x;
          float b = swapSign ? Math.abs(y) : y;
          float chosen = select(a, b, least, keepNan);
          boolean negative = (Float.floatToRawIntBits(x) ^ Float.floatToRawIntBits(y)) < 0;
          return swapSign && negative ? -chosen : chosen;
        };
    if (at.operands() == 4) {
      return ternary(at, each((a, b, c) -> select.apply(select.apply(a, b), c), flush, false));
    }
    return binary(at, each(select, flush, false));
  }

  static float select(float a, float b, boolean least, boolean keepNan) {
    if (Float.isNaN(a) || Float.isNaN(b)) {
      return keepNan || (Float.isNaN(a) && Float.isNaN(b)) ? Float.NaN : Float.isNaN(a) ? b : a;
    }
    return least ? Math.min(a, b) : Math.max(a, b);
  }
}
