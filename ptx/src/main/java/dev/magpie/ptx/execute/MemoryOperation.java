package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.execute.KernelFaultException.Kind;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An operation that accesses memory: finds the memory of each lane's address, and checks it. */
abstract class MemoryOperation extends Operation {
  private static final int LANES = Warp.LANES;

  /**
   * Where an access goes.
   *
   * @param space the memory that the addresses lie in
   * @param base the slot of the address
   * @param narrow whether the slot has 32 bits
   * @param offset bytes to add
   * @param told what observers are told of the space: parameters of functions lie in local memory
   */
  record Address(StateSpace space, int base, boolean narrow, long offset, StateSpace told) {}

  private final Address address;
  private final MemoryObserver.Access access;
  private final int bytes;

  MemoryOperation(Address address, MemoryObserver.Access access, int bytes) {
    super(
        switch (access) {
          case LOAD -> InstructionClass.LOAD;
          case STORE -> InstructionClass.STORE;
          case ATOMIC -> InstructionClass.ATOMIC;
        });
    this.address = address;
    this.access = access;
    this.bytes = bytes;
  }

  /** Accesses memory at the offsets of some lanes, which have been checked. */
  abstract void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets);

  /** Where it goes, for a loop. */
  final LaneStep.Place place() {
    return new LaneStep.Place(address.space(), address.base(), address.narrow(), address.offset());
  }

  /** What observers are told of its space, unless that depends on the address. */
  final StateSpace seenSpace() {
    return address.space() == StateSpace.LOCAL && address.told() == StateSpace.PARAM
        ? StateSpace.PARAM
        : address.space();
  }

  final MemoryObserver.Access access() {
    return access;
  }

  /** Bytes that each lane accesses. */
  public final int bytes() {
    return bytes;
  }

  @Override
  boolean isSeen() {
    return access.writes() && address.space() != StateSpace.LOCAL;
  }

  @Override
  void execute(Warp warp, int mask) {
    findAddresses(warp);
    reach(warp, mask);
  }

  /** Sets the addresses of all lanes. */
  final void findAddresses(Warp warp) {
    long[] addresses = warp.address;
    long[] base = warp.r[address.base()];
    long offset = address.offset();
    if (address.narrow()) {
      for (int i = 0; i < LANES; i++) {
        addresses[i] = base[i] + offset & 0xffff_ffffL;
      }
    } else {
      for (int i = 0; i < LANES; i++) {
        addresses[i] = base[i] + offset;
      }
    }
  }

  /** Accesses memory at the addresses of some lanes. */
  final void reach(Warp warp, int mask) {
    switch (address.space()) {
      case SHARED -> shared(warp, mask);
      case LOCAL -> local(warp, mask);
      case PARAM -> whole(warp, mask, StateSpace.PARAM, warp.block().launch().parameters());
      case GLOBAL, CONST -> global(warp, mask, address.space());
      case GENERIC -> generic(warp, mask);
    }
  }

  private void observe(Warp warp, int mask, StateSpace space) {
    observe(warp, mask, space, access);
  }

  /** Tells who watches of an access at the warp's addresses. */
  final void observe(Warp warp, int mask, StateSpace space, MemoryObserver.Access kind) {
    tell(warp, this, kind, space, mask, warp.address, bytes);
  }

  /** Tells who watches of an access. */
  static void tell(
      Warp warp,
      Operation operation,
      MemoryObserver.Access kind,
      StateSpace space,
      int mask,
      long[] addresses,
      int bytes) {
    AccessSink sink = warp.profile.sink();
    if (sink != null) {
      sink.access(space, kind, bytes, mask, addresses, 0);
    }
    MemoryObserver observer = warp.block().launch().observer();
    if (observer != null) {
      observer.access(warp, operation, kind, space, mask, addresses, bytes);
    }
  }

  private void shared(Warp warp, int mask) {
    whole(warp, mask, StateSpace.SHARED, warp.block().shared());
  }

  /** All lanes access one region that begins at address 0. */
  private void whole(Warp warp, int mask, StateSpace space, Region region) {
    check(warp, mask, region, warp.address);
    observe(warp, mask, space);
    access(warp, mask, space, region.memory(), warp.address);
  }

  private void local(Warp warp, int mask) {
    CallFrame frame = warp.frame();
    long limit = (long) frame.base + frame.program.frameBytes - bytes;
    long stride = warp.local().stride();
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long at = warp.address[lane];
      if (at < 0 || at > limit) {
        throw outside(warp, lane, "local memory", at, limit + bytes);
      }
      if ((at & bytes - 1) != 0) {
        throw misaligned(warp, lane, at);
      }
      warp.offset[lane] = lane * stride + at;
    }
    observe(warp, mask, address.told() == StateSpace.PARAM ? StateSpace.PARAM : StateSpace.LOCAL);
    access(warp, mask, StateSpace.LOCAL, warp.local().memory(), warp.offset);
  }

  private void global(Warp warp, int mask, StateSpace space) {
    int rest = mask;
    while (rest != 0) {
      int lane = Integer.numberOfTrailingZeros(rest);
      Region region = find(warp, lane);
      if (rest == -1) {
        long base = region.base();
        long limit = region.size() - bytes;
        long outside = 0;
        long low = 0;
        for (int i = 0; i < LANES; i++) {
          long at = warp.address[i] - base;
          warp.offset[i] = at;
          outside |= at | limit - at;
          low |= at;
        }
        if (outside >= 0 && (low & bytes - 1) == 0) {
          observe(warp, mask, space);
          access(warp, mask, space, region.memory(), warp.offset);
          return;
        }
      }
      int group = group(warp, rest, region);
      if (group == 0) {
        throw outside(warp, lane, region);
      }
      observe(warp, group, space);
      access(warp, group, space, region.memory(), warp.offset);
      rest &= ~group;
    }
  }

  private Region find(Warp warp, int lane) {
    long at = warp.address[lane];
    GlobalMemory memory = warp.block().launch().global();
    Region region = memory.find(at);
    if (region == null) {
      throw outside(warp, lane, memory.below(at));
    }
    if (access.writes() && region.readOnly()) {
      throw warp.fault(
          Kind.ADDRESS,
          this,
          lane,
          "writes to %s, which may only be read".formatted(region.name()));
    }
    return region;
  }

  /** The lanes of a mask whose addresses lie in a region; their offsets are set. */
  private int group(Warp warp, int mask, Region region) {
    int group = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long at = warp.address[lane];
      if (region.holds(at, bytes)) {
        if ((at & bytes - 1) != 0) {
          throw misaligned(warp, lane, at);
        }
        group |= 1 << lane;
        warp.offset[lane] = at - region.base();
      }
    }
    return group;
  }

  /** Splits the lanes by the window that their addresses lie in. */
  private void generic(Warp warp, int mask) {
    int rest = mask;
    while (rest != 0) {
      long first = warp.address[Integer.numberOfTrailingZeros(rest)];
      long window = first >>> 32;
      boolean heap = first >= AddressSpace.HEAP;
      int group = 0;
      for (int lanes = rest; lanes != 0; lanes &= lanes - 1) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        long at = warp.address[lane];
        if (heap ? at >= AddressSpace.HEAP : at >>> 32 == window) {
          group |= 1 << lane;
        }
      }
      rest &= ~group;
      if (window == AddressSpace.SHARED_WINDOW >>> 32) {
        subtract(warp, group, AddressSpace.SHARED_WINDOW);
        shared(warp, group);
      } else if (window == AddressSpace.LOCAL_WINDOW >>> 32) {
        subtract(warp, group, AddressSpace.LOCAL_WINDOW);
        local(warp, group);
      } else if (window == AddressSpace.PARAM_WINDOW >>> 32) {
        subtract(warp, group, AddressSpace.PARAM_WINDOW);
        whole(warp, group, StateSpace.PARAM, warp.block().launch().parameters());
      } else {
        global(warp, group, StateSpace.GLOBAL);
      }
    }
  }

  private static void subtract(Warp warp, int mask, long window) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      warp.address[Integer.numberOfTrailingZeros(rest)] -= window;
    }
  }

  private void check(Warp warp, int mask, Region region, long[] at) {
    long limit = region.size() - bytes;
    long outside = 0;
    long low = 0;
    if (mask == -1) {
      for (int i = 0; i < LANES; i++) {
        outside |= at[i] | limit - at[i];
        low |= at[i];
      }
      if (outside >= 0 && (low & bytes - 1) == 0) {
        return;
      }
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      if (at[lane] < 0 || at[lane] > limit) {
        throw outside(warp, lane, region.name(), at[lane], region.size());
      }
      if ((at[lane] & bytes - 1) != 0) {
        throw misaligned(warp, lane, at[lane]);
      }
    }
  }

  private RuntimeException outside(Warp warp, int lane, String name, long at, long size) {
    return warp.fault(
        Kind.ADDRESS,
        this,
        lane,
        "accesses %d bytes at offset %d of %s, which has %d bytes"
            .formatted(bytes, at, name, Math.max(0, size)));
  }

  private RuntimeException outside(Warp warp, int lane, @Nullable Region nearest) {
    long at = warp.address[lane];
    if (nearest == null || at - nearest.base() > nearest.size() + (1 << 20)) {
      return warp.fault(
          Kind.ADDRESS,
          this,
          lane,
          "accesses %d bytes at address 0x%x, where nothing is allocated".formatted(bytes, at));
    }
    return warp.fault(
        Kind.ADDRESS,
        this,
        lane,
        "accesses %d bytes at address 0x%x, %d bytes into %s, which has %d bytes"
            .formatted(bytes, at, at - nearest.base(), nearest.name(), nearest.size()));
  }

  private RuntimeException misaligned(Warp warp, int lane, long at) {
    return warp.fault(
        Kind.ALIGNMENT,
        this,
        lane,
        "address 0x%x is not a multiple of %d bytes".formatted(at, bytes));
  }
}
