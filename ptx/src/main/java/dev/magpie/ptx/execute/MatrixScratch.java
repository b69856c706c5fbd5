package dev.magpie.ptx.execute;

/** What a warp's matrix instruction works on while it is executed. */
final class MatrixScratch {
  /** The accesses to memory of an instruction come one after the other; which one it is. */
  int part;

  /** Addresses of the matrix that each lane names. */
  final long[] base = new long[Warp.LANES];

  // Row by row.
  double[] a = {};
  double[] b = {};
  double[] c = {};

  /** Makes room for the matrices of a multiplication. */
  void hold(MatrixShape shape) {
    a = atLeast(shape.m() * shape.k(), a);
    b = atLeast(shape.k() * shape.n(), b);
    c = atLeast(shape.m() * shape.n(), c);
  }

  private static double[] atLeast(int size, double[] array) {
    return array.length >= size ? array : new double[size];
  }
}
