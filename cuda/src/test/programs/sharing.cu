/* Memory and events of one process in another: itself, executed again. */
#include <cstring>
#include <cuda.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define DONE(call) CHECK((call) == CUDA_SUCCESS)
#define COUNT 1000
#define GRANULE (2u << 20)

__global__ void add(unsigned *values, unsigned number) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < COUNT) {
    values[at] += number;
  }
}

struct handles {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
  cudaMemPoolPtrExportData pointer;
};

static void addTo(unsigned *values, unsigned number) {
  add<<<4, 256>>>(values, number);
  OK(cudaDeviceSynchronize());
}

static int child(int in, int memoryFile, int poolFile) {
  handles given;
  CHECK(read(in, &given, sizeof given) == sizeof given);
  unsigned *memory, *pointer;
  cudaEvent_t event;
  cudaMemPool_t pool;
  OK(cudaIpcOpenMemHandle((void **)&memory, given.memory, cudaIpcMemLazyEnablePeerAccess));
  OK(cudaIpcOpenEventHandle(&event, given.event));
  OK(cudaStreamWaitEvent(0, event, 0));
  addTo(memory, 100);
  /* The host's copies see it, too. */
  unsigned first = 0;
  OK(cudaMemcpy(&first, memory, sizeof first, cudaMemcpyDeviceToHost));
  CHECK(first == 100);
  OK(cudaIpcCloseMemHandle(memory));
  FAILS(cudaErrorInvalidValue, cudaIpcCloseMemHandle(memory));
  FAILS(cudaErrorInvalidValue, cudaMemcpy(&first, memory, 4, cudaMemcpyDeviceToHost));

  OK(cudaMemPoolImportFromShareableHandle(&pool, (void *)(uintptr_t)poolFile,
                                          cudaMemHandleTypePosixFileDescriptor, 0));
  OK(cudaMemPoolImportPointer((void **)&pointer, pool, &given.pointer));
  addTo(pointer, 200);
  OK(cudaFreeAsync(pointer, 0));

  CUdeviceptr at;
  CUmemGenericAllocationHandle handle;
  CUmemAccessDesc access = {};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  DONE(cuMemAddressReserve(&at, GRANULE, 0, 0, 0));
  DONE(cuMemImportFromShareableHandle(&handle, (void *)(uintptr_t)memoryFile,
                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  DONE(cuMemMap(at, GRANULE, 0, handle, 0));
  DONE(cuMemRelease(handle));
  DONE(cuMemSetAccess(at, GRANULE, &access, 1));
  addTo((unsigned *)at, 300);

  memset(&given.memory, 0, sizeof given.memory);
  FAILS(cudaErrorInvalidValue, cudaIpcOpenMemHandle((void **)&memory, given.memory, 0));
  return wrong ? 1 : 0;
}

static unsigned last(const void *values) {
  unsigned value = 0;
  OK(cudaMemcpy(&value, (const unsigned *)values + COUNT - 1, sizeof value,
                cudaMemcpyDeviceToHost));
  return value;
}

int main(int count, char **arguments) {
  DONE(cuInit(0));
  OK(cudaFree(0));
  if (count > 3) {
    return child(atoi(arguments[1]), atoi(arguments[2]), atoi(arguments[3]));
  }
  unsigned *memory, *pointer;
  cudaEvent_t event;
  cudaMemPool_t pool;
  handles made;
  int memoryFile, poolFile;
  OK(cudaMalloc(&memory, 4 * COUNT));
  OK(cudaMemset(memory, 0, 4 * COUNT));
  OK(cudaIpcGetMemHandle(&made.memory, memory));
  OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess));
  OK(cudaIpcGetEventHandle(&made.event, event));
  OK(cudaEventRecord(event, 0));
  FAILS(cudaErrorInvalidValue, cudaIpcGetMemHandle(&made.memory, &made));

  cudaMemPoolProps asked = {};
  asked.allocType = cudaMemAllocationTypePinned;
  asked.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  asked.location.type = cudaMemLocationTypeDevice;
  OK(cudaMemPoolCreate(&pool, &asked));
  OK(cudaMallocFromPoolAsync((void **)&pointer, 4 * COUNT, pool, 0));
  OK(cudaMemset(pointer, 0, 4 * COUNT));
  OK(cudaMemPoolExportToShareableHandle(&poolFile, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  OK(cudaMemPoolExportPointer(&made.pointer, pointer));
  OK(cudaIpcGetMemHandle(&made.memory, memory));

  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUdeviceptr at;
  CUmemGenericAllocationHandle handle;
  CUmemAccessDesc access = {};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  DONE(cuMemAddressReserve(&at, GRANULE, 0, 0, 0));
  DONE(cuMemCreate(&handle, GRANULE, &properties, 0));
  DONE(cuMemMap(at, GRANULE, 0, handle, 0));
  DONE(cuMemSetAccess(at, GRANULE, &access, 1));
  DONE(cuMemsetD8(at, 0, GRANULE));
  DONE(cuMemExportToShareableHandle(&memoryFile, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                    0));
  DONE(cuMemRelease(handle));

  int ends[2];
  CHECK(pipe(ends) == 0 && write(ends[1], &made, sizeof made) == sizeof made);
  char texts[3][16];
  snprintf(texts[0], 16, "%d", ends[0]);
  /* Copies of descriptors stay open in who is executed. */
  snprintf(texts[1], 16, "%d", dup(memoryFile));
  snprintf(texts[2], 16, "%d", dup(poolFile));
  pid_t process = fork();
  if (process == 0) {
    execl("/proc/self/exe", arguments[0], texts[0], texts[1], texts[2], (char *)nullptr);
    _exit(127);
  }
  int status = 1;
  CHECK(waitpid(process, &status, 0) == process && status == 0);
  CHECK(last(memory) == 100);
  CHECK(last(pointer) == 200);
  CHECK(last((void *)at) == 300);
  return finish();
}
