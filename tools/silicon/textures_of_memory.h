// References to textures of linear memory, as CUDA had them up to version 11: a texture object in constant memory.
#pragma once
#include <stdio.h>
#ifdef __cplusplus
#include <cuda_runtime.h>

template <class Element, int Dimensions, cudaTextureReadMode Mode>
struct TextureReference {
  cudaTextureObject_t object;
  cudaTextureFilterMode filterMode;
  bool normalized;
  cudaChannelFormatDesc channelDesc;
};

template <class Element, int Dimensions, cudaTextureReadMode Mode>
__device__ Element tex1Dfetch(const TextureReference<Element, Dimensions, Mode> &reference, int index) {
  return tex1Dfetch<Element>(reference.object, index);
}

template <class Element, int Dimensions, cudaTextureReadMode Mode>
int cudaBindTexture(size_t *, const TextureReference<Element, Dimensions, Mode> *reference, const void *data,
                    const cudaChannelFormatDesc *format, size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<void *>(data);
  resource.res.linear.desc = *format;
  resource.res.linear.sizeInBytes = bytes;
  cudaTextureDesc how = {};
  cudaTextureObject_t object;
  cudaError_t error = cudaCreateTextureObject(&object, &resource, &how, nullptr);
  return error != cudaSuccess ? error : cudaMemcpyToSymbol(*reference, &object, sizeof object);
}

#define texture __constant__ TextureReference
#endif
