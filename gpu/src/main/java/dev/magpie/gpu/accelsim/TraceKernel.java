package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.packed.PackedBlock;
import dev.magpie.gpu.packed.StoreSink;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of a trace. Its blocks are those that the trace has and that issue something, in the
 * file's order; they are read as they begin, and have to begin in that order.
 */
public final class TraceKernel implements KernelStream, AutoCloseable {
  private static final StoreSink NO_VALUES = (_, _) -> {};

  private final Path file;
  private final InstructionTable table;
  private final PageMap pages;
  private final KernelShape shape;
  private final long warpInstructions;
  private final ByteWriter packed = new ByteWriter();
  private @Nullable TraceLines lines;
  private @Nullable BlockReader reader;
  private long begun;

  private TraceKernel(
      Path file,
      TraceHeader header,
      InstructionTable table,
      PageMap pages,
      long blocks,
      long warpInstructions) {
    this.file = file;
    this.table = table;
    this.pages = pages;
    this.warpInstructions = warpInstructions;
    shape =
        new KernelShape(
            header.name(),
            blocks,
            header.threadsPerBlock(),
            header.registers() > 0 ? header.registers() : Math.max(1, table.highestRegister() + 1),
            header.sharedBytes(),
            0,
            0,
            InstructionTable.REGISTERS,
            table.instructions());
  }

  /** Reads all of a file, to check it and to know its instructions. */
  static TraceKernel scan(Path file, PageMap pages, LongConsumer read) throws IOException {
    InstructionTable table = new InstructionTable();
    try (TraceLines lines = new TraceLines(file, read)) {
      TraceHeader header = TraceHeader.read(lines);
      BlockReader reader = new BlockReader(lines, header, table, pages);
      long blocks = 0;
      long warpInstructions = 0;
      while (reader.next()) {
        blocks++;
        warpInstructions += reader.instructions();
      }
      table.complete();
      return new TraceKernel(file, header, table, pages, blocks, warpInstructions);
    }
  }

  /** Warp-instructions of all blocks. */
  public long warpInstructions() {
    return warpInstructions;
  }

  /** Operations that are not known, which count as simple ones of integers. */
  public List<String> unknownOperations() {
    return List.copyOf(table.unknown());
  }

  @Override
  public BlockOrder blockOrder() {
    return BlockOrder.RISING;
  }

  @Override
  public KernelShape shape() {
    return shape;
  }

  @Override
  public BlockStream begin(long number, int multiprocessor) {
    if (number != begun) {
      throw new IllegalStateException(
          "block %d of a trace cannot begin before block %d".formatted(number, begun));
    }
    begun++;
    try {
      if (reader == null) {
        lines = new TraceLines(file, _ -> {});
        reader = new BlockReader(lines, TraceHeader.read(lines), table, pages);
      }
      if (!reader.next()) {
        throw lines().wrong("the trace became shorter while it was read");
      }
      packed.clear();
      reader.pack(packed);
      if (begun == shape.blocks()) {
        close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PackedBlock.unpack(number, new ByteReader(packed.toArray()), shape, NO_VALUES);
  }

  private TraceLines lines() {
    if (lines == null) {
      throw new IllegalStateException("no file is open");
    }
    return lines;
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }
}
