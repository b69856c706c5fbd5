package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.accelsim.Opcode.Space;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.packed.PackedBlock;
import dev.magpie.gpu.packed.WarpPacker;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import java.util.Arrays;

/** Reads the blocks of a trace, one after the other. */
final class BlockReader {
  private static final int MOST_WARPS = 64;
  private static final int LIST_ALL = 0;
  private static final int BASE_STRIDE = 1;
  private static final int BASE_DELTA = 2;

  /** Windows of generic addresses have 16 MiB. */
  private static final long WINDOW = 1 << 24;

  /** Bytes of local memory that a thread has at most. */
  private static final int MOST_LOCAL = 1 << 19;

  /** More blocks than run at the same time, so that no two of them share local memory. */
  private static final int LOCAL_BLOCKS = 1 << 13;

  private final TraceLines lines;
  private final TraceHeader header;
  private final InstructionTable table;
  private final PageMap pages;
  private final Cursor cursor;
  private final LaneAccess lanes = new LaneAccess();
  private final MemoryAccess access = new MemoryAccess();
  private final WarpPacker[] packers = new WarpPacker[MOST_WARPS];
  private final boolean[] seen = new boolean[MOST_WARPS];
  private long blocks;

  /** Begins behind the header. */
  BlockReader(TraceLines lines, TraceHeader header, InstructionTable table, PageMap pages) {
    this.lines = lines;
    this.header = header;
    this.table = table;
    this.pages = pages;
    cursor = new Cursor(lines);
    Arrays.setAll(packers, _ -> new WarpPacker());
  }

  /** Reads the next block that has instructions; false at the end. */
  boolean next() {
    while (true) {
      if (!findBlock()) {
        return false;
      }
      readBlock();
      if (instructions() > 0) {
        blocks++;
        return true;
      }
    }
  }

  /** Warp-instructions of the block. */
  long instructions() {
    return Arrays.stream(packers).mapToLong(WarpPacker::count).sum();
  }

  /** Packs the block, without the warps that issue nothing. */
  void pack(ByteWriter out) {
    WarpPacker[] warps =
        Arrays.stream(packers).filter(each -> each.count() > 0).toArray(WarpPacker[]::new);
    PackedBlock.pack(warps, new int[0][], 0, out);
  }

  private boolean findBlock() {
    while (lines.next()) {
      if (lines.startsWith("#BEGIN_TB")) {
        return true;
      }
      if (lines.length() > 0) {
        throw lines.wrong("a block has to begin here, with #BEGIN_TB");
      }
    }
    return false;
  }

  private void readBlock() {
    Arrays.fill(seen, false);
    for (WarpPacker packer : packers) {
      packer.clear();
    }
    int warp = -1;
    long left = 0;
    while (lines.next()) {
      if (lines.length() == 0) {
        continue;
      }
      if (lines.startsWith("#END_TB")) {
        complete(warp, left);
        return;
      }
      if (lines.startsWith("thread block") || lines.startsWith("cluster")) {
        continue;
      }
      if (lines.startsWith("warp")) {
        complete(warp, left);
        left = 0;
        warp = warp(value());
      } else if (lines.startsWith("insts")) {
        left = value();
      } else if (left-- > 0 && warp >= 0) {
        instruction(warp);
      } else {
        throw lines.wrong("is beyond the instructions that 'insts' announces");
      }
    }
    throw lines.wrong("the trace ends within a block");
  }

  private void complete(int warp, long left) {
    if (left > 0) {
      throw lines.wrong("warp %d lacks %d of its instructions".formatted(warp, left));
    }
  }

  private int warp(long number) {
    if (number >= Math.ceilDiv(header.threadsPerBlock(), LaneAccess.LANES)) {
      throw lines.wrong(
          "a block of %d threads has no warp %d".formatted(header.threadsPerBlock(), number));
    }
    if (seen[(int) number]) {
      throw lines.wrong("warp %d has been in this block before".formatted(number));
    }
    seen[(int) number] = true;
    return (int) number;
  }

  /** The number behind {@code =}. */
  private long value() {
    cursor.begin();
    cursor.word();
    cursor.word();
    return cursor.count();
  }

