package dev.magpie.ptx.execute;

import dev.magpie.ptx.execute.MatrixFragment.Role;
import dev.magpie.ptx.ir.Operand;
import java.util.ArrayList;
import java.util.List;

/**
 * Multiplies matrices in registers and adds them to accumulators: D = A B + C.
 *
 * <p>Each element of D is a sum in the order of k that begins with C's element. Of {@code f16},
 * {@code bf16} and {@code tf32} each product is exact and is added with one rounding to nearest
 * even of a single; {@code f16} accumulators are rounded once more, at the end. Of {@code f64} each
 * step is a fused multiply-add. Sums of integers are exact until they wrap, or saturate, at the
 * end.
 */
final class MatrixMultiply extends Operation {
  /** How the products of a row and a column are added up. */
  private enum Sum {
    SINGLES,
    DOUBLES,
    INTEGERS,
    /** Counts the bits that differ. */
    DIFFERENCES
  }

  /** A matrix in registers. */
  private static final class Held {
    private final MatrixElement element;
    private final int[] slots;

    /** Where each element lies: by register, element of it and lane. */
    private final int[] places;

    Held(MatrixFragment fragment, int[] slots) {
      element = fragment.element();
      this.slots = slots;
      places = fragment.places();
    }

    void unpack(Warp warp, double[] to) {
      int next = 0;
      for (int slot : slots) {
        long[] lanes = warp.r[slot];
        for (int shift = 0; shift < element.register().bits(); shift += element.bits()) {
          for (int lane = 0; lane < Warp.LANES; lane++) {
            to[places[next++]] = element.value(lanes[lane] >>> shift);
          }
        }
      }
    }

    void pack(Warp warp, double[] from) {
      int next = 0;
      for (int slot : slots) {
        long[] lanes = warp.r[slot];
        for (int shift = 0; shift < element.register().bits(); shift += element.bits()) {
          for (int lane = 0; lane < Warp.LANES; lane++) {
            long bits = element.bits(from[places[next++]]);
            lanes[lane] = shift == 0 ? bits : lanes[lane] | bits << shift;
          }
        }
      }
    }
  }

  private final MatrixShape shape;
  private final Held a;
  private final Held b;
  private final Held c;
  private final Held d;
  private final Sum sum;
  private final boolean saturates;
  private final Rounding rounding;
  private final int members;

  private MatrixMultiply(
      MatrixShape shape,
      List<Held> matrices,
      Sum sum,
      boolean saturates,
      Rounding rounding,
      int members) {
    super(InstructionClass.MATRIX);
    this.shape = shape;
    d = matrices.get(0);
    a = matrices.get(1);
    b = matrices.get(2);
    c = matrices.get(3);
    this.sum = sum;
    this.saturates = saturates;
    this.rounding = rounding;
    this.members = members;
  }

  static Operation mma(Decoding at) {
    return decode(at, false);
  }

  /** What is left of {@code wmma.mma} without {@code mma}. */
  static Operation wmma(Decoding at) {
    return decode(at, true);
  }

