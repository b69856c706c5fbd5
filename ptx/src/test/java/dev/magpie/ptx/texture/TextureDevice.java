package dev.magpie.ptx.texture;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.CudaArray;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A device with the kernels of the texture tests. */
final class TextureDevice {
  private static final int BLOCK = 64;

  final Device device = new Device();
  private final Module module;
  private int buffers;

  TextureDevice(String name) {
    module = device.load(name, text(name));
  }

  private static String text(String name) {
    try (InputStream in = TextureDevice.class.getResourceAsStream("/texture/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  DeviceBuffer buffer(Dtype dtype, long elements) {
    return device.malloc("buffer" + buffers++, dtype, List.of(elements));
  }

  DeviceBuffer buffer(float... values) {
    DeviceBuffer buffer = buffer(Dtype.F32, values.length);
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  DeviceBuffer buffer(int... values) {
    DeviceBuffer buffer = buffer(Dtype.I32, values.length);
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  CudaArray array(ChannelFormat format, ArrayExtent extent) {
    return device.mallocArray("array" + buffers++, format, extent);
  }

  /** Runs a kernel that takes a texture, vectors of four, a place for results and a number. */
  int[] fetch(String kernel, long texture, float[] at, int count) {
    DeviceBuffer out = buffer(Dtype.I32, 4L * count);
    run(
        kernel,
        count,
        Argument.of(texture),
        Argument.of(buffer(at)),
        Argument.of(out),
        Argument.of(count));
    return ints(out);
  }

  void run(String kernel, int threads, Argument... arguments) {
    run(kernel, threads, LaunchOptions.DEFAULT, arguments);
  }

  void run(String kernel, int threads, LaunchOptions options, Argument... arguments) {
    Kernel known = module.kernel(kernel);
    device.launch(
        Launch.of(
            known,
            Dim3.of(Math.ceilDiv(threads, BLOCK)),
            Dim3.of(Math.min(threads, BLOCK)),
            arguments),
        options);
  }

  static int[] ints(DeviceBuffer buffer) {
    return buffer.memory().toArray(ValueLayout.JAVA_INT);
  }
}
