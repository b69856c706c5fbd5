/* Arrays, textures of each kind of memory, surfaces. */
#include <vector>

#include "check.h"

__global__ void read1D(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

__global__ void read2D(cudaTextureObject_t texture, float *out, float x, float y) {
  out[0] = tex2D<float>(texture, x, y);
}

__global__ void read3D(cudaTextureObject_t texture, uchar4 *out, float x, float y, float z) {
  *out = tex3D<uchar4>(texture, x, y, z);
}

__global__ void readLayer(cudaTextureObject_t texture, float *out, float x, float y, int layer) {
  *out = tex2DLayered<float>(texture, x, y, layer);
}

__global__ void invert(cudaSurfaceObject_t surface, int width) {
  float value;
  surf2Dread(&value, surface, threadIdx.x * 4, blockIdx.x);
  surf2Dwrite(-value, surface, (width - 1 - threadIdx.x) * 4, blockIdx.x + 4);
}

static float *out;

static float got() {
  float value = 0;
  OK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

static void linear() {
  float host[32], back[32], *memory;
  for (int i = 0; i < 32; i++) {
    host[i] = i * 0.5f;
  }
  OK(cudaMalloc(&memory, sizeof host));
  OK(cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 30 * sizeof(float);
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  read1D<<<1, 32>>>(texture, out);
  OK(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost));
  CHECK(back[0] == 0 && back[29] == 14.5f && back[30] == 0);
  cudaResourceDesc told;
  OK(cudaGetTextureObjectResourceDesc(&told, texture));
  CHECK(told.res.linear.devPtr == memory);
  OK(cudaDestroyTextureObject(texture));
  resource.res.linear.sizeInBytes = 33 * sizeof(float);
  FAILS(cudaErrorInvalidValue, cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  OK(cudaFree(memory));
}

static void flat() {
  const int width = 16, height = 8;
  std::vector<float> host(width * height);
  for (size_t i = 0; i < host.size(); i++) {
    host[i] = (float)i;
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
  OK(cudaMemcpy2DToArray(array, 0, 0, host.data(), width * 4, width * 4, height,
                         cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = cudaAddressModeWrap;
  how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  how.normalizedCoords = 1;
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  read2D<<<1, 1>>>(texture, out, 3.5f / width, 2.5f / height);
  CHECK(got() == 2 * width + 3);
  read2D<<<1, 1>>>(texture, out, 4.0f / width + 1, 2.5f / height);
  CHECK(got() == 2 * width + 3.5f);
  read2D<<<1, 1>>>(texture, out, 3.5f / width, 5);
  CHECK(got() == 7 * width + 3);
  cudaSurfaceObject_t surface;
  OK(cudaCreateSurfaceObject(&surface, &resource));
  invert<<<4, width>>>(surface, width);
  OK(cudaMemcpy2DFromArray(host.data(), width * 4, array, 0, 0, width * 4, height,
                           cudaMemcpyDeviceToHost));
  CHECK(host[0] == 0 && host[4 * width] == -15 && host[7 * width + 15] == -3 * width);
  cudaChannelFormatDesc asked;
  cudaExtent extent;
  unsigned flags;
  OK(cudaArrayGetInfo(&asked, &extent, &flags, array));
  CHECK(asked.x == 32 && asked.f == cudaChannelFormatKindFloat);
  CHECK(extent.width == width && extent.height == height && extent.depth == 0);
  CHECK(flags == cudaArraySurfaceLoadStore);
  OK(cudaDestroySurfaceObject(surface));
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

static void deep() {
  const int width = 4, height = 3, depth = 5;
  std::vector<uchar4> host(width * height * depth);
  for (size_t i = 0; i < host.size(); i++) {
    host[i] = make_uchar4(i, i + 1, i + 2, i + 3);
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array;
  cudaExtent extent = make_cudaExtent(width, height, depth);
  OK(cudaMalloc3DArray(&array, &format, extent, 0));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), width * sizeof(uchar4), width, height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  read3D<<<1, 1>>>(texture, (uchar4 *)out, 2.5f, 1.5f, 3.5f);
  uchar4 value;
  OK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  int index = (3 * height + 1) * width + 2;
  CHECK(value.x == index && value.w == index + 3);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

static void layers() {
  const int width = 4, height = 2, count = 3;
  std::vector<float> host(width * height * count);
  for (size_t i = 0; i < host.size(); i++) {
    host[i] = (float)i;
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaExtent extent = make_cudaExtent(width, height, count);
  OK(cudaMalloc3DArray(&array, &format, extent, cudaArrayLayered));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), width * 4, width, height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  readLayer<<<1, 1>>>(texture, out, 1, 1, 2);
  CHECK(got() == 2 * width * height + width + 1);
  OK(cudaFreeArray(array));
}

static void pitched() {
  const int width = 10, height = 4;
  float host[height][width], *memory;
  size_t pitch;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      host[y][x] = y * 100 + x;
    }
  }
  OK(cudaMallocPitch(&memory, &pitch, width * 4, height));
  OK(cudaMemcpy2D(memory, pitch, host, width * 4, width * 4, height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  read2D<<<1, 1>>>(texture, out, 7, 3);
  CHECK(got() == 307);
  read2D<<<1, 1>>>(texture, out, -1, 3);
  CHECK(got() == 0);
  OK(cudaFree(memory));
}

int main() {
  OK(cudaMalloc(&out, 4096));
  linear();
  flat();
  deep();
  layers();
  pitched();
  return finish();
}
