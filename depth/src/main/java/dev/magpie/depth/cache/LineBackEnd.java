package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The paper's proposal (section 3): tiles are compressed before the cache, which holds the lines of
 * compressed and of raw tiles alike. Under the scheme {@code raw} all tiles are raw: RAW-L.
 */
final class LineBackEnd extends BackEnd {
  private static final int NO_TILE = -1;

  private final int lineShift;
  private final int raw;
  private final boolean compresses;
  private final boolean masked;
  private final boolean readsParts;
  private final long[] lineMasks;
  private final long[] inFrame;

  /** Compresses tiles that are evicted, while the encoder has another tile; or is not used. */
  private final TileEncoder refiner;

  private final boolean refines;

  private final DecodedTiles decoded;
  private final int[] scratch;

  /** The tile that is being worked on, which the refiner must leave alone. */
  private int current = NO_TILE;

  LineBackEnd(EventStream stream, Configuration configuration, @Nullable BackEndObserver observer) {
    super(
        stream,
        configuration,
        observer,
        configuration.cache().lineTags(stream.shape().tile(), stream.shape().tiles()),
        stream.shape().tile().lineBytes() / Long.BYTES);
    lineShift = Integer.numberOfTrailingZeros(linesPerTile);
    raw = encoder.raw;
    compresses = !configuration.scheme().isRaw();
    masked = configuration.partialWrites() == Configuration.PartialWrites.MASKED;
    readsParts = configuration.compressedReads() == Configuration.CompressedReads.NEEDED;
    refines = configuration.references() == Configuration.References.REFINED;
    refiner = refines ? new TileEncoder(stream, configuration, counts) : encoder;
    decoded = new DecodedTiles(Math.min(tags.size(), modes.length), encoder.depths.length);
    scratch = encoder.depths;
    lineMasks = rawLines.masks();
    inFrame = new long[modes.length];
    Arrays.setAll(inFrame, stream.shape()::inFrame);
    if (!compresses) {
      Arrays.fill(modes, (byte) raw);
    }
  }

  @Override
  void handle(EventBatch batch, int event) {
    current = batch.tile(event);
    if (modes[current] == raw) {
      updateRaw(batch, event, current);
    } else {
      updateCompressed(batch, event, current);
    }
    current = NO_TILE;
  }

  private void updateCompressed(EventBatch batch, int event, int tile) {
    int mode = modes[tile];
    long old = valid[tile];
    long passed = batch.passed(event);
    boolean fresh = mode == TileEncoder.CLEARED || overwrites(batch, event, old);
    if (!fresh && readsParts && updatePart(batch, event, tile, mode)) {
      return;
    }
    if (!fresh) {
      long misses = counts.misses;
      for (int line = 0; line < encoder.lineCount(mode); line++) {
        int slot = access(tile, line, true);
        copyLine(cached, slot * lineWords, encoder.lines, line * lineWords);
      }
      counts.linesFromCache += encoder.lineCount(mode);
      countDecoded(tile, mode);
      if (counts.misses != misses) {
        decoded.forget(tile);
      }
    }
    if (passed == 0) {
      return;
    }
    valid[tile] = old | passed;
    boolean known = decoded.has(tile);
    decoded.forget(tile);
    encoder.depths = decoded.depths(tile);
    int newMode;
    if (fresh) {
      newMode = encoder.overwrite(batch, event);
    } else if (known) {
      newMode = encoder.mergeDecoded(batch, event, mode, old);
    } else {
      newMode = encoder.merge(batch, event, mode, old);
    }
    if (encoder.encodesDepths(newMode)) {
      decoded.keep(tile);
    }
    countEncoded(tile, newMode);
    store(tile, mode, newMode);
    encoder.depths = scratch;
  }

  /**
   * Tests a compressed tile, and replaces samples of it, in the lines that they lie in.
   *
   * @return whether that could be done, and was
   */
  private boolean updatePart(EventBatch batch, int event, int tile, int mode) {
    int needed = encoder.linesOf(mode, batch.covered(event));
    if (Integer.bitCount(needed) == encoder.lineCount(mode)) {
      return false;
    }
    decoded.forget(tile);
    for (int left = needed; left != 0; left &= left - 1) {
      int line = Integer.numberOfTrailingZeros(left);
      copyLine(cached, access(tile, line, true) * lineWords, encoder.lines, line * lineWords);
    }
    long passed = batch.passed(event);
    if (passed != 0) {
      if (!encoder.replace(batch, event, mode)) {
        return false;
      }
      valid[tile] |= passed;
      countEncoded(tile, mode);
      for (int left = encoder.linesOf(mode, passed); left != 0; left &= left - 1) {
        int line = Integer.numberOfTrailingZeros(left);
        int slot = access(tile, line, false);
        copyLine(encoder.lines, line * lineWords, cached, slot * lineWords);
        tags.setDirty(slot);
        counts.linesToCache++;
      }
    }
    counts.linesFromCache += Integer.bitCount(needed);
    countDecoded(tile, mode);
    return true;
  }

