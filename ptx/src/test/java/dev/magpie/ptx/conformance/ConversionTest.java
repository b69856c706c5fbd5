package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;

import dev.magpie.ptx.conformance.FloatFormat.Mode;
import java.math.BigInteger;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversions between all types that convert, with every rounding mode. */
class ConversionTest {
  private static final String[] INTEGERS = {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"};

  @ParameterizedTest
  @ValueSource(strings = {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"})
  void integersToIntegersKeepTheLowBitsOrSaturate(String from) {
    long[] values = Operands.integers(bits(from), 300, 1);
    for (String to : INTEGERS) {
      probe("cvt." + to + "." + from + " %d, %a;")
          .in(from, values)
          .out(to)
          .check(v -> bits(value(v[0], from), to));
      if (!to.equals(from)) {
        probe("cvt.sat." + to + "." + from + " %d, %a;")
            .in(from, values)
            .out(to)
            .check(v -> bits(clamp(value(v[0], from), to), to));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "F32", "F64"})
  void integersToFloats(FloatFormat to) {
    for (String from : INTEGERS) {
      for (Mode mode : Mode.values()) {
        probe("cvt." + mode + "." + name(to) + "." + from + " %d, %a;")
            .in(from, Operands.integers(bits(from), 300, 2))
            .out(name(to))
            .check(v -> to.round(finite(value(v[0], from)), mode));
      }
    }
  }

  /**
   * Floats out of an integer's range give its nearest end, NaN zero (64 bits: the sign bit alone).
   */
  @ParameterizedTest
  @EnumSource(names = {"F16", "F32", "F64"})
  void floatsToIntegers(FloatFormat from) {
    for (String to : INTEGERS) {
      for (Mode mode : Mode.values()) {
        for (String flush :
            from == FloatFormat.F32 ? new String[] {"", ".ftz"} : new String[] {""}) {
          probe("cvt." + mode + "i" + flush + "." + to + "." + name(from) + " %d, %a;")
              .in(name(from), Operands.floats(from, 600, 3))
              .out(to)
              .check(v -> {
                long value = flush.isEmpty() ? v[0] : from.flush(v[0]);
                return toInteger(from, value, mode, to);
              });
        }
      }
    }
  }

  private static long toInteger(FloatFormat from, long value, Mode mode, String to) {
    if (from.isNan(value)) {
      // The hardware's conversions to 64 bits, and of doubles, have their own idea of NaN.
      return from == FloatFormat.F64 || bits(to) == 64 ? 1L << (bits(to) - 1) : 0;
    }
    BigInteger whole =
        from.isInfinite(value)
            ? BigInteger.ONE
                .shiftLeft(80)
                .multiply(BigInteger.valueOf(from.isNegative(value) ? -1 : 1))
            : FloatFormat.toInteger(from.finite(value), mode);
    return bits(clamp(whole, to), to);
  }

  @ParameterizedTest
  @CsvSource({
    "F64,F32",
    "F32,F16",
    "F64,F16",
    "F32,F32",
    "F64,F64",
    "F16,F32",
    "F16,F64",
    "F32,F64",
    "BF16,F32"
  })
  void floatsToFloats(FloatFormat from, FloatFormat to) {
    long[] values = Operands.floats(from, 3000, 4);
    boolean widens = to.bits > from.bits;
    if (widens) {
      probe("cvt." + name(to) + "." + name(from) + " %d, %a;")
          .in(name(from), values)
          .out(name(to))
          .check(v -> from.convert(v[0], to, Mode.RN));
      return;
    }
    for (Mode mode : Mode.values()) {
      if (from == to) {
        // To a whole number of the same type.
        probe("cvt." + mode + "i." + name(to) + "." + name(from) + " %d, %a;")
            .in(name(from), values)
            .out(name(to))
            .check(v -> toWhole(from, v[0], mode));
      } else {
        probe("cvt." + mode + "." + name(to) + "." + name(from) + " %d, %a;")
            .in(name(from), values)
            .out(name(to))
            .check(v -> from.convert(v[0], to, mode));
      }
    }
  }

  private static long toWhole(FloatFormat format, long value, Mode mode) {
    if (format.isNan(value)) {
      return format.nan;
    }
    if (format.isInfinite(value) || format.isZero(value)) {
      return value;
    }
    BigInteger whole = FloatFormat.toInteger(format.finite(value), mode);
    return whole.signum() == 0 ? value & format.signMask() : format.round(finite(whole), Mode.RN);
  }

  @Test
  void flushingAndSaturatingConversions() {
    long[] singles = Operands.floats(FloatFormat.F32, 2000, 5);
    long[] doubles = Operands.floats(FloatFormat.F64, 2000, 5);
    FloatFormat f32 = FloatFormat.F32;
    probe("cvt.rn.ftz.f32.f64 %d, %a;")
        .in("f64", doubles)
        .out("f32")
        .check(v -> f32.flush(FloatFormat.F64.convert(v[0], f32, Mode.RN)));
    probe("cvt.rn.sat.f32.f64 %d, %a;")
        .in("f64", doubles)
        .out("f32")
        .check(v -> f32.saturate(FloatFormat.F64.convert(v[0], f32, Mode.RN)));
    probe("cvt.ftz.f64.f32 %d, %a;")
        .in("f32", singles)
        .out("f64")
        .check(v -> f32.convert(f32.flush(v[0]), FloatFormat.F64, Mode.RN));
    probe("cvt.sat.f32.f32 %d, %a;").in("f32", singles).out("f32").check(v -> f32.saturate(v[0]));
  }

  @Test
  void singlesToBrainFloats() {
    FloatFormat bf16 = FloatFormat.BF16;
    long[] singles = Operands.floats(FloatFormat.F32, 4000, 6);
    for (Mode mode : new Mode[] {Mode.RN, Mode.RZ}) {
      probe("cvt." + mode + ".bf16.f32 %d, %a;")
          .in("f32", singles)
          .out("bf16")
          .check(v -> FloatFormat.F32.convert(v[0], bf16, mode));
    }
  }

  /** Two singles make a pair of halves, the first the upper. */
  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void pairsOfSinglesToPairsOfHalves(FloatFormat to) {
    long[][] pairs =
        Operands.pairs(
            Operands.floats(FloatFormat.F32, 40, 7), Operands.floats(FloatFormat.F32, 40, 8));
    probe("cvt.rn." + name(to) + "x2.f32 %d, %a, %b;")
        .in("f32", pairs[0])
        .in("f32", pairs[1])
        .out("b32")
        .check(v ->
            FloatFormat.F32.convert(v[0], to, Mode.RN) << 16
                | FloatFormat.F32.convert(v[1], to, Mode.RN));
  }

  private static String name(FloatFormat format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  private static int bits(String type) {
    return Integer.parseInt(type.substring(1));
  }

  private static FloatFormat.Finite finite(BigInteger value) {
    return new FloatFormat.Finite(value.signum() < 0, value.abs(), 0);
  }

  private static BigInteger value(long bits, String type) {
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(bits));
    return type.startsWith("s") && unsigned.testBit(bits(type) - 1)
        ? unsigned.subtract(BigInteger.ONE.shiftLeft(bits(type)))
        : unsigned;
  }

  private static long bits(BigInteger value, String type) {
    return value.and(BigInteger.ONE.shiftLeft(bits(type)).subtract(BigInteger.ONE)).longValue();
  }

  private static BigInteger clamp(BigInteger value, String type) {
    boolean signed = type.startsWith("s");
    BigInteger above = BigInteger.ONE.shiftLeft(bits(type) - (signed ? 1 : 0));
    BigInteger least = signed ? above.negate() : BigInteger.ZERO;
    return value.max(least).min(above.subtract(BigInteger.ONE));
  }
}
