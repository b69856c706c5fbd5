package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.SecondLevelConfig.SliceHash;
import dev.magpie.gpu.stream.MemoryAccess;

/**
 * Where an address is: its slice of the L2, and its place in the DRAM channel and the controller
 * behind that. Runs of the interleave's size are dealt to the slices, each of which has a channel;
 * a channel, and a controller, number what they have got from 0 on.
 */
final class LinePlacement {
  private static final int LINE_SHIFT = Integer.numberOfTrailingZeros(MemoryAccess.LINE_BYTES);

  /** Primitive polynomials over GF(2) by degree, without their highest bits. */
  private static final int[] POLYNOMIALS = {0, 1, 3, 3, 3, 5, 3, 9, 0x1d, 0x11, 9};

  /** Odd, of 64 bits: its multiples have upper bits that look like chance. */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final int slices;
  private final int channels;
  private final int slicesOfChannel;
  private final int channelsOfController;

  /** Address bits within a run, and bits of the lines in it. */
  private final int runShift;

  private final int runLineShift;
  private final SliceHash hash;
  private final int sliceBits;

  /** {@link Integer#numberOfTrailingZeros} of the slices, or -1 where division is needed. */
  private final int sliceShift;

  LinePlacement(GpuConfig config) {
    slices = config.l2().slices();
    channels = config.controller().channels();
    slicesOfChannel = slices / channels;
    channelsOfController = channels / config.controller().controllers();
    runShift = Integer.numberOfTrailingZeros(config.l2().interleaveBytes());
    runLineShift = runShift - LINE_SHIFT;
    hash = config.l2().hash();
    sliceShift = Integer.bitCount(slices) == 1 ? Integer.numberOfTrailingZeros(slices) : -1;
    sliceBits = Math.max(0, sliceShift);
  }

  /** The slice that caches an address. */
  int slice(long address) {
    long run = address >>> runShift;
    return switch (hash) {
      case MODULO -> (int) (sliceShift >= 0 ? run & (slices - 1) : run % slices);
      case XOR -> folded(run);
      case IPOLY -> remainder(run);
      case ROTATED -> rotated(run);
    };
  }

  private int folded(long run) {
    if (sliceBits == 0) {
      return 0;
    }
    long sum = 0;
    for (long rest = run; rest != 0; rest >>>= sliceBits) {
      sum ^= rest;
    }
    return (int) sum & (slices - 1);
  }

  private int remainder(long run) {
    if (sliceBits == 0) {
      return 0;
    }
    int modulus = slices | POLYNOMIALS[sliceBits];
    int rest = 0;
    for (int bit = 63 - Long.numberOfLeadingZeros(run | 1); bit >= 0; bit--) {
      rest = rest << 1 | ((int) (run >>> bit) & 1);
      rest ^= (rest & slices) != 0 ? modulus : 0;
    }
    return rest;
  }

  private int rotated(long run) {
    return (int) ((run + ((roundOf(run) * GOLDEN_RATIO) >>> 40)) % slices);
  }

  private long round(long address) {
    return roundOf(address >>> runShift);
  }

  private long roundOf(long run) {
    return sliceShift >= 0 ? run >>> sliceShift : run / slices;
  }

  /** The number that a slice gives to a line. */
  long lineInSlice(long address) {
    return round(address) << runLineShift | lineInRun(address);
  }

  private long lineInRun(long address) {
    return (address >>> LINE_SHIFT) & ((1L << runLineShift) - 1);
  }

  /** The channel behind a slice. */
  int channel(int slice) {
    return slicesOfChannel == 1 ? slice : slice % channels;
  }

  /** The controller of a channel. */
  int controller(int channel) {
    return channel / channelsOfController;
  }

  /** The channel's own address of an address. */
  long inChannel(int slice, long address) {
    return runInChannel(slice, address) << runShift | (address & ((1L << runShift) - 1));
  }

  private long runInChannel(int slice, long address) {
    return round(address) * slicesOfChannel + (slicesOfChannel == 1 ? 0 : slice / channels);
  }

  /** The number that a controller gives to a line. */
  long blockInController(int slice, long address) {
    int channel = channel(slice) % channelsOfController;
    return (runInChannel(slice, address) * channelsOfController + channel) << runLineShift
        | lineInRun(address);
  }

  /** Bytes of a run for each slice. */
  long roundBytes() {
    return (long) slices << runShift;
  }

  /** Blocks that a controller has of the addresses below some number. */
  long blocksInController(long bytes) {
    long runs = Math.ceilDiv(bytes, 1L << runShift);
    return (Math.ceilDiv(runs, slices) * slicesOfChannel * channelsOfController) << runLineShift;
  }

  /** Bytes that a channel has of the addresses below some number. */
  long bytesInChannel(long bytes) {
    long runs = Math.ceilDiv(bytes, 1L << runShift);
    return (Math.ceilDiv(runs, slices) * slicesOfChannel) << runShift;
  }
}
