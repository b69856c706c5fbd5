package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;

import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparisons of every type and relation, and selection. */
class ComparisonTest {
  private static final String[] RELATIONS = {"eq", "ne", "lt", "le", "gt", "ge"};
  private static final String[] UNSIGNED_RELATIONS = {"lo", "ls", "hi", "hs"};
  private static final String[] UNORDERED = {
    "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"
  };

  @ParameterizedTest
  @ValueSource(strings = {"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"})
  void integers(String type) {
    int bits = Integer.parseInt(type.substring(1));
    long[] values = Operands.integers(bits, 30, 1);
    long[][] pairs = Operands.pairs(values, values);
    for (String relation : RELATIONS) {
      if (type.startsWith("b") && !relation.equals("eq") && !relation.equals("ne")) {
        continue;
      }
      compare(relation, type, pairs, v -> holds(relation, order(v[0], v[1], type, bits)));
    }
    if (type.startsWith("u")) {
      for (String relation : UNSIGNED_RELATIONS) {
        String same =
            switch (relation) {
              case "lo" -> "lt";
              case "ls" -> "le";
              case "hi" -> "gt";
              default -> "ge";
            };
        compare(relation, type, pairs, v -> holds(same, order(v[0], v[1], type, bits)));
      }
    }
  }

  private static int order(long a, long b, String type, int bits) {
    return type.startsWith("s")
        ? Long.compare(a << (64 - bits), b << (64 - bits))
        : Long.compareUnsigned(a, b);
  }

