package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.texture.TextureGeometry;

/** Reads a texture: a value at coordinates, or one channel of the four texels around them. */
final class TextureFetch extends Operation {
  private static final int CHANNELS = 4;

  /**
   * The level of a mipmap.
   *
   * @param named the slot of the level that the instruction names, or -1
   * @param alongX the slots of what changes the coordinates in x, none if the instruction has none
   * @param alongY the same in y
   */
  @SuppressWarnings("ArrayRecordComponent") // Read for each lane; nobody changes or compares them.
  record Level(int named, int[] alongX, int[] alongY) {}

  private final TexelPlace place;
  private final boolean integers;
  private final Level level;
  private final int gathered;
  private final int[] d;
  private final int resident;
  private final int dimensions;

  /**
   * A fetch.
   *
   * @param integers whether the coordinates are integers, and name texels
   * @param gathered the channel whose four texels are read, or -1
   * @param d the slots of the results
   * @param resident the predicate that becomes true, since memory is always there, or -1
   */
  TextureFetch(
      TexelPlace place, boolean integers, Level level, int gathered, int[] d, int resident) {
    super(InstructionClass.LOAD);
    this.place = place;
    this.integers = integers;
    this.level = level;
    this.gathered = gathered;
    this.d = d;
    this.resident = resident;
    dimensions = place.geometry().dimensions();
  }

  @Override
  void execute(Warp warp, int mask) {
    long[] handles = warp.r[place.handle()];
    int group;
    for (int rest = mask; rest != 0; rest &= ~group) {
      group = OpaqueObjects.sameHandle(handles, rest);
      int lane = Integer.numberOfTrailingZeros(group);
      TextureObject texture = OpaqueObjects.texture(warp, this, lane, handles[lane]);
      check(warp, lane, texture);
      TextureFootprints f = warp.footprints();
      int texels = integers ? 1 : texture.texels(dimensions, gathered >= 0);
      for (int lanes = group; lanes != 0; lanes &= lanes - 1) {
        locate(warp, Integer.numberOfTrailingZeros(lanes), texture, f);
      }
      tell(warp, group, texture, f, texels);
      for (int lanes = group; lanes != 0; lanes &= lanes - 1) {
        read(warp, Integer.numberOfTrailingZeros(lanes), texture, f, texels);
      }
    }
    if (resident >= 0) {
      warp.setPredicate(resident, mask, -1);
    }
  }

  private void check(Warp warp, int lane, TextureObject texture) {
    if (!OpaqueObjects.fits(texture.level(0).extent(), place.geometry())) {
      throw warp.fault(
          this,
          lane,
          "reads a texture of %s, which is .%s"
              .formatted(texture.level(0).name(), texture.level(0).extent().geometry()));
    }
    if (texture.isLinearMemory() && !integers) {
      throw warp.fault(
          this,
          lane,
          "reads a texture of %s, which is linear memory and takes integers as coordinates"
              .formatted(texture.level(0).name()));
    }
  }

  private void locate(Warp warp, int lane, TextureObject texture, TextureFootprints f) {
    int layer = place.layer() < 0 ? 0 : (int) warp.r[place.layer()][lane];
    if (integers) {
      int x = integer(warp, lane, 0);
      int y = integer(warp, lane, 1);
      int z = integer(warp, lane, 2);
      if (!texture.locateTexel(f, lane, x, y, z, layer) && !texture.isLinearMemory()) {
        throw warp.fault(
            this,
            lane,
            "reads texel (%d,%d,%d) of layer %d of %s, which is outside"
                .formatted(x, y, z, Integer.toUnsignedLong(layer), texture.level(0).name()));
      }
      return;
    }
    reals(warp, lane, place.at(), f.at);
    reals(warp, lane, level.alongX(), f.alongX);
    reals(warp, lane, level.alongY(), f.alongY);
    int chosen = layer;
    if (place.geometry().isCube()) {
      int cubes = texture.level(0).extent().layers() / TextureGeometry.FACES;
      int cube = Integer.compareUnsigned(layer, cubes) < 0 ? layer : cubes - 1;
      chosen = TextureGeometry.FACES * cube + CubeFaces.project(f);
    }
    float lod =
        level.alongX().length > 0
            ? texture.levelOf(f, dimensions)
            : level.named() < 0 ? 0 : real(warp.r[level.named()][lane]);
    texture.locate(f, lane, dimensions, chosen, lod, gathered >= 0);
  }

  private int integer(Warp warp, int lane, int index) {
    return index < dimensions ? (int) warp.r[place.at()[index]][lane] : 0;
  }

  private static void reals(Warp warp, int lane, int[] slots, double[] to) {
    for (int i = 0; i < slots.length; i++) {
      to[i] = real(warp.r[slots[i]][lane]);
    }
  }

  private static float real(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  private void tell(Warp warp, int group, TextureObject texture, TextureFootprints f, int texels) {
    for (int part = 0; part < texture.levelsRead(); part++) {
      for (int i = 0; i < texels; i++) {
        long[] addresses = f.addresses[part * TextureFootprints.TEXELS + i];
        int reading = 0;
        for (int lanes = group; lanes != 0; lanes &= lanes - 1) {
          int lane = Integer.numberOfTrailingZeros(lanes);
          if (f.levels[part][lane] >= 0 && addresses[lane] != TextureFootprints.BORDER) {
            reading |= 1 << lane;
          }
        }
        if (reading != 0) {
          MemoryOperation.tell(
              warp,
              this,
              MemoryObserver.Access.LOAD,
              StateSpace.GLOBAL,
              reading,
              addresses,
              texture.texelBytes());
        }
      }
    }
  }

  private void read(Warp warp, int lane, TextureObject texture, TextureFootprints f, int texels) {
    for (int i = 0; i < CHANNELS; i++) {
      warp.r[d[i]][lane] =
          gathered < 0
              ? texture.read(f, lane, texels, i)
              : texture.texel(f, lane, GATHERED[i], gathered);
    }
  }

  /**
   * From the lower left on, where y grows upwards: the texel's right half is bit 0, upper bit 1.
   */
  private static final int[] GATHERED = {2, 3, 1, 0};
}
