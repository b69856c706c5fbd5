package dev.magpie.lab.sweep;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a point came to, in the figures that are compared; its file has all.
 *
 * @param file in the directory of points
 * @param axes what it is called by
 * @param state done, failed, or not yet there
 * @param error why it failed, in a line; null if it did not
 * @param cycles of the core clock
 * @param seconds that the program takes
 * @param ipc warp-instructions a cycle
 * @param dramBytes that went over the DRAM's buses
 * @param bandwidth of the DRAM in GB/s
 * @param effectiveRatio of the coded blocks that moved
 * @param l2HitRate of reads
 * @param joules in total
 */
public record SweptPoint(
    String file,
    Map<String, String> axes,
    State state,
    @Nullable String error,
    @Nullable Long cycles,
    @Nullable Double seconds,
    @Nullable Double ipc,
    @Nullable Long dramBytes,
    @Nullable Double bandwidth,
    @Nullable Double effectiveRatio,
    @Nullable Double l2HitRate,
    @Nullable Double joules) {

  /** How far a point is. */
  public enum State {
    DONE,
    FAILED,
    MISSING;

    /** As documents have it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A point of which there is no file. */
  static SweptPoint missing(String file, Map<String, String> axes) {
    return new SweptPoint(
        file, axes, State.MISSING, null, null, null, null, null, null, null, null, null);
  }
}
