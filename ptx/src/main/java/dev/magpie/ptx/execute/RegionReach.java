package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.compile.Reach;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Where an access of a compiled loop finds its memory, for the warps of a block. */
final class RegionReach extends Reach {
  private final Block block;
  private final StateSpace declared;
  private final int bytes;
  private final boolean writes;
  private StateSpace found;

  RegionReach(Block block, LaneStep.Access access) {
    this.block = block;
    declared = access.place().space();
    found = declared;
    bytes = access.bytes();
    writes = access instanceof LaneStep.Store;
    if (declared == StateSpace.SHARED) {
      go(0, block.shared(), StateSpace.SHARED);
      words = block.sharedWords();
    } else if (declared == StateSpace.PARAM) {
      go(0, block.launch().parameters(), StateSpace.PARAM);
    }
  }

  /** The space that the addresses lie in. */
  StateSpace found() {
    return found;
  }

  /** Address of the memory that offsets are counted from. */
  long base() {
    return base;
  }

  private void go(long address, Region region, StateSpace space) {
    base = address;
    last = region.size() - bytes;
    memory = region.memory();
    found = space;
  }

  /** Goes to the threads' own memory, of which the frame that runs has a part. */
  void goLocal(Warp warp) {
    CallFrame frame = warp.frame();
    LocalMemory local = warp.local();
    MemorySegment all = local.memory();
    last = (long) frame.base + frame.program.frameBytes - bytes;
    stride = local.stride();
    memory = all;
  }

  @Override
  protected boolean find(long address) {
    return switch (declared) {
      case GLOBAL, CONST -> findGlobal(address, declared);
      case GENERIC -> findGeneric(address);
      default -> false;
    };
  }

  private boolean findGeneric(long address) {
    if (address >>> 32 == AddressSpace.SHARED_WINDOW >>> 32) {
      go(AddressSpace.SHARED_WINDOW, block.shared(), StateSpace.SHARED);
      return true;
    }
    // What lies in the windows of other spaces is rare.
    return address >= AddressSpace.HEAP && findGlobal(address, StateSpace.GLOBAL);
  }

  private boolean findGlobal(long address, StateSpace space) {
    @Nullable Region region = block.launch().global().find(address);
    if (region == null || (writes && region.readOnly())) {
      return false;
    }
    go(region.base(), region, space);
    return true;
  }
}
