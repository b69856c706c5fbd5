package dev.magpie.ptx.execute;

/** The texels that the lanes of a warp read with one instruction, and how much each counts. */
final class TextureFootprints {
  /** The address of a texel that is the border. */
  static final long BORDER = -1;

  /** Texels of a level, and levels. */
  static final int TEXELS = 8;

  static final int LEVELS = 2;

  /** By texel and lane, those of the second level behind those of the first. */
  final long[][] addresses = new long[LEVELS * TEXELS][Warp.LANES];

  final double[][] weights = new double[LEVELS * TEXELS][Warp.LANES];

  /** The number of each lane's level, or -1 if it reads no second one. */
  final int[][] levels = new int[LEVELS][Warp.LANES];

  // One lane's, in each dimension.

  /** The texel to the left, or -1 if that is the border. */
  final int[] low = new int[3];

  /** The texel to its right. */
  final int[] high = new int[3];

  /** The weight of the texel to the right. */
  final double[] share = new double[3];

  /** The lane's coordinates. */
  final double[] at = new double[3];

  /** How much they change from a place of the screen to the next in x. */
  final double[] alongX = new double[3];

  /** And in y. */
  final double[] alongY = new double[3];
}
