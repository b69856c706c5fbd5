package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.compile.LongTest;
import dev.magpie.ptx.compile.RealFunction;
import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Comparisons and selections. */
final class Comparisons {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final InstructionClass KIND = InstructionClass.COMPARE;
  private static final int LANES = Warp.LANES;
  private static final Set<String> UNSIGNED_ORDERS = Set.of("lo", "ls", "hi", "hs");

  static {
    DECODERS.put("setp", Comparisons::setPredicate);
    DECODERS.put("set", Comparisons::set);
    DECODERS.put("selp", Comparisons::select);
    DECODERS.put("slct", Comparisons::selectBySign);
    DECODERS.put("testp", Comparisons::testProperty);
  }

  private Comparisons() {}

  /** A comparison with what is done to its result. */
  private record Comparison(Lanes.Test test, @Nullable String operator, ScalarType type) {}

  private static Comparison comparison(Decoding at) {
    String order = at.takeFirst();
    String operator = at.takeOneOf("and", "or", "xor");
    boolean flush = at.take("ftz");
    ScalarType type = at.takeType();
    return new Comparison(test(at, order, type, flush), operator, type);
  }

  private static Operation setPredicate(Decoding at) {
    Comparison comparison = comparison(at);
    ScalarType type = comparison.type();
    at.expectOperands(comparison.operator() == null ? 3 : 4);
    boolean paired = type.kind() == ScalarType.Kind.PACKED;
    ScalarType source = paired ? ScalarType.B32 : type;
    return compare(
        comparison.test(),
        comparison.operator(),
        paired,
        at.source(1, source),
        at.source(2, source),
        comparison.operator() == null ? at.function().always() : at.predicateSource(3),
        at.predicateDestination(at.result()),
        at.secondPredicate());
  }

  private static long[] upper(long[] lanes) {
    long[] upper = new long[LANES];
    for (int i = 0; i < LANES; i++) {
      upper[i] = lanes[i] >> 16;
    }
    return upper;
  }

  private static Operation set(Decoding at) {
    String order = at.takeFirst();
    String operator = at.takeOneOf("and", "or", "xor");
    boolean flush = at.take("ftz");
    ScalarType result = at.takeType();
    ScalarType type = at.takeType();
    Lanes.Test test = test(at, order, type, flush);
    at.expectOperands(operator == null ? 3 : 4);
    boolean paired = type.kind() == ScalarType.Kind.PACKED;
    if (paired && result.bits() != 32) {
      throw at.bad("type ." + result + " is not supported here");
    }
    long yes =
        switch (result) {
          case F16X2 -> 0x3c00_3c00;
          case BF16X2 -> 0x3f80_3f80;
          case F32 -> Float.floatToRawIntBits(1f);
          case F16 -> 0x3c00;
          case BF16 -> 0x3f80;
          default -> -1;
        };
    int d = at.destination(0, result);
    int a = at.source(1, type);
    int b = at.source(2, type);
    int c = operator == null ? at.function().always() : at.predicateSource(3);
    String combine = operator == null ? "and" : operator;
    return new LaneOperation(KIND, d) {
      @Override
      void compute(Warp warp, long[] out) {
        int lanes = test.run(warp.r[a], warp.r[b]);
        lanes = PredicateOperation.combine(combine, lanes, warp.predicate(c));
        if (!paired) {
          for (int i = 0; i < LANES; i++) {
            out[i] = (lanes >> i & 1) != 0 ? yes : 0;
          }
          return;
        }
        int high = test.run(upper(warp.r[a]), upper(warp.r[b]));
        high = PredicateOperation.combine(combine, high, warp.predicate(c));
        for (int i = 0; i < LANES; i++) {
          long low = (lanes >> i & 1) != 0 ? yes & 0xffff : 0;
          out[i] = (int) (low | ((high >> i & 1) != 0 ? yes & 0xffff_0000L : 0));
        }
      }
    };
  }

