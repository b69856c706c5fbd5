package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.layout.BuddyBlockMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of memory that have targets, by address. */
final class BuddyParts {
  private final List<BuddyPart> parts = new ArrayList<>();
  private @Nullable BuddyPart last;

  /**
   * Lines that are to have a target.
   *
   * @param start the first
   * @param end the one after the last
   */
  record Range(long start, long end, TargetRatio target) {
    long bytes() {
      return end - start;
    }
  }

  List<BuddyPart> all() {
    return parts;
  }

  /** The part that has a line, or null. */
  @Nullable BuddyPart find(long line) {
    BuddyPart recent = last;
    if (recent != null && line >= recent.start && line < recent.end) {
      return recent;
    }
    int low = 0;
    int high = parts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (parts.get(middle).end <= line) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == parts.size() || parts.get(low).start > line) {
      return null;
    }
    last = parts.get(low);
    return last;
  }

  void add(BuddyPart part) {
    int at = 0;
    while (at < parts.size() && parts.get(at).start < part.start) {
      at++;
    }
    parts.add(at, part);
  }

  void remove(BuddyPart part) {
    parts.remove(part);
    last = null;
  }

  /** What is to have targets, as memory is allocated now. */
  static List<Range> wanted(Compression compression, DeviceImage image) {
    Map<String, TargetRatio> targets = compression.targets().orElse(null);
    if (targets == null) {
      long end = up(image.bytes());
      TargetRatio all = BuddyBlockMemory.target(compression.layout());
      return end == 0 ? List.of() : List.of(new Range(0, end, all));
    }
    List<Range> ranges = new ArrayList<>();
    for (DeviceImage.Allocation each : image.allocations()) {
      TargetRatio target = targets.get(each.name());
      long start = up(each.address());
      long end = up(each.address() + each.bytes());
      if (target != null && end > start) {
        ranges.add(new Range(start, end, target));
      }
    }
    return ranges;
  }

  /** Allocations begin with a line, and leave more than one between them. */
  private static long up(long address) {
    return Math.ceilDiv(address, LINE_BYTES) * LINE_BYTES;
  }
}
