package dev.magpie.ptx.conformance;

import dev.magpie.ptx.conformance.FloatFormat.Mode;
import java.math.BigInteger;
import java.util.SplittableRandom;

/** Matrices as plain arrays of their elements' bits, row by row, and their products. */
final class MatrixOracle {
  private MatrixOracle() {}

  static int bits(String type) {
    return switch (type) {
      case "f64" -> 64;
      case "f32", "tf32", "s32" -> 32;
      case "f16", "bf16" -> 16;
      case "s8", "u8" -> 8;
      case "s4", "u4" -> 4;
      case "b1" -> 1;
      default -> throw new AssertionError(type);
    };
  }

  private static FloatFormat format(String type) {
    return switch (type) {
      case "f64" -> FloatFormat.F64;
      case "f16" -> FloatFormat.F16;
      case "bf16" -> FloatFormat.BF16;
      default -> FloatFormat.F32;
    };
  }

  private static boolean isFloat(String type) {
    return type.contains("f");
  }

  /**
   * Elements of one character: 0 near one, 1 anything finite, 2 a few of all corners among those, 3
   * subnormal numbers and zeros of both signs, 4 extremes. Integers are anything but for 4.
   */
  static long[] matrix(String type, int size, int character, SplittableRandom random) {
    long[] matrix = new long[size];
    for (int i = 0; i < size; i++) {
      matrix[i] = isFloat(type) ? real(type, character, random) : whole(type, character, random);
    }
    return matrix;
  }

  private static long whole(String type, int character, SplittableRandom random) {
    long mask = (1L << bits(type)) - 1;
    long any = random.nextLong() & mask;
    long extreme = type.startsWith("s") ? (mask >>> 1) + random.nextInt(2) : mask;
    return character == 4 ? extreme : any;
  }

  private static long real(String type, int character, SplittableRandom random) {
    FloatFormat format = format(type);
    long sign = random.nextInt(2) == 0 ? format.signMask() : 0;
    long fraction = random.nextLong() & format.fractionMask();
    long exponent =
        switch (character) {
          case 0, 2 -> format.bias() - 3 + random.nextInt(6);
          case 1 -> random.nextLong(format.exponentMask());
          case 3 -> 0;
          default -> format.exponentMask() - 1;
        };
    if (character == 2 && random.nextInt(40) == 0) {
      long[] corners = Operands.floats(format, 0, 1);
      return corners[random.nextInt(corners.length)];
    }
    if (character == 3 && random.nextInt(4) == 0) {
      return random.nextInt(2) == 0 ? sign : sign | ((long) format.bias() << format.fractionBits);
    }
    return sign | exponent << format.fractionBits | fraction;
  }

  /** What a multiplication is of. */
  record Types(String d, String a, String b, String c) {}

  /**
   * The product, with C.
   *
   * @param how {@code satfinite}, {@code xor}, {@code and}, a rounding of doubles or nothing
   */
  static long[] multiply(
      Types types, String how, int m, int n, int k, long[] a, long[] b, long[] c) {
    long[] d = new long[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        long[] row = new long[k];
        long[] column = new long[k];
        for (int x = 0; x < k; x++) {
          row[x] = a[i * k + x];
          column[x] = b[x * n + j];
        }
        d[i * n + j] =
            isFloat(types.a)
                ? realSum(types, how, row, column, c[i * n + j])
                : wholeSum(types, how, row, column, c[i * n + j]);
      }
    }
    return d;
  }

  private static long realSum(Types types, String how, long[] row, long[] column, long first) {
    boolean doubles = types.a.equals("f64");
    FloatFormat sums = doubles ? FloatFormat.F64 : FloatFormat.F32;
    Mode mode =
        doubles && !how.isEmpty() ? Mode.valueOf(how.toUpperCase(java.util.Locale.ROOT)) : Mode.RN;
    long sum = format(types.c).convert(first, sums, Mode.RN);
    for (int x = 0; x < row.length; x++) {
      sum = sums.fma(factor(types.a, row[x]), factor(types.b, column[x]), sum, mode);
    }
    return sums.convert(sum, format(types.d), Mode.RN);
  }

  /** A factor in the format of the sums. */
  private static long factor(String type, long bits) {
    return switch (type) {
      case "f64" -> bits;
      case "tf32" -> bits & 0xffffe000L;
      default -> format(type).convert(bits, FloatFormat.F32, Mode.RN);
    };
  }

  private static long wholeSum(Types types, String how, long[] row, long[] column, long first) {
    BigInteger sum = integer("s32", first);
    for (int x = 0; x < row.length; x++) {
      BigInteger left = integer(types.a, row[x]);
      BigInteger right = integer(types.b, column[x]);
      sum = sum.add(how.equals("xor") ? left.xor(right) : left.multiply(right));
    }
    if (how.equals("satfinite")) {
      sum =
          sum.max(BigInteger.valueOf(Integer.MIN_VALUE)).min(BigInteger.valueOf(Integer.MAX_VALUE));
    }
    return sum.intValue() & 0xffffffffL;
  }

  private static BigInteger integer(String type, long bits) {
    int width = bits(type);
    boolean negative = type.startsWith("s") && (bits >>> (width - 1) & 1) != 0;
    return BigInteger.valueOf(negative ? bits - (1L << width) : bits);
  }
}
