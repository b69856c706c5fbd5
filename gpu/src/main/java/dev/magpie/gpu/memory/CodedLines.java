package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecPolicy;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.BlockEncoder;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a controller's part of the memory holds, coded, in a {@link BandwidthMemory}. Lines are
 * written as the program sees them at that time; what a lossy codec makes of them is put back, so
 * that the program sees that from then on. A line that is read is decoded, and has to be what was
 * written.
 */
final class CodedLines implements HeldLines {
  private final Compression compression;
  private final DeviceImage image;
  private final MemoryCounters counters;
  private final BlockEncoder lossless;

  /** For lines that may be approximated. */
  private final BlockEncoder lossy;

  private final boolean approximates;

  /** Of a codec that adapts. */
  private final @Nullable AdaptiveCodec adaptive;

  private final @Nullable CodecPolicy policy;
  private final Placement placement;

  /** The first of the controller's channels, and their number. */
  private final int firstChannel;

  private final int ownChannels;

  /** Where in each channel the metadata are. */
  private final long tableAddress;

  /** If multiprocessors execute the codec. */
  private final @Nullable AssistedCodec assisted;

  private final int accessBytes;
  private final LineMove move = new LineMove();
  private final WaitingLists awaitedMetadata = new WaitingLists();
  private final Transfers moved = new Transfers();
  private final MemorySegment line = MemorySegment.ofArray(new byte[LINE_BYTES]);
  private final MemorySegment decoded = MemorySegment.ofArray(new byte[LINE_BYTES]);
  private BandwidthMemory memory;

  /** By block: what its bytes come to, to know them again. */
  private int[] digests;

  private long end;

  CodedLines(
      int controller,
      GpuConfig config,
      Placement placement,
      Compression compression,
      BlockCodec codec,
      DeviceImage image,
      MemoryCounters counters) {
    this.placement = placement;
    this.compression = compression;
    this.image = image;
    this.counters = counters;
    Granularity granularity = compression.granularity();
    assisted = AssistedCodec.isOne(compression) ? AssistedCodec.of(config.assist(), codec) : null;
    adaptive = codec instanceof AdaptiveCodec each ? each : null;
    policy = adaptive == null ? null : adaptive.policy();
    lossless = policy != null ? policy::encode : codec.lossless()::encode;
    lossy = codec.isLossy() ? codec::encode : lossless;
    approximates = codec.isLossy();
    memory =
        new BandwidthMemory(
            codec, granularity, 1, compression.metadata(config.controller().metadataCache()));
    digests = new int[1];
    ownChannels = config.controller().channels() / config.controller().controllers();
    firstChannel = controller * ownChannels;
    accessBytes = config.dram().accessBytes();
    long blocks = ownChannels * (config.dram().bytes() / LINE_BYTES);
    BlockMetadataCache table = memory.metadata();
    long tableBytes =
        Math.ceilDiv(table.tableBytes(blocks), (long) ownChannels * table.lineBytes());
    tableAddress = config.dram().bytes() - tableBytes * table.lineBytes();
  }

  /** Makes room for lines below an address, of which so many blocks are this controller's. */
  void grow(long toAddress, long blocks) {
    end = Math.ceilDiv(toAddress, LINE_BYTES) * LINE_BYTES;
    if (blocks > memory.blocks()) {
      memory = memory.grown(blocks);
      int before = digests.length;
      digests = Arrays.copyOf(digests, Math.toIntExact(blocks));
      Arrays.fill(digests, before, digests.length, LineDigest.ZEROS);
    }
  }

  /** Those beyond all allocations are threads' local memory. */
  @Override
  public boolean holds(long address) {
    return address < end;
  }

  private int magBytes() {
    return compression.magBytes();
  }

  /** Cycles that it took to compress a block, coded or not. */
  private int compressionCycles(long block) {
    return adaptive == null || !memory.isCoded(block)
        ? compression.compressionLatency()
        : compression.compressionLatency(adaptive.latency(memory.tag(block)));
  }

