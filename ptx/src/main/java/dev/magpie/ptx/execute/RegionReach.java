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
      words = block.sharedWords();
      // Without words nothing is within reach, which must be found before anything is stored.
      last = words.length == 0 ? -1 : block.shared().size() - bytes;
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

  /** Goes to a region; the heap's are not for loops. */
  private void go(long address, Region region, StateSpace space) {
    base = address;
    last = region.size() - bytes;
    go(region.memory());
    found = space;
  }

  /** Goes to the threads' own memory, of which the frame that runs has a part. */
  void goLocal(Warp warp) {
    CallFrame frame = warp.frame();
    LocalMemory local = warp.local();
    last = (long) frame.base + frame.program.frameBytes - bytes;
    stride = local.stride();
    go(local.memory());
  }

  @Override
  protected boolean find(long address) {
    return switch (declared) {
      case GLOBAL, CONST -> findGlobal(address, declared);
      // What lies in the windows of other spaces is rare.
      case GENERIC -> address >= AddressSpace.HEAP && findGlobal(address, StateSpace.GLOBAL);
      default -> false;
    };
  }

  private boolean findGlobal(long address, StateSpace space) {
    @Nullable Region region = block.launch().global().find(address);
    if (region == null || !allows(region)) {
      return false;
    }
    go(region.base(), region, space);
    return true;
  }

  /** Whether it can be accessed by the host's addresses, where Java checks nothing more. */
  private boolean allows(Region region) {
    MemorySegment memory = region.memory();
    return memory.isNative()
        && memory.isAccessibleBy(Thread.currentThread())
        && !(writes && (region.readOnly() || memory.isReadOnly()));
  }
}
