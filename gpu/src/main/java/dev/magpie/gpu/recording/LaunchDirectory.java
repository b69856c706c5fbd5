package dev.magpie.gpu.recording;

import dev.magpie.gpu.memory.DeviceImage.Allocation;
import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.HostCopy.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a recording says of a launch, and where the rest of it lies.
 *
 * @param warpInstructions that it issued
 * @param hostWrites what the host wrote before it
 * @param blocks where each block's chunk lies, by number
 * @param end where the chunk lies with what atomics left; 0 if there were none
 */
@SuppressWarnings(
    "ArrayRecordComponent") // A number for each block of the grid; nobody changes them.
record LaunchDirectory(
    Start start,
    KernelShape kernel,
    long warpInstructions,
    List<HostWrite> hostWrites,
    long[] blocks,
    long end) {

  /**
   * What is so when a launch begins.
   *
   * @param number of the launch in its program, from 0 on
   * @param warmsUp whether it only fills caches for those behind it
   * @param memoryBytes of the device
   * @param allocations of the device, by address
   * @param hostCopies what the host has copied since the launch before
   */
  record Start(
      int number,
      boolean warmsUp,
      long memoryBytes,
      List<Allocation> allocations,
      List<HostCopy> hostCopies) {
    Start {
      allocations = List.copyOf(allocations);
      hostCopies = List.copyOf(hostCopies);
    }
  }

  /** The first version whose launches have numbers, allocations and copies. */
  static final int WITH_ALLOCATIONS = 3;

  /** The first version that begins with the program's name. */
  static final int WITH_PROGRAM = 4;

  /** The first version whose instructions have forms in machine code. */
  static final int WITH_FORMS = 5;

  /** The first version that has the lines that instructions were compiled from, too. */
  static final int WITH_LINES = 6;

  private static final int MOST_THREADS = 1024;
  private static final int MOST_REGISTERS = 1 << 20;
  private static final int MOST_LAUNCHES = Integer.MAX_VALUE - 1;

  /** In a launch's flags. */
  private static final int WARMS_UP = 1;

  private static final int OTHER_ALLOCATIONS = 2;

  LaunchDirectory {
    hostWrites = List.copyOf(hostWrites);
  }

  /**
   * A range that the host wrote.
   *
   * @param chunks where the chunks lie with what was new in it
   */
  @SuppressWarnings("ArrayRecordComponent")
  record HostWrite(long address, long bytes, long[] chunks) {}

  /**
   * Writes it.
   *
   * @param before allocations of the launch before, which are not written again
   */
  void write(List<Allocation> before, ByteWriter out) {
    writeKernel(out);
    out.number(start.memoryBytes());
    out.number(warpInstructions);
    out.number(hostWrites.size());
    for (HostWrite each : hostWrites) {
      out.number(each.address());
      out.number(each.bytes());
      places(each.chunks(), out);
    }
    places(blocks, out);
    out.number(end);
    writeStart(before, out);
  }

  private void writeStart(List<Allocation> before, ByteWriter out) {
    boolean isOther = !start.allocations().equals(before);
    out.number(start.number());
    out.octet((start.warmsUp() ? WARMS_UP : 0) | (isOther ? OTHER_ALLOCATIONS : 0));
    if (isOther) {
      allocations(start.allocations(), out);
    }
    out.number(start.hostCopies().size());
    for (HostCopy each : start.hostCopies()) {
      out.octet(each.direction() == Direction.TO_HOST ? 1 : 0);
      out.number(each.bytes());
    }
  }

  private void writeKernel(ByteWriter out) {
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
  }

  /** The same launch with other instructions. */
  LaunchDirectory with(List<StreamInstruction> instructions) {
    return new LaunchDirectory(
        start, kernel.with(instructions), warpInstructions, hostWrites, blocks, end);
  }

  /** By address, each as far as it begins behind the end of the one before. */
  private static void allocations(List<Allocation> allocations, ByteWriter out) {
    out.number(allocations.size());
    long last = 0;
    for (Allocation each : allocations) {
      out.text(each.name());
      out.number(each.address() - last);
      out.number(each.bytes());
      last = each.address() + each.bytes();
    }
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

  /**
   * Reads what {@link #write} wrote, in this version or an older one.
   *
   * @param before the launches before it
   */
  static LaunchDirectory read(List<LaunchDirectory> before, ByteReader in, ChunkReader file) {
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
          new StreamInstruction(
              kind,
              numbers(in, registers),
              numbers(in, registers),
              MachineForm.AS_WRITTEN,
              in.text(),
              null));
    }
    long memoryBytes = size(in, file);
    long warpInstructions = in.number();
    List<HostWrite> hostWrites = hostWrites(memoryBytes, in, file);
    long[] blocks = places(in);
    long end = in.number();
    Start start =
        file.version() < WITH_ALLOCATIONS
            ? new Start(before.size(), false, memoryBytes, List.of(), List.of())
            : start(before, memoryBytes, in, file);
    KernelShape shape =
        new KernelShape(
            kernel,
            blocks.length,
            Math.max(1, threads),
            registersPerThread,
            shared,
            localStart,
            localBytes,
            registers,
            List.copyOf(instructions));
    return new LaunchDirectory(start, shape, warpInstructions, hostWrites, blocks, end);
  }

  private static Start start(
      List<LaunchDirectory> before, long memoryBytes, ByteReader in, ChunkReader file) {
    Start last = before.isEmpty() ? null : before.getLast().start();
    int number = in.number(MOST_LAUNCHES);
    if (last != null && number <= last.number()) {
      throw file.wrong("has launches that are not in order");
    }
    int flags = in.octet();
    List<Allocation> allocations =
        (flags & OTHER_ALLOCATIONS) != 0
            ? allocations(memoryBytes, in, file)
            : last == null ? List.of() : last.allocations();
    return new Start(number, (flags & WARMS_UP) != 0, memoryBytes, allocations, copies(in, file));
  }

  private static List<HostWrite> hostWrites(long memoryBytes, ByteReader in, ChunkReader file) {
    int count = in.count(3);
    List<HostWrite> hostWrites = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long address = size(in, file);
      long bytes = in.number();
      if (bytes < 0 || bytes > memoryBytes - address) {
        throw file.wrong("has a host that writes outside of the memory");
      }
      hostWrites.add(new HostWrite(address, bytes, places(in)));
    }
    return hostWrites;
  }

  private static List<Allocation> allocations(long memoryBytes, ByteReader in, ChunkReader file) {
    int count = in.count(3);
    List<Allocation> allocations = new ArrayList<>();
    long last = 0;
    for (int i = 0; i < count; i++) {
      String name = in.text();
      long gap = in.number();
      long bytes = in.number();
      if (gap < 0 || gap > memoryBytes - last || bytes < 0 || bytes > memoryBytes - last - gap) {
        throw file.wrong("has an allocation outside of the memory");
      }
      allocations.add(new Allocation(name, last + gap, bytes));
      last += gap + bytes;
    }
    return allocations;
  }

  private static List<HostCopy> copies(ByteReader in, ChunkReader file) {
    int count = in.count(2);
    List<HostCopy> copies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Direction direction = in.octet() == 0 ? Direction.TO_DEVICE : Direction.TO_HOST;
      copies.add(new HostCopy(direction, size(in, file)));
    }
    return copies;
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
