/* The driver's interface, as programs open it that do not link it. */
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>

#include "check.h"

static const char ptx[] = R"(
.version 7.0
.target sm_50
.address_size 64
.visible .global .u32 total;
.visible .entry addAll(.param .u64 values, .param .u32 number) {
  .reg .u32 %r<5>;
  .reg .u64 %a<5>;
  .reg .pred %p;
  mov.u32 %r1, %tid.x;
  ld.param.u64 %a1, [values];
  ld.param.u32 %r2, [number];
  mul.wide.u32 %a2, %r1, 4;
  add.u64 %a3, %a1, %a2;
  ld.global.u32 %r3, [%a3];
  add.u32 %r3, %r3, %r2;
  st.global.u32 [%a3], %r3;
  atom.global.add.u32 %r4, [total], %r3;
  ret;
}
)";

#define FIND(name) decltype(&name) name##_ = (decltype(&name))dlsym(library, #name)
#define FIND2(name) decltype(&name) name##_ = (decltype(&name))dlsym(library, #name "_v2")
#define DONE(call) CHECK((call) == CUDA_SUCCESS)

/* The same PTX as a library of the runtime's. */
static void libraries() {
  cudaLibrary_t library;
  cudaKernel_t kernel;
  unsigned host[32] = {}, number = 3, *values, *total;
  size_t bytes = 0, offset = 9;
  OK(cudaLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cudaLibraryGetKernel(&kernel, library, "addAll"));
  FAILS(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&kernel, library, "nothing"));
  OK(cudaLibraryGetKernel(&kernel, library, "addAll"));
  OK(cudaLibraryGetGlobal((void **)&total, &bytes, library, "total"));
  CHECK(bytes == 4);
  OK(cudaFuncGetParamInfo((const void *)kernel, 1, &offset, &bytes));
  CHECK(offset == 8 && bytes == 4);
  OK(cudaMalloc(&values, sizeof host));
  OK(cudaMemset(values, 0, sizeof host));
  void *arguments[] = {&values, &number};
  OK(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(32), arguments, 0, 0));
  unsigned sum = 0;
  void *to[] = {host, &sum};
  const void *from[] = {values, total};
  size_t sizes[] = {sizeof host, sizeof sum};
  cudaMemcpyAttributes how = {};
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  size_t first = 0;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(host[0] == 3 && host[31] == 3 && sum == 96);
  OK(cudaLibraryUnload(library));
}

