package dev.magpie.gpu.recording;

import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.stream.MemoryAccess;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The memory as the recording has it so far. What differs from the program's is new, and is written
 * down: so that the bytes that a store changes are known, and those that it does not touch stay.
 */
final class ShadowImage {
  private static final int PAGE_BITS = 20;
  private static final int PAGE_BYTES = 1 << PAGE_BITS;

  /** How a sector's new values are written. */
  static final int SAME = 0;

  static final int WHOLE = 1;
  static final int BYTES = 2;

  private final DeviceImage image;
  private final byte[] sector = new byte[MemoryAccess.SECTOR_BYTES];
  private final byte[] page = new byte[PAGE_BYTES];
  private byte[][] pages = new byte[16][];

  ShadowImage(DeviceImage image) {
    this.image = image;
  }

  private byte[] pageOf(long address) {
    int index = Math.toIntExact(address >>> PAGE_BITS);
    if (index >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(2 * pages.length, index + 1));
    }
    byte[] found = pages[index];
    if (found == null) {
      found = new byte[PAGE_BYTES];
      pages[index] = found;
    }
    return found;
  }

  /**
   * Writes what the touched sectors hold now that they have not held; not those of local memory.
   */
  void writeValues(MemoryAccess access, ByteWriter out) {
    access.forEachSector(address -> writeSector(address, out));
  }

  private void writeSector(long address, ByteWriter out) {
    image.read(address, sector.length, MemorySegment.ofArray(sector), 0);
    byte[] old = pageOf(address);
    int offset = (int) (address & (PAGE_BYTES - 1));
    int changed = 0;
    for (int i = 0; i < sector.length; i++) {
      changed |= (sector[i] != old[offset + i] ? 1 : 0) << i;
    }
    if (changed == 0) {
      out.octet(SAME);
    } else if (changed == -1) {
      out.octet(WHOLE);
      out.raw(sector, 0, sector.length);
    } else {
      out.octet(BYTES);
      out.word(changed);
      for (int rest = changed; rest != 0; rest &= rest - 1) {
        out.octet(sector[Integer.numberOfTrailingZeros(rest)]);
      }
    }
    System.arraycopy(sector, 0, old, offset, sector.length);
  }

  /** Writes a sector as it is now, with its address, which {@code last} was the one before. */
  void writeWhole(long address, long last, ByteWriter out) {
    image.read(address, sector.length, MemorySegment.ofArray(sector), 0);
    out.number((address - last) / MemoryAccess.SECTOR_BYTES);
    out.raw(sector, 0, sector.length);
    System.arraycopy(sector, 0, pageOf(address), (int) (address & (PAGE_BYTES - 1)), sector.length);
  }

  /**
   * Writes the runs of a range that are new: bytes to skip, length, bytes.
   *
   * @return where the rest of the range begins, that did not fit into a page
   */
  long writeRange(long from, long to, ByteWriter out) {
    int offset = (int) (from & (PAGE_BYTES - 1));
    int length = (int) Math.min(to - from, PAGE_BYTES - offset);
    byte[] old = pageOf(from);
    image.read(from, length, MemorySegment.ofArray(page), offset);
    int end = offset + length;
    int at = offset;
    int last = offset;
    while (true) {
      int same = Arrays.mismatch(page, at, end, old, at, end);
      if (same < 0) {
        break;
      }
      int start = at + same;
      int stop = start + 1;
      // Short runs of equal bytes cost less than another run.
      for (int equal = 0; stop < end && equal < 8; stop++) {
        equal = page[stop] == old[stop] ? equal + 1 : 0;
      }
      out.number(start - last);
      out.number(stop - start);
      out.raw(page, start, stop - start);
      last = stop;
      at = stop;
    }
    System.arraycopy(page, offset, old, offset, length);
    return from + length;
  }
}
