package dev.magpie.lab.capacity;

/**
 * The most that fits.
 *
 * @param step of the {@link Growth}; 0 if not even one fits
 * @param size the step as text
 * @param scale of what grows, as profiled
 * @param bytes uncompressed, of all allocations
 * @param deviceBytes that they take
 * @param buddyBytes that are set aside for them
 * @param freeBytes of device memory
 * @param limit what the next step exceeds
 */
public record Fit(
    long step,
    String size,
    double scale,
    long bytes,
    long deviceBytes,
    long buddyBytes,
    long freeBytes,
    String limit) {
  /** Whether anything fits. */
  public boolean isPossible() {
    return step > 0;
  }
}