  private void instruction(int warp) {
    cursor.begin();
    int toSkip = (header.hasBlock() ? 4 : 0) + (header.hasLine() ? 1 : 0);
    for (int i = 0; i < toSkip; i++) {
      cursor.word();
    }
    cursor.word();
    int pc = cursor.from();
    int pcEnd = cursor.to();
    int mask = (int) cursor.hexadecimal();
    int rest = cursor.to();
    cursor.words(8);
    cursor.word();
    cursor.words(8);
    int number = table.find(cursor.bytes(), pc, pcEnd, rest, cursor.to());
    if (number < 0) {
      throw lines.wrong("the trace has too many instructions, or changed while it was read");
    }
    Opcode opcode = table.opcode(number);
    access.clear();
    if (opcode.space() == Space.CONSTANT && mask != 0) {
      access.addConstant();
    } else if (cursor.count() > 0 && opcode.space() != Space.NONE && mask != 0) {
      lanes.begin(mask);
      addresses(mask);
      access(opcode, warp, table.hasResult(number));
    }
    packers[warp].add(number, mask, access, opcode.waits(), false);
  }

  private void addresses(int mask) {
    long mode = cursor.count();
    if (mode > BASE_DELTA) {
      throw lines.wrong("%d is no way to write addresses; 0, 1 and 2 are".formatted(mode));
    }
    long address = mode == LIST_ALL ? 0 : cursor.hexadecimal();
    long stride = mode == BASE_STRIDE ? cursor.decimal() : 0;
    boolean isFirst = true;
    for (int lane = 0; lane < LaneAccess.LANES; lane++) {
      if ((mask >>> lane & 1) == 0) {
        continue;
      }
      if (mode == LIST_ALL) {
        address = cursor.hexadecimal();
      } else if (!isFirst) {
        address += mode == BASE_STRIDE ? stride : cursor.decimal();
      }
      lanes.address[lane] = address;
      isFirst = false;
    }
  }

  private void access(Opcode opcode, int warp, boolean hasResult) {
    Space space = opcode.space();
    if (space == Space.GENERIC) {
      space = resolve(lanes.address[Integer.numberOfTrailingZeros(lanes.mask())]);
    }
    switch (space) {
      case SHARED -> {
        if (opcode.matrices() > 0) {
          int rows = 8 * opcode.matrices();
          lanes.begin(lanes.mask() & (-1 >>> (LaneAccess.LANES - rows)));
        }
        access.addShared(lanes.sharedCycles(opcode.width(), opcode.access() != Kind.ATOMIC));
      }
      case LOCAL -> local(opcode, warp);
      default -> global(opcode, hasResult);
    }
  }

  private Space resolve(long address) {
    if (isWithin(address, header.shared(), header.local())) {
      return Space.SHARED;
    }
    return isWithin(address, header.local(), header.shared()) ? Space.LOCAL : Space.GLOBAL;
  }

  /** Whether an address lies in a window, which ends where the other one begins at the latest. */
  private static boolean isWithin(long address, long window, long other) {
    long size = other > window ? Math.min(WINDOW, other - window) : WINDOW;
    return window != 0 && address >= window && address - window < size;
  }

  private void global(Opcode opcode, boolean hasResult) {
    for (int lane = 0; lane < LaneAccess.LANES; lane++) {
      if ((lanes.mask() >>> lane & 1) != 0) {
        long place = pages.place(lanes.address[lane]);
        if (place < 0) {
          throw tooManyPages();
        }
        lanes.address[lane] = place;
      }
    }
    boolean isDiscarded = opcode.access() == Kind.ATOMIC && !hasResult;
    access.setKind(isDiscarded ? Kind.REDUCTION : opcode.access(), false);
    lanes.coalesce(opcode.width(), access);
  }

  /** Each warp's local memory is its own, and a line of it has a word of each lane. */
  private void local(Opcode opcode, int warp) {
    long window = (blocks % LOCAL_BLOCKS * MOST_WARPS + warp) * MOST_LOCAL;
    for (int lane = 0; lane < LaneAccess.LANES; lane++) {
      long offset = lanes.address[lane];
      if (isWithin(offset, header.local(), header.shared())) {
        offset -= header.local();
      }
      lanes.address[lane] = window + (offset & (MOST_LOCAL - 1) & -4);
    }
    MemoryAccess virtual = localLines;
    virtual.clear();
    lanes.coalesceLocal(opcode.width(), virtual);
    access.setKind(opcode.access(), true);
    for (int i = 0; i < virtual.count(); i++) {
      long place = pages.placeLocal(virtual.line(i));
      if (place < 0) {
        throw tooManyPages();
      }
      access.addLine(place, virtual.sectors(i), virtual.fullSectors(i), virtual.lanes(i));
    }
  }

  private final MemoryAccess localLines = new MemoryAccess();

  private RuntimeException tooManyPages() {
    return lines.wrong("the addresses of the trace lie too far apart for any GPU's memory");
  }
}
