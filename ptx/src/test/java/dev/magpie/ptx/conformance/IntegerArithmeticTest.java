package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;

import java.math.BigInteger;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Integer instructions against unbounded integers. */
class IntegerArithmeticTest {
  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32", "u64", "s64"})
  void sumsDifferencesAndProducts(String type) {
    binary("add", type, BigInteger::add);
    binary("sub", type, BigInteger::subtract);
    binary("mul.lo", type, BigInteger::multiply);
    binary("mul.hi", type, (a, b) -> a.multiply(b).shiftRight(bits(type)));
    binary("min", type, BigInteger::min);
    binary("max", type, BigInteger::max);
  }

  /** Division by zero gives all ones, and a remainder of zero divisors the dividend. */
  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32", "u64", "s64"})
  void quotientsAndRemainders(String type) {
    binary("div", type, (a, b) -> b.signum() == 0 ? BigInteger.ONE.negate() : a.divide(b));
    binary("rem", type, (a, b) -> b.signum() == 0 ? a : a.remainder(b));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s16", "s32", "s64"})
  void magnitudesAndNegatives(String type) {
    unary("abs", type, BigInteger::abs);
    unary("neg", type, BigInteger::negate);
  }

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32"})
  void wideProductsHaveTwiceTheBits(String type) {
    String wide = type.charAt(0) + String.valueOf(2 * bits(type));
    long[][] pairs = Operands.pairs(integers(type, 60, 1), integers(type, 60, 2));
    probe("mul.wide." + type + " %d, %a, %b;")
        .in(type, pairs[0])
        .in(type, pairs[1])
        .out(wide)
        .check(v -> bits(value(v[0], type).multiply(value(v[1], type)), wide));
    long[][] triples = triples(type, wide);
    probe("mad.wide." + type + " %d, %a, %b, %c;")
        .in(type, triples[0])
        .in(type, triples[1])
        .in(wide, triples[2])
        .out(wide)
        .check(
            v -> bits(value(v[0], type).multiply(value(v[1], type)).add(value(v[2], wide)), wide));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "u32", "s32", "u64", "s64"})
  void productsWithSums(String type) {
    long[][] triples = triples(type, type);
    ternary("mad.lo." + type, type, triples, (a, b, c) -> a.multiply(b).add(c));
    ternary(
        "mad.hi." + type, type, triples, (a, b, c) -> a.multiply(b).shiftRight(bits(type)).add(c));
    ternary("sad." + type, type, triples, (a, b, c) -> a.subtract(b).abs().add(c));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u32", "s32"})
  void productsOf24Bits(String type) {
    BinaryOperator<BigInteger> product = (a, b) -> low24(a, type).multiply(low24(b, type));
    binary("mul24.lo", type, product);
    binary("mul24.hi", type, (a, b) -> product.apply(a, b).shiftRight(16));
    long[][] triples = triples(type, type);
    ternary("mad24.lo." + type, type, triples, (a, b, c) -> product.apply(a, b).add(c));
    ternary(
        "mad24.hi." + type, type, triples, (a, b, c) -> product.apply(a, b).shiftRight(16).add(c));
  }

  @Test
  void saturatingSumsStayWithinTheType() {
    binary("add.sat", "s32", (a, b) -> clamp(a.add(b), "s32"));
    binary("sub.sat", "s32", (a, b) -> clamp(a.subtract(b), "s32"));
    ternary(
        "mad.hi.sat.s32",
        "s32",
        triples("s32", "s32"),
        (a, b, c) -> clamp(a.multiply(b).shiftRight(32).add(c), "s32"));
    ternary(
        "mad24.hi.sat.s32",
        "s32",
        triples("s32", "s32"),
        (a, b, c) -> clamp(low24(a, "s32").multiply(low24(b, "s32")).shiftRight(16).add(c), "s32"));
  }

  /** Two words at a time make sums of twice the bits. */
  @ParameterizedTest
  @ValueSource(strings = {"u32", "s32", "u64", "s64"})
  void carriesPassFromInstructionToInstruction(String type) {
    long[] values = integers(type, 8, 3);
    long[][] low = Operands.pairs(values, values);
    long[][] all = Operands.pairs(low[0], integers(type, 0, 4));
    long[] b = Operands.pairs(low[1], integers(type, 0, 4))[0];
    String unsigned = "u" + bits(type);
    for (String op : new String[] {"add", "sub"}) {
      probe(
              """
              %1$s.cc.%2$s %%d, %%a, %%b;
              %1$sc.cc.%2$s %%e, %%a, %%c;
              %1$sc.%2$s %%f, 0, 0;
              """
                  .formatted(op, type))
          .in(type, all[0])
          .in(type, b)
          .in(type, all[1])
          .out(unsigned)
          .out(unsigned)
          .out(unsigned)
          .checkAll(v -> {
            BigInteger first =
                value(v[0], unsigned).shiftLeft(bits(type)).add(value(v[0], unsigned));
            BigInteger second =
                value(v[2], unsigned).shiftLeft(bits(type)).add(value(v[1], unsigned));
            BigInteger result = op.equals("add") ? first.add(second) : first.subtract(second);
            return new long[] {
              bits(result, unsigned),
              bits(result.shiftRight(bits(type)), unsigned),
              bits(result.shiftRight(2 * bits(type)), unsigned)
            };
          });
    }
  }

  /** A product of 32-bit words, both halves, added to a pair of words. */
  @Test
  void productsCarryToo() {
    long[][] triples = triples("u32", "u32");
    probe(
            """
            mad.lo.cc.u32 %d, %a, %b, %c;
            madc.hi.cc.u32 %e, %a, %b, %a;
            addc.u32 %f, 0, 0;
            """)
        .in("u32", triples[0])
        .in("u32", triples[1])
        .in("u32", triples[2])
        .out("u32")
        .out("u32")
        .out("u32")
        .checkAll(v -> {
          BigInteger sum =
              value(v[0], "u32")
                  .multiply(value(v[1], "u32"))
                  .add(value(v[2], "u32"))
                  .add(value(v[0], "u32").shiftLeft(32));
          return new long[] {
            bits(sum, "u32"), bits(sum.shiftRight(32), "u32"), bits(sum.shiftRight(64), "u32")
          };
        });
  }

  @Test
  void constantsServeAsOperands() {
    long[] values = integers("s32", 100, 5);
    probe("mad.lo.s32 %d, %a, -7, 0x7fffffff;")
        .in("s32", values)
        .out("s32")
        .check(v ->
            bits(
                value(v[0], "s32")
                    .multiply(BigInteger.valueOf(-7))
                    .add(BigInteger.valueOf(0x7fffffff)),
                "s32"));
    probe("sub.u64 %d, 5, %a;")
        .in("u64", integers("u64", 100, 6))
        .out("u64")
        .check(v -> bits(BigInteger.valueOf(5).subtract(value(v[0], "u64")), "u64"));
  }

  /**
   * Bytes and halves side by side: absolute differences, sums that saturate, averages, comparisons.
   */
  @ParameterizedTest
  @ValueSource(strings = {"u32", "s32"})
  void video(String type) {
    boolean signed = type.startsWith("s");
    String types = "." + type + "." + type + "." + type;
    long[][] triples = triples("u32", "u32");
    for (int count = 2; count <= 4; count += 2) {
      int parts = count;
      int bits = 32 / count;
      long least = signed ? -1L << (bits - 1) : 0;
      long most = least + (1L << bits) - 1;
      probe("vabsdiff" + count + types + ".add %d, %a, %b, %c;")
          .in("b32", triples[0])
          .in("b32", triples[1])
          .in("b32", triples[2])
          .out("b32")
          .check(v -> {
            int sum = (int) v[2];
            for (int i = 0; i < parts; i++) {
              int difference =
                  Math.abs(part(v[0], bits * i, bits, signed) - part(v[1], bits * i, bits, signed));
              sum += part(difference, 0, bits, signed);
            }
            return Integer.toUnsignedLong(sum);
          });
      probe("vadd" + count + types + ".sat %d, %a, %b, %c;")
          .in("b32", triples[0])
          .in("b32", triples[1])
          .in("b32", triples[2])
          .out("b32")
          .check(v -> {
            long word = 0;
            for (int i = 0; i < parts; i++) {
              int sum = part(v[0], bits * i, bits, signed) + part(v[1], bits * i, bits, signed);
              word |= (Math.min(Math.max(sum, least), most) & (1L << bits) - 1) << (bits * i);
            }
            return word;
          });
      probe("vavrg" + count + types + " %d, %a, %b, %c;")
          .in("b32", triples[0])
          .in("b32", triples[1])
          .in("b32", triples[2])
          .out("b32")
          .check(v -> {
            long word = 0;
            for (int i = 0; i < parts; i++) {
              int sum = part(v[0], bits * i, bits, signed) + part(v[1], bits * i, bits, signed);
              long average = Math.floorDiv(sum >= 0 ? sum + 1 : sum, 2);
              word |= (average & (1L << bits) - 1) << (bits * i);
            }
            return word;
          });
      probe("vset" + count + "." + type + "." + type + ".lt.add %d, %a, %b, %c;")
          .in("b32", triples[0])
          .in("b32", triples[1])
          .in("b32", triples[2])
          .out("b32")
          .check(v -> {
            int sum = (int) v[2];
            for (int i = 0; i < parts; i++) {
              sum +=
                  part(v[0], bits * i, bits, signed) < part(v[1], bits * i, bits, signed) ? 1 : 0;
            }
            return Integer.toUnsignedLong(sum);
          });
    }
    probe("vsub" + types + ".sat.max %d, %a, %b, %c;")
        .in("b32", triples[0])
        .in("b32", triples[1])
        .in("b32", triples[2])
        .out("b32")
        .check(v -> {
          long least = signed ? Integer.MIN_VALUE : 0;
          long most = signed ? Integer.MAX_VALUE : 0xffff_ffffL;
          long difference = whole(v[0], signed) - whole(v[1], signed);
          return Math.max(Math.min(Math.max(difference, least), most), whole(v[2], signed))
              & 0xffff_ffffL;
        });
  }

  private static long whole(long word, boolean signed) {
    return signed ? (int) word : word & 0xffff_ffffL;
  }

  /** Four bytes, or two halves and two bytes, multiplied pair by pair and added up. */
  @ParameterizedTest
  @ValueSource(strings = {"u32.u32", "u32.s32", "s32.u32", "s32.s32"})
  void dotProducts(String types) {
    String a = types.substring(0, 3);
    String b = types.substring(4);
    boolean signedA = a.startsWith("s");
    boolean signedB = b.startsWith("s");
    long[][] triples = triples("u32", "u32");
    probe("dp4a." + types + " %d, %a, %b, %c;")
        .in("b32", triples[0])
        .in("b32", triples[1])
        .in("b32", triples[2])
        .out("b32")
        .check(v -> {
          int sum = (int) v[2];
          for (int i = 0; i < 4; i++) {
            sum += part(v[0], 8 * i, 8, signedA) * part(v[1], 8 * i, 8, signedB);
          }
          return Integer.toUnsignedLong(sum);
        });
    for (String half : new String[] {"lo", "hi"}) {
      int from = half.equals("lo") ? 0 : 16;
      probe("dp2a." + half + "." + types + " %d, %a, %b, %c;")
          .in("b32", triples[0])
          .in("b32", triples[1])
          .in("b32", triples[2])
          .out("b32")
          .check(v -> {
            int sum = (int) v[2];
            for (int i = 0; i < 2; i++) {
              sum += part(v[0], 16 * i, 16, signedA) * part(v[1], from + 8 * i, 8, signedB);
            }
            return Integer.toUnsignedLong(sum);
          });
    }
  }

  private static int part(long value, int at, int bits, boolean signed) {
    int field = (int) (value >>> at) & (1 << bits) - 1;
    return signed && field >= 1 << (bits - 1) ? field - (1 << bits) : field;
  }

  private interface Ternary {
    BigInteger apply(BigInteger a, BigInteger b, BigInteger c);
  }

  private static void unary(
      String op, String type, java.util.function.UnaryOperator<BigInteger> exact) {
    probe(op + "." + type + " %d, %a;")
        .in(type, integers(type, 200, 1))
        .out(type)
        .check(v -> bits(exact.apply(value(v[0], type)), type));
  }

  private static void binary(String op, String type, BinaryOperator<BigInteger> exact) {
    long[][] pairs = Operands.pairs(integers(type, 60, 1), integers(type, 60, 2));
    probe(op + "." + type + " %d, %a, %b;")
        .in(type, pairs[0])
        .in(type, pairs[1])
        .out(type)
        .check(v -> bits(exact.apply(value(v[0], type), value(v[1], type)), type));
  }

  private static void ternary(String op, String type, long[][] triples, Ternary exact) {
    probe(op + " %d, %a, %b, %c;")
        .in(type, triples[0])
        .in(type, triples[1])
        .in(type, triples[2])
        .out(type)
        .check(
            v -> bits(exact.apply(value(v[0], type), value(v[1], type), value(v[2], type)), type));
  }

  private static long[][] triples(String type, String third) {
    return Operands.triples(integers(type, 2, 1), integers(type, 2, 2), integers(third, 0, 3));
  }

  private static long[] integers(String type, int random, long seed) {
    return Operands.integers(bits(type), random, seed);
  }

  private static int bits(String type) {
    return Integer.parseInt(type.substring(1));
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

  private static BigInteger low24(BigInteger value, String type) {
    BigInteger low = value.and(BigInteger.valueOf(0xffffff));
    return type.startsWith("s") && low.testBit(23)
        ? low.subtract(BigInteger.valueOf(1 << 24))
        : low;
  }

  private static BigInteger clamp(BigInteger value, String type) {
    BigInteger limit = BigInteger.ONE.shiftLeft(bits(type) - 1);
    return value.max(limit.negate()).min(limit.subtract(BigInteger.ONE));
  }
}
