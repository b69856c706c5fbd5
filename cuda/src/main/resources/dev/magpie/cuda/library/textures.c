/* Arrays, textures and surfaces. */
#include "runtime.h"

#define RESOURCE_BYTES 64
#define TEXTURE_BYTES 80
#define VIEW_BYTES 48

struct described {
  char resource[RESOURCE_BYTES];
  char texture[TEXTURE_BYTES];
  char view[VIEW_BYTES];
};

static cudaError_t createArray(cudaArray_t *array, const struct channels *channels,
                               struct extent extent, unsigned levels, unsigned flags) {
  struct reply reply;
  if (!channels) {
    return noted(INVALID_VALUE);
  }
  cudaError_t error =
      ASK(ARRAY_CREATE, &reply, channels->x, channels->y, channels->z, channels->w,
          channels->format, (int64_t)extent.width, (int64_t)extent.height, (int64_t)extent.depth,
          flags, levels);
  *array = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

RUNTIME(cudaMallocArray)(cudaArray_t *array, const struct channels *channels, size_t width,
                         size_t height, unsigned flags) {
  return createArray(array, channels, (struct extent){width, height, 0}, 0, flags);
}

RUNTIME(cudaMalloc3DArray)(cudaArray_t *array, const struct channels *channels,
                           struct extent extent, unsigned flags) {
  return createArray(array, channels, extent, 0, flags);
}

RUNTIME(cudaMallocMipmappedArray)(cudaArray_t *array, const struct channels *channels,
                                  struct extent extent, unsigned levels, unsigned flags) {
  return createArray(array, channels, extent, levels, flags);
}

RUNTIME(cudaFreeArray)(cudaArray_t array) {
  return array ? noted(ASK(ARRAY_DESTROY, NULL, NUMBER(array))) : SUCCESS;
}

RUNTIME(cudaFreeMipmappedArray)(cudaArray_t array) { return cudaFreeArray(array); }

RUNTIME(cudaGetMipmappedArrayLevel)(cudaArray_t *level, cudaArray_t array, unsigned number) {
  struct reply reply;
  cudaError_t error = ASK(ARRAY_LEVEL, &reply, NUMBER(array), number);
  *level = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

RUNTIME(cudaArrayGetInfo)(struct channels *channels, struct extent *extent, unsigned *flags,
                          cudaArray_t array) {
  int64_t words[9] = {0};
  cudaError_t error =
      ask(ARRAY_INFO, NULL, NULL, 0, words, sizeof words, LIST(NUMBER(array)), 1);
  if (error) {
    return noted(error);
  }
  if (channels) {
    *channels =
        (struct channels){(int)words[0], (int)words[1], (int)words[2], (int)words[3], (int)words[4]};
  }
  if (extent) {
    *extent = (struct extent){(size_t)words[5], (size_t)words[6], (size_t)words[7]};
  }
  if (flags) {
    *flags = (unsigned)words[8];
  }
  return SUCCESS;
}

RUNTIME(cudaGetChannelDesc)(struct channels *channels, cudaArray_t array) {
  return cudaArrayGetInfo(channels, NULL, NULL, array);
}

PUBLIC struct channels cudaCreateChannelDesc(int x, int y, int z, int w, int format) {
  return (struct channels){x, y, z, w, format};
}

RUNTIME(cudaCreateTextureObject)(uint64_t *object, const void *resource, const void *texture,
                                 const void *view) {
  struct reply reply;
  struct described described = {0};
  if (!object || !resource || !texture) {
    return noted(INVALID_VALUE);
  }
  memcpy(described.resource, resource, RESOURCE_BYTES);
  memcpy(described.texture, texture, 72);
  if (view) {
    memcpy(described.view, view, VIEW_BYTES);
  }
  cudaError_t error =
      ask(TEXTURE_CREATE, &reply, &described, sizeof described, NULL, 0, LIST(view != NULL), 1);
  *object = error ? 0 : (uint64_t)reply.results[0];
  return noted(error);
}
SAME(cudaCreateTextureObject, _v2)

RUNTIME(cudaDestroyTextureObject)(uint64_t object) {
  return object ? noted(ASK(OBJECT_DESTROY, NULL, (int64_t)object)) : SUCCESS;
}

RUNTIME(cudaCreateSurfaceObject)(uint64_t *object, const void *resource) {
  struct reply reply;
  if (!object || !resource) {
    return noted(INVALID_VALUE);
  }
  cudaError_t error =
      ask(SURFACE_CREATE, &reply, resource, RESOURCE_BYTES, NULL, 0, NULL, 0);
  *object = error ? 0 : (uint64_t)reply.results[0];
  return noted(error);
}

RUNTIME(cudaDestroySurfaceObject)(uint64_t object) {
  return object ? noted(ASK(OBJECT_DESTROY, NULL, (int64_t)object)) : SUCCESS;
}

RUNTIME(cudaGetTextureObjectResourceDesc)(void *resource, uint64_t object) {
  return noted(ask(OBJECT_DESCRIPTION, NULL, NULL, 0, resource, RESOURCE_BYTES,
                   LIST((int64_t)object, 0), 2));
}

RUNTIME(cudaGetSurfaceObjectResourceDesc)(void *resource, uint64_t object) {
  return cudaGetTextureObjectResourceDesc(resource, object);
}

RUNTIME(cudaGetTextureObjectTextureDesc)(void *texture, uint64_t object) {
  return noted(
      ask(OBJECT_DESCRIPTION, NULL, NULL, 0, texture, 72, LIST((int64_t)object, 1), 2));
}
