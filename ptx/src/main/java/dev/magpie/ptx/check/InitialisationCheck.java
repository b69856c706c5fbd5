package dev.magpie.ptx.check;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Block;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.ptx.ir.StateSpace;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Finds reads of memory that neither the host nor a kernel has written: in the buffers named to it,
 * in shared memory, whose contents no block inherits, and in local memory.
 *
 * <p>Local memory counts as written once the thread has written it, in whatever call.
 */
public final class InitialisationCheck extends MemoryCheck {
  private final Map<DeviceBuffer, BitSet> unwritten = new HashMap<>();
  private final IdentityHashMap<Block, Written> blocks = new IdentityHashMap<>();

  /** What the threads of a block have written. */
  private static final class Written {
    long block = -1;
    final BitSet shared = new BitSet();
    final Map<Integer, BitSet> local = new HashMap<>();
  }

  /** Says that the host has not written a buffer. */
  public void unwritten(DeviceBuffer buffer) {
    BitSet bytes = new BitSet();
    bytes.set(0, Math.toIntExact(Math.min(Integer.MAX_VALUE, buffer.bytes())));
    unwritten.put(buffer, bytes);
  }

  /** Says that the host has written a part of a buffer. */
  public void written(DeviceBuffer buffer, long offset, long bytes) {
    BitSet left = unwritten.get(buffer);
    if (left != null && offset < Integer.MAX_VALUE) {
      left.clear((int) offset, (int) Math.min(Integer.MAX_VALUE, offset + bytes));
    }
  }

  @Override
  public void access(
      Warp warp,
      Operation operation,
      Access access,
      StateSpace space,
      int mask,
      long[] addresses,
      int bytes) {
    switch (space) {
      case GLOBAL -> global(warp, operation, access, mask, addresses, bytes);
      case SHARED, LOCAL, PARAM -> {
        Written written = written(warp.block());
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          BitSet set =
              space == StateSpace.SHARED
                  ? written.shared
                  : written.local.computeIfAbsent(
                      warp.index() * Warp.LANES + lane, _ -> new BitSet());
          int at = (int) addresses[lane];
          // Calls write parameters themselves.
          boolean reads = access.reads() && space != StateSpace.PARAM;
          if (reads && set.nextClearBit(at) < at + bytes) {
            tell(warp, operation, lane, "%s memory at offset %d".formatted(space, at));
          }
          if (access.writes()) {
            set.set(at, at + bytes);
          }
        }
      }
      default -> {}
    }
  }

  private Written written(Block block) {
    Written written = blocks.computeIfAbsent(block, _ -> new Written());
    if (written.block != block.number()) {
      written.block = block.number();
      written.shared.clear();
      written.local.clear();
    }
    return written;
  }

  private void global(
      Warp warp, Operation operation, Access access, int mask, long[] addresses, int bytes) {
    unwritten.forEach((buffer, set) -> {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        int lane = Integer.numberOfTrailingZeros(rest);
        long offset = addresses[lane] - buffer.address();
        if (offset < 0 || offset >= Math.min(buffer.bytes(), Integer.MAX_VALUE - 64)) {
          continue;
        }
        int at = (int) offset;
        int next = set.nextSetBit(at);
        if (access.reads() && next >= 0 && next < at + bytes) {
          tell(warp, operation, lane, "'%s' at offset %d".formatted(buffer.name(), at));
        }
        if (access.writes()) {
          set.clear(at, at + bytes);
        }
      }
    });
  }

  private void tell(Warp warp, Operation operation, int lane, String where) {
    if (isNew(warp.block().launch().kernel().name() + operation.line())) {
      report(
          "%s: reads %s, which nobody has written".formatted(warp.place(operation, lane), where));
    }
  }
}