  static Lanes.Test test(Decoding at, String order, ScalarType type, boolean flush) {
    return switch (type) {
      case F32 -> singles(at, order, flush);
      case F64 -> {
        Order test = Order.of(at, order);
        yield Lanes.where((RealFunction.DoubleTest) test::holds);
      }
      case F16, BF16, F16X2, BF16X2 -> {
        HalfArithmetic.Format format = HalfArithmetic.Format.of(type);
        Order test = Order.of(at, order);
        yield Lanes.where((a, b) ->
            test.holds(
                format.widen(flush ? format.flush(a) : a),
                format.widen(flush ? format.flush(b) : b)));
      }
      default -> integers(at, order, type);
    };
  }

  /** How two numbers can stand to each other. */
  private record Order(boolean less, boolean equal, boolean greater, boolean unordered) {
    boolean holds(double a, double b) {
      return a < b ? less : a > b ? greater : a == b ? equal : unordered;
    }

    static Order of(Decoding at, String name) {
      boolean unordered = name.endsWith("u") && !name.equals("num");
      String base = unordered ? name.substring(0, name.length() - 1) : name;
      return switch (base) {
        case "eq" -> new Order(false, true, false, unordered);
        case "ne" -> new Order(true, false, true, unordered);
        case "lt" -> new Order(true, false, false, unordered);
        case "le" -> new Order(true, true, false, unordered);
        case "gt" -> new Order(false, false, true, unordered);
        case "ge" -> new Order(false, true, true, unordered);
        case "num" -> new Order(true, true, true, false);
        case "nan" -> new Order(false, false, false, true);
        default -> throw at.bad("comparison ." + name + " is not supported");
      };
    }
  }

  private static Lanes.Test singles(Decoding at, String name, boolean flush) {
    Order order = Order.of(at, name);
    boolean less = order.less();
    boolean equal = order.equal();
    boolean greater = order.greater();
    boolean unordered = order.unordered();
    return new Lanes.Test(
        (a, b) -> {
          int lanes = 0;
          for (int i = 0; i < LANES; i++) {
            float x = SingleArithmetic.input(a[i], flush);
            float y = SingleArithmetic.input(b[i], flush);
            boolean holds = x < y ? less : x > y ? greater : x == y ? equal : unordered;
            lanes |= holds ? 1 << i : 0;
          }
          return lanes;
        },
        (RealFunction.SingleTest)
            (a, b) -> {
              float x = flush ? SoftFloat.flush(a) : a;
              float y = flush ? SoftFloat.flush(b) : b;
              return x < y ? less : x > y ? greater : x == y ? equal : unordered;
            });
  }

  private static Lanes.Test integers(Decoding at, String order, ScalarType type) {
    if (!type.isInteger() || type.bits() > 64 || type.bits() < 16) {
      throw at.bad("type ." + type + " is not supported here");
    }
    ScalarType compared =
        UNSIGNED_ORDERS.contains(order) || !type.isSigned() ? Narrow.unsigned(type) : type;
    return switch (order) {
      case "eq" -> equal(type.bits());
      case "ne" -> equal(type.bits()).not();
      case "lt", "lo" -> less(compared);
      case "ge", "hs" -> less(compared).not();
      case "gt", "hi" -> less(compared).swapped();
      case "le", "ls" -> less(compared).swapped().not();
      default -> throw at.bad("comparison ." + order + " is not supported");
    };
  }

  private static Lanes.Test equal(int bits) {
    int shift = 64 - bits;
    return new Lanes.Test(
        (a, b) -> {
          int lanes = 0;
          for (int i = 0; i < LANES; i++) {
            lanes |= (a[i] ^ b[i]) << shift == 0 ? 1 << i : 0;
          }
          return lanes;
        },
        (a, b) -> (a ^ b) << shift == 0);
  }

  private static Lanes.Test less(ScalarType type) {
    // In the upper bits, and with the sign turned over for unsigned types, all compare alike.
    int shift = 64 - type.bits();
    long flip = type.isSigned() ? 0 : Long.MIN_VALUE;
    return new Lanes.Test(
        (a, b) -> {
          int lanes = 0;
          for (int i = 0; i < LANES; i++) {
            lanes |= (a[i] << shift ^ flip) < (b[i] << shift ^ flip) ? 1 << i : 0;
          }
          return lanes;
        },
        (a, b) -> (a << shift ^ flip) < (b << shift ^ flip));
  }

