package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * An open container. Its file is mapped, so that it may be larger than memory, and any block can be
 * read without those before it. Safe for use by many threads.
 *
 * <pre>{@code
 * try (Container container = Container.open(Path.of("field.mgp"))) {
 *   container.readBlock(0, 1_000_000, block, 0);
 * }
 * }</pre>
 */
public final class Container implements AutoCloseable {
  private final Path path;
  private final Arena arena;
  private final MemorySegment file;
  private final ContainerSettings settings;
  private final BlockCodec codec;
  private final Layout layout;
  private final ChunkMap map;
  private final ThreadLocal<Access> accesses;

  /** A thread's way to single blocks. */
  private static final class Access {
    final ChunkDecoder decoder;
    final MemorySegment block;

    /** The chunk whose head was found whole last; -1 if none was. */
    long checked = -1;

    Access(ChunkDecoder decoder, int blockBytes) {
      this.decoder = decoder;
      block = MemorySegment.ofArray(new byte[blockBytes]);
    }
  }

  private Container(Path path, Arena arena, MemorySegment file, Header header, ChunkMap map) {
    this.path = path;
    this.arena = arena;
    this.file = file;
    this.map = map;
    settings = header.settings();
    codec = settings.createCodec();
    layout = new Layout(settings.granularity(), codec);
    accesses = ThreadLocal.withInitial(() -> new Access(decoder(), blockBytes()));
  }

  /** Finds out what a mapped file holds. */
  private interface Opening {
    Container open(Arena arena, MemorySegment file);
  }

  /**
   * Opens a container whose header and index are whole.
   *
   * @throws ContainerException if it is none; the message names the file
   * @throws IOException if it cannot be read
   */
  public static Container open(Path path) throws IOException {
    return open(
        path,
        (arena, file) -> {
          Header header = header(file);
          ChunkMap map = ChunkMap.ofIndex(file, header);
          return new Container(path, arena, file, header, map);
        });
  }

  private static Header header(MemorySegment file) {
    try {
      return Header.read(file, 0);
    } catch (ContainerException e) {
      if (Salvage.hasHeader(file)) {
        throw new ContainerException(
            "the header is damaged, and its copy at the end is whole; --salvage uses that");
      }
      throw e;
    }
  }

  /**
   * Opens what is left of a container: without an index, its chunks are searched for, and what the
   * last of them may have been is not known.
   *
   * @throws ContainerException if neither the header nor its copy is whole
   * @throws IOException if it cannot be read
   */
  public static Container openDamaged(Path path) throws IOException {
    return open(
        path,
        (arena, file) -> {
          Header header = Salvage.header(file);
          ChunkMap map = Salvage.chunks(file, header);
          return new Container(path, arena, file, header, map);
        });
  }

