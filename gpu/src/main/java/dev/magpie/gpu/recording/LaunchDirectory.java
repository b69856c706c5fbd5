package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a recording says of a launch, and where the rest of it lies.
 *
 * @param memoryBytes of the device when it began
 * @param warpInstructions that it issued
 * @param hostWrites what the host wrote before it
 * @param blocks where each block's chunk lies, by number
 * @param end where the chunk lies with what atomics left; 0 if there were none
 */
@SuppressWarnings(
    "ArrayRecordComponent") // A number for each block of the grid; nobody changes them.
record LaunchDirectory(
    KernelShape kernel,
    long memoryBytes,
    long warpInstructions,
    List<HostWrite> hostWrites,
    long[] blocks,
    long end) {

  private static final int MOST_THREADS = 1024;
  private static final int MOST_REGISTERS = 1 << 20;

  /**
   * A range that the host wrote.
   *
   * @param chunks where the chunks lie with what was new in it
   */
  @SuppressWarnings("ArrayRecordComponent")
  record HostWrite(long address, long bytes, long[] chunks) {}

  static void write(
      KernelShape kernel,
      long memoryBytes,
      long warpInstructions,
      List<HostWrite> hostWrites,
      long[] blocks,
      long end,
      ByteWriter out) {
    out.text(kernel.name());
    out.number(kernel.threadsPerBlock());
    out.number(kernel.registersPerThread());
    out.number(kernel.sharedBytesPerBlock());
    out.number(kernel.localStart());
    out.number(kernel.localBytesPerBlock());
    out.number(kernel.registers());
    out.number(kernel.instructions().size());
    for (StreamInstruction each : kernel.instructions()) {
      out.text(each.kind().toString());
      numbers(each.reads(), out);
      numbers(each.writes(), out);
      out.text(each.text());
    }
    out.number(memoryBytes);
    out.number(warpInstructions);
    out.number(hostWrites.size());
    for (HostWrite each : hostWrites) {
      out.number(each.address());
      out.number(each.bytes());
      places(each.chunks(), out);
    }
    places(blocks, out);
    out.number(end);
  }

  private static void numbers(int[] numbers, ByteWriter out) {
    out.number(numbers.length);
    for (int each : numbers) {
      out.number(each);
    }
  }

  private static void places(long[] places, ByteWriter out) {
    out.number(places.length);
    long last = 0;
    for (long each : places) {
      out.signed(each - last);
      last = each;
    }
  }

  static LaunchDirectory read(ByteReader in, ChunkReader file) {
    String kernel = in.text();
    int threads = in.number(MOST_THREADS);
    int registersPerThread = in.number(MOST_REGISTERS);
    int shared = in.number(1 << 24);
    long localStart = size(in, file);
    long localBytes = size(in, file);
    int registers = Math.max(1, in.number(MOST_REGISTERS));
    int count = in.count(4);
    List<StreamInstruction> instructions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OperationClass kind = kind(in.text(), file);
      instructions.add(
          new StreamInstruction(kind, numbers(in, registers), numbers(in, registers), in.text()));
    }
    long memoryBytes = size(in, file);
    long warpInstructions = in.number();
    int writes = in.count(3);
    List<HostWrite> hostWrites = new ArrayList<>();
    for (int i = 0; i < writes; i++) {
      long address = size(in, file);
      long bytes = in.number();
      if (bytes < 0 || bytes > memoryBytes - address) {
        throw file.wrong("has a host that writes outside of the memory");
      }
      hostWrites.add(new HostWrite(address, bytes, places(in)));
    }
    long[] blocks = places(in);
    return new LaunchDirectory(
        new KernelShape(
            kernel,
            blocks.length,
            Math.max(1, threads),
            registersPerThread,
            shared,
            localStart,
            localBytes,
            registers,
            List.copyOf(instructions)),
        memoryBytes,
        warpInstructions,
        hostWrites,
        blocks,
        in.number());
  }

  private static OperationClass kind(String name, ChunkReader file) {
    return Arrays.stream(OperationClass.values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () -> file.wrong("has an instruction of a class that this version does not know"));
  }

  private static long size(ByteReader in, ChunkReader file) {
    long value = in.number();
    if (value < 0 || value > ReplayImage.MOST_BYTES) {
      throw file.wrong("has a memory of %s bytes".formatted(Long.toUnsignedString(value)));
    }
    return value;
  }

  private static int[] numbers(ByteReader in, int registers) {
    int[] numbers = new int[in.count(1)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.number(registers - 1);
    }
    return numbers;
  }

  private static long[] places(ByteReader in) {
    long[] places = new long[in.count(1)];
    long last = 0;
    for (int i = 0; i < places.length; i++) {
      last += in.signed();
      places[i] = last;
    }
    return places;
  }
}
