package dev.magpie.ptx.cuda;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.PtxText;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** PTX beside its CUDA source, and memory for it. */
final class CudaFile {
  private CudaFile() {}

  static PtxText ptx(String name) {
    try (InputStream in = CudaFile.class.getResourceAsStream("/cuda/" + name)) {
      byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
      return new PtxText(name, new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static dev.magpie.ptx.Module load(Device device, String name) {
    return device.load(List.of(ptx(name)));
  }

  static DeviceBuffer integers(Device device, String name, int... values) {
    DeviceBuffer buffer = device.malloc(name, Dtype.I32, List.of((long) values.length));
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  static int[] integers(DeviceBuffer buffer) {
    return buffer.memory().toArray(ValueLayout.JAVA_INT);
  }
}
