package dev.magpie.container;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Takes the chunks of a member in order: writes their data and tells of damage. */
final class MemberSink {
  private final ContainerSettings settings;
  private final Consumer<Damage> damages;
  private final WritableByteChannel out;
  private final LongConsumer progress;
  private int crc;
  private boolean whole = true;

  MemberSink(
      ContainerSettings settings,
      Consumer<Damage> damages,
      WritableByteChannel out,
      LongConsumer progress) {
    this.settings = settings;
    this.damages = damages;
    this.out = out;
    this.progress = progress;
  }

  void take(DecodedChunk chunk) throws IOException {
    long firstBlock = (chunk.chunk() - chunk.member().firstChunk()) * settings.blocksPerChunk();
    BitSet damaged = chunk.damaged();
    if (!chunk.loss().isEmpty()) {
      int blocks = Math.ceilDiv(chunk.dataBytes(), settings.granularity().blockBytes());
      tell(chunk, firstBlock, blocks, chunk.loss());
    } else if (damaged != null) {
      tell(chunk, firstBlock, damaged);
    } else {
      crc = Checksums.combine(crc, chunk.dataCrc(), chunk.dataBytes());
    }
    ByteBuffer data = chunk.data();
    while (data.hasRemaining()) {
      out.write(data);
    }
    progress.accept(chunk.dataBytes());
  }

  /** Tells of runs of damaged blocks. */
  private void tell(DecodedChunk chunk, long firstBlock, BitSet damaged) {
    if (damaged.isEmpty()) {
      tell(chunk, firstBlock, 0, "damaged");
    }
    for (int from = damaged.nextSetBit(0); from >= 0; ) {
      int to = damaged.nextClearBit(from);
      tell(chunk, firstBlock + from, to - from, "damaged");
      from = damaged.nextSetBit(to);
    }
  }

  private void tell(DecodedChunk chunk, long firstBlock, long blocks, String what) {
    whole = false;
    damages.accept(new Damage(chunk.member().name(), chunk.chunk(), firstBlock, blocks, what));
  }

  /** Compares all that was taken with the member's check, if no damage explains a difference. */
  void finish(Member member) {
    if (whole && crc != member.crc32c()) {
      damages.accept(
          new Damage(
              member.name(),
              member.firstChunk(),
              0,
              member.blocks(settings.granularity().blockBytes()),
              "they are not what was compressed"));
    }
  }
}
