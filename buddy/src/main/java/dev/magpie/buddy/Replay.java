package dev.magpie.buddy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Puts the snapshots of a series into a {@link BuddyMemory}, one after another, as if the program
 * had written each allocation anew, reads all of it back and compares every byte.
 *
 * <p>The device is as large as the targets need. An allocation keeps its place, as large as it is
 * in its largest snapshot, to the end of the series, as memory pools do.
 */
public final class Replay {
  private static final int ENTRY_BYTES = BuddyMemory.ENTRY_BYTES;
  private static final int CHUNK_BYTES = 1 << 20;

  private final SnapshotSeries series;
  private final Map<Allocation.Key, TargetRatio> targets;
  private final BlockCodec codec;
  private final PageSize pageSize;
  private final int maxRatio;
  private final Map<Allocation.Key, Long> largest = new LinkedHashMap<>();
  private final byte[] chunk = new byte[CHUNK_BYTES];

  /**
   * One allocation in one snapshot.
   *
   * @param entries memory-entries
   * @param spilled those that do not fit the target
   * @param written what writing all of it moved
   * @param read what reading all of it moved
   */
  public record Visit(
      Allocation.Key key,
      TargetRatio target,
      long entries,
      long spilled,
      Transfers written,
      Transfers read) {}

  /**
   * One snapshot.
   *
   * @param name of its directory
   * @param visits its allocations, in order; those without bytes are left out
   */
  public record Step(String name, List<Visit> visits) {
    public Step {
      visits = List.copyOf(visits);
    }
  }

  /**
   * All snapshots.
   *
   * @param deviceBytes device memory, metadata included
   * @param carveOutBytes buddy memory
   * @param untargeted allocations that the targets do not name, kept at 1x
   */
  public record Result(
      long deviceBytes, long carveOutBytes, List<Allocation.Key> untargeted, List<Step> steps) {
    public Result {
      untargeted = List.copyOf(untargeted);
      steps = List.copyOf(steps);
    }
  }

