package dev.magpie.gpu.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramImageTest {
  private final Device device = new Device();
  private final DeviceBuffer a = device.malloc("a", Dtype.U8, List.of(100L));
  private final DeviceBuffer b = device.malloc("b", Dtype.U8, List.of(1000L));
  private final ProgramImage image =
      new ProgramImage(device, buffer -> buffer.name().equals("b") ? buffer.bytes() : 0);
  private final byte[] bytes = new byte[4096];
  private final MemorySegment line = MemorySegment.ofArray(bytes);

  private static long physical(DeviceBuffer buffer) {
    return buffer.address() - AddressSpace.HEAP;
  }

  @Test
  void showsWhatTheProgramSees() {
    assertThat(physical(a)).isZero();
    a.memory().fill((byte) 1);
    b.memory().fill((byte) 2);
    line.fill((byte) 9);
    image.read(0, 128, line, 128);
    assertThat(bytes[127]).isEqualTo((byte) 9);
    assertThat(bytes[128]).isEqualTo((byte) 1);
    assertThat(bytes[128 + 99]).isEqualTo((byte) 1);
    assertThat(bytes[128 + 100]).isEqualTo((byte) 0);
    assertThat(bytes[256]).isEqualTo((byte) 9);
    image.read(physical(b) - 1000, 2048, line, 0);
    assertThat(bytes[999]).isEqualTo((byte) 0);
    assertThat(bytes[1000]).isEqualTo((byte) 2);
    assertThat(bytes[1999]).isEqualTo((byte) 2);
    assertThat(bytes[2000]).isEqualTo((byte) 0);
    image.read(1 << 30, 128, line, 0);
    assertThat(bytes[0]).isEqualTo((byte) 0);
    assertThat(image.bytes()).isEqualTo(physical(b) + 1000);
  }

  @Test
  void takesBackWhatIsAllocated() {
    line.fill((byte) 7);
    image.write(0, 1024, line, 0);
    assertThat(a.memory().get(ValueLayout.JAVA_BYTE, 99)).isEqualTo((byte) 7);
    assertThat(b.memory().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 0);
    image.write(physical(b) + 900, 128, line, 0);
    assertThat(b.memory().get(ValueLayout.JAVA_BYTE, 899)).isEqualTo((byte) 0);
    assertThat(b.memory().get(ValueLayout.JAVA_BYTE, 999)).isEqualTo((byte) 7);
  }

  @Test
  void knowsWhatMayDiffer() {
    assertThat(image.isApproximable(0, 128)).isFalse();
    assertThat(image.isApproximable(physical(b), 128)).isTrue();
    assertThat(image.isApproximable(physical(b) + 896, 128)).isTrue();
    assertThat(image.isApproximable(0, 2048)).isFalse();
    assertThat(image.isApproximable(1 << 30, 128)).isFalse();
  }

  @Test
  void learnsOfNewBuffers() {
    DeviceBuffer c = device.malloc("c", Dtype.U8, List.of(256L));
    c.memory().fill((byte) 3);
    image.refresh();
    image.read(physical(c), 128, line, 0);
    assertThat(bytes[0]).isEqualTo((byte) 3);
    device.free(b);
    image.refresh();
    image.read(physical(b), 128, line, 0);
    assertThat(bytes[0]).isEqualTo((byte) 0);
    image.read(physical(c), 128, line, 0);
    assertThat(bytes[0]).isEqualTo((byte) 3);
  }
}