  /** Puts the encoder's tile into the cache. */
  private void store(int tile, int oldMode, int mode) {
    modes[tile] = (byte) mode;
    if (mode != raw) {
      int lines = encoder.lineCount(mode);
      drop(tile, lines, encoder.lineCount(oldMode));
      for (int line = 0; line < lines; line++) {
        int slot = access(tile, line, false);
        copyLine(encoder.lines, line * lineWords, cached, slot * lineWords);
        tags.setDirty(slot);
      }
      counts.linesToCache += lines;
      return;
    }
    for (int line = 0; line < linesPerTile; line++) {
      long samples = valid[tile] & lineMasks[line];
      if (samples == 0) {
        drop(tile, line, line + 1);
      }
    }
    for (int line = 0; line < linesPerTile; line++) {
      long samples = valid[tile] & lineMasks[line];
      if (samples != 0) {
        int slot = access(tile, line, false);
        rawLines.putLine(cached, slot * lineWords, line, samples, encoder.depths);
        tags.setDirty(slot);
        counts.linesToCache++;
      }
    }
  }

  private void updateRaw(EventBatch batch, int event, int tile) {
    long old = valid[tile];
    long covered = batch.covered(event);
    long passed = batch.passed(event);
    int accepted = batch.accepted(event);
    if (passed != 0) {
      encoder.evaluate(batch, event, passed);
    }
    for (int touched = batch.touched(event); touched != 0; touched &= touched - 1) {
      int line = Integer.numberOfTrailingZeros(touched);
      long mask = lineMasks[line];
      long oldHere = old & mask;
      long passedHere = passed & mask;
      boolean tested = ((accepted >>> line) & 1) == 0 && (covered & oldHere) != 0;
      boolean merged = passedHere != 0 && (oldHere & ~passedHere) != 0;
      if (passedHere == 0 && !tested) {
        continue;
      }
      int slot =
          tested || (merged && !masked) ? access(tile, line, true) : accessMasked(tile, line);
      counts.linesFromCache += tested ? 1 : 0;
      if (passedHere != 0) {
        counts.linesToCache++;
        rawLines.putLine(cached, slot * lineWords, line, passedHere, encoder.depths);
        tags.setDirty(slot);
      }
    }
    valid[tile] = old | passed;
    if (compresses && passed == inFrame[tile]) {
      counts.overwriteCompressions++;
      int mode = encoder.overwrite(batch, event);
      countEncoded(tile, mode);
      if (mode != raw) {
        store(tile, raw, mode);
      }
    }
  }

  /** Brings a line into the cache; its contents matter only if it is fetched. */
  private int access(int tile, int line, boolean fetch) {
    int key = (tile << lineShift) + line;
    int slot = tags.find(key);
    if (slot != Tags.NONE) {
      countHit(tile);
      tags.touch(slot);
      return slot;
    }
    countMiss(tile);
    makeRoom(key);
    slot = tags.put(key);
    changePresence(tile);
    if (fetch) {
      read(tile, line, 1, cached, slot * lineWords);
    }
    return slot;
  }

  /** Brings a line into the cache without a fetch: what memory has there is merged by memory. */
  private int accessMasked(int tile, int line) {
    boolean there = tags.find((tile << lineShift) + line) != Tags.NONE;
    int slot = access(tile, line, false);
    if (!there && masked) {
      copyFromMemory(tile, line, 1, cached, slot * lineWords);
    }
    return slot;
  }

  /** Drops lines of a tile without writing them back. */
  private void drop(int tile, int from, int to) {
    for (int line = from; line < to; line++) {
      int slot = tags.find((tile << lineShift) + line);
      if (slot != Tags.NONE) {
        remove(slot, tile, 1);
      }
    }
  }

  @Override
  void evict(int slot) {
    int key = tags.key(slot);
    int tile = key >>> lineShift;
    if (tags.isDirty(slot)) {
      if (refines && modes[tile] == raw && tile != current && refine(tile)) {
        return;
      }
      write(tile, key & (linesPerTile - 1), 1, cached, slot * lineWords);
    }
    changePresence(tile);
    remove(slot, tile, 1);
  }

  /** Compresses a raw tile on its way to memory, if all of it is cached. */
  private boolean refine(int tile) {
    counts.peeks++;
    for (int line = 0; line < linesPerTile; line++) {
      long samples = valid[tile] & lineMasks[line];
      if (samples != 0) {
        int slot = tags.find((tile << lineShift) + line);
        if (slot == Tags.NONE) {
          return false;
        }
        rawLines.getLine(cached, slot * lineWords, line, samples, refiner.depths);
      }
    }
    counts.refinements++;
    int mode = refiner.encodeByBruteForce(valid[tile]);
    countEncoded(tile, mode);
    if (mode == raw) {
      return false;
    }
    counts.successfulPeeks++;
    drop(tile, 0, linesPerTile);
    write(tile, 0, refiner.lineCount(mode), refiner.lines, 0);
    modes[tile] = (byte) mode;
    changeHeader(tile);
    return true;
  }
}