  /** What came back is not what was written: a bug in a codec or in the memory. */
  public static final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MismatchException(String message) {
      super(message);
    }
  }

  /**
   * @param targets of allocations by key; others have 1x
   * @param codec for blocks of 128 B
   * @param maxRatio sets the carve-out
   */
  public Replay(
      SnapshotSeries series,
      Map<Allocation.Key, TargetRatio> targets,
      BlockCodec codec,
      PageSize pageSize,
      int maxRatio) {
    this.series = series;
    this.targets = Map.copyOf(targets);
    this.codec = codec;
    this.pageSize = pageSize;
    this.maxRatio = maxRatio;
  }

  /**
   * Replays all snapshots.
   *
   * @param progress is told bytes that are done
   * @throws MismatchException if a byte differs
   * @throws dev.magpie.snapshot.SnapshotException if a snapshot cannot be read, or several have no
   *     allocation in common
   * @throws OutOfMemoryError if this machine has not so much memory
   */
  public Result run(LongConsumer progress) {
    boolean common = series.size() == 1;
    for (int s = 0; s < series.size(); s++) {
      try (Snapshot snapshot = series.open(s)) {
        for (Allocation allocation : snapshot.allocations()) {
          common |= largest.containsKey(allocation.key());
          largest.merge(allocation.key(), allocation.bytes(), Math::max);
        }
      }
    }
    if (!common) {
      throw SeriesSizes.nothingInCommon(series);
    }
    largest.values().removeIf(bytes -> bytes == 0);
    BuddyConfig config =
        BuddyConfig.ofDevice(deviceBytes())
            .withMaxRatio(maxRatio)
            .withCodec(codec)
            .withPageSize(pageSize);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      Map<Allocation.Key, BuddyAllocation> placed = new LinkedHashMap<>();
      largest.forEach((key, bytes) -> placed.put(key, memory.allocate(bytes, target(key))));
      List<Step> steps = new ArrayList<>();
      for (int s = 0; s < series.size(); s++) {
        try (Snapshot snapshot = series.open(s)) {
          List<Visit> visits = new ArrayList<>();
          for (Allocation allocation : snapshot.allocations()) {
            BuddyAllocation place = placed.get(allocation.key());
            if (place != null && allocation.bytes() > 0) {
              visits.add(visit(memory, allocation, place));
              progress.accept(allocation.bytes());
            }
          }
          steps.add(new Step(String.valueOf(series.directories().get(s).getFileName()), visits));
        }
      }
      List<Allocation.Key> untargeted =
          largest.keySet().stream().filter(key -> !targets.containsKey(key)).toList();
      return new Result(config.deviceBytes(), config.carveOutBytes(), untargeted, steps);
    }
  }

  private TargetRatio target(Allocation.Key key) {
    return targets.getOrDefault(key, TargetRatio.ONE);
  }

  private Visit visit(BuddyMemory memory, Allocation allocation, BuddyAllocation place) {
    MemorySegment bytes = allocation.memory();
    Transfers written = new Transfers();
    Transfers read = new Transfers();
    write(memory, bytes, place, written);
    long entries = Math.ceilDiv(bytes.byteSize(), ENTRY_BYTES);
    MemorySegment copy = MemorySegment.ofArray(chunk);
    for (long at = 0; at < bytes.byteSize(); at += CHUNK_BYTES) {
      long length = Math.min(CHUNK_BYTES, bytes.byteSize() - at);
      memory.read(place.address() + at, copy, 0, length, read);
      long mismatch = MemorySegment.mismatch(bytes, at, at + length, copy, 0, length);
      if (mismatch >= 0) {
        throw new MismatchException(
            "%s: byte %d of %s came back changed from a target of %s"
                .formatted(allocation.source(), at + mismatch, allocation.name(), place.target()));
      }
    }
    long spilled = 0;
    for (long entry = 0; entry < entries; entry++) {
      int code = memory.entryCode(place.address() + entry * ENTRY_BYTES);
      spilled += place.target().fits(code) ? 0 : 1;
    }
    return new Visit(allocation.key(), place.target(), entries, spilled, written, read);
  }

  /** Writes all bytes, and zeros to the end of the last entry, where another snapshot's may be. */
  private static void write(
      BuddyMemory memory, MemorySegment bytes, BuddyAllocation place, Transfers written) {
    long whole = bytes.byteSize() & -ENTRY_BYTES;
    memory.write(place.address(), bytes, 0, whole, written);
    if (whole < bytes.byteSize()) {
      MemorySegment last = MemorySegment.ofArray(new byte[ENTRY_BYTES]);
      MemorySegment.copy(bytes, whole, last, 0, bytes.byteSize() - whole);
      long length = Math.min(ENTRY_BYTES, place.bytes() - whole);
      memory.write(place.address() + whole, last, 0, length, written);
    }
  }

  /** What the allocations need, whatever order they come in. */
  private long deviceBytes() {
    long space = 0;
    long device = 0;
    long buddy = 0;
    for (Map.Entry<Allocation.Key, Long> each : largest.entrySet()) {
      TargetRatio target = target(each.getKey());
      long entries = Math.ceilDiv(each.getValue(), ENTRY_BYTES);
      long unit = Math.max(1, pageSize.unitBytes(target));
      space += Math.ceilDiv(each.getValue(), pageSize.bytes()) * pageSize.bytes();
      device += Math.ceilDiv(entries * target.deviceBytes(), 32) * 32L;
      buddy += target == TargetRatio.ONE ? 0 : entries * target.buddyBytes() + unit;
    }
    long bySpace = Math.ceilDiv(space, maxRatio);
    // Of each 256 bytes of device memory, the ratio's limit goes to metadata.
    long byDevice = Math.ceilDiv(device * 256, 256 - maxRatio) + 2 * ENTRY_BYTES;
    long byBuddy = maxRatio == 1 ? 0 : Math.ceilDiv(buddy, maxRatio - 1);
    long most = Math.max(bySpace, Math.max(byDevice, byBuddy));
    return Math.ceilDiv(most, PageSize.KIB_64.bytes()) * PageSize.KIB_64.bytes();
  }
}
