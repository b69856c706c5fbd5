package dev.magpie.lab.capacity;

import java.util.List;
import java.util.stream.Stream;

/**
 * How much larger a program can be, and what it may cost.
 *
 * @param room the memory
 * @param metadataBytes of the room
 * @param carveOutBytes of the room
 * @param fixedBytes of allocations that do not grow, uncompressed
 * @param fixedDeviceBytes of them with Buddy Compression
 * @param growingBytes of those that do, as profiled, uncompressed
 * @param growingDeviceBytes of them with Buddy Compression
 * @param growsWith what they grow with
 * @param profiled its size
 * @param uncompressed the most that fits without compression
 * @param buddy the most that fits with Buddy Compression
 * @param gain scale of the second over that of the first; NaN where the first is none
 * @param cost of the links
 * @param bounds of the slowdown at the second; NaN where that is none
 * @param allocations at the second
 */
public record CapacityResult(
    Room room,
    long metadataBytes,
    long carveOutBytes,
    long fixedBytes,
    long fixedDeviceBytes,
    long growingBytes,
    long growingDeviceBytes,
    String growsWith,
    String profiled,
    Fit uncompressed,
    Fit buddy,
    double gain,
    LinkCost cost,
    LinkCost.Bounds bounds,
    List<Row> allocations) {
  /** What documents of it say they are. */
  public static final String SCHEMA = "magpie.capacity/1";

  /**
   * An allocation.
   *
   * @param profiledBytes as profiled
   * @param bytes uncompressed, at the most that fits with Buddy Compression
   * @param deviceBytes of these
   * @param buddyBytes set aside for these
   */
  public record Row(
      String path,
      String name,
      String target,
      boolean grows,
      double buddyAccessFraction,
      long profiledBytes,
      long bytes,
      long deviceBytes,
      long buddyBytes) {}

  /** Works it out. */
  public static CapacityResult of(CapacityPlan plan, LinkCost cost) {
    Fit uncompressed = plan.uncompressed();
    Fit buddy = plan.buddy();
    Room room = plan.room();
    double scale = buddy.scale();
    Stream<Row> rows =
        plan.allocations().stream()
            .map(each ->
                new Row(
                    each.path(),
                    each.name(),
                    each.target().toString(),
                    each.grows(),
                    each.buddyAccessFraction(),
                    each.bytes(),
                    each.bytesAt(scale),
                    each.deviceBytesAt(scale),
                    each.buddyBytesAt(scale)));
    return new CapacityResult(
        room,
        room.metadataBytes(),
        room.carveOutBytes(),
        plan.fixedBytes(),
        plan.fixedDeviceBytes(),
        plan.growingBytes(),
        plan.growingDeviceBytes(),
        plan.growth().name(),
        plan.growth().text(plan.growth().profiled()),
        uncompressed,
        buddy,
        uncompressed.isPossible() ? scale / uncompressed.scale() : Double.NaN,
        cost,
        buddy.isPossible() ? cost.at(scale, plan.allocations()) : LinkCost.Bounds.NONE,
        rows.toList());
  }
}
