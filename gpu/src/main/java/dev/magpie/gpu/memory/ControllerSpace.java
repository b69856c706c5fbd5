package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static java.util.Objects.requireNonNull;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.BlockMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Each controller has a memory of its own for the lines that are dealt to it, which it numbers from
 * 0 on; a page is made of lines that follow one another there. Memories are made before the first
 * request of a kernel: the codec is trained, if it has to be, on what the GPU's memory then holds,
 * or online, on what moves for a while.
 */
final class ControllerSpace implements LineSpace {
  private final GpuConfig config;
  private final Compression compression;
  private final DeviceImage image;
  private final LinePlacement placement;
  private final CompressedLines lines;
  private final List<Controller> controllers = new ArrayList<>();
  private final List<AwaitedMetadata> awaited = new ArrayList<>();

  /** Lines of a page, or 1. */
  private final int together;

  private final int ownChannels;
  private final int runBytes;
  private final int metadataLineBytes;

  /** Where in each channel tables of metadata begin. */
  private long tableAddress;

  private long end;

  /** Learns from what moves, for all controllers; null before and after. */
  private @Nullable CodecTrainer trainer;

  private @Nullable Controller selected;
  private long block;

  private static final class Controller {
    final int firstChannel;
    final ControllerCodec codec;
    final BlockMemory memory;

    /** By block: its {@link LineDigest}. */
    int[] digests = new int[0];

    Controller(int firstChannel, ControllerCodec codec, BlockMemory memory) {
      this.firstChannel = firstChannel;
      this.codec = codec;
      this.memory = memory;
    }
  }

  /**
   * @throws IllegalArgumentException if bursts are not made of the DRAM's accesses
   */
  ControllerSpace(
      GpuConfig config,
      Compression compression,
      DeviceImage image,
      LinePlacement placement,
      MemoryCounters counters) {
    this.config = config;
    this.compression = compression;
    this.image = image;
    this.placement = placement;
    lines = new CompressedLines(config, this, compression.magBytes(), image, counters);
    if (compression.magBytes() % config.dram().accessBytes() != 0
        && config.dram().accessBytes() % compression.magBytes() != 0) {
      throw new IllegalArgumentException(
          "bursts of %d bytes are not made of accesses of %d"
              .formatted(compression.magBytes(), config.dram().accessBytes()));
    }
    together = Math.max(1, compression.layout().family().pageBytes() / LINE_BYTES);
    ownChannels = config.controller().channels() / config.controller().controllers();
    runBytes = config.l2().interleaveBytes();
    metadataLineBytes = config.controller().metadataCache().lineBytes();
    for (int i = 0; i < config.controller().controllers(); i++) {
      awaited.add(new AwaitedMetadata());
    }
  }

  private void begin() {
    BlockCodec made = compression.trainingInstructions().isPresent() ? untrained() : trained();
    BlockMetadataCache.Shape cache = config.controller().metadataCache();
    for (int i = 0; i < config.controller().controllers(); i++) {
      ControllerCodec codec = new ControllerCodec(compression, made, config);
      BlockMemory memory =
          compression.layout().create(codec, compression.granularity(), together, cache);
      controllers.add(new Controller(i * ownChannels, codec, memory));
    }
    long blocks = ownChannels * (config.dram().bytes() / LINE_BYTES);
    long tableBytes =
        Math.ceilDiv(
            controllers.getFirst().memory.metadataBytes(blocks),
            (long) ownChannels * metadataLineBytes);
    tableAddress = config.dram().bytes() - tableBytes * metadataLineBytes;
  }

  private BlockCodec trained() {
    return CodecTraining.codec(compression.codec(), compression.granularity(), image);
  }

  /** With an empty table: nothing that needs one is coded by it. */
  private BlockCodec untrained() {
    trainer = compression.codec().trainer();
    return compression.codec().create(compression.granularity(), trainer.table()).lossless();
  }

  @Override
  public void moves(MemorySegment line) {
    if (trainer != null) {
      trainer.add(line, 0, LINE_BYTES);
    }
  }

  @Override
  public void endTraining() {
    if (trainer != null) {
      BlockCodec made = compression.codec().create(compression.granularity(), trainer.table());
      trainer = null;
      controllers.forEach(each -> each.codec.learned(made));
      load(0, end);
    }
  }

  /** Those beyond all allocations are threads' local memory. */
  @Override
  public boolean contains(long line) {
    return line < end;
  }

  @Override
  public boolean movesAllWhole() {
    return true;
  }

  @Override
  public void select(int slice, long line) {
    selected = controllers.get(placement.controller(placement.channel(slice)));
    block = placement.blockInController(slice, line);
  }

  private Controller selected() {
    return requireNonNull(selected, "no line is selected");
  }

