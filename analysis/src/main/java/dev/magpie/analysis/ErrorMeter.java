package dev.magpie.analysis;

import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Compares approximated elements of a type with what they were. Not thread-safe. */
final class ErrorMeter {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final double TWO_TO_63 = 0x1p63;

  private final Dtype dtype;
  private final boolean bigEndian;
  private long unmeasurable;
  private double relativeErrors;
  private double maximumRelativeError;
  private double maximumAbsoluteError;

  ErrorMeter(Dtype dtype, ByteOrder order) {
    this.dtype = dtype;
    bigEndian = order.equals(ByteOrder.BIG_ENDIAN);
  }

  /** Compares all elements in a block, which both segments have at an offset of its own. */
  void compare(
      MemorySegment original,
      long offset,
      MemorySegment approximation,
      long approximationOffset,
      long bytes) {
    for (long at = 0; at < bytes; at += dtype.bytes()) {
      long was = bits(original, offset + at);
      long is = bits(approximation, approximationOffset + at);
      if (was != is) {
        add(was, is);
      }
    }
  }

  private long bits(MemorySegment memory, long offset) {
    return switch (dtype.bytes()) {
      case 1 -> memory.get(ValueLayout.JAVA_BYTE, offset);
      case 2 -> {
        short bits = memory.get(SHORT, offset);
        yield bigEndian ? Short.reverseBytes(bits) : bits;
      }
      case 4 -> {
        int bits = memory.get(INT, offset);
        yield bigEndian ? Integer.reverseBytes(bits) : bits;
      }
      default -> {
        long bits = memory.get(LONG, offset);
        yield bigEndian ? Long.reverseBytes(bits) : bits;
      }
    };
  }

  private void add(long wasBits, long isBits) {
    double was = value(wasBits);
    double is = value(isBits);
    double error = Math.abs(is - was);
    if (error == 0 && dtype != Dtype.F64 && dtype.bytes() == Long.BYTES) {
      // Long integers that a double does not tell apart.
      error = Math.abs((double) (isBits - wasBits));
    }
    double relative = error / Math.max(Math.abs(was), ApproximationError.LEAST_MAGNITUDE);
    if (!Double.isFinite(relative)) {
      unmeasurable++;
      return;
    }
    relativeErrors += relative;
    maximumRelativeError = Math.max(maximumRelativeError, relative);
    maximumAbsoluteError = Math.max(maximumAbsoluteError, error);
  }

  private double value(long bits) {
    return switch (dtype) {
      case U8 -> bits & 0xff;
      case U16 -> bits & 0xffff;
      case U32 -> bits & 0xffffffffL;
      case U64 -> bits >= 0 ? bits : bits + 2 * TWO_TO_63;
      case I8, I16, I32, I64 -> bits;
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat((int) bits << 16);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
    };
  }

  /** What was found since the last call, of so many blocks and elements. */
  ApproximationError take(long blocks, long approximatedBlocks, long elements) {
    ApproximationError found =
        new ApproximationError(
            blocks,
            approximatedBlocks,
            elements,
            unmeasurable,
            relativeErrors,
            maximumRelativeError,
            maximumAbsoluteError);
    unmeasurable = 0;
    relativeErrors = 0;
    maximumRelativeError = 0;
    maximumAbsoluteError = 0;
    return found;
  }
}
