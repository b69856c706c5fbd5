package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds what is left in a damaged container. */
final class Salvage {
  private Salvage() {}

  /**
   * The header, or its copy at the end.
   *
   * @throws ContainerException if neither is whole
   */
  static Header header(MemorySegment file) {
    try {
      return Header.read(file, 0);
    } catch (ContainerException e) {
      long start = Index.start(file);
      if (start < 0) {
        throw e;
      }
      long copy = Index.headerCopy(file, start);
      if (!Header.isAt(file, copy)) {
        throw e;
      }
      return Header.read(file, copy);
    }
  }

  /** Whether the header or its copy is whole. */
  static boolean hasHeader(MemorySegment file) {
    try {
      header(file);
      return true;
    } catch (ContainerException _) {
      return false;
    }
  }

  /** Where chunks are: from the index if it is whole, else by looking for them everywhere. */
  static ChunkMap chunks(MemorySegment file, Header header) {
    long start = Index.start(file);
    if (start >= 0 && Index.isWhole(file, start)) {
      try {
        return Index.read(file, start, header);
      } catch (ContainerException _) {
        // Then it is no use.
      }
    }
    return new Search(file, header).run();
  }

  /** A search for chunks. */
  private static final class Search {
    private final MemorySegment file;
    private final Header header;
    private final ContainerSettings settings;
    private final Layout layout;
    private final ChunkDecoder decoder;

    /** Where each member's chunks were found, by their number in the member. */
    private final List<long[]> found = new ArrayList<>();

    private final long[] bytes;

    /** More chunks than a file of this size can have lost; a number beyond is no sane one. */
    private final long mostChunks;

    Search(MemorySegment file, Header header) {
      this.file = file;
      this.header = header;
      settings = header.settings();
      Granularity granularity = settings.granularity();
      BlockCodec codec = settings.createCodec();
      layout = new Layout(granularity, codec);
      decoder = new ChunkDecoder(codec, granularity, layout);
      bytes = new long[header.names().size()];
      header.names().forEach(_ -> found.add(new long[0]));
      mostChunks = 1024 + 16 * (file.byteSize() / layout.size(settings.blocksPerChunk(), 0));
    }

    ChunkMap run() {
      for (long at = 0; at < file.byteSize(); ) {
        at += take(at);
      }
      List<Member> members = new ArrayList<>();
      long chunks = 0;
      for (int m = 0; m < bytes.length; m++) {
        members.add(new Member(header.names().get(m), bytes[m], 0, chunks));
        chunks += found.get(m).length;
      }
      long[] starts = new long[Math.toIntExact(chunks)];
      int next = 0;
      for (long[] of : found) {
        System.arraycopy(of, 0, starts, next, of.length);
        next += of.length;
      }
      return new ChunkMap(members, starts, false);
    }

    /** Takes the chunk that starts there, if one does; tells where to look next. */
    private long take(long at) {
      if (!ChunkHead.isAt(file, at)) {
        return layout.alignment;
      }
      ChunkHead head = ChunkHead.read(file, at);
      if (!head.isPlausible(settings.granularity().blockBytes(), settings.blocksPerChunk())
          || head.member() >= bytes.length
          || head.firstBlock() / settings.blocksPerChunk() >= mostChunks
          || !decoder.isHeadWhole(file, at, head)) {
        return layout.alignment;
      }
      int number = (int) (head.firstBlock() / settings.blocksPerChunk());
      long[] of = found.get(head.member());
      if (number >= of.length) {
        int known = of.length;
        of = Arrays.copyOf(of, number + 1);
        Arrays.fill(of, known, of.length, ChunkMap.MISSING);
        found.set(head.member(), of);
        bytes[head.member()] =
            head.firstBlock() * settings.granularity().blockBytes() + head.dataBytes();
      }
      of[number] = at;
      return layout.size(head.blocks(), head.payloadBytes());
    }
  }
}
