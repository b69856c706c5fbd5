package dev.magpie.depth.event;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A run of stencil events in the order of drawing, one column an array. An event is a depth tile of
 * one triangle whose stencil values are looked at or written.
 *
 * <p>Batches are filled by the front end and only read after that, by any number of threads.
 */
public final class StencilBatch {
  /** Events that a batch holds. */
  public static final int CAPACITY = 1 << 14;

  private final int[] tile = new int[CAPACITY];
  private final long[] tested = new long[CAPACITY];
  private final long[] failed = new long[CAPACITY];
  private final long[] depthFailed = new long[CAPACITY];
  private final long[] passed = new long[CAPACITY];
  private final @Nullable StencilUpdate[] update = new StencilUpdate[CAPACITY];
  private int size;

  /** Makes an empty batch. */
  public StencilBatch() {}

  /** Events so far. */
  public int size() {
    return size;
  }

  /** Whether no further event fits. */
  public boolean isFull() {
    return size == CAPACITY;
  }

  /**
   * Adds an event.
   *
   * @param tileIndex the depth tile's number in the frame
   * @param testedSamples those whose values the stencil test looks at
   * @param failedSamples those that fail it
   * @param depthFailedSamples those that pass it, and fail the depth test
   * @param passedSamples those that pass both
   * @throws IndexOutOfBoundsException if the batch is full
   */
  public void add(
      int tileIndex,
      long testedSamples,
      long failedSamples,
      long depthFailedSamples,
      long passedSamples,
      StencilUpdate updated) {
    int at = size;
    tile[at] = tileIndex;
    tested[at] = testedSamples;
    failed[at] = failedSamples;
    depthFailed[at] = depthFailedSamples;
    passed[at] = passedSamples;
    update[at] = updated;
    size = at + 1;
  }

  /** The depth tile's number in the frame. */
  public int tile(int event) {
    return tile[event];
  }

  /** The samples that are written. */
  public long written(int event) {
    StencilUpdate by = update(event);
    return (by.writes(by.fail()) ? failed[event] : 0)
        | (by.writes(by.depthFail()) ? depthFailed[event] : 0)
        | (by.writes(by.pass()) ? passed[event] : 0);
  }

  /** The samples whose values are needed, by the test or by what is written. */
  public long read(int event) {
    StencilUpdate by = update(event);
    long overwritten =
        (by.overwrites(by.fail()) ? failed[event] : 0)
            | (by.overwrites(by.depthFail()) ? depthFailed[event] : 0)
            | (by.overwrites(by.pass()) ? passed[event] : 0);
    return tested[event] | (written(event) & ~overwritten);
  }

  /**
   * Changes values as the event does.
   *
   * @param values of the tile among others
   * @param first where those of its first sample are
   */
  public void apply(int event, byte[] values, int first) {
    apply(event, values, first, -1);
  }

  /** The same for some samples. */
  public void apply(int event, byte[] values, int first, long samples) {
    StencilUpdate by = update(event);
    by.apply(by.fail(), values, first, failed[event] & samples);
    by.apply(by.depthFail(), values, first, depthFailed[event] & samples);
    by.apply(by.pass(), values, first, passed[event] & samples);
  }

  private StencilUpdate update(int event) {
    return requireNonNull(update[event]);
  }
}
