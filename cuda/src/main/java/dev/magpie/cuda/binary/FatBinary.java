package dev.magpie.cuda.binary;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A fat binary: the forms that one translation unit was compiled to, PTX and machine code, each for
 * an architecture. A header of {@code magic, version, header bytes, bytes behind it}, and entries
 * of {@code kind, version, header bytes, bytes, compressed bytes, ..., minor, major, architecture,
 * ..., flags, ..., uncompressed bytes}, all little-endian, as nvcc 11 to 13 write them.
 *
 * @param ptx the PTX in it, in the order of the file
 * @param hasMachineCode whether there is machine code
 */
public record FatBinary(List<PtxImage> ptx, boolean hasMachineCode) {
  private static final int MAGIC = 0xba55ed50;
  private static final int HEADER = 16;
  private static final int ENTRY = 64;
  private static final int PTX = 1;
  private static final int MACHINE_CODE = 2;
  private static final long LZ4 = 0x2000;
  private static final long ZSTANDARD = 0x8000;

  /** Larger than any program's. */
  private static final long MOST_TEXT = 1 << 30;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** A form in PTX, as text, for an architecture such as 75. */
  public record PtxImage(int architecture, String text) {}

  public FatBinary {
    ptx = List.copyOf(ptx);
  }

  /** Whether it begins as one. */
  public static boolean isOne(MemorySegment bytes) {
    return bytes.byteSize() >= HEADER && bytes.get(INT, 0) == MAGIC;
  }

  /**
   * Reads one.
   *
   * @throws BadBinaryException if it is not as it must be
   */
  public static FatBinary read(MemorySegment bytes) {
    if (!isOne(bytes)) {
      throw new BadBinaryException("is no fat binary");
    }
    int header = bytes.get(SHORT, 6) & 0xffff;
    long size = bytes.get(LONG, 8);
    if (header < HEADER || size < 0 || header > bytes.byteSize() - size) {
      throw new BadBinaryException(
          "has a header of %d bytes and %d behind it, and %d in all"
              .formatted(header, size, bytes.byteSize()));
    }
    List<PtxImage> ptx = new ArrayList<>();
    boolean hasMachineCode = false;
    long end = header + size;
    for (long at = header; at < end; ) {
      if (end - at < ENTRY) {
        throw new BadBinaryException("has an entry at %d that is cut short".formatted(at));
      }
      int kind = bytes.get(SHORT, at) & 0xffff;
      long head = bytes.get(INT, at + 4) & 0xffff_ffffL;
      long length = bytes.get(LONG, at + 8);
      if (head < ENTRY || length < 0 || length > end - at - head) {
        throw new BadBinaryException(
            "has an entry at %d of %d bytes and %d".formatted(at, head, length));
      }
      if (kind == PTX) {
        ptx.add(
            new PtxImage(
                bytes.get(INT, at + 28), text(bytes, at, bytes.asSlice(at + head, length))));
      }
      hasMachineCode |= kind == MACHINE_CODE;
      at += head + length;
    }
    return new FatBinary(ptx, hasMachineCode);
  }

  private static String text(MemorySegment bytes, long entry, MemorySegment body) {
    long flags = bytes.get(LONG, entry + 40);
    long packed = bytes.get(INT, entry + 16) & 0xffff_ffffL;
    byte[] plain;
    if ((flags & (LZ4 | ZSTANDARD)) == 0) {
      plain = body.toArray(ValueLayout.JAVA_BYTE);
    } else {
      long length = bytes.get(LONG, entry + 56);
      if (packed > body.byteSize() || length < 0 || length > MOST_TEXT) {
        throw new BadBinaryException(
            "has PTX of %d bytes that is %d bytes compressed".formatted(length, packed));
      }
      plain =
          unpacked(
              body.asSlice(0, packed).toArray(ValueLayout.JAVA_BYTE),
              (int) length,
              (flags & ZSTANDARD) != 0);
    }
    int end = plain.length;
    while (end > 0 && plain[end - 1] == 0) {
      end--;
    }
    return new String(plain, 0, end, UTF_8);
  }

  private static byte[] unpacked(byte[] packed, int length, boolean isZstandard) {
    byte[] plain = new byte[length];
    try {
      int got =
          isZstandard
              ? new ZstdJavaDecompressor().decompress(packed, 0, packed.length, plain, 0, length)
              : new Lz4JavaDecompressor().decompress(packed, 0, packed.length, plain, 0, length);
      if (got == length) {
        return plain;
      }
      throw new BadBinaryException("has PTX of %d bytes that unpacks to %d".formatted(length, got));
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new BadBinaryException("has PTX that cannot be unpacked: " + e.getMessage(), e);
    }
  }

  /**
   * The PTX for a device: that of the highest architecture that it has, and if all are higher, that
   * of the lowest.
   */
  public Optional<PtxImage> ptxFor(int architecture) {
    PtxImage best = null;
    for (PtxImage each : ptx) {
      if (best == null) {
        best = each;
        continue;
      }
      boolean fits = each.architecture() <= architecture;
      boolean bestFits = best.architecture() <= architecture;
      boolean isHigher = each.architecture() > best.architecture();
      if (fits != bestFits ? fits : fits == isHigher) {
        best = each;
      }
    }
    return Optional.ofNullable(best);
  }
}
