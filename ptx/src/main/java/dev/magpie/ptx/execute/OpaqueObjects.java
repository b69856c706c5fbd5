package dev.magpie.ptx.execute;

import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.TexelGrid;
import dev.magpie.ptx.texture.TextureDescription;
import dev.magpie.ptx.texture.TextureGeometry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device's texture and surface objects, by their handles, which are never used again. */
public final class OpaqueObjects {
  /** Handles are no addresses, so that one taken for the other is found. */
  private static final long FIRST = 0x7e00_0000_0000_0000L;

  /** Texture objects, the grids of surface objects, and null for what was destroyed. */
  private final List<@Nullable Object> objects = new ArrayList<>();

  OpaqueObjects() {}

  /**
   * Makes a texture object.
   *
   * @param levels of a mipmap, the largest first; one otherwise
   * @return its handle
   * @throws IllegalArgumentException if the texture cannot be read as described
   */
  public long createTexture(List<TexelGrid> levels, TextureDescription description) {
    return add(TextureObject.of(levels, description));
  }

  /** Makes a texture object of linear memory, which only takes integers as coordinates. */
  public long createLinearTexture(TexelGrid texels, TextureDescription description) {
    return add(TextureObject.ofLinearMemory(texels, description));
  }

  /** Makes a surface object and returns its handle. */
  public long createSurface(TexelGrid texels) {
    return add(texels);
  }

  private long add(Object object) {
    objects.add(object);
    return FIRST + objects.size() - 1;
  }

  /** Destroys a texture object; returns whether the handle is one's. */
  public boolean destroyTexture(long handle) {
    return destroy(handle, TextureObject.class);
  }

  /** Destroys a surface object; returns whether the handle is one's. */
  public boolean destroySurface(long handle) {
    return destroy(handle, TexelGrid.class);
  }

  private boolean destroy(long handle, Class<?> kind) {
    boolean is = kind.isInstance(find(handle));
    if (is) {
      objects.set((int) (handle - FIRST), null);
    }
    return is;
  }

  private @Nullable Object find(long handle) {
    long index = handle - FIRST;
    return index >= 0 && index < objects.size() ? objects.get((int) index) : null;
  }

  /** The lanes of a mask that have the handle of the first of them. */
  static int sameHandle(long[] handles, int mask) {
    long first = handles[Integer.numberOfTrailingZeros(mask)];
    int same = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      same |= handles[lane] == first ? 1 << lane : 0;
    }
    return same;
  }

  static TextureObject texture(Warp warp, Operation operation, int lane, long handle) {
    GlobalMemory memory = warp.block().launch().global();
    if (!(memory.objects().find(handle) instanceof TextureObject texture)) {
      throw memory.objects().isNone(warp, operation, lane, handle, "texture");
    }
    for (int i = 0; i < texture.levels(); i++) {
      check(warp, operation, lane, texture.level(i));
    }
    return texture;
  }

  static TexelGrid surface(Warp warp, Operation operation, int lane, long handle) {
    GlobalMemory memory = warp.block().launch().global();
    if (!(memory.objects().find(handle) instanceof TexelGrid surface)) {
      throw memory.objects().isNone(warp, operation, lane, handle, "surface");
    }
    check(warp, operation, lane, surface);
    return surface;
  }

  /** Whether an instruction for a geometry can access texels; one row may have two dimensions. */
  static boolean fits(ArrayExtent extent, TextureGeometry wanted) {
    TextureGeometry own = extent.geometry();
    return own == wanted
        || (own == TextureGeometry.ONE_DIMENSIONAL && wanted == TextureGeometry.TWO_DIMENSIONAL)
        || (own == TextureGeometry.TWO_DIMENSIONAL
            && wanted == TextureGeometry.ONE_DIMENSIONAL
            && extent.height() == 1);
  }

  private KernelFaultException isNone(
      Warp warp, Operation operation, int lane, long handle, String wanted) {
    Object other = find(handle);
    long index = handle - FIRST;
    String what =
        other != null
            ? "the handle of a " + (other instanceof TextureObject ? "texture" : "surface")
            : index >= 0 && index < objects.size()
                ? "the handle of an object that was destroyed"
                : "no handle";
    return warp.fault(
        operation,
        lane,
        "takes the handle of a %s object, and 0x%x is %s".formatted(wanted, handle, what));
  }

  /** Memory that was freed is not used again, so what is there now was there from the start. */
  private static void check(Warp warp, Operation operation, int lane, TexelGrid texels) {
    Region region = warp.block().launch().global().find(texels.address());
    if (region == null || !region.holds(texels.address(), texels.bytes())) {
      throw warp.fault(
          operation, lane, "accesses the texels of %s, which was freed".formatted(texels.name()));
    }
  }
}
