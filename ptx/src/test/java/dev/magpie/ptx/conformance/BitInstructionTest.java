package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;

import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logical instructions, shifts and bit fields against what the PTX manual says of each bit. */
class BitInstructionTest {
  private static final long[] POSITIONS =
      LongStream.of(0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 255, 256, 257, 0x80000000L)
          .toArray();

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void logic(int bits) {
    String type = "b" + bits;
    long mask = mask(bits);
    binary("and", type, (a, b) -> a & b);
    binary("or", type, (a, b) -> a | b);
    binary("xor", type, (a, b) -> a ^ b);
    unary("not", type, type, a -> ~a & mask);
    unary("cnot", type, type, a -> a == 0 ? 1 : 0);
  }

  /** Predicates are bits of one. */
  @Test
  void logicOfPredicates() {
    long[][] pairs = Operands.pairs(new long[] {0, 1}, new long[] {0, 1});
    for (String op : new String[] {"and", "or", "xor"}) {
      probe(
              """
              setp.ne.u32 %%q0, %%a, 0;
              setp.ne.u32 %%q1, %%b, 0;
              %s.pred %%q2, %%q0, %%q1;
              not.pred %%q3, %%q2;
              selp.u32 %%d, 1, 0, %%q2;
              selp.u32 %%e, 1, 0, %%q3;
              """
                  .formatted(op))
          .in("u32", pairs[0])
          .in("u32", pairs[1])
          .out("u32")
          .out("u32")
          .checkAll(v -> {
            long result =
                op.equals("and") ? v[0] & v[1] : op.equals("or") ? v[0] | v[1] : v[0] ^ v[1];
            return new long[] {result, 1 - result};
          });
    }
  }

  /** Beyond the width a shift leaves zeros, or copies of the sign. */
  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void shiftsClampAtTheWidth(int bits) {
    long[][] pairs = Operands.pairs(integers(bits, 40), POSITIONS);
    long mask = mask(bits);
    probe("shl.b" + bits + " %d, %a, %b;")
        .in("b" + bits, pairs[0])
        .in("u32", pairs[1])
        .out("b" + bits)
        .check(v -> v[1] >= bits ? 0 : v[0] << v[1] & mask);
    for (String type : new String[] {"b", "u"}) {
      probe("shr." + type + bits + " %d, %a, %b;")
          .in("b" + bits, pairs[0])
          .in("u32", pairs[1])
          .out("b" + bits)
          .check(v -> v[1] >= bits ? 0 : v[0] >>> v[1]);
    }
    probe("shr.s" + bits + " %d, %a, %b;")
        .in("s" + bits, pairs[0])
        .in("u32", pairs[1])
        .out("s" + bits)
        .check(v -> signed(v[0], bits) >> Math.min(v[1], bits - 1) & mask);
  }

