package dev.magpie.workload.series;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Adds products of matrices in tiles whose sums stay in registers. Each sum adds its terms four at
 * a time, the last of the four first, whatever the width of vectors: the same on every machine.
 */
final class ProductKernel {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /** Rows of a tile. */
  private static final int ROWS = 4;

  /** Terms after which sums go back to memory, so that those of a tile stay in a cache. */
  private static final int DEPTH = 256;

  private final MatrixView c;
  private final MatrixView a;
  private final MatrixView b;

  ProductKernel(MatrixView c, MatrixView a, MatrixView b) {
    this.c = c;
    this.a = a;
    this.b = b;
  }

  void add() {
    for (int first = 0; first < a.columns(); first += DEPTH) {
      int depth = Math.min(DEPTH, a.columns() - first);
      int column = 0;
      for (; column + 2 * LANES <= c.columns(); column += 2 * LANES) {
        int row = 0;
        for (; row + ROWS <= c.rows(); row += ROWS) {
          wide(row, column, first, depth);
        }
        for (; row < c.rows(); row++) {
          single(row, column, SPECIES.maskAll(true), first, depth);
          single(row, column + LANES, SPECIES.maskAll(true), first, depth);
        }
      }
      for (; column < c.columns(); column += LANES) {
        VectorMask<Float> mask = SPECIES.indexInRange(column, c.columns());
        int row = 0;
        for (; row + ROWS <= c.rows(); row += ROWS) {
          narrow(row, column, mask, first, depth);
        }
        for (; row < c.rows(); row++) {
          single(row, column, mask, first, depth);
        }
      }
    }
  }

  /** The {@code i}-th term to be added of so many: four at a time from behind, then one by one. */
  private static int term(int i, int depth) {
    return i < (depth & -4) ? i ^ 3 : i;
  }

  private void wide(int row, int column, int first, int depth) {
    float[] sums = c.values();
    float[] terms = b.values();
    float[] factors = a.values();
    int step = a.rowStep();
    int to0 = c.at() + row * c.rowStep() + column;
    int to1 = to0 + c.rowStep();
    int to2 = to1 + c.rowStep();
    int to3 = to2 + c.rowStep();
    FloatVector sum00 = FloatVector.fromArray(SPECIES, sums, to0);
    FloatVector sum01 = FloatVector.fromArray(SPECIES, sums, to0 + LANES);
    FloatVector sum10 = FloatVector.fromArray(SPECIES, sums, to1);
    FloatVector sum11 = FloatVector.fromArray(SPECIES, sums, to1 + LANES);
    FloatVector sum20 = FloatVector.fromArray(SPECIES, sums, to2);
    FloatVector sum21 = FloatVector.fromArray(SPECIES, sums, to2 + LANES);
    FloatVector sum30 = FloatVector.fromArray(SPECIES, sums, to3);
    FloatVector sum31 = FloatVector.fromArray(SPECIES, sums, to3 + LANES);
    for (int i = 0; i < depth; i++) {
      int k = first + term(i, depth);
      int at = a.at() + row * step + k * a.columnStep();
      int from = b.at() + k * b.rowStep() + column;
      FloatVector terms0 = FloatVector.fromArray(SPECIES, terms, from);
      FloatVector terms1 = FloatVector.fromArray(SPECIES, terms, from + LANES);
      FloatVector factor0 = FloatVector.broadcast(SPECIES, factors[at]);
      sum00 = terms0.fma(factor0, sum00);
      sum01 = terms1.fma(factor0, sum01);
      FloatVector factor1 = FloatVector.broadcast(SPECIES, factors[at + step]);
      sum10 = terms0.fma(factor1, sum10);
      sum11 = terms1.fma(factor1, sum11);
      FloatVector factor2 = FloatVector.broadcast(SPECIES, factors[at + 2 * step]);
      sum20 = terms0.fma(factor2, sum20);
      sum21 = terms1.fma(factor2, sum21);
      FloatVector factor3 = FloatVector.broadcast(SPECIES, factors[at + 3 * step]);
      sum30 = terms0.fma(factor3, sum30);
      sum31 = terms1.fma(factor3, sum31);
    }
    sum00.intoArray(sums, to0);
    sum01.intoArray(sums, to0 + LANES);
    sum10.intoArray(sums, to1);
    sum11.intoArray(sums, to1 + LANES);
    sum20.intoArray(sums, to2);
    sum21.intoArray(sums, to2 + LANES);
    sum30.intoArray(sums, to3);
    sum31.intoArray(sums, to3 + LANES);
  }

  private void narrow(int row, int column, VectorMask<Float> mask, int first, int depth) {
    float[] sums = c.values();
    float[] terms = b.values();
    float[] factors = a.values();
    int step = a.rowStep();
    int to0 = c.at() + row * c.rowStep() + column;
    int to1 = to0 + c.rowStep();
    int to2 = to1 + c.rowStep();
    int to3 = to2 + c.rowStep();
    FloatVector sum0 = FloatVector.fromArray(SPECIES, sums, to0, mask);
    FloatVector sum1 = FloatVector.fromArray(SPECIES, sums, to1, mask);
    FloatVector sum2 = FloatVector.fromArray(SPECIES, sums, to2, mask);
    FloatVector sum3 = FloatVector.fromArray(SPECIES, sums, to3, mask);
    for (int i = 0; i < depth; i++) {
      int k = first + term(i, depth);
      int at = a.at() + row * step + k * a.columnStep();
      FloatVector some =
          FloatVector.fromArray(SPECIES, terms, b.at() + k * b.rowStep() + column, mask);
      sum0 = some.fma(FloatVector.broadcast(SPECIES, factors[at]), sum0);
      sum1 = some.fma(FloatVector.broadcast(SPECIES, factors[at + step]), sum1);
      sum2 = some.fma(FloatVector.broadcast(SPECIES, factors[at + 2 * step]), sum2);
      sum3 = some.fma(FloatVector.broadcast(SPECIES, factors[at + 3 * step]), sum3);
    }
    sum0.intoArray(sums, to0, mask);
    sum1.intoArray(sums, to1, mask);
    sum2.intoArray(sums, to2, mask);
    sum3.intoArray(sums, to3, mask);
  }

  private void single(int row, int column, VectorMask<Float> mask, int first, int depth) {
    float[] terms = b.values();
    float[] factors = a.values();
    int to = c.at() + row * c.rowStep() + column;
    FloatVector sum = FloatVector.fromArray(SPECIES, c.values(), to, mask);
    for (int i = 0; i < depth; i++) {
      int k = first + term(i, depth);
      float factor = factors[a.at() + row * a.rowStep() + k * a.columnStep()];
      int from = b.at() + k * b.rowStep() + column;
      sum =
          FloatVector.fromArray(SPECIES, terms, from, mask)
              .fma(FloatVector.broadcast(SPECIES, factor), sum);
    }
    sum.intoArray(c.values(), to, mask);
  }
}
