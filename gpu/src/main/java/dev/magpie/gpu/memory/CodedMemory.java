package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.codec.BlockCodec;
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
final class CodedMemory implements HeldMemory {
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

  @Override
  public void hostWrote(long address, long bytes) {
    written.add(new long[] {address, address + bytes});
  }

  @Override
  public void settle() {
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
    BlockCodec made = CodecTraining.codec(compression.codec(), compression.granularity(), image);
    for (int i = 0; i < controllers.count(); i++) {
      CodedLines each = new CodedLines(i, config, placement, compression, made, image, counters);
      lines.add(each);
      controllers.controller(i).hold(each);
    }
    codec = made;
  }

  private CodedLines linesOf(long line) {
    return lines.get(placement.controller(placement.channel(placement.slice(line))));
  }

  private long block(long line) {
    return placement.blockInController(placement.slice(line), line);
  }

  @Override
  public void held(long line, MemorySegment target) {
    linesOf(line).peek(block(line), target);
  }

  @Override
  public void setLatencyTolerance(double cycles) {
    lines.forEach(each -> each.setLatencyTolerance(cycles));
  }

  @Override
  public void close() {
    lines.forEach(CodedLines::close);
  }
}
