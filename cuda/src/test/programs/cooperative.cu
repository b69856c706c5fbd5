/* A grid that waits for itself, and a program of units that call each other's functions. */
#include <cooperative_groups.h>

#include "check.h"
#include "other.h"

namespace groups = cooperative_groups;

__global__ void sum(int *values, int *total, int count) {
  groups::grid_group grid = groups::this_grid();
  for (int step = 1; step < count; step *= 2) {
    int i = grid.thread_rank();
    int value = i + step < count ? values[i + step] : 0;
    grid.sync();
    values[i] += value;
    grid.sync();
  }
  if (grid.thread_rank() == 0) {
    *total = twice(values[0]) + offsets[1];
  }
}

int main() {
  const int blocks = 8, threads = 64;
  int *values, *total, host[blocks * threads], count = blocks * threads, got_, supports = 0;
  OK(cudaDeviceGetAttribute(&supports, cudaDevAttrCooperativeLaunch, 0));
  CHECK(supports == 1);
  OK(cudaMalloc(&values, sizeof host));
  OK(cudaMalloc(&total, sizeof(int)));
  for (int i = 0; i < count; i++) {
    host[i] = i;
  }
  OK(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
  void *arguments[] = {&values, &total, &count};
  OK(cudaLaunchCooperativeKernel((void *)sum, blocks, threads, arguments, 0, 0));
  OK(cudaMemcpy(&got_, total, sizeof got_, cudaMemcpyDeviceToHost));
  CHECK(got_ == count * (count - 1) + 7);
  FAILS(cudaErrorCooperativeLaunchTooLarge,
        cudaLaunchCooperativeKernel((void *)sum, 1 << 20, threads, arguments, 0, 0));
  int number = 0;
  OK(cudaMemcpyFromSymbol(&number, offsets, sizeof number, sizeof number));
  CHECK(number == 7);
  fromOther<<<1, 1>>>(total);
  OK(cudaMemcpy(&got_, total, sizeof got_, cudaMemcpyDeviceToHost));
  CHECK(got_ == 12);
  return finish();
}
