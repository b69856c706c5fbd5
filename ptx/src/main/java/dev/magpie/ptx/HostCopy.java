package dev.magpie.ptx;

/** A copy between the memory of the host and that of a device. */
public record HostCopy(Direction direction, long bytes) {
  /** Which way. */
  public enum Direction {
    TO_DEVICE,
    TO_HOST
  }
}
