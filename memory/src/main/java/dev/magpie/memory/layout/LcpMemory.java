package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Linearly compressed pages (Pekhimenko et al., MICRO 2013): all lines of a 4 KiB page have the
 * same compressed size, so that a line's place is a multiplication, and those that do not fit it
 * are exceptions, stored raw at the page's end. So memory gains capacity, too. Size, target and
 * place of a page stand in its page-table entry, which is taken to be at hand; which lines are
 * exceptions stands in 64 B of the page, behind a metadata cache.
 *
 * <p>A write after which the page has no room for its exceptions has the page laid out anew: all of
 * it is read and written. Our decisions: a line that shrinks leaves the exceptions, but no write
 * makes a page smaller, until {@link #load} places it again; a page of zeros takes no memory and no
 * transfers; where the codec has a tag, it precedes the payload and counts in its size.
 */
public final class LcpMemory extends BlockMemory {
  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "lcp",
          "All blocks of a page in the same size, larger ones at its end",
          "MICRO 2013",
          64,
          LcpLayout.PAGE_BYTES,
          List.of(),
          (_, codec, granularity, blocks, cache) ->
              new LcpMemory(codec, granularity, blocks, cache));

  private static final int PAGE_BYTES = LcpLayout.PAGE_BYTES;
  private static final LcpLayout ZEROS = new LcpLayout(0, 0, 0);
  private static final int EXCEPTION = 0x80;
  private static final int MOST_LINES = PAGE_BYTES / 64;

  private final TaggedCodec codec;
  private final BlockMetadataCache metadata;
  private final int lines;
  private LcpLayout[] layouts;
  private long[] addresses;
  private final PageSlabs slabs;
  private final int[] sizes;
  private final MemorySegment whole = MemorySegment.ofArray(new byte[PAGE_BYTES]);

  /**
   * Memory of zeros.
   *
   * @param metadataCache its lines hold the 64 B of a page each, or of several
   * @throws IllegalArgumentException if the blocks are smaller than 64 B, of which a page would
   *     have more than its metadata can tell of, or are no whole pages
   */
  public LcpMemory(
      BlockCodec codec,
      Granularity granularity,
      long blocks,
      BlockMetadataCache.Shape metadataCache) {
    super(granularity, blocks);
    lines = PAGE_BYTES / blockBytes;
    if (lines > MOST_LINES || blocks % lines != 0) {
      throw new IllegalArgumentException(
          "pages of 4096 B have blocks of 64 B or more, and %d of %d B are no whole pages"
              .formatted(blocks, blockBytes));
    }
    this.codec = new TaggedCodec(codec);
    metadata =
        new BlockMetadataCache(
            metadataCache, 8 * LcpLayout.METADATA_BYTES, new InPages(metadataCache.lineBytes()));
    layouts = new LcpLayout[Math.toIntExact(blocks / lines)];
    Arrays.fill(layouts, ZEROS);
    addresses = new long[layouts.length];
    slabs = new PageSlabs(this::reserve);
    sizes = new int[lines];
  }

  /**
   * Lines of metadata, which move whole, a part from each page of theirs. Of a page that has no
   * metadata, what is at its beginning moves: our decision, as are lines of several pages.
   */
  private final class InPages implements BlockMetadataCache.Places {
    private final int lineBytes;

    InPages(int lineBytes) {
      this.lineBytes = lineBytes;
    }

    @Override
    public void read(long line, Transfers transfers) {
      for (int page = first(line); page <= last(line); page++) {
        transfers.readMetadata(line, address(page), bursts());
      }
    }

    @Override
    public void write(long line, Transfers transfers) {
      for (int page = first(line); page <= last(line); page++) {
        transfers.writeMetadata(line, address(page), bursts());
      }
    }

    private int first(long line) {
      return (int) (line * lineBytes / LcpLayout.METADATA_BYTES);
    }

    private int last(long line) {
      return (int) (((line + 1) * lineBytes - 1) / LcpLayout.METADATA_BYTES);
    }

    private long address(int number) {
      int page = Math.min(number, layouts.length - 1);
      LcpLayout layout = layouts[page];
      return addresses[page] + (layout.isCompressed() ? layout.metadataAt(lines) : 0);
    }

    private int bursts() {
      return Math.ceilDiv(LcpLayout.METADATA_BYTES, burstBytes);
    }
  }

  @Override
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    int page = (int) (block / lines);
    LcpLayout layout = layouts[page];
    if (layout.pageBytes() == 0) {
      target.asSlice(offset, blockBytes).fill((byte) 0);
      return;
    }
    int line = (int) (block % lines);
    int exception = 0;
    if (layout.isCompressed()) {
      metadata.access(page, false, transfers);
      exception = exception(page, line);
    }
    moves(page, line, exception, false, transfers);
    decode(page, line, exception, target, offset);
    if (layout.isCompressed() && exception == 0) {
      transfers.codeBytes += layout.targetBytes();
      transfers.decoded(codec.tag());
    } else {
      transfers.codeBytes += blockBytes;
    }
  }

  /** The line's entry in the page's metadata: {@link #EXCEPTION} and its number, or 0. */
  private int exception(int page, int line) {
    return Byte.toUnsignedInt(
        slab(page)
            .get(ValueLayout.JAVA_BYTE, inSlab(page) + layouts[page].metadataAt(lines) + line));
  }

  private void setException(int page, int line, int entry) {
    slab(page)
        .set(
            ValueLayout.JAVA_BYTE,
            inSlab(page) + layouts[page].metadataAt(lines) + line,
            (byte) entry);
  }

  private MemorySegment slab(int page) {
    return slabs.slab(addresses[page]);
  }

  private long inSlab(int page) {
    return PageSlabs.inSlab(addresses[page]);
  }

  private int lineAt(LcpLayout layout, int line, int exception) {
    return exception == 0
        ? line * layout.targetBytes()
        : layout.exceptionAt(lines, exception & ~EXCEPTION, blockBytes);
  }

  /** Tells the bursts that a line's place touches: a target that is no multiple may add one. */
  private void moves(int page, int line, int exception, boolean writes, Transfers transfers) {
    LcpLayout layout = layouts[page];
    int at = lineAt(layout, line, exception);
    int bytes = exception == 0 ? layout.targetBytes() : blockBytes;
    int first = at / burstBytes;
    int bursts = (at + bytes - 1) / burstBytes - first + 1;
    long address = addresses[page] + (long) first * burstBytes;
    if (writes) {
      transfers.writeDevice(address, bursts);
    } else {
      transfers.readDevice(address, bursts);
    }
  }

  private void decode(int page, int line, int exception, MemorySegment target, long offset) {
    LcpLayout layout = layouts[page];
    long at = inSlab(page) + lineAt(layout, line, exception);
    if (exception != 0 || !layout.isCompressed()) {
      MemorySegment.copy(slab(page), at, target, offset, blockBytes);
    } else {
      codec.decode(slab(page), at, layout.targetBytes(), target, offset);
    }
  }

  @Override
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    int page = (int) (block / lines);
    int line = (int) (block % lines);
    LcpLayout layout = layouts[page];
    if (layout.pageBytes() == 0) {
      if (!EntryCodec.isZero(source, offset, blockBytes)) {
        relocate(page, line, source, offset, transfers);
      }
      return;
    }
    if (!layout.isCompressed()) {
      moves(page, line, 0, true, transfers);
      transfers.codeBytes += blockBytes;
      MemorySegment.copy(
          source, offset, slab(page), inSlab(page) + lineAt(layout, line, 0), blockBytes);
      return;
    }
    int before = exception(page, line);
    int bytes = codec.encode(source, offset);
    transfers.encoded(codec.tag());
    transfers.codeBytes += bytes;
    if (bytes <= layout.targetBytes()) {
      metadata.access(page, before != 0, transfers);
      setException(page, line, 0);
      moves(page, line, 0, true, transfers);
      codec.copyTo(slab(page), inSlab(page) + lineAt(layout, line, 0));
      return;
    }
    int exception = before != 0 ? before : freeException(page);
    metadata.access(page, exception != before, transfers);
    if (exception == 0) {
      transfers.overflows++;
      relocate(page, line, source, offset, transfers);
      return;
    }
    transfers.overflows += before == 0 ? 1 : 0;
    setException(page, line, exception);
    moves(page, line, exception, true, transfers);
    MemorySegment.copy(
        source, offset, slab(page), inSlab(page) + lineAt(layout, line, exception), blockBytes);
  }

  /** An exception's place that no line has, or 0 if there is no room. */
  private int freeException(int page) {
    long taken = 0;
    for (int line = 0; line < lines; line++) {
      int entry = exception(page, line);
      taken |= entry == 0 ? 0 : 1L << (entry & ~EXCEPTION);
    }
    int free = Long.numberOfTrailingZeros(~taken);
    return free < layouts[page].room(lines, blockBytes) ? EXCEPTION | free : 0;
  }

  /** Lays a page out anew, with one line changed. */
  private void relocate(
      int page, int line, MemorySegment source, long offset, Transfers transfers) {
    LcpLayout before = layouts[page];
    transfers.relocations++;
    transfers.readDevice(addresses[page], Math.ceilDiv(before.pageBytes(), burstBytes));
    collect(page);
    MemorySegment.copy(source, offset, whole, (long) line * blockBytes, blockBytes);
    layOut(page, whole, 0);
    LcpLayout after = layouts[page];
    transfers.writeDevice(addresses[page], Math.ceilDiv(after.pageBytes(), burstBytes));
    transfers.decodedBlocks += before.pageBytes() > 0 && before.isCompressed() ? lines : 0;
    transfers.encodedBlocks += lines;
  }

  /** Puts a page as it is read together. */
  private void collect(int page) {
    if (layouts[page].pageBytes() == 0) {
      whole.fill((byte) 0);
      return;
    }
    for (int line = 0; line < lines; line++) {
      int exception = layouts[page].isCompressed() ? exception(page, line) : 0;
      decode(page, line, exception, whole, (long) line * blockBytes);
    }
  }

  /** Gives a page the best layout for its data. */
  private void layOut(int page, MemorySegment data, long offset) {
    LcpLayout before = layouts[page];
    LcpLayout layout = ZEROS;
    if (!EntryCodec.isZero(data, offset, PAGE_BYTES)) {
      for (int line = 0; line < lines; line++) {
        sizes[line] = codec.bytes(data, offset + (long) line * blockBytes);
      }
      layout = LcpLayout.choose(sizes, blockBytes);
    }
    if (layout.pageBytes() != before.pageBytes()) {
      if (before.pageBytes() > 0) {
        slabs.free(addresses[page], before.pageBytes());
      }
      if (layout.pageBytes() > 0) {
        addresses[page] = slabs.take(layout.pageBytes());
      }
    }
    layouts[page] = layout;
    if (layout.pageBytes() > 0) {
      fill(page, data, offset);
    }
  }

  private void fill(int page, MemorySegment data, long offset) {
    LcpLayout layout = layouts[page];
    if (!layout.isCompressed()) {
      MemorySegment.copy(data, offset, slab(page), inSlab(page), PAGE_BYTES);
      return;
    }
    int exceptions = 0;
    for (int line = 0; line < lines; line++) {
      long from = offset + (long) line * blockBytes;
      int bytes = codec.encode(data, from);
      int exception = bytes <= layout.targetBytes() ? 0 : EXCEPTION | exceptions++;
      long at = inSlab(page) + lineAt(layout, line, exception);
      setException(page, line, exception);
      if (exception == 0) {
        codec.copyTo(slab(page), at);
      } else {
        MemorySegment.copy(data, from, slab(page), at, blockBytes);
      }
    }
  }

  /** Lays out each page anew. */
  @Override
  protected void place(long first, long count, MemorySegment source, long offset) {
    long end = first + count;
    for (long block = first; block < end; ) {
      int page = (int) (block / lines);
      int line = (int) (block % lines);
      int length = (int) Math.min(lines - line, end - block);
      long from = offset + (block - first) * blockBytes;
      if (length == lines) {
        layOut(page, source, from);
      } else {
        collect(page);
        MemorySegment.copy(
            source, from, whole, (long) line * blockBytes, (long) length * blockBytes);
        layOut(page, whole, 0);
      }
      block += length;
    }
  }

  @Override
  protected void resize(long toBlocks) {
    if (toBlocks % lines != 0) {
      throw new IllegalArgumentException(
          "%d blocks of %d B are no whole pages".formatted(toBlocks, blockBytes));
    }
    int before = layouts.length;
    layouts = Arrays.copyOf(layouts, Math.toIntExact(toBlocks / lines));
    Arrays.fill(layouts, before, layouts.length, ZEROS);
    addresses = Arrays.copyOf(addresses, layouts.length);
  }

  /** The physical pages, metadata and all. */
  @Override
  public long dataBytes() {
    return slabs.taken();
  }

  /** None but what stands in the pages. */
  @Override
  public long metadataBytes(long ofBlocks) {
    return 0;
  }
}
