package dev.magpie.cuda.runtime;

import dev.magpie.ptx.CudaArray;

/**
 * A CUDA array as its program made it.
 *
 * @param allocation its memory
 * @param array its texels
 * @param channelBits of each of four channels; 0 for one that it has not
 * @param height rows; 0 of an array of one dimension
 * @param depth slices, layers or faces; 0 of an array that has none
 * @param flags as the program gave them
 */
record ProgramArray(
    Allocation allocation, CudaArray array, int[] channelBits, long height, long depth, int flags) {

  long address() {
    return allocation.address();
  }

  long elementBytes() {
    return array.format().bytes();
  }

  long rowBytes() {
    return array.extent().width() * elementBytes();
  }

  long sliceBytes() {
    return rowBytes() * Math.max(1, height);
  }
}