  @Override
  public CompressedMemory memory() {
    return selected().memory;
  }

  @Override
  public long address() {
    return block * LINE_BYTES;
  }

  @Override
  public int digest() {
    return selected().digests[(int) block];
  }

  @Override
  public void setDigest(int digest) {
    selected().digests[(int) block] = digest;
  }

  @Override
  public LineCodec codec() {
    return selected().codec;
  }

  /** Runs of data are dealt to the controller's channels, and lines of tables of metadata. */
  @Override
  public int channel(long place) {
    int first = selected().firstChannel;
    if (ownChannels == 1) {
      return first;
    }
    return first
        + (int)
            (place >= CompressedMemory.TABLE
                ? (place - CompressedMemory.TABLE) / metadataLineBytes % ownChannels
                : place / runBytes % ownChannels);
  }

  @Override
  public long inChannel(long place) {
    if (place < CompressedMemory.TABLE) {
      return dealt(place, runBytes);
    }
    return tableAddress + dealt(place - CompressedMemory.TABLE, metadataLineBytes);
  }

  private long dealt(long place, int unit) {
    return ownChannels == 1 ? place : place / unit / ownChannels * unit + place % unit;
  }

  @Override
  public long contiguousBytes(long place) {
    if (ownChannels == 1) {
      return Long.MAX_VALUE;
    }
    return place < CompressedMemory.TABLE
        ? runBytes - place % runBytes
        : metadataLineBytes - (place - CompressedMemory.TABLE) % metadataLineBytes;
  }

  @Override
  public AwaitedMetadata awaitedMetadata(int controller) {
    return awaited.get(controller);
  }

  CompressedLines lines() {
    return lines;
  }

  @Override
  public void settle(List<long[]> written) {
    if (controllers.isEmpty()) {
      begin();
    }
    for (long[] range : written) {
      load(range[0] / LINE_BYTES * LINE_BYTES, Math.min(range[1], end));
    }
    long newEnd = Math.ceilDiv(image.bytes(), LINE_BYTES) * LINE_BYTES;
    if (newEnd > end) {
      long blocks = Math.ceilDiv(placement.blocksInController(newEnd), (long) together) * together;
      controllers.forEach(each -> grow(each, blocks));
      load(end, newEnd);
      end = newEnd;
    }
  }

  private static void grow(Controller each, long blocks) {
    if (blocks > each.memory.blocks()) {
      each.memory.grow(blocks);
    }
    int before = each.digests.length;
    if (blocks > before) {
      each.digests = Arrays.copyOf(each.digests, Math.toIntExact(blocks));
      Arrays.fill(each.digests, before, each.digests.length, LineDigest.ZEROS);
    }
  }

  private void load(long from, long to) {
    if (together > 1) {
      loadPages(from, to);
      return;
    }
    for (long line = from; line < to; line += LINE_BYTES) {
      lines.load(placement.slice(line), line);
    }
  }

  /**
   * Takes over lines by whole pages, so that these are laid out for all that is written to them. A
   * chunk has as many rounds over all slices as a page has lines, so every page lies wholly in one.
   */
  private void loadPages(long from, long to) {
    long chunk = together * placement.roundBytes();
    Transfers free = Transfers.free();
    for (long start = from / chunk * chunk; start < to; start += chunk) {
      List<TreeMap<Long, MemorySegment>> pages = new ArrayList<>();
      controllers.forEach(_ -> pages.add(new TreeMap<>()));
      long last = Math.min(to, start + chunk);
      for (long line = Math.max(from, start); line < last; line += LINE_BYTES) {
        select(placement.slice(line), line);
        Controller controller = selected();
        MemorySegment page =
            pages
                .get(controller.firstChannel / ownChannels)
                .computeIfAbsent(block / together, number -> read(controller, number, free));
        MemorySegment at = page.asSlice(block % together * LINE_BYTES, LINE_BYTES);
        image.read(line, LINE_BYTES, at, 0);
        setDigest(LineDigest.of(at));
      }
      for (int i = 0; i < pages.size(); i++) {
        BlockMemory memory = controllers.get(i).memory;
        pages.get(i).forEach((page, bytes) -> memory.load(page * together, together, bytes, 0));
      }
    }
  }

  private MemorySegment read(Controller controller, long page, Transfers free) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[together * LINE_BYTES]);
    for (int i = 0; i < together; i++) {
      controller.memory.read(page * together + i, bytes, (long) i * LINE_BYTES, free);
    }
    return bytes;
  }

  @Override
  public void setLatencyTolerance(double cycles) {
    controllers.forEach(each -> each.codec.setLatencyTolerance(cycles));
  }

  @Override
  public void close() {
    controllers.forEach(each -> each.memory.close());
  }
}
