package dev.magpie.cuda.runtime;

import java.util.OptionalInt;

/** The attributes of a device, by the numbers of {@code cudaDeviceAttr}. */
final class DeviceAttributes {
  private static final int MOST_TEXTURE = 131072;
  private static final int MOST_TEXTURE_2D = 65536;
  private static final int MOST_TEXTURE_3D = 16384;
  private static final int MOST_LAYERS = 2048;

  private DeviceAttributes() {}

  /** The value of one; empty if the number is none's. */
  static OptionalInt of(int number, DeviceDescription device) {
    if (number < 1 || number > 150) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(value(number, device));
  }

  private static int value(int number, DeviceDescription device) {
    return switch (number) {
      case 1, 2, 3 -> device.core().threadsPerBlock();
      case 4 -> 64;
      case 5 -> Integer.MAX_VALUE;
      case 6, 7 -> 65535;
      case 8 -> device.sharedBytesPerBlock();
      case 9 -> 64 << 10;
      case 10 -> 32;
      case 11 -> Integer.MAX_VALUE;
      case 12, 82 -> device.core().registers();
      case 13 -> device.coreKilohertz();
      case 14, 30 -> 512;
      case 51 -> 32;
      // Copies beside kernels, mapped memory, several kernels, one address space, and so on.
      case 15, 19, 31, 41, 78, 79, 80, 83, 89, 90, 95, 99, 115 -> 1;
      // Virtual memory, and files that stand for it, for pools, and events of other processes.
      case 102, 103, 119, 125 -> 1;
      // Memory that the GPU may compress, since A100.
      case 107 -> device.architecture() >= 80 ? 1 : 0;
      case 40 -> 2;
      case 16 -> device.multiprocessors();
      case 33 -> 1;
      case 36 -> device.memoryKilohertz();
      case 37 -> device.busBits();
      case 38 -> device.secondLevelBytes();
      case 108, 109 -> device.persistingBytes();
      case 39 -> device.core().threads();
      case 75 -> device.architecture() / 10;
      case 76 -> device.architecture() % 10;
      case 81 -> device.core().sharedBytes();
      case 87 -> 2;
      case 97 -> device.sharedBytesPerBlockOptIn();
      case 106 -> device.core().blocks();
      case 111 -> 1024;
      case 21, 42, 55, 61, 69 -> MOST_TEXTURE;
      case 22, 23, 27, 28, 45, 46, 56, 57, 63, 64, 70, 71, 73, 74, 77 -> MOST_TEXTURE_2D;
      case 72 -> 2097120;
      case 24, 25, 26, 47, 48, 49, 52, 53, 58, 59, 60, 66, 67 -> MOST_TEXTURE_3D;
      case 29, 43, 54, 62, 65, 68 -> MOST_LAYERS;
      default -> 0;
    };
  }
}
