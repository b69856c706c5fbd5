package dev.magpie.workload.cuda;

/** Compares arrays that came from a device with those that plain Java computed. */
public final class Results {
  private Results() {}

  /**
   * Holds an array to its expected value, element by element.
   *
   * @throws WrongResultException naming the first element that differs
   */
  public static void same(String name, int[] expected, int[] actual) {
    sameLength(name, expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      if (expected[i] != actual[i]) {
        throw new WrongResultException(
            "%s[%d] is %d and should be %d".formatted(name, i, actual[i], expected[i]));
      }
    }
  }

  /** Holds floats to their expected bits; any NaN is as good as another. */
  public static void same(String name, float[] expected, float[] actual) {
    sameLength(name, expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      if (Float.floatToIntBits(expected[i]) != Float.floatToIntBits(actual[i])) {
        throw new WrongResultException(
            "%s[%d] is %s and should be %s".formatted(name, i, actual[i], expected[i]));
      }
    }
  }

  /** As above. */
  public static void same(String name, double[] expected, double[] actual) {
    sameLength(name, expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      if (Double.doubleToLongBits(expected[i]) != Double.doubleToLongBits(actual[i])) {
        throw new WrongResultException(
            "%s[%d] is %s and should be %s".formatted(name, i, actual[i], expected[i]));
      }
    }
  }

  /**
   * Holds a number to its expected value within a tolerance, which is relative where the value is
   * larger than one.
   */
  public static void near(String name, double expected, double actual, double tolerance) {
    if (!(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)))) {
      throw new WrongResultException("%s is %s and should be %s".formatted(name, actual, expected));
    }
  }

  /** Holds a number to its expected value. */
  public static void same(String name, long expected, long actual) {
    if (expected != actual) {
      throw new WrongResultException("%s is %d and should be %d".formatted(name, actual, expected));
    }
  }

  private static void sameLength(String name, int expected, int actual) {
    if (expected != actual) {
      throw new WrongResultException(
          "%s has %d elements and should have %d".formatted(name, actual, expected));
    }
  }
}
