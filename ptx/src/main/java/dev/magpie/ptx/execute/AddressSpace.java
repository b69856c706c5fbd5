package dev.magpie.ptx.execute;

/**
 * How generic addresses are laid out. Global and constant addresses are their own generic ones; the
 * other spaces have a window of 4 GiB each, below all allocations.
 */
public final class AddressSpace {
  /** What a shared address is added to. */
  public static final long SHARED_WINDOW = 1L << 32;

  /** What a local address is added to. */
  public static final long LOCAL_WINDOW = 2L << 32;

  /** What the address of a kernel's parameter is added to. */
  public static final long PARAM_WINDOW = 3L << 32;

  /** The first function's address. */
  public static final long CODE = 4L << 32;

  /** Bytes between the addresses of functions. */
  public static final int CODE_STEP = 16;

  /**
   * The first address that memory can be allocated at. A process of Linux on x86-64 and AArch64 has
   * nothing there, so that it can map a device's memory at the device's own addresses.
   */
  public static final long HEAP = 0x2000_0000_0000L;

  /** The first address that kernels can allocate memory at. */
  public static final long KERNEL_HEAP = HEAP + (1L << 39);

  private AddressSpace() {}
}
