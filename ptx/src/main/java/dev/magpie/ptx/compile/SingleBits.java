package dev.magpie.ptx.compile;

/** The bits of singles, as registers hold them. */
public final class SingleBits {
  /** The NaN that instructions on singles give. */
  public static final int NAN = 0x7fff_ffff;

  private SingleBits() {}

  /** A single's bits, with that one NaN. */
  public static int of(float value) {
    return Float.isNaN(value) ? NAN : Float.floatToRawIntBits(value);
  }

  /** The single that the lower bits of a register are. */
  public static float toSingle(long bits) {
    return Float.intBitsToFloat((int) bits);
  }
}
