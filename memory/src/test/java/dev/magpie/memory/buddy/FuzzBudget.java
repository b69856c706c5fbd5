package dev.magpie.memory.buddy;

/** How long a fuzz test goes on: {@code -Dmagpie.fuzz.seconds}, or little without. */
final class FuzzBudget {
  private static final String SECONDS = "magpie.fuzz.seconds";

  private final String name;
  private final long start = System.nanoTime();
  private final double seconds = Double.parseDouble(System.getProperty(SECONDS, "1.5"));
  private long operations;

  FuzzBudget(String name) {
    this.name = name;
  }

  boolean isSpent() {
    return elapsed() >= seconds;
  }

  void count(long more) {
    operations += more;
  }

  /** Prints what was done, if somebody asked for more than usual. */
  void report() {
    if (System.getProperty(SECONDS) != null) {
      System.out.printf("%s: %,d operations in %.0f s%n", name, operations, elapsed());
    }
  }

  private double elapsed() {
    return (System.nanoTime() - start) / 1e9;
  }
}
