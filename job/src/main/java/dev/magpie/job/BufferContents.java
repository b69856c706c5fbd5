package dev.magpie.job;

import dev.magpie.job.expression.Expression;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.AllocationNames;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Allocates a job's buffers and fills them. */
final class BufferContents implements AutoCloseable {
  private final Device device;
  private final JobScope scope;

  /** Files that are open, as several buffers may be of one, which may have to be unpacked. */
  private final Map<Path, Snapshot> files = new HashMap<>();

  /**
   * Prepares for the buffers of a job.
   *
   * @param scope has those that are there
   */
  BufferContents(Device device, JobScope scope) {
    this.device = device;
    this.scope = scope;
  }

  /**
   * Makes a buffer.
   *
   * @throws JobException if its file has no such array, or a number of it has no value
   * @throws dev.magpie.ptx.ir.PtxException if there is no room for it
   * @throws dev.magpie.snapshot.SnapshotException if its file cannot be read
   */
  DeviceBuffer allocate(String name, Job.Buffer buffer) {
    return switch (buffer) {
      case Job.Buffer.FromFile file -> copy(name, file);
      case Job.Buffer.Filled(_, Dtype dtype, List<Formula> shape, Formula number) -> {
        DeviceBuffer made = malloc(name, dtype, shape);
        fill(made, number.bits(dtype, scope));
        yield made;
      }
      case Job.Buffer.Unwritten(_, Dtype dtype, List<Formula> shape) -> malloc(name, dtype, shape);
      case Job.Buffer.Random(_, Dtype dtype, List<Formula> shape, long seed) -> {
        DeviceBuffer made = malloc(name, dtype, shape);
        randomise(made, new SplittableRandom(seed));
        yield made;
      }
    };
  }

  private DeviceBuffer malloc(String name, Dtype dtype, List<Formula> shape) {
    return device.malloc(name, dtype, shape.stream().map(each -> dimension(each, scope)).toList());
  }

  /** A size of an array. */
  static long dimension(Formula formula, Expression.Scope scope) {
    return formula.whole(scope, 0, Long.MAX_VALUE, "the size of a dimension");
  }

  private DeviceBuffer copy(String name, Job.Buffer.FromFile file) {
    Allocation array = array(file);
    if (array.order().equals(ByteOrder.BIG_ENDIAN) && array.dtype().bytes() > 1) {
      throw new JobException(
          "%s: %s: the elements are big-endian, and a GPU's are little-endian; write it again, as"
                  .formatted(file.at(), file.path())
              + " array.astype(array.dtype.newbyteorder('<')) does in NumPy");
    }
    DeviceBuffer made = device.malloc(name, array.tensor().dtype(), array.tensor().shape());
    device.memcpy(made, array.memory());
    return made;
  }

  private Allocation array(Job.Buffer.FromFile file) {
    List<Allocation> all =
        files.computeIfAbsent(file.path(), each -> Snapshot.open(List.of(each))).allocations();
    String name = file.array();
    if (name == null && all.size() == 1) {
      return all.getFirst();
    }
    AllocationNames names = new AllocationNames(all);
    List<Allocation> called = name == null ? all : names.called(name);
    if (called.size() == 1) {
      return called.getFirst();
    }
    String problem =
        name == null
            ? "a buffer is one array, and the file has %d; say which: { file = ..., array = ... };"
                    .formatted(all.size())
                + " there are "
                + names.nearest("")
            : called.isEmpty()
                ? "has no array '%s'; there are %s".formatted(name, names.nearest(name))
                : "has %d arrays '%s'; say one of %s"
                    .formatted(called.size(), name, names.alike(name));
    throw new JobException("%s: %s: %s".formatted(file.at(), file.path(), problem));
  }

  @Override
  public void close() {
    files.values().forEach(Snapshot::close);
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
