package dev.magpie.gpu.silicon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launches go to a driver as CUDA's, here to one that stands in for it. */
class SiliconDeviceTest {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .global .align 4 .u32 counter = 40;
      .global .align 4 .u32 hidden;
      .visible .entry scale(.param .u64 a, .param .align 8 .b8 b[16], .param .f32 by) { ret; }
      .visible .entry count(.param .u64 a) { ret; }
      .visible .entry crash() { ret; }
      .visible .entry texture() {
        .reg .b64 %d; .reg .b32 %r<5>;
        tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%d, {%r0}];
        ret;
      }
      """;

  @TempDir private static Path directory;
  private static Path library = Path.of("");

  private final Device device = new Device();
  private final Module module = device.load("test.ptx", PTX);

  @BeforeAll
  static void compileTheDriver() throws IOException, InterruptedException {
    library = StandInDriver.compiled(directory);
  }

  @BeforeEach
  void pointToTheDriver() {
    System.setProperty("magpie.libcuda", library.toString());
  }

  @AfterEach
  void pointToNone() {
    System.clearProperty("magpie.libcuda");
  }

  private SiliconDevice open(int runs) {
    return SiliconDevice.open(device, 0, runs);
  }

  private Launch launch(String kernel, int blocks, int threads, Argument... arguments) {
    Kernel found = module.kernel(kernel);
    return Launch.of(found, Dim3.of(blocks), Dim3.of(threads), arguments);
  }

  private static MemorySegment floats(float... values) {
    return MemorySegment.ofArray(values);
  }

  private static Argument structure(DeviceBuffer pointer, long offset, int number) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[16]);
    bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, pointer.address() + offset);
    bytes.set(ValueLayout.JAVA_INT_UNALIGNED, 8, number);
    return new Argument.Structure(bytes);
  }

  @Test
  void addressesInArgumentsAndStructuresAreTheGpus() {
    DeviceBuffer a = device.malloc("a", Dtype.F32, List.of(4L));
    DeviceBuffer b = device.malloc("b", Dtype.F32, List.of(5L));
    device.memcpy(b, floats(9, 1, 2, 3, 4));
    try (SiliconDevice silicon = open(3)) {
      silicon.launch(
          launch("scale", 2, 2, Argument.of(a), structure(b, 4, 4), Argument.of(2f)),
          LaunchOptions.DEFAULT);
    }
    assertThat(a.memory().toArray(ValueLayout.JAVA_FLOAT)).containsExactly(2, 4, 6, 8);
  }

  @Test
  void handlesOfTexturesAreRefused() {
    try (SiliconDevice silicon = open(0)) {
      Launch launch = launch("texture", 1, 1);
      assertThatThrownBy(() -> silicon.launch(launch, LaunchOptions.DEFAULT))
          .isInstanceOf(SiliconException.class)
          .hasMessageStartingWith("kernel texture: textures and surfaces are the device's own");
    }
  }

  @Test
  void allRunsBeginWithTheSameMemory() {
    DeviceBuffer a = device.malloc("a", Dtype.I32, List.of(1L));
    try (SiliconDevice silicon = open(5)) {
      Launch once = launch("count", 1, 1, Argument.of(a));
      silicon.launch(once, LaunchOptions.DEFAULT);
      silicon.launch(once, LaunchOptions.DEFAULT);
      assertThat(a.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(2);
      assertThat(module.variable("counter").memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(42);

      assertThat(silicon.times()).hasSize(2);
      LaunchTimes first = silicon.times().getFirst();
      assertThat(first.kernel()).isEqualTo("count");
      // Caches are filled before each run: the stand-in's events count that.
      assertThat(first.microseconds()).hasSize(5);
      assertThat(first.median() - first.least()).isCloseTo(2, within(0.1));
      assertThat(first.most() - first.least()).isCloseTo(4, within(0.1));
    }
  }

  @Test
  void theGpuSeesWhatTheHostWrites() {
    DeviceBuffer whole = device.malloc("whole", Dtype.I32, List.of(4L));
    DeviceBuffer part = whole.range("part", 8, Dtype.I32, List.of(1L));
    Launch once = launch("count", 1, 1, Argument.of(part));
    try (SiliconDevice silicon = open(0)) {
      silicon.launch(once, LaunchOptions.DEFAULT);
      device.memcpy(part, MemorySegment.ofArray(new int[] {70}));
      device.memcpy(module.variable("counter"), MemorySegment.ofArray(new int[] {7}));
      silicon.launch(once, LaunchOptions.DEFAULT);
      assertThat(silicon.times()).isEmpty();
    }
    assertThat(whole.memory().toArray(ValueLayout.JAVA_INT)).containsExactly(0, 0, 71, 0);
    assertThat(module.variable("counter").memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(8);
  }

  @Test
  void eachModuleHasItsOwnVariables() {
    Module other = device.load("other.ptx", PTX);
    DeviceBuffer a = device.malloc("a", Dtype.I32, List.of(1L));
    try (SiliconDevice silicon = open(0)) {
      silicon.launch(launch("count", 1, 1, Argument.of(a)), LaunchOptions.DEFAULT);
      device.memcpy(other.variable("counter"), MemorySegment.ofArray(new int[] {7}));
      silicon.launch(
          Launch.of(other.kernel("count"), Dim3.of(1), Dim3.of(1), Argument.of(a)),
          LaunchOptions.DEFAULT);
    }
    assertThat(module.variable("counter").memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(41);
    assertThat(other.variable("counter").memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(8);
  }

  @Test
  void memoryIsGivenBack() {
    DeviceBuffer a = device.malloc("a", Dtype.I32, List.of(1L));
    try (SiliconDevice silicon = open(1)) {
      silicon.launch(launch("count", 1, 1, Argument.of(a)), LaunchOptions.DEFAULT);
      device.free(a);
      DeviceBuffer other = device.malloc("a", Dtype.I32, List.of(1L));
      silicon.launch(launch("count", 1, 1, Argument.of(other)), LaunchOptions.DEFAULT);
      assertThat(other.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(1);
    }
  }

  @Test
  void theGpuIsDescribed() {
    try (SiliconDevice silicon = open(1)) {
      SiliconGpu gpu = silicon.gpu();
      assertThat(gpu.name()).isEqualTo("A GPU of the test");
      assertThat(gpu.computeCapability()).isEqualTo("75.76");
      assertThat(gpu.l2Bytes()).isEqualTo(1 << 16);
      assertThat(gpu.memoryBytes()).isEqualTo(1L << 30);
      assertThat(gpu.cudaVersion()).isEqualTo("13.0");
    }
  }

  @Test
  void whatFailsIsSaid() {
    try (SiliconDevice silicon = open(1)) {
      assertThatThrownBy(() -> silicon.launch(launch("crash", 1, 1), LaunchOptions.DEFAULT))
          .isInstanceOf(SiliconException.class)
          .hasMessage("kernel crash, launch 0: cuLaunchKernel: something failed (error 700)");
      Module refused = device.load("refused.ptx", PTX + "// refused\n");
      Launch launch = Launch.of(refused.kernel("crash"), Dim3.of(1), Dim3.of(1));
      assertThatThrownBy(() -> silicon.launch(launch, LaunchOptions.DEFAULT))
          .isInstanceOf(SiliconException.class)
          .hasMessage(
              "refused.ptx: the driver does not take it: a PTX JIT compilation failed (error 218)\n"
                  + "ptxas fatal: refused");
    }
    assertThatThrownBy(() -> SiliconDevice.open(device, 3, 1))
        .hasMessage("there is no GPU 3: the driver knows 1, the first of which is 0");
    System.setProperty("magpie.libcuda", "/nowhere/libcuda.so");
    assertThatThrownBy(() -> open(1))
        .isInstanceOf(SiliconException.class)
        .hasMessage(
            "/nowhere/libcuda.so: there is no such library; a GPU of NVIDIA's and its driver are"
                + " needed");
  }
}
