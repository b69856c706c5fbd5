// Products of matrices by one block of warps. Compiled with CUDA 13.0 by
//   nvcc -ptx -arch=sm_80 -o product.ptx product.cu
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdint>

using namespace nvcuda;

// D = 2 A B + C / 2 with A m by k in rows and B k by n in columns; a warp for each tile of 16 by 16. The tiles of A
// pass through shared memory, with rows apart by 24.
extern "C" __global__ void scaled_halves(
    const half* a, const half* b, const float* c, float* d, int n, int k) {
  __shared__ __align__(32) half staged[8][16 * 24];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  int row = 16 * blockIdx.x;
  int column = 16 * warp;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, other;
  wmma::fill_fragment(sum, 0.0f);
  for (int step = 0; step < k; step += 16) {
    for (int i = lane; i < 256; i += 32) {
      staged[warp][i / 16 * 24 + i % 16] = a[(row + i / 16) * k + step + i % 16];
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::load_matrix_sync(left, staged[warp], 24);
    wmma::load_matrix_sync(right, b + column * k + step, k);
    wmma::mma_sync(sum, left, right, sum);
    __syncwarp();
  }
  wmma::load_matrix_sync(other, c + row * n + column, n, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; i++) {
    sum.x[i] = 2.0f * sum.x[i] + 0.5f * other.x[i];
  }
  wmma::store_matrix_sync(d + row * n + column, sum, n, wmma::mem_row_major);
}

// D = A B + C, saturated; a tile of 32 by 8 by 16.
extern "C" __global__ void saturated_bytes(
    const signed char* a, const signed char* b, const int* c, int* d) {
  wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::col_major> left;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> sum;
  wmma::load_matrix_sync(left, a, 32);
  wmma::load_matrix_sync(right, b, 16);
  wmma::load_matrix_sync(sum, c, 32, wmma::mem_col_major);
  wmma::mma_sync(sum, left, right, sum, true);
  wmma::store_matrix_sync(d, sum, 32, wmma::mem_col_major);
}

// D = A B of bfloat16 in rows, both: a warp for 16 by 8, with ldmatrix and mma. The tiles in shared memory are swizzled:
// eight elements that follow each other lie at a place that depends on the row, as in fast kernels.
extern "C" __global__ void swizzled_bfloats(
    const __nv_bfloat16* a, const __nv_bfloat16* b, float* d, int n, int k) {
  __shared__ __align__(16) __nv_bfloat16 left[16 * 16];
  __shared__ __align__(16) __nv_bfloat16 right[16 * 8];
  int lane = threadIdx.x;
  int row = 16 * blockIdx.y;
  int column = 8 * blockIdx.x;
  float sum[4] = {};
  for (int step = 0; step < k; step += 16) {
    for (int i = lane; i < 256; i += 32) {
      int line = i / 16;
      int chunk = i % 16 / 8 ^ (line >> 2 & 1);
      left[line * 16 + chunk * 8 + i % 8] = a[(row + line) * k + step + i % 16];
    }
    for (int i = lane; i < 128; i += 32) {
      right[i] = b[(step + i / 8) * n + column + i % 8];
    }
    __syncwarp();
    uint32_t x[4], y[2];
    int line = lane % 16;
    int chunk = lane / 16 ^ (line >> 2 & 1);
    uint32_t from = __cvta_generic_to_shared(left + line * 16 + chunk * 8);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
        : "r"(from));
    from = __cvta_generic_to_shared(right + lane % 16 * 8);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
        : "=r"(y[0]), "=r"(y[1])
        : "r"(from));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncwarp();
  }
  for (int i = 0; i < 4; i++) {
    d[(row + lane / 4 + i / 2 * 8) * n + column + lane % 4 * 2 + i % 2] = sum[i];
  }
}