  /**
   * Compares, and combines the result with a predicate.
   *
   * @param paired whether there are two halves to compare, so that q is of the upper one
   */
  private static Operation compare(
      Lanes.Test test,
      @Nullable String operator,
      boolean paired,
      int a,
      int b,
      int c,
      int p,
      int q) {
    return new Operation(KIND) {
      @Override
      void execute(Warp warp, int mask) {
        int lanes = test.run(warp.r[a], warp.r[b]);
        int others = paired ? test.run(upper(warp.r[a]), upper(warp.r[b])) : ~lanes;
        if (operator != null) {
          int with = warp.predicate(c);
          others = PredicateOperation.combine(operator, others, with);
          lanes = PredicateOperation.combine(operator, lanes, with);
        }
        warp.setPredicate(p, mask, lanes);
        if (q >= 0) {
          warp.setPredicate(q, mask, others);
        }
      }

      @Override
      @Nullable LaneStep laneStep() {
        return paired
            ? null
            : new LaneStep.Test(
                p,
                q,
                a,
                b,
                test.each(),
                operator == null ? null : PredicateOperation.logic(operator),
                c);
      }
    };
  }

  private static Operation select(Decoding at) {
    ScalarType type = at.takeType();
    at.expectOperands(4);
    int d = at.destination(0, type);
    int a = at.source(1, type);
    int b = at.source(2, type);
    int c = at.predicateSource(3);
    return new LaneOperation(InstructionClass.MOVE, d) {
      @Override
      void compute(Warp warp, long[] out) {
        int lanes = warp.predicate(c);
        long[] x = warp.r[a];
        long[] y = warp.r[b];
        for (int i = 0; i < LANES; i++) {
          out[i] = (lanes >> i & 1) != 0 ? x[i] : y[i];
        }
      }

      @Override
      LaneStep laneStep() {
        return new LaneStep.Select(d, a, b, c);
      }
    };
  }

  private static Operation selectBySign(Decoding at) {
    boolean flush = at.take("ftz");
    ScalarType type = at.takeType();
    ScalarType sign = at.takeType();
    Lanes.Ternary loop =
        sign == ScalarType.F32
            ? Lanes.each((a, b, c) -> SingleArithmetic.input(c, flush) >= 0 ? a : b)
            : Lanes.each((a, b, c) -> (int) c >= 0 ? a : b);
    return LaneOperation.of(at, InstructionClass.MOVE, loop, type, type, type, sign);
  }

  private static Operation testProperty(Decoding at) {
    String property = at.takeFirst();
    ScalarType type = at.takeType();
    at.expectOperands(2);
    boolean single = type == ScalarType.F32;
    int exponentBits = single ? 8 : 11;
    int fractionBits = single ? 23 : 52;
    long all = (1L << exponentBits) - 1;
    LongTest test =
        (a, _) -> {
          long exponent = a >>> fractionBits & all;
          boolean zeroFraction = (a & (1L << fractionBits) - 1) == 0;
          return switch (property) {
            case "finite" -> exponent != all;
            case "infinite" -> exponent == all && zeroFraction;
            case "number" -> exponent != all || zeroFraction;
            case "notanumber" -> exponent == all && !zeroFraction;
            case "normal" -> exponent != all && (exponent != 0 || zeroFraction);
            default -> exponent == 0 && !zeroFraction;
          };
        };
    if (!Set.of("finite", "infinite", "number", "notanumber", "normal", "subnormal")
        .contains(property)) {
      throw at.bad("property ." + property + " is not supported");
    }
    int a = at.source(1, type);
    return compare(
        Lanes.where(test),
        null,
        false,
        a,
        a,
        at.function().always(),
        at.predicateDestination(at.operand(0)),
        -1);
  }
}
