package dev.magpie.cuda.runtime;

/**
 * A CUDA array: elements of up to four channels, row after row without gaps.
 *
 * @param channelBits of each channel; 0 for one that it has not
 * @param format of the channels, as {@code cudaChannelFormatKind}
 * @param height rows; 0 of an array of one dimension
 * @param depth slices, layers or faces; 0 of an array that has none
 * @param flags as the program gave them
 */
record CudaArray(
    Allocation allocation,
    int[] channelBits,
    int format,
    long width,
    long height,
    long depth,
    int flags) {

  long address() {
    return allocation.address();
  }

  /** Bytes of an element. */
  long elementBytes() {
    return elementBytes(channelBits);
  }

  static long elementBytes(int[] channelBits) {
    long bits = 0;
    for (int each : channelBits) {
      bits += each;
    }
    return bits / 8;
  }

  long rowBytes() {
    return width * elementBytes();
  }

  long sliceBytes() {
    return rowBytes() * Math.max(1, height);
  }
}
