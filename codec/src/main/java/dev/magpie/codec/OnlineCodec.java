package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A trained codec that learns where it works, at one memory controller: it counts the values in the
 * blocks of a window and then codes with the code book made from them (E2MC and SC2 sample for some
 * millions of instructions).
 *
 * <p>A new window makes a new version of the code book. Blocks coded under the version before stay
 * as they are and are told apart by a bit of the tag, so two versions can be live. A third one
 * waits until no block of the oldest is left; a memory says so through {@link #release} as it
 * overwrites or recodes them, and a block is never read with a book that it was not coded with.
 * Blocks that come before the first version are raw. Not thread-safe.
 *
 * <pre>{@code
 * OnlineCodec codec = new OnlineCodec(CodecSpec.parse("e2mc"), Granularity.DEFAULT, 100_000);
 * int tag = codec.encode(block, 0, coded);    // RAW for the first 100,000 blocks
 * // ...
 * codec.startSampling();                      // when the program's data have changed
 * // ...
 * codec.release(tag);                         // the block that had this tag is overwritten
 * }</pre>
 */
public final class OnlineCodec {
  private static final int LIVE_VERSIONS = 2;

  private final CodecSpec spec;
  private final Granularity granularity;
  private final long windowBlocks;
  private final int detailBits;

  /** By version modulo two: the code book, and how many blocks in the memory need it. */
  private final @Nullable BlockCodec[] books = new BlockCodec[LIVE_VERSIONS];

  private final long[] blocks = new long[LIVE_VERSIONS];

  private int version;

  /** Counts a window; null between windows. */
  private @Nullable CodecTrainer trainer;

  private long sampledBlocks;

  /** The next version's, while blocks of the version before the present one are left. */
  private @Nullable CodecTable waiting;

  /**
   * A codec that has seen nothing and samples from the first block on.
   *
   * @param spec a trained codec, without a table
   * @param windowBlocks blocks that a window counts, at least 1; {@link #endSampling} ends it early
   * @throws CodecSpecException if the codec is not trained, or not for this block size
   */
  public OnlineCodec(CodecSpec spec, Granularity granularity, long windowBlocks) {
    if (!spec.needsTraining()) {
      throw new CodecSpecException("codec '%s' has nothing to learn".formatted(spec));
    }
    if (windowBlocks < 1) {
      throw new IllegalArgumentException("a window has a block at least");
    }
    this.spec = spec;
    this.granularity = granularity;
    this.windowBlocks = windowBlocks;
    detailBits = spec.create(granularity, spec.trainer().table()).tagBits();
    trainer = spec.trainer();
  }

  /** The codec's own tag, and a bit for the version. */
  public int tagBits() {
    return 1 + detailBits;
  }

  /** How many code books were made; 0 before the first, while all blocks are raw. */
  public int version() {
    return version;
  }

  /** Whether the blocks that come are counted for the next version. */
  public boolean isSampling() {
    return trainer != null;
  }

  /** Whether the next version is ready and waits for the blocks of an old one to go. */
  public boolean isWaiting() {
    return waiting != null;
  }

  /** Blocks in the memory that are coded under the version before the present one. */
  public long oldBlocks() {
    return blocks[slot(version + 1)];
  }

  /** Whether the block with this tag is one of the old ones. */
  public boolean isOld(int tag) {
    return tag != BlockCodec.RAW && slotOf(tag) != slot(version);
  }

  private static int slot(int version) {
    return version % LIVE_VERSIONS;
  }

  private int slotOf(int tag) {
    return tag >>> detailBits;
  }

  /**
   * Begins to count a new window.
   *
   * @throws IllegalStateException if a window is not over, or its version not in use yet
   */
  public void startSampling() {
    if (isSampling() || isWaiting()) {
      throw new IllegalStateException("the window before is not done with");
    }
    trainer = spec.trainer();
    sampledBlocks = 0;
  }

  /**
   * Ends the window; what was counted becomes the next version, at once or when it can.
   *
   * @throws IllegalStateException if there is no window
   */
  public void endSampling() {
    if (trainer == null) {
      throw new IllegalStateException("there is no window to end");
    }
    waiting = trainer.table();
    trainer = null;
    useWaiting();
  }

  private void useWaiting() {
    if (waiting != null && oldBlocks() == 0) {
      version++;
      books[slot(version)] = spec.create(granularity, waiting);
      waiting = null;
    }
  }

  /** Coded size of a block under the present version; counts and changes nothing. */
  public int sizeBits(MemorySegment memory, long offset) {
    BlockCodec book = books[slot(version)];
    return book == null ? BlockCodec.RAW : book.sizeBits(memory, offset);
  }

  /**
   * Codes a block that is written to the memory, and counts it if a window is open.
   *
   * @return the tag, which {@link #release} wants back, or {@link BlockCodec#RAW}
   */
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    return encode(books[slot(version)], memory, offset, out);
  }

  /** The same for a block that a lossy codec may not approximate. */
  public int encodeLossless(MemorySegment memory, long offset, BitWriter out) {
    BlockCodec book = books[slot(version)];
    return encode(book == null ? null : book.lossless(), memory, offset, out);
  }

  private int encode(@Nullable BlockCodec book, MemorySegment memory, long offset, BitWriter out) {
    int detail = book == null ? BlockCodec.RAW : book.encode(memory, offset, out);
    int tag = BlockCodec.RAW;
    if (detail != BlockCodec.RAW) {
      tag = slot(version) << detailBits | detail;
      blocks[slot(version)]++;
    }
    if (trainer != null) {
      trainer.add(memory, offset, granularity.blockBytes());
      sampledBlocks++;
      if (sampledBlocks == windowBlocks) {
        endSampling();
      }
    }
    return tag;
  }

  /**
   * Takes note that a block is no longer in the memory as it was coded.
   *
   * @param tag what it was coded with; nothing happens for a raw one
   * @throws IllegalArgumentException if no block in the memory has such a tag
   */
  public void release(int tag) {
    if (tag == BlockCodec.RAW) {
      return;
    }
    int slot = slotOf(tag);
    if (slot < 0 || slot >= LIVE_VERSIONS || blocks[slot] == 0) {
      throw new IllegalArgumentException("no block is coded with the tag " + tag);
    }
    blocks[slot]--;
    useWaiting();
  }

  /**
   * Reads a block coded under either live version.
   *
   * @throws CorruptBlockException if no block is coded so
   */
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int slot = slotOf(tag);
    BlockCodec book = slot < 0 || slot >= LIVE_VERSIONS ? null : books[slot];
    if (book == null) {
      throw new CorruptBlockException("no live version of the code book has tag " + tag);
    }
    book.decode(in, tag & ((1 << detailBits) - 1), memory, offset);
  }
}
