package dev.magpie.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buffers from files with several arrays. */
class JobArraysTest {
  @TempDir private Path directory;

  private Device device(String buffers) throws IOException {
    Files.writeString(
        directory.resolve("none.ptx"),
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry none() { ret; }\n");
    Path file =
        Files.writeString(
            directory.resolve("job.toml"),
            """
            ptx = "none.ptx"
            [buffers]
            %s
            [[launch]]
            kernel = "none"
            grid = 1
            block = 1
            """
                .formatted(buffers));
    AtomicReference<Device> found = new AtomicReference<>();
    try (JobProgram program = new JobProgram(file, LaunchOptions.DEFAULT)) {
      program.execute(device -> {
        found.set(device);
        return device::launch;
      });
    }
    return Objects.requireNonNull(found.get());
  }

  private void write(String file, int arrays) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < arrays; i++) {
      tensors.put(
          "layers.%d.weight".formatted(i),
          new Tensor(Dtype.I32, List.of(2L), MemorySegment.ofArray(new int[] {i, -i})));
    }
    SafetensorsWriter.write(directory.resolve(file), tensors);
  }

  private static DeviceBuffer buffer(Device device, String name) {
    return Objects.requireNonNull(device.buffers().get(name));
  }

  private static int[] ints(Device device, String name) {
    return buffer(device, name).memory().toArray(ValueLayout.JAVA_INT);
  }

  @Test
  void anArrayOfAFileIsNamed() throws IOException {
    write("w.safetensors", 12);
    Device device =
        device(
            """
            a = { file = "w.safetensors", array = "layers.3.weight" }
            b = { file = "w.safetensors", array = "layers.11.weight" }
            c = { dtype = "u8", shape = ["len(a)", "bytes(b) - 1"], fill = "len(b)" }
            """);
    assertThat(ints(device, "a")).containsExactly(3, -3);
    assertThat(ints(device, "b")).containsExactly(11, -11);
    DeviceBuffer c = buffer(device, "c");
    assertThat(c.shape()).containsExactly(2L, 7L);
    assertThat(c.memory().get(ValueLayout.JAVA_BYTE, 13)).isEqualTo((byte) 2);
  }

  @Test
  void aNumberThatHasNoValueIsToldWithItsOwnLine() {
    write("w.safetensors", 1);
    assertThatThrownBy(() ->
            device(
                """
                a = "w.safetensors"
                [buffers.b]
                dtype = "u8"
                shape = "len(a)"
                fill = "1 / (len(a) - 2)"
                """))
        .isInstanceOf(JobException.class)
        .hasMessage(
            directory.resolve("job.toml") + ":7: fill '1 / (len(a) - 2)': division by zero");
  }

  @Test
  void theOnlyArrayNeedsNoName() throws IOException {
    write("w.safetensors", 1);
    assertThat(ints(device("a = { file = \"w.safetensors\" }"), "a")).containsExactly(0, 0);
    assertThat(ints(device("a = \"w.safetensors\""), "a")).containsExactly(0, 0);
  }

  @Test
  void namesThatAreNotThereAreToldWithTheNearest() {
    write("w.safetensors", 12);
    assertThatThrownBy(() -> device("a = \"w.safetensors\""))
        .isInstanceOf(JobException.class)
        .hasMessageStartingWith(
            "%1$s/job.toml:3: %1$s/w.safetensors: a buffer is one array, and the file has 12; say"
                .formatted(directory))
        .hasMessageEndingWith("layers.7.weight and 4 more");
    assertThatThrownBy(
            () -> device("a = { file = \"w.safetensors\", array = \"layers.11.weights\" }"))
        .isInstanceOf(JobException.class)
        .hasMessageContaining(
            "w.safetensors: has no array 'layers.11.weights'; there are layers.11.weight, layers.1")
        .hasMessageEndingWith(" and 4 more");
    assertThatThrownBy(() -> device("a = { file = \"v.safetensors\", array = \"x\" }"))
        .hasMessageContaining("v.safetensors: no such file");
    assertThatThrownBy(() -> device("a = { file = \"w.safetensors\", dtype = \"f32\" }"))
        .hasMessageContaining(":3: 'dtype' has no meaning in buffer 'a'; there are file, array");
  }
}
