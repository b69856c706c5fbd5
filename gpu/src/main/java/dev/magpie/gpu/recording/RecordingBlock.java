package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.packed.PackedBlock;
import dev.magpie.gpu.packed.WarpPacker;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.WarpStream;
import java.util.Arrays;
import java.util.List;

/**
 * A block that is recorded. Which warps wait for each other is seen from who goes on when one of
 * them comes; a wait for all that have not ended needs no group of its own.
 */
final class RecordingBlock implements BlockStream {
  private static final int UNKNOWN = -1;

  private final LaunchRecorder recorder;
  private final BlockStream block;
  private final List<StreamInstruction> instructions;
  private final RecordingWarp[] warps;
  private int waiting;
  private int groupCount;

  RecordingBlock(LaunchRecorder recorder, BlockStream block, List<StreamInstruction> instructions) {
    this.recorder = recorder;
    this.block = block;
    this.instructions = instructions;
    warps = new RecordingWarp[block.warps()];
    for (int i = 0; i < warps.length; i++) {
      warps[i] = new RecordingWarp(block.warp(i));
    }
  }

  BlockStream block() {
    return block;
  }

  @Override
  public long number() {
    return block.number();
  }

  @Override
  public int warps() {
    return warps.length;
  }

  @Override
  public WarpStream warp(int index) {
    return warps[index];
  }

  @Override
  public boolean isDone() {
    return block.isDone();
  }

  long warpInstructions() {
    return Arrays.stream(warps).mapToLong(each -> each.packer.count()).sum();
  }

  void pack(ByteWriter out) {
    WarpPacker[] packers = new WarpPacker[warps.length];
    int[][] groups = new int[warps.length][];
    for (int i = 0; i < warps.length; i++) {
      packers[i] = warps[i].packer;
      groups[i] = Arrays.copyOf(warps[i].groups, warps[i].waits);
    }
    PackedBlock.pack(packers, groups, groupCount, out);
  }

  /** Whether a warp that waited can go on. */
  private boolean hasReleased() {
    for (RecordingWarp each : warps) {
      if (each.isReleased()) {
        return true;
      }
    }
    return false;
  }

  /** Those who go on now have waited for each other. */
  private void release() {
    int members = 0;
    int ended = 0;
    for (RecordingWarp each : warps) {
      members += each.isMember() ? 1 : 0;
      ended += each.state() == WarpStream.State.DONE ? 1 : 0;
    }
    int group = members + ended == warps.length ? PackedBlock.ALL : ++groupCount;
    for (RecordingWarp each : warps) {
      if (each.isMember()) {
        waiting -= each.isWaiting ? 1 : 0;
        each.isWaiting = false;
        each.groups[each.waits - 1] = group;
      }
    }
  }

  private final class RecordingWarp implements WarpStream {
    private final WarpStream warp;
    private final WarpPacker packer = new WarpPacker();
    private int[] groups = new int[4];
    private int waits;
    private boolean isWaiting;

    RecordingWarp(WarpStream warp) {
      this.warp = warp;
    }

    private boolean isReleased() {
      return isWaiting && warp.state() != State.WAITING;
    }

    /** Whether its last wait has ended and belongs to no group yet. */
    private boolean isMember() {
      return waits > 0 && groups[waits - 1] == UNKNOWN && warp.state() != State.WAITING;
    }

    @Override
    public State state() {
      return warp.state();
    }

    @Override
    public int next() {
      return warp.next();
    }

    @Override
    public int mask() {
      return warp.mask();
    }

    @Override
    public void issue(long cycle, MemoryAccess access) {
      int instruction = warp.next();
      int mask = warp.mask();
      warp.issue(cycle, access);
      boolean nowWaits = warp.state() == State.WAITING;
      boolean releases = waiting > 0 && hasReleased();
      boolean isBarrier = instructions.get(instruction).kind() == OperationClass.BARRIER;
      boolean waited = nowWaits || (releases && isBarrier);
      boolean hasValues = recorder.hasValues(access);
      packer.add(instruction, mask, access, waited, hasValues);
      if (hasValues) {
        recorder.writeValues(access, packer.bytes());
      }
      if (waited) {
        if (waits == groups.length) {
          groups = Arrays.copyOf(groups, 2 * waits);
        }
        groups[waits++] = UNKNOWN;
        isWaiting = nowWaits;
        waiting += nowWaits ? 1 : 0;
      }
      if (releases) {
        release();
      }
    }
  }
}
