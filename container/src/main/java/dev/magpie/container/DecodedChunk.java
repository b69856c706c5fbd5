package dev.magpie.container;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The data of a chunk on their way out, and what is damaged in it. Used again. */
final class DecodedChunk {
  private static final Member NONE = new Member("", 0, 0, 0);

  final ChunkDecoder decoder;
  private final ByteBuffer data;
  private Member member = NONE;
  private long chunk;
  private int dataBytes;
  private int dataCrc;
  private @Nullable BitSet damaged;

  /** What is wrong with all of the chunk; empty if nothing is. */
  private String loss = "";

  DecodedChunk(ChunkDecoder decoder, int chunkBytes) {
    this.decoder = decoder;
    data = ByteBuffer.allocateDirect(chunkBytes);
  }

  void begin(Member of, long number, int bytes) {
    member = of;
    chunk = number;
    dataBytes = bytes;
    damaged = null;
    loss = "";
  }

  /** Decodes the chunk, whose head is whole. */
  void decode(MemorySegment file, long at) {
    ChunkHead head = ChunkHead.read(file, at);
    damaged = decoder.decode(file, at, head, MemorySegment.ofBuffer(data.clear()));
    dataCrc = head.dataCrc();
  }

  /** Has zeros for data. */
  void lose(String what) {
    loss = what;
    MemorySegment.ofBuffer(data.clear()).fill((byte) 0);
  }

  Member member() {
    return member;
  }

  long chunk() {
    return chunk;
  }

  int dataBytes() {
    return dataBytes;
  }

  /** CRC-32C of the data, if nothing is damaged. */
  int dataCrc() {
    return dataCrc;
  }

  /** Damaged blocks by their place in the chunk; null if there is no damage. */
  @Nullable BitSet damaged() {
    return damaged;
  }

  /** What is wrong with all of the chunk; empty if nothing is. */
  String loss() {
    return loss;
  }

  ByteBuffer data() {
    return data.clear().limit(dataBytes);
  }
}
