package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.TexelGrid;
import dev.magpie.ptx.texture.TextureGeometry;

/** Loads or stores bytes of a surface's row. */
final class SurfaceAccess extends Operation {
  /** What happens beyond the surface. */
  enum Boundary {
    TRAP,
    /** The nearest place is accessed. */
    CLAMP,
    /** Zero is read, and nothing is written. */
    ZERO
  }

  private final TexelPlace place;
  private final Boundary boundary;
  private final boolean stores;
  private final int elementBytes;
  private final int[] elements;

  /**
   * An access.
   *
   * @param place whose x is in bytes
   * @param elements the slots of what is loaded or stored
   */
  SurfaceAccess(
      TexelPlace place, Boundary boundary, boolean stores, int elementBytes, int[] elements) {
    super(stores ? InstructionClass.STORE : InstructionClass.LOAD);
    this.place = place;
    this.boundary = boundary;
    this.stores = stores;
    this.elementBytes = elementBytes;
    this.elements = elements;
  }

  private int bytes() {
    return elementBytes * elements.length;
  }

  @Override
  boolean isSeen() {
    return stores;
  }

  @Override
  void execute(Warp warp, int mask) {
    long[] handles = warp.r[place.handle()];
    int group;
    for (int rest = mask; rest != 0; rest &= ~group) {
      group = OpaqueObjects.sameHandle(handles, rest);
      int lane = Integer.numberOfTrailingZeros(group);
      TexelGrid surface = OpaqueObjects.surface(warp, this, lane, handles[lane]);
      check(warp, lane, surface);
      int within = 0;
      for (int lanes = group; lanes != 0; lanes &= lanes - 1) {
        int each = Integer.numberOfTrailingZeros(lanes);
        if (locate(warp, each, surface)) {
          within |= 1 << each;
        }
      }
      if (within != 0) {
        MemoryOperation.tell(
            warp,
            this,
            stores ? MemoryObserver.Access.STORE : MemoryObserver.Access.LOAD,
            StateSpace.GLOBAL,
            within,
            warp.address,
            bytes());
      }
      access(warp, within, group & ~within, surface);
    }
  }

  private void access(Warp warp, int within, int outside, TexelGrid surface) {
    for (int i = 0; i < elements.length; i++) {
      long[] element = warp.r[elements[i]];
      long delta = (long) i * elementBytes;
      if (stores) {
        LaneMemory.store(surface.memory(), warp.offset, delta, elementBytes, within, element);
        continue;
      }
      LaneMemory.load(surface.memory(), warp.offset, delta, elementBytes, false, within, element);
      for (int rest = outside; rest != 0; rest &= rest - 1) {
        element[Integer.numberOfTrailingZeros(rest)] = 0;
      }
    }
  }

  private void check(Warp warp, int lane, TexelGrid surface) {
    ArrayExtent extent = surface.extent();
    boolean isFaces =
        extent.geometry().isCube() && place.geometry() == TextureGeometry.LAYERED_TWO_DIMENSIONAL;
    if (!isFaces && !OpaqueObjects.fits(extent, place.geometry())) {
      throw warp.fault(
          this,
          lane,
          "accesses a surface of %s, which is .%s".formatted(surface.name(), extent.geometry()));
    }
    if (bytes() > surface.rowBytes()) {
      throw warp.fault(
          this,
          lane,
          "accesses %d bytes of a surface of %s, whose rows have %d"
              .formatted(bytes(), surface.name(), surface.rowBytes()));
    }
  }

  /** Finds a lane's bytes; false if it accesses none. */
  private boolean locate(Warp warp, int lane, TexelGrid surface) {
    ArrayExtent extent = surface.extent();
    int x = coordinate(warp, lane, 0);
    int y = coordinate(warp, lane, 1);
    int z = coordinate(warp, lane, 2);
    int layer = place.layer() < 0 ? 0 : (int) warp.r[place.layer()][lane];
    long last = surface.rowBytes() - bytes();
    boolean within =
        x >= 0
            && x <= last
            && Integer.compareUnsigned(y, extent.height()) < 0
            && Integer.compareUnsigned(z, extent.depth()) < 0
            && Integer.compareUnsigned(layer, extent.layers()) < 0;
    if (x % bytes() != 0) {
      throw warp.fault(
          this, lane, "the x coordinate %d is not a multiple of %d bytes".formatted(x, bytes()));
    }
    if (!within && boundary == Boundary.TRAP) {
      throw warp.fault(
          this,
          lane,
          "accesses %d bytes at (%d,%d,%d) in layer %d of %s, which is outside: a row has %d bytes"
              .formatted(
                  bytes(),
                  x,
                  y,
                  z,
                  Integer.toUnsignedLong(layer),
                  surface.name(),
                  surface.rowBytes()));
    }
    if (!within && boundary == Boundary.ZERO) {
      return false;
    }
    int layers = extent.layers();
    int slice =
        clamp(z, extent.depth())
            + (Integer.compareUnsigned(layer, layers) < 0 ? layer : layers - 1);
    warp.offset[lane] =
        surface.offset(0, clamp(y, extent.height()), slice)
            + Math.max(0, Math.min(x, last / bytes() * bytes()));
    warp.address[lane] = surface.address() + warp.offset[lane];
    return true;
  }

  private static int clamp(int coordinate, int size) {
    return Math.max(0, Math.min(size - 1, coordinate));
  }

  private int coordinate(Warp warp, int lane, int index) {
    return index < place.at().length ? (int) warp.r[place.at()[index]][lane] : 0;
  }
}
