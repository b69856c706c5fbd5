// Compiled with CUDA 13.0 by
//   nvcc -ptx -arch=sm_90 -o hopper.ptx hopper.cu
#include <cstdint>

// Transposes tiles of 16 by 16 elements of 16 bits in place.
extern "C" __global__ void transposed(uint16_t* tiles) {
  __shared__ __align__(16) uint16_t tile[256];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) {
    tile[i] = tiles[256 * blockIdx.x + i];
  }
  __syncwarp();
  uint32_t x[4];
  uint32_t row = __cvta_generic_to_shared(tile + lane % 16 * 16 + lane / 16 * 8);
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
      : "r"(row));
  __syncwarp();
  uint32_t to = __cvta_generic_to_shared(tile + (lane % 8 + lane / 16 * 8) * 16 + lane / 8 % 2 * 8);
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};"
      :
      : "r"(to), "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
      : "memory");
  __syncwarp();
  for (int i = lane; i < 256; i += 32) {
    tiles[256 * blockIdx.x + i] = tile[i];
  }
}
