package dev.magpie.bench;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.mag.MagPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A CUDA program whose execution is measured.
 *
 * @param device that holds its data
 * @param run executes it with what executes launches, and says how many warp-instructions it took
 */
record CudaKernels(Device device, Execution run) {
  private static final int VECTOR = 1 << 22;
  private static final int MATRIX = 512;
  private static final int NODES = 1 << 18;
  private static final int DEGREE = 8;
  private static final int BLOCK = 256;

  /** Links that are followed, and what each adds to the place, in words. */
  private static final int LINKS = 20_000;

  private static final int LINK = 32 * 1031;
  private static final String LIST =
      """
      .version 7.0
      .target sm_75
      .address_size 64
      .visible .entry list(.param .u64 links, .param .u32 count)
      {
        .reg .pred %p0;
        .reg .b32 %r<3>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd0, [links];
        ld.param.u32 %r0, [count];
        mov.u32 %r1, 0;
      AGAIN:
        mul.wide.u32 %rd1, %r1, 4;
        add.u64 %rd2, %rd0, %rd1;
        ld.global.u32 %r1, [%rd2];
        sub.u32 %r0, %r0, 1;
        setp.ne.u32 %p0, %r0, 0;
        @%p0 bra AGAIN;
        st.global.u32 [%rd2], %r1;  // as it was: the next run follows the same links
        ret;
      }
      """;

  /** Executes launches. */
  interface Launcher {
    LaunchResult launch(Launch launch);
  }

  /** Executes the program. */
  interface Execution {
    /** Returns the warp-instructions that it took. */
    long with(Launcher launcher);
  }

  private static Kernel load(Device device, String file, String kernel) {
    String resource = "/dev/magpie/workload/kernel/" + file + ".ptx";
    try (InputStream in = CudaKernels.class.getResourceAsStream(resource)) {
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

  static CudaKernels vectorAddition() {
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
    return new CudaKernels(
        device, launcher -> launcher.launch(launch).profile().warpInstructions());
  }

  /** One thread follows links through more memory than caches hold: a GPU that mostly waits. */
  static CudaKernels linkedList() {
    Device device = new Device();
    int[] links = new int[VECTOR];
    Arrays.setAll(links, i -> (i + LINK) % VECTOR);
    Launch launch =
        Launch.of(
            device.load("list.ptx", LIST).kernel("list"),
            Dim3.of(1),
            Dim3.of(1),
            Argument.of(ints(device, "links", links)),
            Argument.of(LINKS));
    return new CudaKernels(
        device, launcher -> launcher.launch(launch).profile().warpInstructions());
  }

  static CudaKernels matrixProduct() {
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
    return new CudaKernels(
        device, launcher -> launcher.launch(launch).profile().warpInstructions());
  }

  private static DeviceBuffer ints(Device device, String name, int[] values) {
    DeviceBuffer buffer = device.malloc(name, Dtype.I32, List.of((long) values.length));
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  /** From node 0, over a graph with random edges. */
  static CudaKernels breadthFirstSearch() {
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
    return new CudaKernels(
        device,
        launcher -> {
          device.memset(level, (byte) -1);
          level.memory().set(ValueLayout.JAVA_INT, 0, 0);
          frontiers[0].memory().set(ValueLayout.JAVA_INT, 0, 0);
          device.wrote(frontiers[0]);
          long executed = 0;
          int size = 1;
          for (int depth = 1; size > 0; depth++) {
            device.memset(found, (byte) 0);
            executed +=
                launcher
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
        });
  }

  /** The program {@code bfs} of the MAG-aware BDI set, at its quick size. */
  static CudaKernels bfs() {
    CudaProgram program =
        MagPrograms.all().stream()
            .filter(each -> each.name().equals("bfs"))
            .findFirst()
            .orElseThrow();
    CudaProgram.Run run =
        program
            .start()
            .apply(Settings.of(program.parameters(), InputParameter.Size.QUICK, Map.of()));
    Device device = new Device();
    Module module = device.load("bfs.ptx", program.ptx().text());
    return new CudaKernels(
        device,
        launcher -> {
          List.copyOf(device.buffers().values()).forEach(device::free);
          long[] executed = new long[1];
          run.execute(
              new Host(
                  device,
                  module,
                  launch -> executed[0] += launcher.launch(launch).profile().warpInstructions()));
          return executed[0];
        });
  }
}