  private static Container open(Path path, Opening opening) throws IOException {
    Arena arena = Arena.ofShared();
    try {
      if (!Files.isRegularFile(path) && Files.exists(path)) {
        throw new ContainerException("a container has to be a regular file");
      }
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        return opening.open(arena, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
      }
    } catch (ContainerException e) {
      arena.close();
      throw new ContainerException(path + ": " + e.getMessage());
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  private ChunkDecoder decoder() {
    return new ChunkDecoder(codec, settings.granularity(), layout);
  }

  public ContainerSettings settings() {
    return settings;
  }

  public List<Member> members() {
    return map.members();
  }

  /** Whether the index is whole, so that lengths and checks of members are known. */
  public boolean isIndexed() {
    return map.isIndexed();
  }

  /** The container's own size in bytes. */
  public long bytes() {
    return file.byteSize();
  }

  /**
   * Reads one block; of a member's last, what lies behind its end is zeros.
   *
   * @param block its number in the member
   * @param target receives a whole block
   * @throws IndexOutOfBoundsException if the member has no such block
   * @throws ContainerException if it is damaged
   */
  public void readBlock(int member, long block, MemorySegment target, long offset) {
    Member of = members().get(member);
    Objects.checkIndex(block, of.blocks(blockBytes()));
    Objects.checkFromIndexSize(offset, blockBytes(), target.byteSize());
    long chunk = of.firstChunk() + block / settings.blocksPerChunk();
    int inChunk = (int) (block % settings.blocksPerChunk());
    Access access = accesses.get();
    long at = map.start(chunk);
    boolean whole = access.checked == chunk || isHeadWhole(access.decoder, of, chunk);
    if (whole) {
      access.checked = chunk;
      int blocks = ChunkHead.read(file, at).blocks();
      whole = access.decoder.decodeBlock(file, at, blocks, inChunk, target, offset);
    }
    if (!whole) {
      throw failed(new Damage(of.name(), chunk, block, 1, "damaged"));
    }
  }

  /**
   * Reads any bytes of a member.
   *
   * @throws IndexOutOfBoundsException if the member has not so many
   * @throws ContainerException if a block that holds some of them is damaged
   */
  public void read(int member, long position, MemorySegment target, long offset, long bytes) {
    Objects.checkFromIndexSize(position, bytes, members().get(member).bytes());
    MemorySegment block = accesses.get().block;
    int blockBytes = blockBytes();
    for (long done = 0; done < bytes; ) {
      long within = (position + done) % blockBytes;
      long part = Math.min(blockBytes - within, bytes - done);
      readBlock(member, (position + done) / blockBytes, block, 0);
      MemorySegment.copy(block, within, target, offset + done, part);
      done += part;
    }
  }

  private int blockBytes() {
    return settings.granularity().blockBytes();
  }

  /** Whether the head of a chunk is there, whole, and the one that belongs there. */
  private boolean isHeadWhole(ChunkDecoder decoder, Member member, long chunk) {
    long at = map.start(chunk);
    if (at < 0 || !ChunkHead.isAt(file, at)) {
      return false;
    }
    ChunkHead head = ChunkHead.read(file, at);
    long firstBlock = (chunk - member.firstChunk()) * settings.blocksPerChunk();
    return head.isPlausible(blockBytes(), settings.blocksPerChunk())
        && decoder.isHeadWhole(file, at, head)
        && head.member() < members().size()
        && members().get(head.member()).equals(member)
        && head.firstBlock() == firstBlock
        && head.dataBytes() == dataBytes(member, chunk)
        && map.fits(chunk, layout.size(head.blocks(), head.payloadBytes()));
  }

  private int dataBytes(Member member, long chunk) {
    long before = (chunk - member.firstChunk()) * settings.chunkBytes();
    return (int) Math.min(settings.chunkBytes(), member.bytes() - before);
  }

  /**
   * Writes all of a member.
   *
   * @param threads that decode; 1 for the caller's only
   * @param progress is told the bytes that have been written
   * @throws ContainerException if some of it is damaged; the message names the first such block
   */
  public void copy(int member, WritableByteChannel out, int threads, LongConsumer progress)
      throws IOException {
    decode(member, threads, new MemberSink(settings, this::refuse, out, progress));
  }

  private void refuse(Damage damage) {
    throw failed(damage);
  }

  private ContainerException failed(Damage damage) {
    return new ContainerException(path + ": " + damage);
  }

  /**
   * Writes all of a member that is whole, and zeros in place of the rest.
   *
   * @return what is not whole
   */
  public List<Damage> salvage(
      int member, WritableByteChannel out, int threads, LongConsumer progress) throws IOException {
    List<Damage> damages = new ArrayList<>();
    decode(member, threads, new MemberSink(settings, damages::add, out, progress));
    return damages;
  }

  /** Decodes all of a member and finds what is not whole. */
  public List<Damage> check(int member, int threads, LongConsumer progress) throws IOException {
    return salvage(member, new Nowhere(), threads, progress);
  }

  private void decode(int number, int threads, MemberSink sink) throws IOException {
    Member member = members().get(number);
    long end = member.firstChunk() + Math.ceilDiv(member.bytes(), (long) settings.chunkBytes());
    try (Pipeline<DecodedChunk> pipeline =
        new Pipeline<>(
            threads,
            () -> new DecodedChunk(decoder(), settings.chunkBytes()),
            this::decode,
            sink::take)) {
      for (long chunk = member.firstChunk(); chunk < end; chunk++) {
        DecodedChunk piece = pipeline.next();
        piece.begin(member, chunk, dataBytes(member, chunk));
        pipeline.submit(piece);
      }
      pipeline.drain();
    }
    if (map.isIndexed()) {
      sink.finish(member);
    }
  }

  private void decode(DecodedChunk piece) {
    if (isHeadWhole(piece.decoder, piece.member(), piece.chunk())) {
      piece.decode(file, map.start(piece.chunk()));
    } else {
      piece.lose(map.start(piece.chunk()) < 0 ? "missing" : "its chunk's head is damaged");
    }
  }

  /** Unmaps the file. */
  @Override
  public void close() {
    arena.close();
  }
}
