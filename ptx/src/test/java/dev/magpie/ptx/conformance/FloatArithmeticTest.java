package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;

import dev.magpie.ptx.conformance.FloatFormat.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Floating-point instructions against exact fractions, rounded once. */
class FloatArithmeticTest {
  private static final FloatFormat F16 = FloatFormat.F16;
  private static final FloatFormat BF16 = FloatFormat.BF16;
  private static final FloatFormat F32 = FloatFormat.F32;
  private static final FloatFormat F64 = FloatFormat.F64;

  /**
   * How an instruction rounds.
   *
   * @param ftz whether subnormal operands and results are zeros
   * @param sat whether results are held to [0, 1]
   */
  record Form(FloatFormat format, Mode mode, boolean ftz, boolean sat) {
    String suffix() {
      String name = format.name().toLowerCase(java.util.Locale.ROOT);
      return "." + mode + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + "." + name;
    }

    String type() {
      return format.name().toLowerCase(java.util.Locale.ROOT);
    }

    long in(long value) {
      return ftz ? format.flush(value) : value;
    }

    long out(long value) {
      long flushed = ftz ? format.flush(value) : value;
      return sat ? format.saturate(flushed) : flushed;
    }

    @Override
    public String toString() {
      return suffix();
    }
  }

  static Stream<Form> forms() {
    List<Form> forms = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      forms.add(new Form(F32, mode, false, false));
      forms.add(new Form(F32, mode, true, false));
      forms.add(new Form(F32, mode, false, true));
      forms.add(new Form(F32, mode, true, true));
      forms.add(new Form(F64, mode, false, false));
    }
    forms.add(new Form(F16, Mode.RN, false, false));
    forms.add(new Form(F16, Mode.RN, true, false));
    forms.add(new Form(F16, Mode.RN, false, true));
    forms.add(new Form(F16, Mode.RN, true, true));
    forms.add(new Form(BF16, Mode.RN, false, false));
    return forms.stream();
  }

  static Stream<Form> unsaturatedForms() {
    return forms().filter(form -> !form.sat() && form.format().bits >= 32);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void sumsAndProducts(Form form) {
    FloatFormat format = form.format();
    long[][] pairs = pairs(format);
    binary("add" + form.suffix(), form, pairs, (a, b) -> format.add(a, b, form.mode()));
    binary(
        "sub" + form.suffix(), form, pairs, (a, b) -> format.add(a, format.negate(b), form.mode()));
    binary("mul" + form.suffix(), form, pairs, (a, b) -> format.multiply(a, b, form.mode()));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void fusedProductsAndSumsRoundOnce(Form form) {
    FloatFormat format = form.format();
    long[] third = Operands.floats(format, 12, 3);
    long[][] pairs = pairs(format);
    // Products next to their negatives leave only what rounding would have lost.
    long[] products = new long[pairs[0].length];
    for (int i = 0; i < products.length; i++) {
      products[i] = format.negate(format.multiply(pairs[0][i], pairs[1][i], Mode.RN));
    }
    long[] mixed = products.clone();
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = i % 3 == 0 ? mixed[i] : third[i / 3 % third.length];
    }
    probe("fma" + form.suffix() + " %d, %a, %b, %c;")
        .in(form.type(), pairs[0])
        .in(form.type(), pairs[1])
        .in(form.type(), mixed)
        .out(form.type())
        .check(v -> form.out(format.fma(form.in(v[0]), form.in(v[1]), form.in(v[2]), form.mode())));
  }

  @ParameterizedTest
  @MethodSource("unsaturatedForms")
  void quotientsReciprocalsAndRoots(Form form) {
    FloatFormat format = form.format();
    binary("div" + form.suffix(), form, pairs(format), (a, b) -> format.divide(a, b, form.mode()));
    long one = (long) format.bias() << format.fractionBits;
    unary("rcp" + form.suffix(), form, a -> format.divide(one, a, form.mode()));
    unary("sqrt" + form.suffix(), form, a -> format.squareRoot(a, form.mode()));
  }

  /** Without a rounding mode, sums and products round to nearest. */
  @Test
  void roundingToNearestIsTheRuleWhereNoneIsNamed() {
    Form form = new Form(F32, Mode.RN, false, false);
    long[][] pairs = pairs(F32);
    binary("add.f32", form, pairs, (a, b) -> F32.add(a, b, Mode.RN));
    binary("mul.f32", form, pairs, (a, b) -> F32.multiply(a, b, Mode.RN));
    Form doubles = new Form(F64, Mode.RN, false, false);
    binary("sub.f64", doubles, pairs(F64), (a, b) -> F64.add(a, F64.negate(b), Mode.RN));
  }

  @Test
  void approximateQuotientsAreTheNearest() {
    Form form = new Form(F32, Mode.RN, false, false);
    binary("div.full.f32", form, pairs(F32), (a, b) -> F32.divide(a, b, Mode.RN));
    binary("div.approx.f32", form, pairs(F32), (a, b) -> F32.divide(a, b, Mode.RN));
    Form flushing = new Form(F32, Mode.RN, true, false);
    unary("rcp.approx.ftz.f32", flushing, a -> F32.divide(0x3f800000, a, Mode.RN));
    unary("sqrt.approx.f32", form, a -> F32.squareRoot(a, Mode.RN));
  }

  /** Approximations give the float nearest to the truth (an error of the double is too small). */
  @Test
  void approximateFunctionsAreTheNearest() {
    function("rsqrt.approx.f32", a -> 1 / Math.sqrt(a));
    function("ex2.approx.f32", a -> StrictMath.pow(2, a));
    function("lg2.approx.f32", FloatArithmeticTest::log2);
    function("sin.approx.f32", StrictMath::sin);
    function("cos.approx.f32", StrictMath::cos);
    function("tanh.approx.f32", StrictMath::tanh);
  }

  private static double log2(double a) {
    if (a == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    int exponent = Math.getExponent(a);
    double mantissa = Math.scalb(a, -exponent);
    if (mantissa > 1.5) {
      mantissa /= 2;
      exponent++;
    }
    // log1p keeps its precision near 1, where the exponent does not help.
    return a > 0 && !Double.isInfinite(a)
        ? exponent + StrictMath.log1p(mantissa - 1) / StrictMath.log(2)
        : StrictMath.log(a);
  }

  private static void function(String op, Function<Double, Double> exact) {
    long[] values = Operands.floats(F32, 4000, 9);
    probe(op + " %d, %a;")
        .in("f32", values)
        .out("f32")
        .check(v -> {
          double truth = exact.apply((double) Float.intBitsToFloat((int) v[0]));
          return Double.isNaN(truth) ? F32.nan : F32.nearest(truth);
        });
  }

  /** NaN gives way to a number, or wins under {@code .NaN}; -0 is below +0. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32",
        "f64",
        "f16",
        "bf16",
        "ftz.f32",
        "NaN.f32",
        "ftz.NaN.f32",
        "NaN.f16",
        "NaN.bf16"
      })
  void smallerAndLarger(String suffix) {
    String type = suffix.substring(suffix.lastIndexOf('.') + 1);
    FloatFormat format = FloatFormat.valueOf(type.toUpperCase(java.util.Locale.ROOT));
    Form form = new Form(format, Mode.RN, suffix.startsWith("ftz"), false);
    boolean passes = suffix.contains("NaN");
    for (String op : new String[] {"min", "max"}) {
      binary(
          op + "." + suffix,
          form,
          pairs(format),
          (a, b) -> {
            if (format.isNan(a) || format.isNan(b)) {
              boolean both = format.isNan(a) && format.isNan(b);
              return passes || both ? format.nan : format.isNan(a) ? b : a;
            }
            boolean below = order(format, a) < order(format, b);
            return below == op.equals("min") ? a : b;
          });
    }
  }

  private static long order(FloatFormat format, long value) {
    long magnitude = value & (format.signMask() - 1);
    return format.isNegative(value) ? -magnitude - 1 : magnitude;
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16", "F32", "F64"})
  void signs(FloatFormat format) {
    String type = format.name().toLowerCase(java.util.Locale.ROOT);
    long[] values = numbers(format);
    probe("neg." + type + " %d, %a;").in(type, values).out(type).check(v -> format.negate(v[0]));
    probe("abs." + type + " %d, %a;")
        .in(type, values)
        .out(type)
        .check(v -> v[0] & (format.signMask() - 1));
    if (format.bits >= 32) {
      long[][] pairs = Operands.pairs(values, values);
      probe("copysign." + type + " %d, %a, %b;")
          .in(type, pairs[0])
          .in(type, pairs[1])
          .out(type)
          .check(v -> (v[0] & format.signMask()) | (v[1] & (format.signMask() - 1)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f64"})
  void propertiesOfNumbers(String type) {
    FloatFormat format = FloatFormat.valueOf(type.toUpperCase(java.util.Locale.ROOT));
    long[] values = Operands.floats(format, 100, 5);
    for (String property :
        new String[] {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
      probe("testp." + property + "." + type + " %q0, %a;\nselp.u32 %d, 1, 0, %q0;")
          .in(type, values)
          .out("u32")
          .check(v -> {
            long a = v[0];
            boolean finite = !format.isNan(a) && !format.isInfinite(a);
            boolean holds =
                switch (property) {
                  case "finite" -> finite;
                  case "infinite" -> format.isInfinite(a);
                  case "number" -> !format.isNan(a);
                  case "notanumber" -> format.isNan(a);
                  // Zeros count as normal.
                  case "normal" -> finite && !format.isSubnormal(a);
                  default -> format.isSubnormal(a);
                };
            return holds ? 1 : 0;
          });
    }
  }

  /** Two halves at once are each what one is alone. */
  @ParameterizedTest
  @ValueSource(strings = {"f16x2", "bf16x2"})
  void packedHalves(String type) {
    FloatFormat format = type.equals("f16x2") ? F16 : BF16;
    long[] halves = Operands.floats(format, 30, 1);
    long[][] low = Operands.pairs(halves, halves);
    int n = low[0].length;
    long[] a = new long[n];
    long[] b = new long[n];
    long[] c = new long[n];
    for (int i = 0; i < n; i++) {
      a[i] = low[0][i] | low[0][(i * 7 + 3) % n] << 16;
      b[i] = low[1][i] | low[1][(i * 7 + 3) % n] << 16;
      c[i] = halves[i % halves.length] | halves[i * 5 % halves.length] << 16;
    }
    packed("add.rn." + type, a, b, (x, y) -> format.add(x, y, Mode.RN), type);
    packed("sub.rn." + type, a, b, (x, y) -> format.add(x, format.negate(y), Mode.RN), type);
    packed("mul.rn." + type, a, b, (x, y) -> format.multiply(x, y, Mode.RN), type);
    probe("fma.rn." + type + " %d, %a, %b, %c;")
        .in(type, a)
        .in(type, b)
        .in(type, c)
        .out(type)
        .check(v ->
            format.fma(v[0] & 0xffff, v[1] & 0xffff, v[2] & 0xffff, Mode.RN)
                | format.fma(v[0] >> 16, v[1] >> 16, v[2] >> 16, Mode.RN) << 16);
  }

  private static void packed(String op, long[] a, long[] b, LongBinaryOperator half, String type) {
    probe(op + " %d, %a, %b;")
        .in(type, a)
        .in(type, b)
        .out(type)
        .check(v ->
            half.applyAsLong(v[0] & 0xffff, v[1] & 0xffff)
                | half.applyAsLong(v[0] >> 16, v[1] >> 16) << 16);
  }

  @Test
  void approximateFunctionsOfHalves() {
    long[] all = java.util.stream.LongStream.range(0, 1 << 16).toArray();
    for (String op : new String[] {"tanh", "ex2"}) {
      probe(op + ".approx.f16 %d, %a;")
          .in("f16", all)
          .out("f16")
          .check(v -> {
            double a = Double.longBitsToDouble(F16.convert(v[0], F64, Mode.RN));
            double truth = op.equals("tanh") ? StrictMath.tanh(a) : StrictMath.pow(2, a);
            return Double.isNaN(truth) ? F16.nan : F16.nearest(truth);
          });
    }
  }

  private static void unary(String op, Form form, LongUnaryOperator exact) {
    probe(op + " %d, %a;")
        .in(form.type(), Operands.floats(form.format(), 1000, 7))
        .out(form.type())
        .check(v -> form.out(exact.applyAsLong(form.in(v[0]))));
  }

  private static void binary(String op, Form form, long[][] pairs, LongBinaryOperator exact) {
    probe(op + " %d, %a, %b;")
        .in(form.type(), pairs[0])
        .in(form.type(), pairs[1])
        .out(form.type())
        .check(v -> form.out(exact.applyAsLong(form.in(v[0]), form.in(v[1]))));
  }

  private static long[][] pairs(FloatFormat format) {
    return Operands.pairs(Operands.floats(format, 24, 1), Operands.floats(format, 24, 2));
  }

  /** No NaNs: what instructions on signs do to them is not laid down. */
  private static long[] numbers(FloatFormat format) {
    return java.util.Arrays.stream(Operands.floats(format, 100, 4))
        .filter(value -> !format.isNan(value))
        .toArray();
  }
}
