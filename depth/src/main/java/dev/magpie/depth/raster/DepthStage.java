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
  private static final int PARCELS = 4;

  /** Covered tiles that are handed over together. */
  private static final class Parcel {
    static final int CAPACITY = 2048;

    /** Nothing more comes. */
    static final Parcel END = new Parcel(0);

    DepthState state = DepthState.DEFAULT;
    final int[] tiles;
    final int[] boxes;
    final long[] masks;
    final long[] spreads;
    final long[] constants;
    final long[] gradientsX;
    final long[] gradientsY;
    final byte[] fractionBits;
    final boolean[] fronts;
    int size;

    Parcel(int capacity) {
      tiles = new int[capacity];
      boxes = new int[capacity];
      masks = new long[capacity];
      spreads = new long[capacity];
      constants = new long[capacity];
      gradientsX = new long[capacity];
      gradientsY = new long[capacity];
      fractionBits = new byte[capacity];
      fronts = new boolean[capacity];
    }
  }

  private final TileDepths depths;
  private final TileStencil stencil;
  private final BlockingQueue<Parcel> parcels = new ArrayBlockingQueue<>(PARCELS);

  /** Those that are tested, to be filled again. */
  private final Queue<Parcel> tested = new ArrayBlockingQueue<>(PARCELS);

  private final Thread thread;
  private volatile @Nullable Throwable failure;
  private Parcel filling = new Parcel(Parcel.CAPACITY);
  private long spread;
  private boolean front;

  /** Begins a pass, which {@link #close} waits for. */
  DepthStage(TileDepths depths, TileStencil stencil) {
    this.depths = depths;
    this.stencil = stencil;
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
  public void setFacing(Facing facing) {
    front = facing == Facing.FRONT;
  }

  @Override
  public void cover(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    Parcel to = filling;
    int at = to.size++;
    to.tiles[at] = index;
    to.boxes[at] = i0 | j0 << 8 | i1 << 16 | j1 << 24;
    to.masks[at] = mask;
    to.spreads[at] = spread;
    to.constants[at] = c0;
    to.gradientsX[at] = cx;
    to.gradientsY[at] = cy;
    to.fractionBits[at] = (byte) f;
    to.fronts[at] = front;
    if (to.size == Parcel.CAPACITY) {
      handOver(to.state);
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
      cover(parcel, depths);
    } else {
      stencil.set(with);
      cover(parcel, stencil);
    }
  }

  private static void cover(Parcel parcel, CoveredTiles to) {
    for (int n = 0; n < parcel.size; n++) {
      int box = parcel.boxes[n];
      to.setSpread(parcel.spreads[n]);
      to.setFacing(parcel.fronts[n] ? Facing.FRONT : Facing.BACK);
      to.cover(
          parcel.tiles[n],
          parcel.masks[n],
          box & 0xFF,
          box >>> 8 & 0xFF,
          box >>> 16 & 0xFF,
          box >>> 24,
          parcel.constants[n],
          parcel.gradientsX[n],
          parcel.gradientsY[n],
          parcel.fractionBits[n]);
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