  @ParameterizedTest
  @ValueSource(strings = {"l.clamp", "l.wrap", "r.clamp", "r.wrap"})
  void funnelShifts(String mode) {
    long[][] triples = Operands.triples(integers(32, 4), integers(32, 4), POSITIONS);
    probe("shf." + mode + ".b32 %d, %a, %b, %c;")
        .in("b32", triples[0])
        .in("b32", triples[1])
        .in("u32", triples[2])
        .out("b32")
        .check(v -> {
          long n = mode.endsWith("clamp") ? Math.min(v[2], 32) : v[2] & 31;
          long both = v[1] << 32 | v[0];
          return (mode.startsWith("l")
                  ? n == 32 ? v[0] : both << n >>> 32
                  : n == 32 ? v[1] : both >>> n)
              & mask(32);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void countsAndReversals(int bits) {
    unary("popc", "b" + bits, "u32", Long::bitCount);
    unary("clz", "b" + bits, "u32", a -> Long.numberOfLeadingZeros(a) - (64 - bits));
    unary("brev", "b" + bits, "b" + bits, a -> Long.reverse(a) >>> (64 - bits));
    for (String type : new String[] {"u", "s"}) {
      LongUnaryOperator highest =
          a -> {
            long different = type.equals("s") && signed(a, bits) < 0 ? ~a & mask(bits) : a;
            return different == 0 ? mask(32) : 63 - Long.numberOfLeadingZeros(different);
          };
      unary("bfind", type + bits, "u32", highest);
      unary(
          "bfind.shiftamt",
          type + bits,
          "u32",
          a -> highest.applyAsLong(a) == mask(32) ? mask(32) : bits - 1 - highest.applyAsLong(a));
    }
  }

  /** Position and length count in their low byte; what lies beyond the word is its sign. */
  @ParameterizedTest
  @ValueSource(strings = {"u32", "s32", "u64", "s64"})
  void fieldsAreTaken(String type) {
    int bits = Integer.parseInt(type.substring(1));
    long[][] triples = Operands.triples(integers(bits, 6), POSITIONS, POSITIONS);
    probe("bfe." + type + " %d, %a, %b, %c;")
        .in(type, triples[0])
        .in("u32", triples[1])
        .in("u32", triples[2])
        .out(type)
        .check(v -> {
          int at = (int) v[1] & 0xff;
          int length = (int) v[2] & 0xff;
          int sign =
              type.startsWith("u") || length == 0
                  ? 0
                  : (int) (v[0] >>> Math.min(at + length - 1, bits - 1)) & 1;
          long result = 0;
          for (int i = 0; i < bits; i++) {
            long bit = i < length && at + i < bits ? (v[0] >>> (at + i)) & 1 : sign;
            result |= bit << i;
          }
          return result;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void fieldsAreInserted(int bits) {
    long[] values = integers(bits, 0);
    long[][] fields =
        Operands.pairs(values, new long[] {-1L & mask(bits), 0x123456789abcdefL & mask(bits)});
    long[][] places = Operands.pairs(POSITIONS, POSITIONS);
    int count = fields[0].length * places[0].length;
    long[][] all = new long[4][count];
    for (int i = 0; i < count; i++) {
      all[0][i] = fields[0][i / places[0].length];
      all[1][i] = fields[1][i / places[0].length];
      all[2][i] = places[0][i % places[0].length];
      all[3][i] = places[1][i % places[0].length];
    }
    probe("bfi.b" + bits + " %d, %a, %b, %c, %g;")
        .in("b" + bits, all[0])
        .in("b" + bits, all[1])
        .in("u32", all[2])
        .in("u32", all[3])
        .out("b" + bits)
        .check(v -> {
          int at = (int) v[2] & 0xff;
          int length = (int) v[3] & 0xff;
          long result = v[1];
          for (int i = 0; i < length && at + i < bits; i++) {
            result = (result & ~(1L << (at + i))) | ((v[0] >>> i & 1) << (at + i));
          }
          return result;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"})
  void bytesArePermuted(String mode) {
    long[] selectors =
        LongStream.concat(LongStream.range(0, 16), new SplittableRandom(3).longs(100))
            .map(each -> each & mask(32))
            .toArray();
    long[][] triples =
        Operands.triples(
            new long[] {0x83828180L, 0x13f21170L}, new long[] {0x87868584L}, selectors);
    probe("prmt.b32" + mode + " %d, %a, %b, %c;")
        .in("b32", triples[0])
        .in("b32", triples[1])
        .in("b32", triples[2])
        .out("b32")
        .check(v -> permuted(v[1] << 32 | v[0], v[2], mode));
  }

  private static long permuted(long bytes, long selector, String mode) {
    int s = (int) selector & 3;
    int[] chosen =
        switch (mode) {
          case ".f4e" -> new int[] {s, s + 1, s + 2, s + 3};
          case ".b4e" -> new int[] {s, s + 7 & 7, s + 6 & 7, s + 5 & 7};
          case ".rc8" -> new int[] {s, s, s, s};
          case ".ecl" -> new int[] {s, Math.max(s, 1), Math.max(s, 2), 3};
          case ".ecr" -> new int[] {0, Math.min(s, 1), Math.min(s, 2), s};
          case ".rc16" -> new int[] {2 * (s & 1), 2 * (s & 1) + 1, 2 * (s & 1), 2 * (s & 1) + 1};
          default ->
              new int[] {
                (int) selector & 15,
                (int) selector >> 4 & 15,
                (int) selector >> 8 & 15,
                (int) selector >> 12 & 15
              };
        };
    long result = 0;
    for (int i = 0; i < 4; i++) {
      long each = (bytes >>> (8 * (chosen[i] & 7))) & 0xff;
      if (chosen[i] >= 8) {
        each = each >= 0x80 ? 0xff : 0;
      }
      result |= each << (8 * i);
    }
    return result;
  }

  /** All 256 functions of three bits. */
  @Test
  void anyFunctionOfThreeWords() {
    StringBuilder body = new StringBuilder().append("xor.b32 %d, %a, %a;\nxor.b32 %e, %a, %a;\n");
    for (int table = 0; table < 256; table++) {
      body.append("lop3.b32 %u0, %a, %b, %c, ").append(table).append(";\n");
      body.append("mad.lo.u32 %d, %d, 31, %u0;\nxor.b32 %e, %e, %u0;\n");
    }
    long[][] triples = Operands.triples(integers(32, 0), integers(32, 0), integers(32, 0));
    probe(body.toString())
        .in("b32", triples[0])
        .in("b32", triples[1])
        .in("b32", triples[2])
        .out("u32")
        .out("u32")
        .checkAll(v -> {
          int hash = 0;
          int parity = 0;
          for (int table = 0; table < 256; table++) {
            int result = 0;
            for (int i = 0; i < 32; i++) {
              int index =
                  (int) (((v[0] >>> i & 1) << 2) | ((v[1] >>> i & 1) << 1) | (v[2] >>> i & 1));
              result |= (table >>> index & 1) << i;
            }
            hash = hash * 31 + result;
            parity ^= result;
          }
          return new long[] {Integer.toUnsignedLong(hash), Integer.toUnsignedLong(parity)};
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"u32", "s32"})
  void wordsAreCutToSizeAndExtended(String type) {
    long[] sizes = LongStream.of(0, 1, 5, 8, 16, 31, 32, 33, 40, 64, 255).toArray();
    long[][] pairs = Operands.pairs(integers(32, 40), sizes);
    for (String mode : new String[] {"clamp", "wrap"}) {
      probe("szext." + mode + "." + type + " %d, %a, %b;")
          .in(type, pairs[0])
          .in("u32", pairs[1])
          .out(type)
          .check(v -> {
            long n = mode.equals("clamp") ? Math.min(v[1], 32) : v[1] & 31;
            if (n == 0) {
              return 0;
            }
            long low = v[0] & mask((int) n);
            return type.equals("s32") ? signed(low, (int) n) & mask(32) : low;
          });
    }
  }

  @Test
  void masksOfBits() {
    long[][] pairs = Operands.pairs(POSITIONS, POSITIONS);
    for (String mode : new String[] {"clamp", "wrap"}) {
      probe("bmsk." + mode + ".b32 %d, %a, %b;")
          .in("u32", pairs[0])
          .in("u32", pairs[1])
          .out("b32")
          .check(v -> {
            long at = mode.equals("clamp") ? Math.min(v[0], 32) : v[0] & 31;
            long length = mode.equals("clamp") ? Math.min(v[1], 32) : v[1] & 31;
            return at >= 32 ? 0 : mask((int) length) << at & mask(32);
          });
    }
  }

  private static void unary(String op, String type, String to, LongUnaryOperator expected) {
    probe(op + "." + type + " %d, %a;")
        .in(type, integers(Integer.parseInt(type.substring(1)), 300))
        .out(to)
        .check(v -> expected.applyAsLong(v[0]));
  }

  private static void binary(String op, String type, LongBinaryOperator expected) {
    int bits = Integer.parseInt(type.substring(1));
    long[][] pairs = Operands.pairs(integers(bits, 30), integers(bits, 30));
    probe(op + "." + type + " %d, %a, %b;")
        .in(type, pairs[0])
        .in(type, pairs[1])
        .out(type)
        .check(v -> expected.applyAsLong(v[0], v[1]));
  }

  private static long[] integers(int bits, int random) {
    return Operands.integers(bits, random, 11);
  }

  private static long mask(int bits) {
    return bits == 64 ? -1 : (1L << bits) - 1;
  }

  private static long signed(long value, int bits) {
    return value << (64 - bits) >> (64 - bits);
  }
}
