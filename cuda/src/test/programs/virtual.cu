/* Through the driver: virtual memory, arrays, textures, ranges of memory. */
#include <cstring>
#include <cuda.h>

#include "check.h"

#define DONE(call) CHECK((call) == CUDA_SUCCESS)
#define GRANULE (2u << 20)

__global__ void increment(unsigned *values, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    values[i]++;
  }
}

__global__ void look(cudaTextureObject_t texture, float *made) {
  made[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 1.5f);
}

__global__ void readOne(const unsigned *from, unsigned *to) { *to = *from; }

__global__ void writeOne(unsigned *to) { *to = 1; }

static CUmemAllocationProp properties;
static CUmemAccessDesc access;

static void arrays() {
  CUDA_ARRAY_DESCRIPTOR asked = {8, 4, CU_AD_FORMAT_UNSIGNED_INT8, 1}, found;
  CUarray array;
  DONE(cuArrayCreate(&array, &asked));
  DONE(cuArrayGetDescriptor(&found, array));
  CHECK(memcmp(&asked, &found, sizeof found) == 0);
  unsigned char host[4][16], back[3][8];
  for (int i = 0; i < 4 * 16; i++) {
    host[i / 16][i % 16] = (unsigned char)(4 * i);
  }
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = 16;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 8;
  copy.Height = 4;
  DONE(cuMemcpy2D(&copy));
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  box.srcArray = array;
  box.srcXInBytes = 2;
  box.srcY = 1;
  box.dstMemoryType = CU_MEMORYTYPE_HOST;
  box.dstHost = back;
  box.dstPitch = 8;
  box.WidthInBytes = 6;
  box.Height = 3;
  box.Depth = 1;
  DONE(cuMemcpy3D(&box));
  for (int y = 0; y < 3; y++) {
    CHECK(memcmp(back[y], host[y + 1] + 2, 6) == 0);
  }

  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC texture = {};
  for (auto &mode : texture.addressMode) {
    mode = CU_TR_ADDRESS_MODE_CLAMP;
  }
  CUtexObject object;
  float *made, seen[8];
  DONE(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(cudaMalloc(&made, sizeof seen));
  look<<<1, 8>>>(object, made);
  OK(cudaMemcpy(seen, made, sizeof seen, cudaMemcpyDeviceToHost));
  for (int x = 0; x < 8; x++) {
    /* Bytes are read as fractions unless flags say otherwise. */
    CHECK(seen[x] == host[1][x] / 255.0f);
  }
  DONE(cuTexObjectDestroy(object));
  DONE(cuArrayDestroy(array));
  asked.Format = (CUarray_format)0x77;
  CHECK(cuArrayCreate(&array, &asked) == CUDA_ERROR_INVALID_VALUE);
}

static void mapping() {
  size_t granularity = 0, before, during, all;
  DONE(cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CHECK(granularity == GRANULE);
  CUdeviceptr at, other;
  CUmemGenericAllocationHandle one, two, none;
  DONE(cuMemGetInfo(&before, &all));
  DONE(cuMemAddressReserve(&at, 2 * GRANULE, 0, 0, 0));
  DONE(cuMemAddressReserve(&other, GRANULE, 16 * GRANULE, 0, 0));
  CHECK(at % GRANULE == 0 && other % (16 * GRANULE) == 0);
  DONE(cuMemCreate(&one, GRANULE, &properties, 0));
  DONE(cuMemCreate(&two, GRANULE, &properties, 0));
  CHECK(cuMemCreate(&none, 4096, &properties, 0) == CUDA_ERROR_INVALID_VALUE);
  DONE(cuMemGetInfo(&during, &all));
  CHECK(before - during == 2 * GRANULE);
  DONE(cuMemMap(at, GRANULE, 0, one, 0));
  DONE(cuMemMap(at + GRANULE, GRANULE, 0, two, 0));
  CHECK(cuMemMap(at, GRANULE, 0, two, 0) == CUDA_ERROR_ALREADY_MAPPED);
  CHECK(cuMemcpyHtoD(at, &granularity, 8) == CUDA_ERROR_INVALID_VALUE);
  DONE(cuMemSetAccess(at, 2 * GRANULE, &access, 1));

  /* Across what are two pieces of memory, and the same memory at another address. */
  unsigned *host = (unsigned *)malloc(2 * GRANULE);
  for (unsigned i = 0; i < 2 * GRANULE / 4; i++) {
    host[i] = i;
  }
  DONE(cuMemcpyHtoD(at, host, 2 * GRANULE));
  increment<<<1, 256>>>((unsigned *)(at + GRANULE - 64), 32);
  DONE(cuMemMap(other, GRANULE, 0, two, 0));
  DONE(cuMemSetAccess(other, GRANULE, &access, 1));
  increment<<<1, 256>>>((unsigned *)other, 8);
  memset(host, 0, 2 * GRANULE);
  DONE(cuMemcpyDtoH(host, at, 2 * GRANULE));
  unsigned wrongAt = 0;
  for (unsigned i = 0; i < 2 * GRANULE / 4; i++) {
    unsigned from = GRANULE / 4 - 16;
    unsigned more = (i >= from && i < from + 32) + (i >= GRANULE / 4 && i < GRANULE / 4 + 8);
    wrongAt = wrongAt || host[i] == i + more ? wrongAt : i + 1;
  }
  CHECK(wrongAt == 0);
  unsigned seen = 0;
  DONE(cuMemcpyDtoH(&seen, other, 4));
  CHECK(seen == GRANULE / 4 + 2);

  CUmemGenericAllocationHandle again;
  DONE(cuMemRetainAllocationHandle(&again, (void *)(at + GRANULE)));
  CUmemAllocationProp found;
  DONE(cuMemGetAllocationPropertiesFromHandle(&found, again));
  CHECK(found.type == CU_MEM_ALLOCATION_TYPE_PINNED && found.location.id == 0);
  DONE(cuMemRelease(again));
  int canCompress = 0;
  DONE(cuDeviceGetAttribute(&canCompress, CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, 0));
  CUmemAllocationProp wanted = properties;
  wanted.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC;
  DONE(cuMemCreate(&again, GRANULE, &wanted, 0));
  DONE(cuMemGetAllocationPropertiesFromHandle(&found, again));
  int major = 0;
  DONE(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  CHECK(canCompress == (major >= 8));
  CHECK((found.allocFlags.compressionType == CU_MEM_ALLOCATION_COMP_GENERIC) == canCompress);
  DONE(cuMemRelease(again));
  CUdeviceptr base;
  size_t bytes;
  DONE(cuMemGetAddressRange(&base, &bytes, at + GRANULE + 12));
  CHECK(base == at + GRANULE && bytes == GRANULE);

  /* Memory stays for as long as it is mapped. */
  DONE(cuMemRelease(one));
  DONE(cuMemRelease(two));
  DONE(cuMemUnmap(at, 2 * GRANULE));
  DONE(cuMemcpyDtoH(&seen, other + 32, 4));
  CHECK(seen == GRANULE / 4 + 8 + 1);
  CHECK(cuMemUnmap(at, GRANULE) == CUDA_ERROR_INVALID_VALUE);
  DONE(cuMemUnmap(other, GRANULE));
  DONE(cuMemGetInfo(&during, &all));
  CHECK(before == during);
  DONE(cuMemAddressFree(at, 2 * GRANULE));
  DONE(cuMemAddressFree(other, GRANULE));
  CHECK(cuMemAddressFree(other, GRANULE) == CUDA_ERROR_INVALID_VALUE);
  free(host);
}

static void readingOnly() {
  CUdeviceptr at;
  CUmemGenericAllocationHandle one;
  unsigned long long flags = 9;
  unsigned *made;
  OK(cudaMalloc(&made, 4));
  DONE(cuMemAddressReserve(&at, GRANULE, 0, 0, 0));
  DONE(cuMemCreate(&one, GRANULE, &properties, 0));
  DONE(cuMemMap(at, GRANULE, 0, one, 0));
  CUmemAccessDesc reading = access;
  reading.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
  DONE(cuMemSetAccess(at, GRANULE, &reading, 1));
  DONE(cuMemGetAccess(&flags, &access.location, at));
  CHECK(flags == CU_MEM_ACCESS_FLAGS_PROT_READ);
  readOne<<<1, 1>>>((unsigned *)at, made);
  OK(cudaDeviceSynchronize());
  writeOne<<<1, 1>>>((unsigned *)at);
  FAILS(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}

int main() {
  DONE(cuInit(0));
  OK(cudaFree(0));
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  arrays();
  mapping();
  readingOnly();
  return finish();
}
