package dev.magpie.job;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** Allocates a job's buffers and fills them. */
final class BufferContents {
  private BufferContents() {}

  static void allocate(Device device, String name, Job.Buffer buffer) {
    switch (buffer) {
      case Job.Buffer.FromFile(_, Path path) -> copy(device, name, path);
      case Job.Buffer.Filled(_, Dtype dtype, List<Long> shape, String number) -> {
        DeviceBuffer made = malloc(device, name, dtype, shape);
        fill(made, Numbers.bits(dtype, number));
      }
      case Job.Buffer.Unwritten(_, Dtype dtype, List<Long> shape) ->
          malloc(device, name, dtype, shape);
      case Job.Buffer.Random(_, Dtype dtype, List<Long> shape, long seed) ->
          randomise(malloc(device, name, dtype, shape), new SplittableRandom(seed));
    }
  }

  private static DeviceBuffer malloc(Device device, String name, Dtype dtype, List<Long> shape) {
    return device.malloc(name, dtype, shape);
  }

  private static void copy(Device device, String name, Path path) {
    try (Snapshot snapshot = Snapshot.open(List.of(path))) {
      if (snapshot.allocations().size() != 1) {
        throw new JobException(
            "%s: a buffer is one array, and the file has %d"
                .formatted(path, snapshot.allocations().size()));
      }
      Allocation array = snapshot.allocations().getFirst();
      if (array.order().equals(ByteOrder.BIG_ENDIAN) && array.dtype().bytes() > 1) {
        throw new JobException(
            "%s: the elements are big-endian, and a GPU's are little-endian; write it again, as"
                    .formatted(path)
                + " array.astype(array.dtype.newbyteorder('<')) does in NumPy");
      }
      device.memcpy(
          malloc(device, name, array.tensor().dtype(), array.tensor().shape()), array.memory());
    }
  }

  private static void fill(DeviceBuffer buffer, long bits) {
    int bytes = buffer.dtype().bytes();
    MemorySegment memory = buffer.memory();
    if (bits == 0) {
      return;
    }
    long count = buffer.bytes() / bytes;
    for (long i = 0; i < count; i++) {
      Numbers.set(memory, i, bytes, bits);
    }
  }

  /** Uniform in [0, 1), or over all integers of the type. */
  private static void randomise(DeviceBuffer buffer, SplittableRandom random) {
    int bytes = buffer.dtype().bytes();
    MemorySegment memory = buffer.memory();
    long count = buffer.bytes() / bytes;
    for (long i = 0; i < count; i++) {
      long bits =
          switch (buffer.dtype()) {
            case F64 -> Double.doubleToRawLongBits(random.nextDouble());
            case F32 -> Float.floatToRawIntBits((random.nextInt() >>> 8) * 0x1p-24f);
            case F16 -> Float.floatToFloat16((random.nextInt() >>> 21) * 0x1p-11f);
            case BF16 -> Float.floatToRawIntBits((random.nextInt() >>> 24) * 0x1p-8f) >>> 16;
            default -> random.nextLong();
          };
      Numbers.set(memory, i, bytes, bits);
    }
  }
}
