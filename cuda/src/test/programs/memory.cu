/* Memory of every kind, copies of every shape, fills, symbols. */
#include <cstring>
#include <vector>

#include "check.h"

__constant__ int factors[4];
__device__ int counters[8] = {1, 2, 3};
__managed__ int shared[16];

__global__ void scale(int *values, size_t count) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    values[i] *= factors[i % 4];
  }
}

__global__ void count() { atomicAdd(&counters[threadIdx.x % 8], 1); }

__global__ void fillShared() { shared[threadIdx.x] += threadIdx.x; }

__global__ void rows(char *memory, size_t pitch, int width) {
  memory[blockIdx.x * pitch + threadIdx.x] = (char)(blockIdx.x * width + threadIdx.x);
}

static void linear() {
  const int n = 1000;
  std::vector<int> host(n), back(n);
  for (int i = 0; i < n; i++) {
    host[i] = i;
  }
  int numbers[4] = {1, 2, 3, 4}, read[4];
  OK(cudaMemcpyToSymbol(factors, numbers, sizeof numbers));
  OK(cudaMemcpyFromSymbol(read, factors, sizeof read));
  CHECK(memcmp(numbers, read, sizeof read) == 0);
  int *a, *b;
  OK(cudaMalloc(&a, n * sizeof(int)));
  OK(cudaMalloc(&b, n * sizeof(int)));
  OK(cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  scale<<<(n + 127) / 128, 128>>>(a, n);
  OK(cudaMemcpy(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(back.data(), b, n * sizeof(int), cudaMemcpyDefault));
  for (int i = 0; i < n; i++) {
    CHECK(back[i] == i * (i % 4 + 1));
  }
  OK(cudaMemset(b, 0x11, 10));
  OK(cudaMemcpy(back.data(), b, 12, cudaMemcpyDeviceToHost));
  CHECK(back[0] == 0x11111111 && back[2] == ((2 * 3) & ~0xffff | 0x1111));
  FAILS(cudaErrorInvalidValue, cudaMemcpy(back.data(), b, n * sizeof(int) + 1, cudaMemcpyDeviceToHost));
  FAILS(cudaErrorInvalidValue, cudaMemcpy(b, nullptr, 4, cudaMemcpyHostToDevice));
  FAILS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(b, a, 4, (cudaMemcpyKind)9));
  OK(cudaFree(a));
  FAILS(cudaErrorInvalidValue, cudaFree(a));
  FAILS(cudaErrorInvalidValue, cudaFree(b + 1));
  FAILS(cudaErrorMemoryAllocation, cudaMalloc(&a, (size_t)1 << 50));
  OK(cudaFree(b));
  OK(cudaFree(nullptr));
}

static void symbols() {
  int read[8];
  count<<<1, 16>>>();
  OK(cudaMemcpyFromSymbol(read, counters, sizeof read));
  CHECK(read[0] == 3 && read[1] == 4 && read[2] == 5 && read[3] == 2);
  void *address;
  size_t bytes;
  OK(cudaGetSymbolAddress(&address, counters));
  OK(cudaGetSymbolSize(&bytes, counters));
  CHECK(bytes == sizeof counters);
  OK(cudaMemset(address, 0, bytes));
  OK(cudaMemcpyFromSymbol(read, counters, 4, 8));
  CHECK(read[0] == 0);
}

static void managed() {
  for (int i = 0; i < 16; i++) {
    shared[i] = 100 * i;
  }
  fillShared<<<1, 16>>>();
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 16; i++) {
    CHECK(shared[i] == 101 * i);
  }
  int *values;
  OK(cudaMallocManaged(&values, 64 * sizeof(int)));
  for (int i = 0; i < 64; i++) {
    values[i] = i;
  }
  scale<<<1, 64>>>(values, 64);
  OK(cudaDeviceSynchronize());
  CHECK(values[63] == 63 * 4);
  cudaPointerAttributes about;
  OK(cudaPointerGetAttributes(&about, values + 3));
  CHECK(about.type == cudaMemoryTypeManaged && about.hostPointer == values + 3);
  OK(cudaFree(values));
  int local;
  OK(cudaPointerGetAttributes(&about, &local));
  CHECK(about.type == cudaMemoryTypeUnregistered);
}

static void pinned() {
  int *host, *device;
  OK(cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped));
  OK(cudaHostGetDevicePointer(&device, host, 0));
  for (int i = 0; i < 64; i++) {
    host[i] = 1;
  }
  scale<<<1, 64>>>(device, 64);
  OK(cudaDeviceSynchronize());
  CHECK(host[2] == 3 && host[63] == 4);
  FAILS(cudaErrorInvalidValue, cudaFree(host));
  OK(cudaFreeHost(host));
  int own[16];
  OK(cudaHostRegister(own, sizeof own, cudaHostRegisterDefault));
  OK(cudaHostUnregister(own));
  FAILS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own));
}

static void boxes() {
  const int width = 100, height = 7, depth = 3;
  char *memory;
  size_t pitch;
  OK(cudaMallocPitch(&memory, &pitch, width, height));
  CHECK(pitch >= width && pitch % 32 == 0);
  rows<<<height, width>>>(memory, pitch, width);
  std::vector<char> back(width * height);
  OK(cudaMemcpy2D(back.data(), width, memory, pitch, width, height, cudaMemcpyDeviceToHost));
  for (int i = 0; i < width * height; i++) {
    CHECK(back[i] == (char)i);
  }
  OK(cudaMemset2D(memory + 10, pitch, 9, 5, height - 1));
  OK(cudaMemcpy2D(back.data(), width, memory, pitch, width, height, cudaMemcpyDeviceToHost));
  CHECK(back[9] == 9 && back[10] == 9 && back[14] == 9 && back[15] == 15);
  CHECK(back[5 * width + 12] == 9 && back[6 * width + 12] == (char)(6 * width + 12));
  OK(cudaFree(memory));

  cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaPitchedPtr box;
  OK(cudaMalloc3D(&box, extent));
  std::vector<char> from(width * height * depth), to(width * height * depth);
  for (size_t i = 0; i < from.size(); i++) {
    from[i] = (char)(i * 7);
  }
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from.data(), width, width, height);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaMemcpy3DParms back3 = {};
  back3.srcPtr = box;
  back3.srcPos = make_cudaPos(20, 2, 1);
  back3.dstPtr = make_cudaPitchedPtr(to.data(), width, width, height);
  back3.extent = make_cudaExtent(10, 3, 2);
  back3.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&back3));
  for (int z = 0; z < 2; z++) {
    for (int y = 0; y < 3; y++) {
      for (int x = 0; x < 10; x++) {
        CHECK(to[(z * height + y) * width + x] ==
              from[((z + 1) * height + y + 2) * width + x + 20]);
      }
    }
  }
  OK(cudaFree(box.ptr));
}

/* More slices than there is room for in a few pages of what is to be copied. */
static void slices() {
  const size_t width = 4, height = 2, depth = 2000;
  cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaPitchedPtr box;
  OK(cudaMalloc3D(&box, extent));
  std::vector<char> from(width * height * depth), to(from.size());
  for (size_t i = 0; i < from.size(); i++) {
    from[i] = (char)(i * 11);
  }
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from.data(), width, width, height);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(to.data(), width, width, height);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  CHECK(from == to);
  OK(cudaFree(box.ptr));
}

int main() {
  linear();
  slices();
  symbols();
  managed();
  pinned();
  boxes();
  size_t unused, all;
  OK(cudaMemGetInfo(&unused, &all));
  CHECK(unused > 0 && unused <= all);
  return finish();
}
