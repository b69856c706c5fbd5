package dev.magpie.workload.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the array instructions of a traced program call in their place. Each {@link TracedRun} has a
 * class of its own, and so its own recipient.
 */
@SuppressWarnings("unused") // Traced programs call it.
public final class ArrayRecorder {
  private static @Nullable ArrayAccesses recipient;

  private ArrayRecorder() {}

  /** Who sees accesses from now on; null for nobody. */
  public static void to(@Nullable ArrayAccesses accesses) {
    recipient = accesses;
  }

  private static void note(Object array, long offset, int bytes, boolean write) {
    ArrayAccesses accesses = recipient;
    if (accesses != null) {
      accesses.access(array, offset, bytes, write);
    }
  }

  public static int load(int[] array, int index) {
    int value = array[index];
    note(array, 4L * index, 4, false);
    return value;
  }

  public static void store(int[] array, int index, int value) {
    array[index] = value;
    note(array, 4L * index, 4, true);
  }

  public static void fill(int[] array, int value) {
    Arrays.fill(array, value);
    note(array, 0, 4 * array.length, true);
  }

  public static void fill(int[] array, int from, int to, int value) {
    Arrays.fill(array, from, to, value);
    note(array, 4L * from, 4 * (to - from), true);
  }

  public static long load(long[] array, int index) {
    long value = array[index];
    note(array, 8L * index, 8, false);
    return value;
  }

  public static void store(long[] array, int index, long value) {
    array[index] = value;
    note(array, 8L * index, 8, true);
  }

  public static void fill(long[] array, long value) {
    Arrays.fill(array, value);
    note(array, 0, 8 * array.length, true);
  }

  public static void fill(long[] array, int from, int to, long value) {
    Arrays.fill(array, from, to, value);
    note(array, 8L * from, 8 * (to - from), true);
  }

  public static float load(float[] array, int index) {
    float value = array[index];
    note(array, 4L * index, 4, false);
    return value;
  }

  public static void store(float[] array, int index, float value) {
    array[index] = value;
    note(array, 4L * index, 4, true);
  }

  public static void fill(float[] array, float value) {
    Arrays.fill(array, value);
    note(array, 0, 4 * array.length, true);
  }

  public static void fill(float[] array, int from, int to, float value) {
    Arrays.fill(array, from, to, value);
    note(array, 4L * from, 4 * (to - from), true);
  }

  public static double load(double[] array, int index) {
    double value = array[index];
    note(array, 8L * index, 8, false);
    return value;
  }

  public static void store(double[] array, int index, double value) {
    array[index] = value;
    note(array, 8L * index, 8, true);
  }

  public static void fill(double[] array, double value) {
    Arrays.fill(array, value);
    note(array, 0, 8 * array.length, true);
  }

  public static void fill(double[] array, int from, int to, double value) {
    Arrays.fill(array, from, to, value);
    note(array, 8L * from, 8 * (to - from), true);
  }

  /** As {@link System#arraycopy}. */
  public static void arraycopy(Object source, int from, Object target, int to, int length) {
    System.arraycopy(source, from, target, to, length);
    int bytes = elementBytes(source);
    if (bytes > 0) {
      note(source, (long) bytes * from, bytes * length, false);
      note(target, (long) bytes * to, bytes * length, true);
    }
  }

  private static int elementBytes(Object array) {
    return switch (array) {
      case int[] _, float[] _ -> 4;
      case long[] _, double[] _ -> 8;
      default -> 0;
    };
  }
}
