package dev.magpie.depth.raster;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The depth test on a thread of its own, so that one finds what triangles cover while the other
 * tests what was found before, in the same order.
 */
final class DepthStage implements CoveredTiles, AutoCloseable {
  /** Parcels under way. */
  private static final int PARCELS = 8;

  /** Covered tiles that are handed over together. */
  private static final class Parcel {
    /** Large, as a thread that waits is woken for each. */
    static final int CAPACITY = 8192;

    /** Nothing more comes. */
    static final Parcel END = new Parcel(0);

    /** Longs of a covered tile. */
    private static final int STRIDE = 6;

    DepthState state = DepthState.DEFAULT;
    final long[] covered;
    int size;

    Parcel(int capacity) {
      covered = new long[STRIDE * capacity];
    }

    boolean isFull() {
      return STRIDE * size == covered.length;
    }

    /** Adds a tile: numbers of tiles have 31 bits, places in them 6, and fractions 4. */
    void add(
        int index,
        long mask,
        int box,
        int fractionBits,
        Facing facing,
        long spread,
        long c0,
        long cx,
        long cy) {
      int at = STRIDE * size++;
      int front = facing == Facing.FRONT ? 1 : 0;
      covered[at] = (long) (box << 5 | fractionBits << 1 | front) << Integer.SIZE | index;
      covered[at + 1] = mask;
      covered[at + 2] = c0;
      covered[at + 3] = cx;
      covered[at + 4] = cy;
      covered[at + 5] = spread;
    }

    void cover(CoveredTiles to) {
      for (int n = 0; n < size; n++) {
        int at = STRIDE * n;
        int bits = (int) (covered[at] >>> Integer.SIZE);
        to.setSpread(covered[at + 5]);
        to.setFacing((bits & 1) != 0 ? Facing.FRONT : Facing.BACK);
        to.cover(
            (int) covered[at],
            covered[at + 1],
            bits >>> 5 & 0x3F,
            bits >>> 11 & 0x3F,
            bits >>> 17 & 0x3F,
            bits >>> 23 & 0x3F,
            covered[at + 2],
            covered[at + 3],
            covered[at + 4],
            bits >>> 1 & 0xF);
      }
    }
  }

  private final TileDepths depths;
  private final TileStencil stencil;
  private final Runnable beginning;
  private final BlockingQueue<Parcel> parcels = new ArrayBlockingQueue<>(PARCELS);

  /** Those that are tested, to be filled again. */
  private final Queue<Parcel> tested = new ArrayBlockingQueue<>(PARCELS);

  private final Thread thread;
  private volatile @Nullable Throwable failure;
  private Parcel filling = new Parcel(Parcel.CAPACITY);
  private long spread;
  private Facing facing = Facing.FRONT;

  /**
   * Begins a pass, which {@link #close} waits for.
   *
   * @param beginning what its thread does first
   */
  DepthStage(TileDepths depths, TileStencil stencil, Runnable beginning) {
    this.depths = depths;
    this.stencil = stencil;
    this.beginning = beginning;
    thread = Thread.ofPlatform().daemon().name("depth test").start(this::work);
  }

  /** Begins a draw. */
  void set(DepthState state) {
    if (!state.equals(filling.state)) {
      handOver(state);
    }
  }

  @Override
  public void setSpread(long depthSpread) {
    spread = depthSpread;
  }

  @Override
  public void setFacing(Facing seen) {
    facing = seen;
  }

  @Override
  public void cover(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    int box = i0 | j0 << 6 | i1 << 12 | j1 << 18;
    filling.add(index, mask, box, f, facing, spread, c0, cx, cy);
    if (filling.isFull()) {
      handOver(filling.state);
    }
  }

  private void handOver(DepthState next) {
    put(filling);
    Parcel parcel = tested.poll();
    filling = parcel == null ? new Parcel(Parcel.CAPACITY) : parcel;
    filling.state = next;
    filling.size = 0;
  }

  private void put(Parcel parcel) {
    boolean interrupted = false;
    while (failure == null) {
      try {
        parcels.put(parcel);
        break;
      } catch (InterruptedException _) {
        // A frame is drawn in well under a second: whoever ends the thread waits so long.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    try {
      beginning.run();
      for (Parcel next = parcels.take(); next != Parcel.END; next = parcels.take()) {
        test(next);
        tested.offer(next);
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      failure = e;
      parcels.clear();
    }
  }

  private void test(Parcel parcel) {
    depths.set(parcel.state);
    StencilState with = parcel.state.stencil();
    if (with.isOff()) {
      parcel.cover(depths);
    } else {
      stencil.set(with);
      parcel.cover(stencil);
    }
  }

  /** Waits until all is tested. */
  @Override
  public void close() {
    put(filling);
    put(Parcel.END);
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    switch (failure) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null -> {}
      default -> throw new IllegalStateException(failure);
    }
  }
}
