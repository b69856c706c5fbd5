/* When CUDA is initialised, and what children of a fork have of it. */
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define FIND(name) decltype(&name) name##_ = (decltype(&name))dlsym(library, #name)
#define DONE(call) CHECK((call) == CUDA_SUCCESS)

__device__ int offset = 7;
__managed__ int calls = 1;

__global__ void fill(int *values) {
  values[threadIdx.x] = threadIdx.x + offset;
  if (threadIdx.x == 0) {
    calls++;
  }
}

static void *library;

static void works() {
  int *values, host[32] = {}, before = calls;
  OK(cudaMalloc(&values, sizeof host));
  fill<<<1, 32>>>(values);
  OK(cudaGetLastError());
  OK(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 7 && host[31] == 38 && calls == before + 1);
  OK(cudaFree(values));
}

/* The driver as long as nobody has initialised it. */
static void isNotInitialized() {
  FIND(cuDeviceGetCount);
  FIND(cuDeviceGet);
  FIND(cuCtxGetCurrent);
  FIND(cuMemAlloc);
  FIND(cuGraphCreate);
  FIND(cuDriverGetVersion);
  int number = 0;
  CUdevice device;
  CUcontext context;
  CUdeviceptr memory;
  CUgraph graph;
  CHECK(cuDeviceGetCount_(&number) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuDeviceGet_(&device, 0) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuCtxGetCurrent_(&context) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuMemAlloc_(&memory, 4) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuGraphCreate_(&graph, 0) == CUDA_ERROR_NOT_INITIALIZED);
  DONE(cuDriverGetVersion_(&number));
  CHECK(number >= 11000);
}

static void isInitialized() {
  FIND(cuDeviceGetCount);
  FIND(cuMemAlloc);
  FIND(cuMemFree);
  int number = 0;
  CUdeviceptr memory;
  DONE(cuDeviceGetCount_(&number));
  CHECK(number == 1);
  DONE(cuMemAlloc_(&memory, 4));
  DONE(cuMemFree_(memory));
}

static void throughTheDriver() {
  FIND(cuInit);
  isNotInitialized();
  DONE(cuInit_(0));
  isInitialized();
  works();
}

static void cannotBeUsed() {
  int number, *values;
  FAILS(cudaErrorInitializationError, cudaGetDeviceCount(&number));
  FAILS(cudaErrorInitializationError, cudaGetDevice(&number));
  FAILS(cudaErrorInitializationError, cudaSetDevice(0));
  FAILS(cudaErrorInitializationError, cudaMalloc(&values, 4));
  FAILS(cudaErrorInitializationError, cudaFree(nullptr));
  FAILS(cudaErrorInitializationError, cudaDeviceSynchronize());
  OK(cudaGetLastError());
  fill<<<1, 32>>>(nullptr);
  CHECK(cudaGetLastError() == cudaErrorInitializationError);
  CHECK(strcmp(cudaGetErrorName(cudaErrorInitializationError), "cudaErrorInitializationError") ==
        0);
  CHECK(strcmp(cudaGetErrorString(cudaErrorInitializationError), "initialization error") == 0);
  FIND(cuInit);
  FIND(cuDeviceGetCount);
  FIND(cuMemAlloc);
  CUdeviceptr memory;
  CHECK(cuInit_(0) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuDeviceGetCount_(&number) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuMemAlloc_(&memory, 4) == CUDA_ERROR_NOT_INITIALIZED);
}

static void inChild(void (*what)()) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    what();
    exit(wrong ? 1 : 0);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static void inGrandchild() {
  cannotBeUsed();
  inChild(cannotBeUsed);
}

int main() {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  CHECK(library != nullptr);
  if (!library) {
    return finish();
  }
  int version = 0;
  OK(cudaDriverGetVersion(&version));
  isNotInitialized();
  inChild(works);
  inChild(throughTheDriver);
  isNotInitialized();
  OK(cudaFree(nullptr));
  isInitialized();
  works();
  inChild(inGrandchild);
  works();
  return finish();
}
