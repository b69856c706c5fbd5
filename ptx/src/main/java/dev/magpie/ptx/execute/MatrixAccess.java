package dev.magpie.ptx.execute;

import dev.magpie.ptx.execute.MatrixFragment.Role;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;

/**
 * Loads and stores the fragments of a matrix ({@code wmma.load}, {@code wmma.store}): a register of
 * each lane at a time where its elements are neighbours in memory, else an element.
 */
final class MatrixAccess extends MemoryOperation {
  private final MatrixFragment fragment;
  private final int[] slots;
  private final int stride;
  private final int members;
  private final boolean stores;

  /** Accesses that a register takes. */
  private final int partsPerRegister;

  /** By part and lane, in elements: the column, or the row if columns are contiguous. */
  private final int[] inLine;

  /** Likewise, the other one, which the stride goes with. */
  private final int[] line;

  private MatrixAccess(
      Address address,
      MemoryObserver.Access access,
      MatrixFragment fragment,
      boolean rowMajor,
      int[] slots,
      int stride,
      int members) {
    super(
        address,
        access,
        (isContiguous(fragment, rowMajor) ? fragment.element().register().bits() : bits(fragment))
            / Byte.SIZE);
    this.fragment = fragment;
    this.slots = slots;
    this.stride = stride;
    this.members = members;
    stores = access == MemoryObserver.Access.STORE;
    partsPerRegister = fragment.element().register().bytes() / bytes();
    inLine = new int[fragment.registers() * partsPerRegister * Warp.LANES];
    line = new int[inLine.length];
    for (int i = 0; i < inLine.length; i++) {
      int lane = i % Warp.LANES;
      int register = i / Warp.LANES / partsPerRegister;
      int element = i / Warp.LANES % partsPerRegister;
      int row = fragment.row(lane, register, element);
      int column = fragment.column(lane, register, element);
      inLine[i] = rowMajor ? column : row;
      line[i] = rowMajor ? row : column;
    }
  }

  private static int bits(MatrixFragment fragment) {
    return fragment.element().bits();
  }

  /** Whether the elements of a register are neighbours in memory. */
  private static boolean isContiguous(MatrixFragment fragment, boolean rowMajor) {
    return fragment.element().perRegister() == 1 || rowMajor == (fragment.role() != Role.B);
  }

  static Operation load(Decoding at) {
    Role role =
        switch (at.takeRequired("a", "b", "c")) {
          case "a" -> Role.A;
          case "b" -> Role.B;
          default -> Role.ACCUMULATOR;
        };
    return decode(at, role, MemoryObserver.Access.LOAD);
  }

  static Operation store(Decoding at) {
    if (!at.take("d")) {
      throw at.bad(".d is missing");
    }
    return decode(at, Role.ACCUMULATOR, MemoryObserver.Access.STORE);
  }

  private static Operation decode(Decoding at, Role role, MemoryObserver.Access access) {
    int members = WholeWarp.members(at);
    MatrixShape shape = MatrixShape.take(at);
    boolean rowMajor = at.takeRequired("row", "col").equals("row");
    StateSpace named = MemoryAccesses.takeSpace(at);
    MatrixElement element = MatrixElement.take(at);
    MatrixFragment fragment = MatrixFragment.ofWmma(role, shape, element);
    if (role == Role.ACCUMULATOR) {
      shape.checkForAccumulators(at, element);
    } else {
      shape.checkForWmma(at, element);
    }
    if (element.bits() < Byte.SIZE && !isContiguous(fragment, rowMajor)) {
      throw at.bad("this layout is not supported for matrices of type ." + element);
    }
    at.expectOperands(2, 3);
    boolean loads = access == MemoryObserver.Access.LOAD;
    int[] slots =
        loads ? fragment.destinations(at, at.operand(0)) : fragment.sources(at, at.operand(1));
    int stride =
        at.operands() == 3
            ? at.source(2, ScalarType.B32)
            : at.function().constant(rowMajor ? fragment.columns() : fragment.rows());
    Address address = MemoryAccesses.address(at, named, at.operand(loads ? 1 : 0));
    return new MatrixAccess(address, access, fragment, rowMajor, slots, stride, members);
  }

  @Override
  void execute(Warp warp, int mask) {
    if (!WholeWarp.meets(warp, this, mask, members)) {
      return;
    }
    findAddresses(warp);
    MatrixScratch scratch = warp.matrices();
    System.arraycopy(warp.address, 0, scratch.base, 0, Warp.LANES);
    checkAgreement(warp, scratch.base, -1, "address");
    checkAgreement(warp, warp.r[stride], 0xffff_ffffL, "stride");
    long elements = warp.r[stride][0] & 0xffff_ffffL;
    for (int part = 0; part < fragment.registers() * partsPerRegister; part++) {
      scratch.part = part;
      for (int lane = 0; lane < Warp.LANES; lane++) {
        int i = part * Warp.LANES + lane;
        long at = line[i] * elements + inLine[i];
        warp.address[lane] = scratch.base[lane] + at * bits(fragment) / Byte.SIZE;
      }
      reach(warp, -1);
    }
    for (int i = fragment.registers(); i < slots.length; i++) {
      System.arraycopy(warp.r[slots[i - fragment.registers()]], 0, warp.r[slots[i]], 0, Warp.LANES);
    }
    WholeWarp.part(warp, this, mask);
  }

  /** Lanes that name different matrices have no result that is laid down. */
  private void checkAgreement(Warp warp, long[] values, long bits, String what) {
    for (int lane = 1; lane < Warp.LANES; lane++) {
      if (((values[lane] ^ values[0]) & bits) != 0) {
        throw warp.fault(
            this,
            lane,
            "all lanes of a warp must name one matrix, and the %s is 0x%x here and 0x%x in lane 0"
                .formatted(what, values[lane] & bits, values[0] & bits));
      }
    }
  }

  @Override
  void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
    int part = warp.matrices().part;
    long[] lanes = warp.r[slots[part / partsPerRegister]];
    int shift = part % partsPerRegister * bytes() * Byte.SIZE;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      if (stores) {
        LaneMemory.set(memory, offsets[lane], bytes(), lanes[lane] >>> shift);
      } else {
        long loaded = LaneMemory.get(memory, offsets[lane], bytes()) << shift;
        lanes[lane] = shift == 0 ? loaded : lanes[lane] | loaded;
      }
    }
  }
}
