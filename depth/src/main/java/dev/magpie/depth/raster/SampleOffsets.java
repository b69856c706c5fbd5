package dev.magpie.depth.raster;

import dev.magpie.depth.event.Multisampling;
import java.util.stream.IntStream;

/** What an edge function is at a pixel's samples, less what it is at the pixel's centre. */
final class SampleOffsets {
  private final int[] right;
  private final int[] below;
  private final long[] offsets;

  /** The least of them. */
  long least;

  /** The greatest of them. */
  long greatest;

  SampleOffsets(Multisampling samples) {
    offsets = new long[samples.samples()];
    right = IntStream.range(0, offsets.length).map(samples::x).toArray();
    below = IntStream.range(0, offsets.length).map(samples::y).toArray();
  }

  /** Takes the steps of an edge function from pixel to pixel, which sixteen divides. */
  void set(long stepX, long stepY) {
    least = Long.MAX_VALUE;
    greatest = Long.MIN_VALUE;
    long x = stepX / Multisampling.STEPS;
    long y = stepY / Multisampling.STEPS;
    for (int s = 0; s < offsets.length; s++) {
      long offset = x * right[s] + y * below[s];
      offsets[s] = offset;
      least = Math.min(least, offset);
      greatest = Math.max(greatest, offset);
    }
  }

  long of(int sample) {
    return offsets[sample];
  }
}