  private static boolean holds(String relation, int order) {
    return switch (relation) {
      case "eq" -> order == 0;
      case "ne" -> order != 0;
      case "lt" -> order < 0;
      case "le" -> order <= 0;
      case "gt" -> order > 0;
      default -> order >= 0;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16", "f32", "f64"})
  void floats(String type) {
    FloatFormat format = FloatFormat.valueOf(type.toUpperCase(Locale.ROOT));
    long[] values = Operands.floats(format, 20, 1);
    long[][] pairs = Operands.pairs(values, values);
    for (String relation : RELATIONS) {
      compare(
          relation,
          type,
          pairs,
          v -> !unordered(format, v[0], v[1]) && holds(relation, order(format, v[0], v[1])));
    }
    for (String relation : UNORDERED) {
      compare(
          relation,
          type,
          pairs,
          v -> {
            boolean unordered = unordered(format, v[0], v[1]);
            return switch (relation) {
              case "num" -> !unordered;
              case "nan" -> unordered;
              default -> unordered || holds(relation.substring(0, 2), order(format, v[0], v[1]));
            };
          });
    }
  }

  @Test
  void subnormalsCompareAsZerosWhenFlushed() {
    long[] values = Operands.floats(FloatFormat.F32, 20, 1);
    long[][] pairs = Operands.pairs(values, values);
    FloatFormat f32 = FloatFormat.F32;
    compare(
        "lt.ftz",
        "f32",
        pairs,
        v -> !unordered(f32, v[0], v[1]) && order(f32, f32.flush(v[0]), f32.flush(v[1])) < 0);
  }

  private static boolean unordered(FloatFormat format, long a, long b) {
    return format.isNan(a) || format.isNan(b);
  }

  private static int order(FloatFormat format, long a, long b) {
    return Long.compare(rank(format, a), rank(format, b));
  }

  private static long rank(FloatFormat format, long value) {
    long magnitude = value & format.signMask() - 1;
    return format.isNegative(value) ? -magnitude : magnitude;
  }

  private interface Relation {
    boolean holds(long[] operands);
  }

  /** As a predicate and its complement, and combined with another. */
  private static void compare(String relation, String type, long[][] pairs, Relation expected) {
    boolean half = type.equals("bf16") || type.equals("f16");
    probe(
            """
            setp.%1$s.%2$s %%q0|%%q1, %%a, %%b;
            selp.u32 %%d, 1, 0, %%q0;
            selp.u32 %%e, 1, 0, %%q1;
            """
                .formatted(relation, type))
        .in(type, pairs[0])
        .in(type, pairs[1])
        .out("u32")
        .out("u32")
        .checkAll(v -> {
          boolean holds = expected.holds(v);
          return new long[] {holds ? 1 : 0, holds ? 0 : 1};
        });
    if (half) {
      return;
    }
    String form =
        relation.endsWith(".ftz") ? relation.replace(".ftz", ".%s.ftz") : relation + ".%s";
    for (String op : new String[] {"and", "or", "xor"}) {
      probe(
              """
              and.b32 %%u0, %%c, 1;
              setp.ne.u32 %%q2, %%u0, 0;
              setp.%1$s.%2$s %%q0|%%q1, %%a, %%b, %%q2;
              selp.u32 %%d, 1, 0, %%q0;
              selp.u32 %%e, 1, 0, %%q1;
              setp.%1$s.%2$s %%q0, %%a, %%b, !%%q2;
              selp.u32 %%f, 1, 0, %%q0;
              """
                  .formatted(form.formatted(op), type))
          .in(type, pairs[0])
          .in(type, pairs[1])
          .in("u32", LongStream.range(0, pairs[0].length).map(i -> i ^ i >> 3).toArray())
          .out("u32")
          .out("u32")
          .out("u32")
          .checkAll(v -> {
            boolean holds = expected.holds(v);
            boolean other = (v[2] & 1) != 0;
            return new long[] {
              combine(op, holds, other), combine(op, !holds, other), combine(op, holds, !other)
            };
          });
    }
  }

  private static long combine(String op, boolean one, boolean other) {
    boolean result =
        switch (op) {
          case "and" -> one && other;
          case "or" -> one || other;
          default -> one != other;
        };
    return result ? 1 : 0;
  }

  /** {@code set} gives all ones, or 1.0. */
  @Test
  void comparisonsAsNumbers() {
    long[] singles = Operands.floats(FloatFormat.F32, 20, 1);
    long[][] pairs = Operands.pairs(singles, singles);
    probe("set.lt.u32.f32 %d, %a, %b;\nset.geu.f32.f32 %e, %a, %b;")
        .in("f32", pairs[0])
        .in("f32", pairs[1])
        .out("u32")
        .out("f32")
        .checkAll(v -> {
          float a = Float.intBitsToFloat((int) v[0]);
          float b = Float.intBitsToFloat((int) v[1]);
          return new long[] {a < b ? 0xffffffffL : 0, a < b ? 0 : 0x3f800000};
        });
    long[] words = Operands.integers(32, 30, 1);
    long[][] wordPairs = Operands.pairs(words, words);
    probe("set.gt.s32.s32 %d, %a, %b;\nset.gt.f32.u32 %e, %a, %b;")
        .in("s32", wordPairs[0])
        .in("s32", wordPairs[1])
        .out("s32")
        .out("f32")
        .checkAll(v ->
            new long[] {
              (int) v[0] > (int) v[1] ? 0xffffffffL : 0,
              Long.compareUnsigned(v[0], v[1]) > 0 ? 0x3f800000 : 0
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"b16", "u16", "b32", "s32", "b64", "u64", "f32", "f64"})
  void selection(String type) {
    int bits = Integer.parseInt(type.substring(1));
    long[][] triples =
        Operands.triples(
            Operands.integers(bits, 4, 1),
            Operands.integers(bits, 4, 2),
            new long[] {0, 1, 0x80000000L});
    probe("setp.ne.u32 %q0, %c, 0;\nselp." + type + " %d, %a, %b, %q0;")
        .in(type, triples[0])
        .in(type, triples[1])
        .in("u32", triples[2])
        .out(type.startsWith("f") ? "b" + bits : type)
        .check(v -> v[2] != 0 ? v[0] : v[1]);
    probe("slct." + type + ".s32 %d, %a, %b, %c;")
        .in(type, triples[0])
        .in(type, triples[1])
        .in("s32", triples[2])
        .out(type.startsWith("f") ? "b" + bits : type)
        .check(v -> (int) v[2] >= 0 ? v[0] : v[1]);
  }
}