int main() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  CHECK(library != nullptr);
  if (!library) {
    return finish();
  }
  FIND(cuInit);
  FIND(cuDeviceGet);
  FIND(cuDeviceGetName);
  FIND(cuModuleLoadData);
  FIND(cuModuleGetFunction);
  FIND(cuLaunchKernel);
  FIND(cuCtxSynchronize);
  FIND(cuGetErrorName);
  CUresult (*create)(CUcontext *, unsigned, CUdevice) =
      (CUresult(*)(CUcontext *, unsigned, CUdevice))dlsym(library, "cuCtxCreate_v2");
  CUresult (*allocate)(CUdeviceptr *, size_t) =
      (CUresult(*)(CUdeviceptr *, size_t))dlsym(library, "cuMemAlloc_v2");
  CUresult (*toDevice)(CUdeviceptr, const void *, size_t) =
      (CUresult(*)(CUdeviceptr, const void *, size_t))dlsym(library, "cuMemcpyHtoD_v2");
  CUresult (*toHost)(void *, CUdeviceptr, size_t) =
      (CUresult(*)(void *, CUdeviceptr, size_t))dlsym(library, "cuMemcpyDtoH_v2");
  CUresult (*global)(CUdeviceptr *, size_t *, CUmodule, const char *) =
      (CUresult(*)(CUdeviceptr *, size_t *, CUmodule, const char *))dlsym(library,
                                                                         "cuModuleGetGlobal_v2");
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr values, total;
  char name[64] = "";
  DONE(cuInit_(0));
  DONE(cuDeviceGet_(&device, 0));
  DONE(cuDeviceGetName_(name, sizeof name, device));
  CHECK(strncmp(name, "Magpie ", 7) == 0);
  DONE(create(&context, 0, device));
  DONE(cuModuleLoadData_(&module, ptx));
  DONE(cuModuleGetFunction_(&function, module, "addAll"));
  CHECK(cuModuleGetFunction_(&function, module, "nothing") == CUDA_ERROR_NOT_FOUND);
  DONE(cuModuleGetFunction_(&function, module, "addAll"));
  unsigned host[32], number = 5, sum;
  for (unsigned i = 0; i < 32; i++) {
    host[i] = i;
  }
  DONE(allocate(&values, sizeof host));
  DONE(toDevice(values, host, sizeof host));
  void *arguments[] = {&values, &number};
  DONE(cuLaunchKernel_(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  DONE(cuCtxSynchronize_());
  DONE(toHost(host, values, sizeof host));
  CHECK(host[0] == 5 && host[31] == 36);
  struct {
    CUdeviceptr values;
    unsigned number;
  } packed = {values, 1};
  size_t bytes = 12;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  DONE(cuLaunchKernel_(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
  DONE(global(&total, &bytes, module, "total"));
  CHECK(bytes == 4);
  DONE(toHost(&sum, total, 4));
  CHECK(sum == 496 + 32 * 5 + 496 + 32 * 6);
  CHECK(cuLaunchKernel_(function, 1, 1, 1, 2000, 1, 1, 0, nullptr, arguments, nullptr) ==
        CUDA_ERROR_INVALID_VALUE);
  /* The runtime's number of an invalid function is none of the driver's. */
  CHECK(cuLaunchKernel_(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) ==
        CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuLaunchKernel_(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) ==
        CUDA_ERROR_INVALID_HANDLE);
  FIND(cuFuncGetAttribute);
  FIND(cuFuncGetName);
  int threads;
  CHECK(cuFuncGetAttribute_(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, nullptr) ==
        CUDA_ERROR_INVALID_HANDLE);
  const char *text;
  CHECK(cuFuncGetName_(&text, nullptr) == CUDA_ERROR_INVALID_HANDLE);
  FIND(cuEventCreate);
  FIND(cuEventRecord);
  FIND(cuEventElapsedTime);
  CUevent timed, untimed;
  float milliseconds;
  DONE(cuEventCreate_(&timed, CU_EVENT_DEFAULT));
  DONE(cuEventCreate_(&untimed, CU_EVENT_DISABLE_TIMING));
  DONE(cuEventRecord_(timed, nullptr));
  DONE(cuEventRecord_(untimed, nullptr));
  DONE(cuEventElapsedTime_(&milliseconds, timed, timed));
  CHECK(cuEventElapsedTime_(&milliseconds, timed, untimed) == CUDA_ERROR_INVALID_HANDLE);
  DONE(cuGetErrorName_(CUDA_ERROR_INVALID_VALUE, &text));
  CHECK(strcmp(text, "CUDA_ERROR_INVALID_VALUE") == 0);
  FIND(cuGraphCreate);
  FIND(cuGraphAddEmptyNode);
  FIND(cuGraphInstantiateWithFlags);
  FIND(cuGraphLaunch);
  FIND(cuStreamGetPriority);
  FIND(cuPointerGetAttribute);
  CUgraph graph;
  CUgraphNode node;
  CUgraphExec executable;
  DONE(cuGraphCreate_(&graph, 0));
  DONE(cuGraphAddEmptyNode_(&node, graph, nullptr, 0));
  DONE(cuGraphInstantiateWithFlags_(&executable, graph, 0));
  DONE(cuGraphLaunch_(executable, nullptr));
  /* Errors of the driver's are not the runtime's last. */
  CHECK(cuGraphLaunch_((CUgraphExec)1, nullptr) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cudaGetLastError() == cudaSuccess);
  int priority = 9;
  DONE(cuStreamGetPriority_(nullptr, &priority));
  CHECK(priority == 0);
  CUmemorytype type;
  CUdeviceptr start = 0;
  DONE(cuPointerGetAttribute_(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, values + 12));
  CHECK(type == CU_MEMORYTYPE_DEVICE);
  DONE(cuPointerGetAttribute_(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, values + 12));
  CHECK(start == values);
  CHECK(cuPointerGetAttribute_(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&type) ==
        CUDA_ERROR_INVALID_VALUE);
  libraries();
  CHECK(cuModuleLoadData_(&module, "no PTX") == CUDA_ERROR_INVALID_PTX);
  return finish();
}
