package dev.magpie.ptx.check;

import dev.magpie.ptx.execute.Block;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.ptx.ir.StateSpace;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Finds races in shared and global memory during one launch: two threads access a byte, at least
 * one of them writes, not both are atomic, and no barrier of their block lies between.
 *
 * <p>The instructions of one warp follow one another, so lanes of a warp race only within one
 * instruction. Barriers that not all threads of a block take part in order nothing here. Nor do the
 * barrier of a cooperative grid and mbarrier objects: what they order is told, too.
 */
public final class RaceCheck extends MemoryCheck {
  private static final int PAGE_SHIFT = 10;
  private static final int PAGE = 1 << PAGE_SHIFT;

  /** Stands for more than one thread. */
  private static final long SEVERAL = -2;

  private final Map<Long, Page> global = new HashMap<>();
  private final IdentityHashMap<Block, SharedPages> shared = new IdentityHashMap<>();
  private long instruction;

  /** A lane's part in an access. */
  private record Visit(Warp warp, Operation operation, Access access, StateSpace space, int lane) {
    /** The lane's thread, counted from 1. */
    long thread() {
      long inBlock = (long) warp.index() * Warp.LANES + lane;
      return warp.block().number() * warp.block().shape().threads() + inBlock + 1;
    }
  }

  /** The last accesses to the bytes of a page: thread, moment and line of each kind. */
  private static final class Page {
    final Accesses writes = new Accesses();
    final Accesses atomics = new Accesses();
    final Accesses reads = new Accesses();
  }

  private static final class Accesses {
    /** Thread number plus one, 0 for none. */
    final long[] threads = new long[PAGE];

    final long[] instructions = new long[PAGE];
    final int[] epochs = new int[PAGE];
    final int[] lines = new int[PAGE];
  }

  /** The shared memory of the block that a set of warps executes now. */
  private static final class SharedPages {
    long block = -1;
    final Map<Long, Page> pages = new HashMap<>();
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
    if (space != StateSpace.GLOBAL && space != StateSpace.SHARED) {
      return;
    }
    instruction++;
    Map<Long, Page> pages = space == StateSpace.GLOBAL ? global : pagesOf(warp.block());
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      Visit visit = new Visit(warp, operation, access, space, lane);
      for (int i = 0; i < bytes; i++) {
        long address = addresses[lane] + i;
        visit(visit, pages.computeIfAbsent(address >> PAGE_SHIFT, _ -> new Page()), address);
      }
    }
  }

  private Map<Long, Page> pagesOf(Block block) {
    SharedPages pages = shared.computeIfAbsent(block, _ -> new SharedPages());
    if (pages.block != block.number()) {
      pages.block = block.number();
      pages.pages.clear();
    }
    return pages.pages;
  }

  private void visit(Visit visit, Page page, long address) {
    int at = (int) (address & PAGE - 1);
    Access access = visit.access;
    compare(visit, page.writes, "a write", at, address);
    if (access != Access.ATOMIC) {
      compare(visit, page.atomics, "an atomic", at, address);
    }
    if (access.writes()) {
      compare(visit, page.reads, "a read", at, address);
    }
    Accesses own =
        switch (access) {
          case LOAD -> page.reads;
          case STORE -> page.writes;
          case ATOMIC -> page.atomics;
        };
    long thread = visit.thread();
    int epoch = visit.warp.block().epoch();
    boolean joins =
        access == Access.LOAD
            && own.threads[at] != 0
            && own.threads[at] != thread
            && own.epochs[at] == epoch;
    own.threads[at] = joins ? SEVERAL : thread;
    own.instructions[at] = instruction;
    own.epochs[at] = epoch;
    own.lines[at] = visit.operation.line();
  }

  private void compare(Visit visit, Accesses others, String kind, int at, long address) {
    Warp warp = visit.warp;
    long other = others.threads[at];
    if (other == 0 || other == visit.thread()) {
      return;
    }
    int threads = warp.block().shape().threads();
    boolean sameBlock = other == SEVERAL || (other - 1) / threads == warp.block().number();
    if (sameBlock
        && (visit.space == StateSpace.SHARED || other != SEVERAL)
        && others.epochs[at] != warp.block().epoch()) {
      return;
    }
    boolean sameWarp =
        other != SEVERAL && sameBlock && (other - 1) % threads / Warp.LANES == warp.index();
    if (sameWarp && others.instructions[at] != instruction) {
      return;
    }
    String what =
        switch (visit.access) {
          case LOAD -> "a read";
          case STORE -> "a write";
          case ATOMIC -> "an atomic";
        };
    if (isNew(visit.operation.line() + " " + others.lines[at] + " " + what + kind)) {
      report(
          "%s races with %s in line %d%s: 0x%x in %s memory"
              .formatted(
                  warp.place(visit.operation, visit.lane) + ": " + what,
                  kind,
                  others.lines[at],
                  other == SEVERAL ? "" : " by " + named(warp, other - 1),
                  address,
                  visit.space));
    }
  }

  private static String named(Warp warp, long thread) {
    int threads = warp.block().shape().threads();
    long inBlock = thread % threads;
    long block = thread / threads;
    int x = warp.block().shape().block().x();
    int y = warp.block().shape().block().y();
    int gridX = warp.block().shape().grid().x();
    int gridY = warp.block().shape().grid().y();
    return "block (%d,%d,%d), thread (%d,%d,%d)"
        .formatted(
            block % gridX,
            block / gridX % gridY,
            block / gridX / gridY,
            inBlock % x,
            inBlock / x % y,
            inBlock / x / y);
  }
}
