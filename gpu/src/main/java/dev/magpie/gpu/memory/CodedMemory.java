package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.gpu.config.GpuConfig;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The coded memory of all controllers. It is made before the first request of a kernel: the codec
 * is trained, if it has to be, on what the memory then holds, and all of it is coded; what the host
 * writes later is coded before the next request. None of this takes simulated time.
 */
final class CodedMemory {
  /** What a codec is trained on, at most: blocks at even distances all over the memory. */
  private static final long SAMPLE_BYTES = 16 << 20;

  private final GpuConfig config;
  private final Compression compression;
  private final DeviceImage image;
  private final Placement placement;
  private final Controllers controllers;
  private final MemoryCounters counters;
  private final List<CodedLines> lines = new ArrayList<>();
  private @Nullable BlockCodec codec;
  private long end;

  /** Ranges that the host has written since they were coded: from, to. */
  private final List<long[]> written = new ArrayList<>();

  CodedMemory(
      GpuConfig config,
      Compression compression,
      DeviceImage image,
      Placement placement,
      Controllers controllers,
      MemoryCounters counters) {
    this.config = config;
    this.compression = compression;
    this.image = image;
    this.placement = placement;
    this.controllers = controllers;
    this.counters = counters;
    if (compression.magBytes() % config.dram().accessBytes() != 0
        && config.dram().accessBytes() % compression.magBytes() != 0) {
      throw new IllegalArgumentException(
          "bursts of %d bytes are not made of accesses of %d"
              .formatted(compression.magBytes(), config.dram().accessBytes()));
    }
    int metadataBytes = config.controller().metadataCache().lineBytes();
    if (metadataBytes > Long.SIZE * config.dram().accessBytes()) {
      throw new IllegalArgumentException(
          "lines of metadata of %d bytes take more than %d accesses"
              .formatted(metadataBytes, Long.SIZE));
    }
  }

  void hostWrote(long address, long bytes) {
    written.add(new long[] {address, address + bytes});
  }

  /** Codes what the host has written. */
  void settle() {
    if (codec == null) {
      begin();
    }
    for (long[] range : written) {
      load(range[0], Math.min(range[1], end));
    }
    written.clear();
    long newEnd = Math.ceilDiv(image.bytes(), LINE_BYTES) * LINE_BYTES;
    if (newEnd > end) {
      lines.forEach(each -> each.grow(newEnd, placement.blocksInController(newEnd)));
      load(end, newEnd);
      end = newEnd;
    }
  }

  private void load(long from, long to) {
    for (long line = from / LINE_BYTES * LINE_BYTES; line < to; line += LINE_BYTES) {
      linesOf(line).load(block(line), line);
    }
  }

  private void begin() {
    CodecSpec spec = compression.codec();
    BlockCodec made =
        spec.needsTraining()
            ? spec.create(compression.granularity(), trained(spec).table())
            : spec.create(compression.granularity());
    for (int i = 0; i < controllers.count(); i++) {
      CodedLines each =
          new CodedLines(i, config, placement, compression, made, image, counters);
      lines.add(each);
      controllers.controller(i).hold(each);
    }
    codec = made;
  }

  private CodecTrainer trained(CodecSpec spec) {
    CodecTrainer trainer = spec.trainer();
    MemorySegment block = MemorySegment.ofArray(new byte[LINE_BYTES]);
    long blocks = Math.max(1, Math.ceilDiv(image.bytes(), LINE_BYTES));
    long step = Math.max(1, Math.ceilDiv(blocks * LINE_BYTES, SAMPLE_BYTES));
    for (long i = 0; i < blocks; i += step) {
      image.read(i * LINE_BYTES, LINE_BYTES, block, 0);
      trainer.add(block, 0, LINE_BYTES);
    }
    return trainer;
  }

  private CodedLines linesOf(long line) {
    return lines.get(placement.controller(placement.channel(placement.slice(line))));
  }

  private long block(long line) {
    return placement.blockInController(placement.slice(line), line);
  }

  /** What is held of a line, decoded. */
  void held(long line, MemorySegment target) {
    linesOf(line).peek(block(line), target);
  }

  void setLatencyTolerance(double cycles) {
    lines.forEach(each -> each.setLatencyTolerance(cycles));
  }

  void close() {
    lines.forEach(CodedLines::close);
  }
}