  private static Operation decode(Decoding at, boolean wmma) {
    int members = WholeWarp.members(at);
    MatrixShape shape = MatrixShape.take(at);
    // Fragments of wmma are the same for both layouts.
    String rows = at.takeRequired("row", "col");
    String columns = at.takeRequired("col", "row");
    if (!wmma && (!rows.equals("row") || !columns.equals("col"))) {
      throw at.bad("layouts other than .row.col are not supported");
    }
    boolean saturates = at.take("satfinite");
    String bitwise = at.take("popc") ? at.takeRequired("xor", "and") : null;
    Rounding rounding = at.takeRounding();
    MatrixElement d = MatrixElement.take(at);
    MatrixElement a = MatrixElement.take(at);
    MatrixElement b = a;
    MatrixElement c = a;
    if (wmma && at.first().isEmpty()) {
      // Halves are not named.
      a = MatrixElement.F16;
      b = MatrixElement.F16;
    } else {
      b = MatrixElement.take(at);
      c = MatrixElement.take(at);
    }
    if (wmma) {
      shape.checkForWmma(at, a);
    } else {
      shape.checkForMma(at, a);
    }
    if (!goTogether(a, b) || !accumulates(a, c) || !accumulates(a, d)) {
      throw at.bad("types .%s.%s.%s.%s do not go together".formatted(d, a, b, c));
    }
    if ((bitwise != null) != (a == MatrixElement.B1)
        || (saturates && (a.isFloat() || bitwise != null))
        || (rounding != Rounding.NEAREST_EVEN && a != MatrixElement.F64)) {
      throw at.bad("a modifier is not supported for matrices of type ." + a);
    }
    at.expectOperands(4);
    List<MatrixElement> elements = List.of(d, a, b, c);
    List<Role> roles = List.of(Role.ACCUMULATOR, Role.A, Role.B, Role.ACCUMULATOR);
    List<Held> matrices = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      MatrixFragment fragment =
          wmma
              ? MatrixFragment.ofWmma(roles.get(i), shape, elements.get(i))
              : MatrixFragment.of(roles.get(i), shape, elements.get(i));
      Operand operand = at.operand(i);
      matrices.add(
          new Held(
              fragment,
              i == 0 ? fragment.destinations(at, operand) : fragment.sources(at, operand)));
    }
    Sum sum =
        !a.isFloat()
            ? "xor".equals(bitwise) ? Sum.DIFFERENCES : Sum.INTEGERS
            : a == MatrixElement.F64 ? Sum.DOUBLES : Sum.SINGLES;
    return new MatrixMultiply(shape, matrices, sum, saturates, rounding, members);
  }

  private static boolean goTogether(MatrixElement a, MatrixElement b) {
    return a == b || (!a.isFloat() && !b.isFloat() && a.bits() == b.bits());
  }

  private static boolean accumulates(MatrixElement factor, MatrixElement sum) {
    return switch (factor) {
      case F16 -> sum == MatrixElement.F16 || sum == MatrixElement.F32;
      case BF16, TF32 -> sum == MatrixElement.F32;
      case F64 -> sum == MatrixElement.F64;
      default -> sum == MatrixElement.S32;
    };
  }

  @Override
  boolean readsOtherLanes() {
    return true;
  }

  @Override
  void execute(Warp warp, int mask) {
    if (!WholeWarp.meets(warp, this, mask, members)) {
      return;
    }
    MatrixScratch scratch = warp.matrices();
    scratch.hold(shape);
    a.unpack(warp, scratch.a);
    b.unpack(warp, scratch.b);
    c.unpack(warp, scratch.c);
    switch (sum) {
      case SINGLES -> addSingles(scratch.a, scratch.b, scratch.c);
      case DOUBLES -> addDoubles(scratch.a, scratch.b, scratch.c);
      case INTEGERS, DIFFERENCES -> addIntegers(scratch.a, scratch.b, scratch.c);
    }
    d.pack(warp, scratch.c);
    WholeWarp.part(warp, this, mask);
  }

  private void addSingles(double[] left, double[] right, double[] sums) {
    for (int i = 0; i < shape.m(); i++) {
      for (int k = 0; k < shape.k(); k++) {
        float factor = (float) left[i * shape.k() + k];
        for (int j = 0; j < shape.n(); j++) {
          int at = i * shape.n() + j;
          sums[at] = Math.fma(factor, (float) right[k * shape.n() + j], (float) sums[at]);
        }
      }
    }
  }

  private void addDoubles(double[] left, double[] right, double[] sums) {
    for (int i = 0; i < shape.m(); i++) {
      for (int k = 0; k < shape.k(); k++) {
        double factor = left[i * shape.k() + k];
        for (int j = 0; j < shape.n(); j++) {
          int at = i * shape.n() + j;
          sums[at] = SoftFloat.fmaDouble(factor, right[k * shape.n() + j], sums[at], rounding);
        }
      }
    }
  }

  /** Doubles hold these sums exactly: they have at most 33 bits. */
  private void addIntegers(double[] left, double[] right, double[] sums) {
    for (int i = 0; i < shape.m(); i++) {
      for (int k = 0; k < shape.k(); k++) {
        double factor = left[i * shape.k() + k];
        for (int j = 0; j < shape.n(); j++) {
          double other = right[k * shape.n() + j];
          double product =
              sum == Sum.DIFFERENCES ? (factor - other) * (factor - other) : factor * other;
          sums[i * shape.n() + j] += product;
        }
      }
    }
    for (int at = 0; saturates && at < shape.m() * shape.n(); at++) {
      sums[at] = Math.clamp(sums[at], Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
  }
}
