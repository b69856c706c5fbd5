package dev.magpie.settings;

/** How much memory Java may use, and how a user gives it more. */
public final class JavaHeap {
  private static final long GIBIBYTE = 1L << 30;
  private static final long LEAST_ADVISED = 4;

  private JavaHeap() {}

  /** What to do where it has run out: twice as much as there is, in whole GiB. */
  public static String advice() {
    return advice(Runtime.getRuntime().maxMemory());
  }

  static String advice(long bytes) {
    long more = Math.max(LEAST_ADVISED, Math.ceilDiv(2 * bytes, GIBIBYTE));
    return "give more with MAGPIE_JAVA_OPTS=-Xmx" + more + "g";
  }
}
