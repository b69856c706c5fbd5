package dev.magpie.gpu.packed;

import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.WarpStream;

/** A warp that issues what a {@link WarpPacker} packed. */
final class PackedWarp implements WarpStream {
  /** More than a memory has; those of local memory are negative. */
  private static final long MOST_LINES = 1L << 40;

  private final PackedBlock block;
  private final ByteReader in;
  private final int instructions;
  private final StoreSink stores;

  /** The group that each of its waits belongs to. */
  private final int[] groups;

  private int waits;
  private State state = State.RUNNING;
  private int next;
  private int mask = -1;
  private int flags;
  private long line;

  PackedWarp(PackedBlock block, ByteReader in, int instructions, int[] groups, StoreSink stores) {
    this.block = block;
    this.in = in;
    this.instructions = instructions;
    this.groups = groups;
    this.stores = stores;
    next = -1;
    advance();
  }

  private void advance() {
    if (in.atEnd()) {
      state = State.DONE;
      return;
    }
    long head = in.number();
    flags = (int) head & ((1 << WarpPacker.FLAG_BITS) - 1);
    long zigzag = head >>> WarpPacker.FLAG_BITS;
    long number = next + 1 + ((zigzag >>> 1) ^ -(zigzag & 1));
    if (number < 0 || number >= instructions) {
      throw new DamagedException(
          "has instruction %d of %d of the kernel".formatted(number, instructions));
    }
    next = (int) number;
    if ((flags & WarpPacker.LANES) != 0) {
      mask = in.word();
    }
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public int next() {
    return next;
  }

  @Override
  public int mask() {
    return mask;
  }

  /** The group that its present wait belongs to. */
  int group() {
    return groups.length == 0 ? PackedBlock.ALL : groups[waits - 1];
  }

  void release() {
    state = State.RUNNING;
    advance();
  }

  @Override
  public void issue(long cycle, MemoryAccess access) {
    access.clear();
    if ((flags & WarpPacker.ACCESS) != 0) {
      read(access);
    }
    if ((flags & WarpPacker.WAITS) != 0) {
      if (groups.length > 0 && waits == groups.length) {
        throw new DamagedException("has a wait that belongs to no group");
      }
      waits++;
      state = State.WAITING;
      block.arrived(this);
      return;
    }
    advance();
    if (state == State.DONE) {
      block.ended();
    }
  }

  private void read(MemoryAccess access) {
    int head = in.octet();
    int kind = head & ((1 << WarpPacker.KIND_BITS) - 1);
    if (kind >= WarpPacker.KINDS.size()) {
      throw new DamagedException("has an access of no kind");
    }
    if ((head & WarpPacker.CONSTANT) != 0) {
      access.addConstant();
    }
    if ((head & WarpPacker.SHARED) != 0) {
      access.addShared(in.number(1 << 20));
    }
    if (kind == 0) {
      return;
    }
    access.setKind(WarpPacker.KINDS.get(kind), (head & WarpPacker.LOCAL) != 0);
    int count = in.count(3);
    for (int i = 0; i < count; i++) {
      line += in.signed();
      if (line < -MOST_LINES || line > MOST_LINES) {
        throw new DamagedException("has a line at no address");
      }
      int sectors = in.octet();
      access.addLine(
          line * MemoryAccess.LINE_BYTES,
          sectors & MemoryAccess.ALL_SECTORS,
          sectors >> MemoryAccess.SECTORS,
          in.number(1 << 10));
    }
    if ((head & WarpPacker.VALUES) != 0) {
      stores.store(access, in);
    }
  }
}
