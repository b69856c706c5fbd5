// A product of matrices by the kernel that CUTLASS's profiler calls wmma_gemm_nn, checked here and there.
//
//   wmma_gemm ROWS COLUMNS DEPTH
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cutlass/gemm/gemm.h"
#include "cutlass/gemm/wmma_gemm_traits.h"
#include "cutlass/wmma_matrix.h"

using Traits =
    cutlass::gemm::WmmaGemmTraits<cutlass::MatrixLayout::kColumnMajor, cutlass::MatrixLayout::kColumnMajor>;
using Gemm = cutlass::gemm::Gemm<Traits>;

static half *filled(std::vector<half> &values) {
  for (half &value : values) {
    value = __float2half((rand() % 9 - 4) / 4.f);
  }
  half *device;
  cudaMalloc(&device, values.size() * sizeof(half));
  cudaMemcpy(device, values.data(), values.size() * sizeof(half), cudaMemcpyHostToDevice);
  return device;
}

int main(int count, char **arguments) {
  if (count != 4) {
    return 2;
  }
  const int rows = atoi(arguments[1]), columns = atoi(arguments[2]), depth = atoi(arguments[3]);
  srand(1);
  std::vector<half> left(size_t(rows) * depth), right(size_t(depth) * columns);
  std::vector<float> product(size_t(rows) * columns);
  half *a = filled(left), *b = filled(right);
  float *c;
  cudaMalloc(&c, product.size() * sizeof(float));
  Gemm::Params params;
  if (params.initialize(rows, columns, depth, 1.f, a, rows, b, depth, 0.f, c, rows, c, rows) ||
      Gemm::launch(params) != cudaSuccess) {
    return 2;
  }
  cudaMemcpy(product.data(), c, product.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 100; i++) {
    const int row = rand() % rows, column = rand() % columns;
    double sum = 0;
    for (int k = 0; k < depth; k++) {
      sum += double(__half2float(left[row + size_t(k) * rows])) * __half2float(right[k + size_t(column) * depth]);
    }
    if (std::abs(sum - product[row + size_t(column) * rows]) > 1e-2) {
      printf("failed\n");
      return 1;
    }
  }
  printf("passed\n");
  return 0;
}
