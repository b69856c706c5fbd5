package dev.magpie.depth.event;

/**
 * A run of events in the order of drawing, one column an array. An event is a tile of one triangle
 * of which at least one sample is left after hierarchical culling, whether or not a sample then
 * passes the depth test: the test had to read. If so asked, tiles of which nothing is left are
 * events too, without a covered sample.
 *
 * <p>Batches are filled by the front end and only read after that, by any number of threads.
 */
public final class EventBatch {
  /** Events that a batch holds. */
  public static final int CAPACITY = 1 << 14;

  private static final int HOLDS = 1 << 7;

  private final int[] tile = new int[CAPACITY];
  private final long[] c0 = new long[CAPACITY];
  private final long[] cx = new long[CAPACITY];
  private final long[] cy = new long[CAPACITY];
  private final byte[] plane = new byte[CAPACITY];
  private final long[] covered = new long[CAPACITY];
  private final long[] passed = new long[CAPACITY];
  private final int[] touched = new int[CAPACITY];
  private final int[] accepted = new int[CAPACITY];
  private final int[] nearest = new int[CAPACITY];
  private final int[] farthest = new int[CAPACITY];
  private int size;

  /** Makes an empty batch. */
  public EventBatch() {}

  /** Events so far. */
  public int size() {
    return size;
  }

  /** Whether no further event fits. */
  public boolean isFull() {
    return size == CAPACITY;
  }

  /**
   * Adds an event; the accessors say what the values are.
   *
   * @throws IndexOutOfBoundsException if the batch is full
   */
  public void add(
      int tileIndex,
      long planeC0,
      long planeCx,
      long planeCy,
      int fractionBits,
      boolean representable,
      long coveredSamples,
      long passedSamples,
      int touchedLines,
      int acceptedLines,
      int nearestDepth,
      int farthestDepth) {
    int at = size;
    tile[at] = tileIndex;
    c0[at] = planeC0;
    cx[at] = planeCx;
    cy[at] = planeCy;
    plane[at] = (byte) (fractionBits | (representable ? HOLDS : 0));
    covered[at] = coveredSamples;
    passed[at] = passedSamples;
    touched[at] = touchedLines;
    accepted[at] = acceptedLines;
    nearest[at] = nearestDepth;
    farthest[at] = farthestDepth;
    size = at + 1;
  }

  /** The tile's number in the frame. */
  public int tile(int event) {
    return tile[event];
  }

  /**
   * The triangle's plane at the tile's first pixel; see {@link PlaneEquation#depth} and {@link
   * SamplePositions}.
   */
  public long c0(int event) {
    return c0[event];
  }

  /** The plane's gradient to the right. */
  public long cx(int event) {
    return cx[event];
  }

  /** The plane's gradient downwards. */
  public long cy(int event) {
    return cy[event];
  }

  /** Fraction bits of the plane's coefficients. */
  public int fractionBits(int event) {
    return plane[event] & (HOLDS - 1);
  }

  /** Whether the plane fits the 96 bits of its format; if not, only its depths can be stored. */
  public boolean planeFits(int event) {
    return plane[event] < 0;
  }

  /** The samples that the triangle covers, less those of culled lines. */
  public long covered(int event) {
    return covered[event];
  }

  /** The covered samples that pass the depth test and are written. */
  public long passed(int event) {
    return passed[event];
  }

  /** The lines with covered samples: bit {@code k} for line {@code k}. */
  public int touched(int event) {
    return touched[event];
  }

  /** The touched lines of which all covered samples pass whatever exactly is stored. */
  public int accepted(int event) {
    return accepted[event];
  }

  /** A lower bound of the triangle's depths over the touched lines. */
  public int nearest(int event) {
    return nearest[event];
  }

  /** An upper bound of the triangle's depths over the touched lines. */
  public int farthest(int event) {
    return farthest[event];
  }
}
