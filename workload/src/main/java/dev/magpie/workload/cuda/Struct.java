package dev.magpie.workload.cuda;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.DeviceBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A C structure of 32-bit integers and pointers, laid out as the compiler does. */
public final class Struct {
  private static final int ROOM = 512;

  private final int alignment;
  private final ByteBuffer bytes = ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * A structure without members as yet.
   *
   * @param alignment of its largest member, in bytes
   */
  public Struct(int alignment) {
    this.alignment = alignment;
  }

  public Struct add(int value) {
    bytes.putInt(value);
    return this;
  }

  public Struct add(DeviceBuffer pointer) {
    align(8);
    bytes.putLong(pointer.address());
    return this;
  }

  private void align(int to) {
    bytes.position(Math.ceilDiv(bytes.position(), to) * to);
  }

  Argument argument() {
    align(alignment);
    byte[] used = new byte[bytes.position()];
    bytes.get(0, used);
    return new Argument.Structure(MemorySegment.ofArray(used));
  }
}
