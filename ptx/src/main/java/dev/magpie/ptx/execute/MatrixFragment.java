package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import java.util.List;

/**
 * Where the elements of a matrix lie in the registers of a warp: of the {@code mma} shapes as the
 * PTX ISA draws them (Matrix Fragments for mma), with lanes in eight groups of four. The larger
 * shapes of {@code wmma} are those side by side, first to the right and then down; with 16 by 16
 * elements of 16 bits that is what GPUs from sm_75 on have, too.
 *
 * <p>A and the accumulators have a row a group, B a column. From lane to lane in a group, and
 * within a lane's registers, elements follow each other along it.
 *
 * @param registers of each lane that hold different elements
 * @param copies that a fragment has of each of those, one after the other
 */
record MatrixFragment(
    Role role, MatrixShape shape, MatrixElement element, int registers, int copies) {
  private static final int LANES = Warp.LANES;

  /** What each lane has of A and of B in halves, whatever the shape. */
  private static final int WMMA_REGISTERS_OF_HALVES = 8;

  private static final int GROUP = 4;
  private static final int GROUPS = LANES / GROUP;

  /** What a matrix is in a multiplication. */
  enum Role {
    A,
    B,
    ACCUMULATOR
  }

  /** A fragment of {@code mma}. */
  static MatrixFragment of(Role role, MatrixShape shape, MatrixElement element) {
    int elements =
        switch (role) {
          case A -> shape.m() * shape.k();
          case B -> shape.k() * shape.n();
          case ACCUMULATOR -> shape.m() * shape.n();
        };
    return new MatrixFragment(role, shape, element, elements / LANES / element.perRegister(), 1);
  }

  /** A fragment of {@code wmma}: the same, but for halves that lanes have more than once. */
  static MatrixFragment ofWmma(Role role, MatrixShape shape, MatrixElement element) {
    MatrixFragment once = of(role, shape, element);
    int copies =
        element == MatrixElement.F16 && role != Role.ACCUMULATOR
            ? WMMA_REGISTERS_OF_HALVES / once.registers
            : 1;
    return new MatrixFragment(role, shape, element, once.registers, copies);
  }

  int rows() {
    return role == Role.B ? shape.k() : shape.m();
  }

  int columns() {
    return role == Role.A ? shape.k() : shape.n();
  }

  int row(int lane, int register, int element) {
    return role == Role.B ? along(lane, register, element) : across(lane, register);
  }

  int column(int lane, int register, int element) {
    return role == Role.B ? across(lane, register) : along(lane, register, element);
  }

  /** The row, of B the column. */
  private int across(int lane, int register) {
    return lane / GROUP + GROUPS * (tile(register) / tilesAlong());
  }

  /** The column, of B the row. */
  private int along(int lane, int register, int element) {
    int run = run();
    int inRun = register * element().perRegister() % run + element;
    return lane % GROUP * run + inRun + GROUP * run * (tile(register) % tilesAlong());
  }

  /** Elements of a lane that are neighbours: what a register holds, or two accumulators. */
  private int run() {
    return role == Role.ACCUMULATOR ? 2 : element.perRegister();
  }

  /** Tiles of one run of each lane that lie side by side along a group's row or column. */
  private int tilesAlong() {
    return (role == Role.B ? rows() : columns()) / (GROUP * run());
  }

  /**
   * Which tile a register belongs to, counted along rows, of B along columns. Pairs of tiles of A
   * and of accumulators that are 16 rows high go down first.
   */
  private int tile(int register) {
    int inOrder = register * element.perRegister() / run();
    int along = tilesAlong();
    if (role == Role.B || rows() == GROUPS) {
      return inOrder;
    }
    int perBand = 2 * along;
    int band = inOrder / perBand;
    int inBand = inOrder % perBand;
    return (2 * band + inBand % 2) * along + inBand / 2;
  }

  /** Where each element of each lane's registers lies in the matrix, row by row. */
  int[] places() {
    int per = element.perRegister();
    int[] places = new int[registers * per * LANES];
    for (int i = 0; i < places.length; i++) {
      int lane = i % LANES;
      int register = i / LANES / per;
      int which = i / LANES % per;
      places[i] = row(lane, register, which) * columns() + column(lane, register, which);
    }
    return places;
  }

  /** The slots of an operand that is read, which copies are not. */
  int[] sources(Decoding at, Operand operand) {
    return elements(at, operand).stream()
        .limit(registers)
        .mapToInt(each -> at.source(each, element.register(), false))
        .toArray();
  }

  /** The slots of a result. */
  int[] destinations(Decoding at, Operand operand) {
    return elements(at, operand).stream()
        .mapToInt(each -> at.destination(each, element.register(), false))
        .toArray();
  }

  private List<Operand> elements(Decoding at, Operand operand) {
    return MemoryAccesses.elements(at, operand, registers * copies);
  }
}