  /** Cycles that a block takes to be decompressed; none if it is held as it is. */
  private int decompressionCycles(long block) {
    if (!memory.isCoded(block)) {
      return 0;
    }
    return adaptive == null
        ? compression.decompressionLatency()
        : compression.decompressionLatency(adaptive.latency(memory.tag(block)));
  }

  @Override
  public WaitingLists awaitedMetadata() {
    return awaitedMetadata;
  }

  /** Lines of the table are dealt to the controller's channels. */
  @Override
  public int metadataChannel(long metadata) {
    return firstChannel + (int) (metadata % ownChannels);
  }

  @Override
  public long metadataAddress(long metadata) {
    return tableAddress + metadata / ownChannels * metadataBytes();
  }

  @Override
  public int metadataBytes() {
    return memory.metadata().lineBytes();
  }

  void setLatencyTolerance(double cycles) {
    if (policy != null) {
      policy.setLatencyTolerance(cycles);
    }
  }

  @Override
  public LineMove read(int slice, long address) {
    long block = placement.blockInController(slice, address);
    moved.reset();
    memory.read(block, decoded, 0, moved);
    if (LineDigest.of(decoded) != digests[(int) block]) {
      throw new IllegalStateException(
          "block %d is decoded to other bytes than were written".formatted(block));
    }
    int bursts = memory.bursts(block);
    counters.codedReads.add(bursts, memory.codeBytes(block), magBytes());
    counters.decompressedBlocks += memory.isCoded(block) ? 1 : 0;
    counters.addMetadata(moved, magBytes());
    move(slice, address, block, bursts);
    if (assisted == null) {
      move.cycles = decompressionCycles(block);
    } else {
      move.assistInstructions = assisted.decompressionInstructions(memory.isCoded(block));
    }
    return move;
  }

  @Override
  public LineMove write(int slice, long address) {
    long block = placement.blockInController(slice, address);
    image.read(address, LINE_BYTES, line, 0);
    boolean mayApproximate = approximates && image.isApproximable(address, LINE_BYTES);
    moved.reset();
    memory.write(block, line, 0, mayApproximate ? lossy : lossless, moved);
    written(block, address, mayApproximate);
    int bursts = memory.bursts(block);
    counters.codedWrites.add(bursts, memory.codeBytes(block), magBytes());
    counters.compressedBlocks++;
    counters.addMetadata(moved, magBytes());
    move(slice, address, block, bursts);
    if (assisted == null) {
      move.cycles = compressionCycles(block);
    } else {
      move.assistInstructions =
          assisted.compressionInstructions(memory.codeBytes(block), memory.isCoded(block));
    }
    return move;
  }

  private void move(int slice, long address, long block, int bursts) {
    BlockMetadataCache metadata = memory.metadata();
    move.begin();
    move.address = placement.inChannel(slice, address);
    move.accesses = -1L >>> (Long.SIZE - Math.ceilDiv(bursts * magBytes(), accessBytes));
    move.firstMetadata = metadata.firstLine(block);
    move.lastMetadata = metadata.lastLine(block);
    for (int i = 0; i < metadata.writebacks(); i++) {
      move.writesBack(metadata.writtenBack(i));
    }
    for (int i = 0; i < metadata.fetches(); i++) {
      move.fetches(metadata.fetched(i));
    }
  }

  /** Takes over what the host has written, at no cost. */
  void load(long block, long address) {
    image.read(address, LINE_BYTES, line, 0);
    boolean mayApproximate = approximates && image.isApproximable(address, LINE_BYTES);
    memory.put(block, line, 0, mayApproximate ? lossy : lossless);
    written(block, address, mayApproximate);
  }

  /** What is held of a block, at no cost. */
  void peek(long block, MemorySegment target) {
    memory.peek(block, target, 0);
  }

  private void written(long block, long address, boolean mayApproximate) {
    if (mayApproximate) {
      memory.peek(block, decoded, 0);
      if (decoded.mismatch(line) >= 0) {
        counters.approximatedBlocks++;
        image.write(address, LINE_BYTES, decoded, 0);
        MemorySegment.copy(decoded, 0, line, 0, LINE_BYTES);
      }
    }
    digests[(int) block] = LineDigest.of(line);
  }

  void close() {
    memory.close();
  }
}
