/* Properties, occupancy, launches that must fail, prints, structures by value. */
#include <cstring>

#include "check.h"

struct Point {
  char tag;
  double x;
  short y[3];
};

__global__ void take(Point point, int *out, char last) {
  *out = point.tag + (int)point.x + point.y[2] + last;
}

__global__ void large(float *out) {
  extern __shared__ float values[];
  values[threadIdx.x * 512] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[(blockDim.x - 1 - threadIdx.x) * 512];
}

__global__ void __launch_bounds__(64) bounded(int *out) { out[threadIdx.x] = 1; }

__global__ void say() { printf("thread %d of %s\n", threadIdx.x, "two"); }

template <typename T> __global__ void set(T *out, T value) { *out = value; }

int main() {
  int count = 0, device = -1, value = 0;
  OK(cudaGetDeviceCount(&count));
  OK(cudaGetDevice(&device));
  CHECK(count == 1 && device == 0);
  FAILS(cudaErrorInvalidDevice, cudaSetDevice(1));
  cudaDeviceProp about;
  OK(cudaGetDeviceProperties(&about, 0));
  CHECK(strncmp(about.name, "Magpie ", 7) == 0 && about.warpSize == 32);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  CHECK(value == about.multiProcessorCount && value > 0);
  CHECK(about.maxThreadsPerBlock == 1024 && about.maxGridSize[1] == 65535);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
  CHECK(value == about.major);
  CHECK(about.totalGlobalMem > 0 && about.l2CacheSize > 0 && about.regsPerBlock == 65536);
  CHECK(about.concurrentKernels == 1 && about.sharedMemPerBlockOptin >= about.sharedMemPerBlock);
  printf("%s, %d.%d\n", about.name, about.major, about.minor);

  int *out, got;
  OK(cudaMalloc(&out, 4096));
  Point point = {3, 40.0, {1, 2, 500}};
  take<<<1, 1>>>(point, out, 7);
  OK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
  CHECK(got == 550);
  set<short><<<1, 1>>>((short *)out, 77);
  set<unsigned long long><<<1, 1>>>((unsigned long long *)out + 1, 1ull << 40);
  unsigned long long wide;
  OK(cudaMemcpy(&wide, out + 2, sizeof wide, cudaMemcpyDeviceToHost));
  CHECK(wide == 1ull << 40);

  bounded<<<1, 2000>>>(out);
  FAILS(cudaErrorInvalidConfiguration, cudaGetLastError());
  bounded<<<1, 128>>>(out);
  FAILS(cudaErrorLaunchOutOfResources, cudaGetLastError());
  bounded<<<0, 32>>>(out);
  FAILS(cudaErrorInvalidConfiguration, cudaPeekAtLastError());
  large<<<1, 32, 65536>>>((float *)out);
  FAILS(cudaErrorInvalidValue, cudaGetLastError());
  OK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  large<<<1, 32, 65536>>>((float *)out);
  OK(cudaGetLastError());
  float back[32];
  OK(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost));
  CHECK(back[0] == 31 && back[31] == 0);

  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, bounded));
  CHECK(attributes.maxThreadsPerBlock == 64 && attributes.numRegs > 0);
  int blocks = 0, least = 0, best = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 64, 0));
  CHECK(blocks >= 16);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 128, 0));
  CHECK(blocks == 0);
  OK(cudaOccupancyMaxPotentialBlockSize(&least, &best, set<int>, 0, 0));
  CHECK(best >= 128 && least >= about.multiProcessorCount);

  printf("before\n");
  say<<<1, 2>>>();
  OK(cudaDeviceSynchronize());
  printf("behind\n");
  CHECK(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0);
  CHECK(strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress") == 0);
  return finish();
}
