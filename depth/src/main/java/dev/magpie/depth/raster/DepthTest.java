package dev.magpie.depth.raster;

import java.util.Locale;

/**
 * Which samples pass, by their depth and the one that is there. The names are OpenGL's; the paper
 * does not say which it has.
 */
public enum DepthTest {
  /** None. */
  NEVER(0),
  /** Those whose depth is less: nearer ones, unless the range is reversed. */
  LESS(DepthTest.BELOW),
  /** Those of the same depth, as a prepass has left it. */
  EQUAL(DepthTest.SAME),
  /** Those whose depth is not greater: of equal depths, the last drawn is written too. */
  LEQUAL(DepthTest.BELOW | DepthTest.SAME),
  /** Those whose depth is greater. */
  GREATER(DepthTest.ABOVE),
  /** Those of another depth. */
  NOTEQUAL(DepthTest.BELOW | DepthTest.ABOVE),
  /** Those whose depth is not less. */
  GEQUAL(DepthTest.SAME | DepthTest.ABOVE),
  /** All. */
  ALWAYS(DepthTest.BELOW | DepthTest.SAME | DepthTest.ABOVE);

  private static final int BELOW = 1;
  private static final int SAME = 2;
  private static final int ABOVE = 4;

  /** Which results of a comparison pass. */
  private final int passing;

  DepthTest(int passing) {
    this.passing = passing;
  }

  /** Whether a sample passes. */
  public boolean passes(int depth, int stored) {
    int result = depth < stored ? BELOW : depth > stored ? ABOVE : SAME;
    return (passing & result) != 0;
  }

  /**
   * Whether every sample of a line passes, whatever exactly is stored.
   *
   * @param least no depth of the triangle is less
   * @param greatest nor greater
   * @param leastStored the least depth of the line
   * @param greatestStored its greatest
   */
  boolean passesAll(int least, int greatest, int leastStored, int greatestStored) {
    return (possible(least, greatest, leastStored, greatestStored) & ~passing) == 0;
  }

  /** Whether none can; the parameters are the same. */
  boolean passesNone(int least, int greatest, int leastStored, int greatestStored) {
    return (possible(least, greatest, leastStored, greatestStored) & passing) == 0;
  }

  /** How a depth of the triangle and one that is stored may compare. */
  private static int possible(int least, int greatest, int leastStored, int greatestStored) {
    int possible = 0;
    if (least < greatestStored) {
      possible |= BELOW;
    }
    if (least <= greatestStored && greatest >= leastStored) {
      possible |= SAME;
    }
    if (greatest > leastStored) {
      possible |= ABOVE;
    }
    return possible;
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
