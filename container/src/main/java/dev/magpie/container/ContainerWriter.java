package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Writes a container, from front to back and in one pass over each of its members. Memory does not
 * grow with their size, but for 8 bytes a chunk. Not thread-safe.
 *
 * <pre>{@code
 * ContainerSettings settings =
 *     ContainerSettings.of(CodecSpec.parse("mag-bdi"), Granularity.DEFAULT);
 * try (ContainerWriter writer = new ContainerWriter(channel, settings, List.of("field"), 4)) {
 *   writer.add(input, bytes -> {});
 *   writer.finish();
 * }
 * }</pre>
 */
public final class ContainerWriter implements AutoCloseable {
  private final WritableByteChannel out;
  private final ContainerSettings settings;
  private final List<String> names;
  private final byte[] header;
  private final List<Member> members = new ArrayList<>();
  private final Pipeline<Piece> pipeline;
  private long[] chunks = new long[16];
  private int chunkCount;
  private long position;

  /** Of the member that is being written. */
  private long memberBytes;

  private int memberCrc;

  /** A chunk on its way. */
  private static final class Piece {
    final ByteBuffer data;
    final ByteBuffer chunk;
    final ChunkEncoder encoder;
    int member;
    long firstBlock;
    int dataBytes;

    Piece(BlockCodec codec, ContainerSettings settings, Layout layout) {
      data = ByteBuffer.allocateDirect(settings.chunkBytes());
      chunk = ByteBuffer.allocateDirect(layout.most(settings.blocksPerChunk()));
      encoder = new ChunkEncoder(codec, settings.granularity(), layout);
    }

    void encode() {
      int size =
          encoder.encode(
              MemorySegment.ofBuffer(data.clear()),
              dataBytes,
              member,
              firstBlock,
              MemorySegment.ofBuffer(chunk.clear()));
      chunk.limit(size);
    }
  }

  /**
   * Begins a container.
   *
   * @param names of all members, in the order in which they will be added: relative paths
   * @param threads that encode; 1 for the caller's only
   * @throws dev.magpie.codec.CodecSpecException if the settings make no codec
   */
  public ContainerWriter(
      WritableByteChannel out, ContainerSettings settings, List<String> names, int threads)
      throws IOException {
    this.out = out;
    this.settings = settings;
    this.names = List.copyOf(names);
    BlockCodec codec = settings.createCodec();
    Layout layout = new Layout(settings.granularity(), codec);
    header = new Header(settings, this.names).toBytes(layout);
    pipeline =
        new Pipeline<>(
            threads, () -> new Piece(codec, settings, layout), Piece::encode, this::write);
    write(ByteBuffer.wrap(header));
  }

  /**
   * Adds the next member: all that can be read.
   *
   * @param progress is told the bytes that have been read
   */
  public Member add(ReadableByteChannel in, LongConsumer progress) throws IOException {
    memberBytes = 0;
    memberCrc = 0;
    long firstChunk = chunkCount;
    long firstBlock = 0;
    boolean more = true;
    while (more) {
      Piece piece = pipeline.next();
      more = fill(piece.data.clear(), in);
      piece.dataBytes = piece.data.position();
      if (piece.dataBytes > 0) {
        piece.member = members.size();
        piece.firstBlock = firstBlock;
        firstBlock += settings.blocksPerChunk();
        progress.accept(piece.dataBytes);
        pipeline.submit(piece);
      } else {
        pipeline.giveBack(piece);
      }
    }
    pipeline.drain();
    Member member = new Member(names.get(members.size()), memberBytes, memberCrc, firstChunk);
    members.add(member);
    return member;
  }

  private static boolean fill(ByteBuffer data, ReadableByteChannel in) throws IOException {
    while (data.hasRemaining()) {
      if (in.read(data) < 0) {
        return false;
      }
    }
    return true;
  }

  private void write(Piece piece) throws IOException {
    ChunkHead head = ChunkHead.read(MemorySegment.ofBuffer(piece.chunk), 0);
    memberCrc = Checksums.combine(memberCrc, head.dataCrc(), head.dataBytes());
    memberBytes += head.dataBytes();
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunkCount);
    }
    chunks[chunkCount++] = position;
    write(piece.chunk);
  }

  private void write(ByteBuffer bytes) throws IOException {
    position += bytes.remaining();
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /**
   * Writes the index; without it, a file is no whole container.
   *
   * @return the container's size in bytes
   */
  public long finish() throws IOException {
    if (members.size() != names.size()) {
      throw new IllegalStateException(
          "%d members are named, and %d added".formatted(names.size(), members.size()));
    }
    long[] all = Arrays.copyOf(chunks, chunkCount + 1);
    all[chunkCount] = position;
    write(ByteBuffer.wrap(Index.toBytes(members, all, header)));
    return position;
  }

  /** Ends the threads; leaves the channel open. */
  @Override
  public void close() {
    pipeline.close();
  }
}
