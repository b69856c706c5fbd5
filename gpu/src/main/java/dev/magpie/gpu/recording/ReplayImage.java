package dev.magpie.gpu.recording;

import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.DamagedException;
import dev.magpie.gpu.stream.MemoryAccess;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory that a recording's stores and host writes fill. Pages that nobody wrote are zero. */
final class ReplayImage implements DeviceImage {
  /** 256 GiB: more than a GPU has. */
  static final long MOST_BYTES = 1L << 38;

  private static final int PAGE_BITS = 20;
  private static final int PAGE_BYTES = 1 << PAGE_BITS;

  private byte[] @Nullable [] pages = new byte[16][];
  private final byte[] sector = new byte[MemoryAccess.SECTOR_BYTES];
  private long bytes;
  private List<Allocation> allocations = List.of();

  /** Lets the memory have so many bytes, and these allocations. */
  void resize(long size, List<Allocation> allocated) {
    bytes = size;
    allocations = allocated;
  }

  @Override
  public List<Allocation> allocations() {
    return allocations;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  private byte @Nullable [] page(long address) {
    long index = address >>> PAGE_BITS;
    return index < pages.length ? pages[(int) index] : null;
  }

  private byte[] pageToWrite(long address) {
    if (address < 0 || address >= bytes) {
      throw new DamagedException("writes outside of the memory, at %d".formatted(address));
    }
    int index = (int) (address >>> PAGE_BITS);
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

  @Override
  public void read(long address, int count, MemorySegment target, long offset) {
    for (int done = 0; done < count; ) {
      int at = (int) ((address + done) & (PAGE_BYTES - 1));
      int length = Math.min(count - done, PAGE_BYTES - at);
      byte[] page = page(address + done);
      if (page == null) {
        target.asSlice(offset + done, length).fill((byte) 0);
      } else {
        MemorySegment.copy(MemorySegment.ofArray(page), at, target, offset + done, length);
      }
      done += length;
    }
  }

  /** Takes the values of a store, as {@link ShadowImage#writeValues} wrote them. */
  void store(MemoryAccess access, ByteReader in) {
    access.forEachSector(address -> storeSector(address, in));
  }

  private void storeSector(long address, ByteReader in) {
    int how = in.octet();
    if (how == ShadowImage.SAME) {
      return;
    }
    byte[] page = pageToWrite(address);
    int offset = (int) (address & (PAGE_BYTES - 1));
    if (how == ShadowImage.WHOLE) {
      in.raw(page, offset, MemoryAccess.SECTOR_BYTES);
      return;
    }
    for (int rest = in.word(); rest != 0; rest &= rest - 1) {
      page[offset + Integer.numberOfTrailingZeros(rest)] = (byte) in.octet();
    }
  }

  /** Takes what the host wrote, as {@link ShadowImage#writeRange} wrote it. */
  void writeRuns(ByteReader in) {
    long at = in.number();
    while (!in.atEnd()) {
      at += in.number(PAGE_BYTES);
      int length = in.number(PAGE_BYTES);
      byte[] page = pageToWrite(at);
      int offset = (int) (at & (PAGE_BYTES - 1));
      if (length > PAGE_BYTES - offset) {
        throw new DamagedException("writes across a page");
      }
      in.raw(page, offset, length);
      at += length;
    }
  }

  /** Takes whole sectors, as {@link ShadowImage#writeWhole} wrote them. */
  void writeSectors(ByteReader in) {
    long at = 0;
    while (!in.atEnd()) {
      at += (long) in.number(Integer.MAX_VALUE) * MemoryAccess.SECTOR_BYTES;
      in.raw(sector, 0, sector.length);
      byte[] page = pageToWrite(at);
      System.arraycopy(sector, 0, page, (int) (at & (PAGE_BYTES - 1)), sector.length);
    }
  }
}
