package dev.magpie.cuda.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * {@code cudaDeviceProp}, as the headers of CUDA 11, 12 and 13 lay it out: the later of them add
 * members at the end, and 13 has left out six in the middle.
 */
final class DeviceProperties {
  private static final int BYTES_11 = 728;
  private static final int BYTES_12 = 1032;
  private static final int BYTES_13 = 1008;
  private static final int NAME = 256;
  private static final int IDENTITIES = 24;

  private final ByteBuffer out = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);
  private final DeviceDescription device;
  private final long memoryBytes;
  private final boolean hasAll;

  private DeviceProperties(DeviceDescription device, long memoryBytes, boolean hasAll) {
    this.device = device;
    this.memoryBytes = memoryBytes;
    this.hasAll = hasAll;
  }

  /**
   * The structure.
   *
   * @param toolkit the major version of CUDA that the program was made with
   */
  static byte[] bytes(DeviceDescription device, long memoryBytes, int toolkit) {
    DeviceProperties properties = new DeviceProperties(device, memoryBytes, toolkit < 13);
    properties.write();
    byte[] all = new byte[toolkit < 12 ? BYTES_11 : toolkit < 13 ? BYTES_12 : BYTES_13];
    System.arraycopy(properties.out.array(), 0, all, 0, all.length);
    return all;
  }

  /** A number of 32 bits: an attribute. */
  private void attribute(int... numbers) {
    for (int number : numbers) {
      integer(DeviceAttributes.of(number, device).orElse(0));
    }
  }

  private void integer(int... values) {
    for (int value : values) {
      out.putInt(value);
    }
  }

  private void size(long value) {
    out.position((out.position() + 7) / 8 * 8);
    out.putLong(value);
  }

  /** One that CUDA 13 does not have. */
  private void earlier(int number) {
    if (hasAll) {
      attribute(number);
    }
  }

  private void write() {
    out.put(device.name().getBytes(UTF_8));
    out.position(NAME + IDENTITIES);
    integer(0);
    size(memoryBytes);
    size(device.sharedBytesPerBlock());
    attribute(12, 10);
    size(Integer.MAX_VALUE);
    attribute(1, 2, 3, 4, 5, 6, 7);
    earlier(13);
    size(64 << 10);
    attribute(75, 76);
    size(512);
    size(32);
    earlier(15);
    attribute(16);
    earlier(17);
    attribute(18, 19);
    earlier(20);
    textures();
    size(512);
    attribute(31, 32, 33, 34, 50, 35, 40, 41);
    earlier(36);
    attribute(37, 38, 108, 39, 78, 79, 80);
    size(device.core().sharedBytes());
    attribute(82, 83, 84, 85, 86);
    earlier(87);
    attribute(88, 89, 90, 91, 95);
    earlier(96);
    size(device.sharedBytesPerBlockOptIn());
    attribute(100, 101, 106, 109);
    size(1024);
    attribute(99, 112, 113, 114, 115, 116, 117, 118, 119, 121, 125, 120);
    integer(0, 0);
  }

  private void textures() {
    attribute(21, 77);
    if (hasAll) {
      attribute(69);
    }
    attribute(22, 23, 73, 74, 70, 71, 72, 45, 46, 24, 25, 26, 47, 48, 49, 52);
    attribute(42, 43, 27, 28, 29, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68);
  }
}
