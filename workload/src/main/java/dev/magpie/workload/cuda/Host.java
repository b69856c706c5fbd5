package dev.magpie.workload.cuda;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A program's side of a device: named memory, copies of Java's arrays, launches of the kernels of
 * one module.
 */
public final class Host {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Device device;
  private final Module module;
  private final Consumer<Launch> launcher;

  /**
   * A host for a loaded module.
   *
   * @param launcher executes launches, each to its end
   */
  public Host(Device device, Module module, Consumer<Launch> launcher) {
    this.device = device;
    this.module = module;
    this.launcher = launcher;
  }

  /** Zeroed memory on the device. */
  public DeviceBuffer allocate(String name, Dtype dtype, long... shape) {
    return device.malloc(name, dtype, Arrays.stream(shape).boxed().toList());
  }

  /**
   * A pool of zeroed memory on the device.
   *
   * @param dtype of the allocation, which ranges need not have
   * @param bytes of all its ranges, each of which takes a multiple of 256
   */
  public Pool pool(String name, Dtype dtype, long bytes) {
    return new Pool(allocate(name, dtype, Pool.aligned(bytes) / dtype.bytes()));
  }

  /** An array on the device, in one dimension unless it is given another shape. */
  public DeviceBuffer upload(String name, Dtype dtype, int[] values, long... shape) {
    DeviceBuffer buffer = allocate(name, dtype, shapeOf(values.length, shape));
    write(buffer, values);
    return buffer;
  }

  /** As above. */
  public DeviceBuffer upload(String name, Dtype dtype, float[] values, long... shape) {
    DeviceBuffer buffer = allocate(name, dtype, shapeOf(values.length, shape));
    write(buffer, values, values.length, FLOAT);
    return buffer;
  }

  /** As above. */
  public DeviceBuffer upload(String name, Dtype dtype, long[] values, long... shape) {
    DeviceBuffer buffer = allocate(name, dtype, shapeOf(values.length, shape));
    write(buffer, values);
    return buffer;
  }

  /** As above. */
  public DeviceBuffer upload(String name, Dtype dtype, double[] values, long... shape) {
    DeviceBuffer buffer = allocate(name, dtype, shapeOf(values.length, shape));
    write(buffer, values);
    return buffer;
  }

  /** As above. */
  public DeviceBuffer upload(String name, Dtype dtype, short[] values, long... shape) {
    DeviceBuffer buffer = allocate(name, dtype, shapeOf(values.length, shape));
    write(buffer, values, values.length, SHORT);
    return buffer;
  }

  /** As above. */
  public DeviceBuffer upload(String name, Dtype dtype, byte[] values, long... shape) {
    DeviceBuffer buffer = allocate(name, dtype, shapeOf(values.length, shape));
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  /** A variable of the module, in global or constant memory. */
  public DeviceBuffer variable(String name) {
    return module.variable(name);
  }

  private static long[] shapeOf(long length, long... shape) {
    return shape.length == 0 ? new long[] {length} : shape;
  }

  public void write(DeviceBuffer buffer, int[] values) {
    write(buffer, values, values.length, INT);
  }

  public void write(DeviceBuffer buffer, float[] values) {
    write(buffer, values, values.length, FLOAT);
  }

  public void write(DeviceBuffer buffer, long[] values) {
    write(buffer, values, values.length, LONG);
  }

  public void write(DeviceBuffer buffer, double[] values) {
    write(buffer, values, values.length, DOUBLE);
  }

  private void write(DeviceBuffer buffer, Object values, int length, ValueLayout layout) {
    MemorySegment bytes =
        MemorySegment.ofArray(new byte[Math.multiplyExact(length, (int) layout.byteSize())]);
    MemorySegment.copy(values, 0, bytes, layout, 0, length);
    device.memcpy(buffer, bytes);
  }

  /** Sets every byte. */
  public void fill(DeviceBuffer buffer, int value) {
    device.memset(buffer, (byte) value);
  }

  /** What a buffer holds, which is copied to the host. */
  private MemorySegment copied(DeviceBuffer buffer) {
    device.copied(new HostCopy(HostCopy.Direction.TO_HOST, buffer.bytes()));
    return buffer.memory();
  }

  public int[] ints(DeviceBuffer buffer) {
    return copied(buffer).toArray(INT);
  }

  public long[] longs(DeviceBuffer buffer) {
    return copied(buffer).toArray(LONG);
  }

  public float[] floats(DeviceBuffer buffer) {
    return copied(buffer).toArray(FLOAT);
  }

  /** The same for a check that is no part of the program: no copy is made that takes time. */
  public float[] inspect(DeviceBuffer buffer) {
    return buffer.memory().toArray(FLOAT);
  }

  public double[] doubles(DeviceBuffer buffer) {
    return copied(buffer).toArray(DOUBLE);
  }

  public short[] shorts(DeviceBuffer buffer) {
    return copied(buffer).toArray(SHORT);
  }

  public byte[] bytes(DeviceBuffer buffer) {
    return copied(buffer).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Runs a kernel over blocks in one dimension, without dynamic shared memory. */
  public void launch(String kernel, int blocks, int threads, Object... arguments) {
    launch(kernel, Dim3.of(blocks), Dim3.of(threads), 0, arguments);
  }

  /**
   * Runs a kernel.
   *
   * @param sharedBytes dynamic shared memory of a block
   * @param arguments buffers, numbers and structures, in the order of the kernel's parameters
   */
  public void launch(String kernel, Dim3 grid, Dim3 block, int sharedBytes, Object... arguments) {
    List<Argument> passed = Arrays.stream(arguments).map(Host::argument).toList();
    launcher.accept(new Launch(module.kernel(kernel), grid, block, sharedBytes, passed));
  }

  private static Argument argument(Object value) {
    return switch (value) {
      case DeviceBuffer buffer -> Argument.of(buffer);
      case Integer number -> Argument.of(number);
      case Long number -> Argument.of(number);
      case Float number -> Argument.of(number);
      case Double number -> Argument.of(number);
      case Struct struct -> struct.argument();
      default -> throw new IllegalArgumentException("no argument can be made of " + value);
    };
  }
}
