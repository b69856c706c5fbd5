package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.memory.Transfers;
import dev.magpie.memory.layout.BlockMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Lines as they are, in a memory that the host and all controllers share. They are written as the
 * program sees them at that time, and a line that is read has to be what was written, wherever it
 * has been meanwhile.
 */
final class HostedLines implements HeldLines {
  private final BlockMemory memory;
  private final DeviceImage image;
  private final Transfers free = Transfers.free();
  private final MemorySegment buffer = MemorySegment.ofArray(new byte[LINE_BYTES]);

  /** By line: its {@link LineDigest}. */
  private int[] digests = {};

  private long end;

  HostedLines(BlockMemory memory, DeviceImage image) {
    this.memory = memory;
    this.image = image;
  }

  /** Whether a line is in it; those beyond all allocations are threads' local memory. */
  @Override
  public boolean contains(long line) {
    return line < end;
  }

  /** Reads a line, to be sure that it is what was written. */
  void read(long line) {
    memory.readBlock(line, buffer, 0, free);
    if (LineDigest.of(buffer) != digests[(int) (line / LINE_BYTES)]) {
      throw new IllegalStateException("line %#x has other bytes than were written".formatted(line));
    }
  }

  /** Writes a line as the program sees it now. */
  void write(long line) {
    image.read(line, LINE_BYTES, buffer, 0);
    memory.writeBlock(line, buffer, 0, free);
    digests[(int) (line / LINE_BYTES)] = LineDigest.of(buffer);
  }

  @Override
  public void settle(List<long[]> written) {
    for (long[] range : written) {
      load(range[0] / LINE_BYTES * LINE_BYTES, Math.min(range[1], end));
    }
    long newEnd = Math.ceilDiv(image.bytes(), LINE_BYTES) * LINE_BYTES;
    if (newEnd > end) {
      long lines = newEnd / LINE_BYTES;
      int before = digests.length;
      memory.grow(lines);
      digests = Arrays.copyOf(digests, Math.toIntExact(lines));
      Arrays.fill(digests, before, digests.length, LineDigest.ZEROS);
      load(end, newEnd);
      end = newEnd;
    }
  }

  private void load(long from, long to) {
    for (long line = from; line < to; line += LINE_BYTES) {
      write(line);
    }
  }

  @Override
  public void check(int slice, long line) {
    read(line);
  }

  @Override
  public void peek(int slice, long line, MemorySegment target) {
    memory.readBlock(line, target, 0, free);
  }

  @Override
  public void close() {
    memory.close();
  }
}
