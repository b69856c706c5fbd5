package dev.magpie.bench;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Dim3;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Prints how fast kernels execute functionally on one core, in warp-instructions a second. */
public final class KernelSpeed {
  private static final int VECTOR = 1 << 22;
  private static final int MATRIX = 512;
  private static final int NODES = 1 << 18;
  private static final int DEGREE = 8;
  private static final int BLOCK = 256;
  private static final int ROUNDS = 9;

  private KernelSpeed() {}

  /** Runs a program, and says how many warp-instructions it executed. */
  private interface Program {
    long run();
  }

  /** Measures and prints. */
  public static void main(String[] arguments) {
    Table.Builder table =
        Table.titled("Kernels on one core, by processor time")
            .text("kernel")
            .number("warp-instructions", 1, "M")
            .number("median", 1, "M/s")
            .text("range");
    measure("vector addition", vectorAddition(), table);
    measure("matrix product", matrixProduct(), table);
    measure("breadth-first search", breadthFirstSearch(), table);
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(table.build()));
  }

  private static void measure(String name, Program program, Table.Builder table) {
    long executed = program.run();
    program.run();
    double[] speeds = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      speeds[i] = executed / Stopwatch.processorSeconds(program::run) / 1e6;
    }
    Arrays.sort(speeds);
    table.row(
        name,
        executed / 1e6,
        speeds[ROUNDS / 2],
        "%.1f - %.1f".formatted(speeds[0], speeds[ROUNDS - 1]));
  }

  private static Kernel load(Device device, String file, String kernel) {
    String resource = "/dev/magpie/workload/kernel/" + file + ".ptx";
    try (InputStream in = KernelSpeed.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return device.load(file + ".ptx", text).kernel(kernel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DeviceBuffer floats(Device device, String name, long count) {
    DeviceBuffer buffer = device.malloc(name, Dtype.F32, List.of(count));
    SplittableRandom random = new SplittableRandom(1);
    for (long i = 0; i < count; i++) {
      buffer.memory().setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) random.nextDouble());
    }
    return buffer;
  }

  private static Program vectorAddition() {
    Device device = new Device();
    Launch launch =
        Launch.of(
            load(device, "vector_add", "vector_add"),
            Dim3.of(VECTOR / BLOCK),
            Dim3.of(BLOCK),
            Argument.of(floats(device, "a", VECTOR)),
            Argument.of(floats(device, "b", VECTOR)),
            Argument.of(floats(device, "c", VECTOR)),
            Argument.of(VECTOR));
    return () -> device.launch(launch).profile().warpInstructions();
  }

  private static Program matrixProduct() {
    Device device = new Device();
    long elements = (long) MATRIX * MATRIX;
    Argument size = Argument.of(MATRIX);
    Launch launch =
        Launch.of(
            load(device, "matrix_multiply", "multiply_f32"),
            Dim3.of(MATRIX / 16, MATRIX / 16),
            Dim3.of(16, 16),
            Argument.of(floats(device, "a", elements)),
            Argument.of(floats(device, "b", elements)),
            Argument.of(floats(device, "c", elements)),
            size,
            size,
            size);
    return () -> device.launch(launch).profile().warpInstructions();
  }

  private static DeviceBuffer ints(Device device, String name, int[] values) {
    DeviceBuffer buffer = device.malloc(name, Dtype.I32, List.of((long) values.length));
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  /** From node 0, over a graph with random edges. */
  private static Program breadthFirstSearch() {
    Device device = new Device();
    Kernel kernel = load(device, "breadth_first", "expand");
    SplittableRandom random = new SplittableRandom(1);
    int[] offsets = new int[NODES + 1];
    Arrays.setAll(offsets, i -> i * DEGREE);
    int[] targets = random.ints((long) NODES * DEGREE, 0, NODES).toArray();
    DeviceBuffer starts = ints(device, "offsets", offsets);
    DeviceBuffer ends = ints(device, "targets", targets);
    DeviceBuffer level = ints(device, "level", new int[NODES]);
    DeviceBuffer[] frontiers = {
      ints(device, "frontier", new int[NODES]), ints(device, "next", new int[NODES])
    };
    DeviceBuffer found = ints(device, "found", new int[1]);
    return () -> {
      device.memset(level, (byte) -1);
      level.memory().set(ValueLayout.JAVA_INT, 0, 0);
      frontiers[0].memory().set(ValueLayout.JAVA_INT, 0, 0);
      long executed = 0;
      int size = 1;
      for (int depth = 1; size > 0; depth++) {
        device.memset(found, (byte) 0);
        executed +=
            device
                .launch(
                    Launch.of(
                        kernel,
                        Dim3.of(Math.ceilDiv(size, BLOCK)),
                        Dim3.of(BLOCK),
                        Argument.of(starts),
                        Argument.of(ends),
                        Argument.of(level),
                        Argument.of(frontiers[(depth - 1) % 2]),
                        Argument.of(size),
                        Argument.of(frontiers[depth % 2]),
                        Argument.of(found),
                        Argument.of(depth)))
                .profile()
                .warpInstructions();
        size = found.memory().get(ValueLayout.JAVA_INT, 0);
      }
      return executed;
    };
  }
}
