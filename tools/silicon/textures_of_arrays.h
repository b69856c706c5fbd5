// References to textures of arrays, as CUDA had them up to version 11, for one that a file fetches from: a texture object in
// the constant memory of the file that has the reference.
#pragma once
#include <stdio.h>
#ifdef __cplusplus
#include <cuda_runtime.h>

static __constant__ cudaTextureObject_t fetched;

static __device__ unsigned short fetch(int column, int row) { return tex2D<unsigned short>(fetched, column, row); }

template <class Element, int Dimensions, cudaTextureReadMode Mode>
struct TextureReference {
  cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<Element>();
  const void *object = &fetched;
};

template <class Reference>
cudaError_t cudaBindTextureToArray(const Reference &reference, cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t object;
  cudaError_t error = cudaCreateTextureObject(&object, &resource, &how, nullptr);
  return error != cudaSuccess ? error : cudaMemcpyToSymbol(reference.object, &object, sizeof object);
}

template <class Reference>
cudaError_t cudaUnbindTexture(const Reference &) {
  return cudaSuccess;
}

#define texture TextureReference
#define tex2D(reference, column, row) fetch(column, row)
#endif
