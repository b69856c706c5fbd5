package dev.magpie.gpu.recording;

import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.DeviceImage.Allocation;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.recording.LaunchDirectory.HostWrite;
import dev.magpie.gpu.recording.LaunchDirectory.Start;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.ptx.HostCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Records launches while they are timed: what each warp issues, the lines that it accesses, and the
 * bytes that it changes; what the host writes and copies between them; and what is allocated then.
 *
 * <pre>{@code
 * TimedGpu gpu = TimedGpu.builder(config).recording(out).build(image);
 * gpu.run(kernel);
 * gpu.finish();
 * }</pre>
 *
 * <p>A replay agrees with the execution to the cycle as long as the program has no races. Where the
 * order of atomics differs, memory is put right at the end of the launch. A lossy codec would make
 * other values with another configuration, so that nothing is recorded while there is one.
 */
public final class LaunchRecorder implements AutoCloseable {
  private final ChunkWriter file;
  private final DeviceImage image;
  private final ShadowImage shadow;
  private final List<HostWrite> hostWrites = new ArrayList<>();
  private final ByteWriter directory = new ByteWriter();
  private final ByteWriter forms = new ByteWriter();
  private final ByteWriter lines = new ByteWriter();
  private final InstructionOrigins.LineWriter lineWriter = new InstructionOrigins.LineWriter();
  private final BitSet atomics = new BitSet();
  private final String program;
  private int launches;
  private List<Allocation> allocations = List.of();

  /**
   * Begins a recording.
   *
   * @param out takes the file; it is not closed here
   * @param program what profiles call it; empty if they have no name for it
   * @param image the memory that launches read and write
   * @throws IOException if it cannot be written
   */
  public LaunchRecorder(OutputStream out, String program, DeviceImage image) throws IOException {
    file = new ChunkWriter(out);
    this.program = program;
    this.image = image;
    shadow = new ShadowImage(image);
  }

  /**
   * The same launch, which is recorded as it runs.
   *
   * @param number of the launch in its program
   * @param warmsUp whether it only fills caches
   * @param copies what the host has copied since the launch before
   */
  public KernelStream record(
      KernelStream kernel, int number, boolean warmsUp, List<HostCopy> copies) {
    return new RecordingKernel(
        this, kernel, new Start(number, warmsUp, image.bytes(), image.allocations(), copies));
  }

  /** Records what the host has written to a range of addresses, between launches. */
  public void hostWrote(long address, long bytes) {
    List<Long> chunks = new ArrayList<>();
    ByteWriter chunk = new ByteWriter();
    for (long at = address; at < address + bytes; ) {
      chunk.clear();
      chunk.number(at);
      int empty = chunk.length();
      at = shadow.writeRange(at, address + bytes, chunk);
      if (chunk.length() > empty) {
        chunks.add(write(chunk));
      }
    }
    hostWrites.add(new HostWrite(address, bytes, toArray(chunks)));
  }

  private static long[] toArray(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).toArray();
  }

  /** Whether the recording knows what a store does: local memory nobody else reads. */
  boolean hasValues(MemoryAccess access) {
    return switch (access.kind()) {
      case STORE, ATOMIC, REDUCTION -> !access.isLocal();
      case NONE, LOAD, LOAD_UNCACHED -> false;
    };
  }

  /** Writes what a store has changed. */
  void writeValues(MemoryAccess access, ByteWriter out) {
    shadow.writeValues(access, out);
    if (access.kind() != MemoryAccess.Kind.STORE) {
      access.forEachSector(
          address -> atomics.set(Math.toIntExact(address / MemoryAccess.SECTOR_BYTES)));
    }
  }

  long write(ByteWriter chunk) {
    try {
      return file.write(chunk);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends a launch, whose blocks have all ended. */
  void end(Start start, KernelShape kernel, long warpInstructions, long[] blocks) {
    long end = 0;
    if (!atomics.isEmpty()) {
      ByteWriter chunk = new ByteWriter();
      long last = 0;
      for (int i = atomics.nextSetBit(0); i >= 0; i = atomics.nextSetBit(i + 1)) {
        long address = (long) i * MemoryAccess.SECTOR_BYTES;
        shadow.writeWhole(address, last, chunk);
        last = address;
      }
      end = write(chunk);
      atomics.clear();
    }
    LaunchDirectory launch =
        new LaunchDirectory(start, kernel, warpInstructions, hostWrites, blocks, end);
    launch.write(allocations, directory);
    InstructionOrigins.writeForms(kernel.instructions(), forms);
    lineWriter.write(kernel.instructions(), lines);
    allocations = start.allocations();
    hostWrites.clear();
    launches++;
  }

  /**
   * Ends the recording.
   *
   * @throws IOException if it cannot be written
   */
  public void finish() throws IOException {
    ByteWriter whole = new ByteWriter();
    whole.text(program);
    whole.number(launches);
    whole.raw(directory.toArray(), 0, directory.length());
    whole.raw(forms.toArray(), 0, forms.length());
    whole.raw(lines.toArray(), 0, lines.length());
    file.finish(whole);
  }

  @Override
  public void close() {
    file.close();
  }
}
