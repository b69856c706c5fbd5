/* Arrays, textures and surfaces through the driver: its structures, as those of the runtime. */
#include "driver.h"


struct rowsDescription {
  size_t width, height;
  unsigned format, channels;
};

struct boxDescription {
  size_t width, height, depth;
  unsigned format, channels, flags;
};

/* What a channel is, as the runtime has it: its bits, and whether they are a signed number. */
static int isFormat(unsigned format, unsigned count, struct channels *made) {
  enum { SIGNED, UNSIGNED, FLOAT };
  static const struct {
    unsigned format;
    int bits, kind;
  } known[] = {{0x01, 8, UNSIGNED}, {0x02, 16, UNSIGNED}, {0x03, 32, UNSIGNED}, {0x08, 8, SIGNED},
               {0x09, 16, SIGNED},  {0x0a, 32, SIGNED},   {0x10, 16, FLOAT},    {0x20, 32, FLOAT}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i].format == format && (count == 1 || count == 2 || count == 4)) {
      int bits = known[i].bits;
      *made = (struct channels){bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                count > 2 ? bits : 0, known[i].kind};
      return 1;
    }
  }
  return 0;
}

static unsigned formatOf(const int64_t words[5]) {
  unsigned width = words[0] == 8 ? 0 : words[0] == 16 ? 1 : 2;
  return words[4] == 0 ? 0x08 + width : words[4] == 1 ? 0x01 + width : width == 1 ? 0x10 : 0x20;
}

static cudaError_t create(cudaArray_t *array, const struct boxDescription *asked,
                          unsigned levels) {
  struct channels channels;
  struct reply reply;
  if (!array || !asked || !isFormat(asked->format, asked->channels, &channels)) {
    return INVALID_VALUE;
  }
  cudaError_t error =
      ASK(ARRAY_CREATE, &reply, channels.x, channels.y, channels.z, channels.w, channels.format,
          (int64_t)asked->width, (int64_t)asked->height, (int64_t)asked->depth, asked->flags,
          levels);
  *array = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuArrayCreate_v2)(cudaArray_t *array, const struct rowsDescription *asked) {
  struct boxDescription box = {.width = asked->width,
                               .height = asked->height,
                               .format = asked->format,
                               .channels = asked->channels};
  return create(array, &box, 0);
}

DRIVER(cuArray3DCreate_v2)(cudaArray_t *array, const struct boxDescription *asked) {
  return create(array, asked, 0);
}

DRIVER(cuMipmappedArrayCreate)(cudaArray_t *array, const struct boxDescription *asked,
                               unsigned levels) {
  return create(array, asked, levels);
}

DRIVER(cuArrayDestroy)(cudaArray_t array) { return ASK(ARRAY_DESTROY, NULL, NUMBER(array)); }

DRIVER(cuMipmappedArrayDestroy)(cudaArray_t array) { return cuArrayDestroy(array); }

DRIVER(cuMipmappedArrayGetLevel)(cudaArray_t *level, cudaArray_t array, unsigned number) {
  struct reply reply;
  cudaError_t error = ASK(ARRAY_LEVEL, &reply, NUMBER(array), number);
  *level = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuArray3DGetDescriptor_v2)(struct boxDescription *made, cudaArray_t array) {
  int64_t words[9] = {0};
  cudaError_t error =
      ask(ARRAY_INFO, NULL, NULL, 0, words, sizeof words, LIST(NUMBER(array)), 1);
  if (!error) {
    unsigned channels = 0;
    while (channels < 4 && words[channels]) {
      channels++;
    }
    *made = (struct boxDescription){(size_t)words[5], (size_t)words[6], (size_t)words[7],
                                    formatOf(words),  channels,         (unsigned)words[8]};
  }
  return error;
}

DRIVER(cuArrayGetDescriptor_v2)(struct rowsDescription *made, cudaArray_t array) {
  struct boxDescription box;
  cudaError_t error = cuArray3DGetDescriptor_v2(&box, array);
  if (!error) {
    *made = (struct rowsDescription){box.width, box.height, box.format, box.channels};
  }
  return error;
}

enum { HOST = 1, DEVICE, ARRAY, UNIFIED };

struct copyOfRows {
  size_t sourceX, sourceY;
  unsigned sourceType;
  const void *sourceHost;
  address_t sourceDevice;
  cudaArray_t sourceArray;
  size_t sourcePitch;
  size_t targetX, targetY;
  unsigned targetType;
  void *targetHost;
  address_t targetDevice;
  cudaArray_t targetArray;
  size_t targetPitch;
  size_t width, height;
};

struct copyOfBox {
  size_t sourceX, sourceY, sourceZ, sourceLevel;
  unsigned sourceType;
  const void *sourceHost;
  address_t sourceDevice;
  cudaArray_t sourceArray;
  void *sourceContext;
  size_t sourcePitch, sourceHeight;
  size_t targetX, targetY, targetZ, targetLevel;
  unsigned targetType;
  void *targetHost;
  address_t targetDevice;
  cudaArray_t targetArray;
  void *targetContext;
  size_t targetPitch, targetHeight;
  size_t width, height, depth;
};

static int isType(unsigned type) { return type >= HOST && type <= UNIFIED; }

static cudaError_t copy(const struct copyOfBox *asked, int isLater, cudaStream_t stream) {
  if (!isType(asked->sourceType) || !isType(asked->targetType)) {
    return INVALID_VALUE;
  }
  int isUnified = asked->sourceType == UNIFIED || asked->targetType == UNIFIED;
  int toHost = asked->targetType == HOST;
  int kind = isUnified                   ? BY_ADDRESS
             : asked->sourceType == HOST ? (toHost ? HOST_TO_HOST : TO_DEVICE)
             : toHost                    ? TO_HOST
                                         : ON_DEVICE;
  struct box box = {.sourceAt = {asked->sourceX, asked->sourceY, asked->sourceZ},
                    .targetAt = {asked->targetX, asked->targetY, asked->targetZ},
                    .extent = {asked->width, asked->height, asked->depth},
                    .kind = kind};
  if (asked->sourceType == ARRAY) {
    box.sourceArray = asked->sourceArray;
  } else {
    box.source.ptr = asked->sourceType == HOST ? (void *)asked->sourceHost
                                               : POINTER(asked->sourceDevice);
    box.source.pitch = asked->sourcePitch ? asked->sourcePitch : asked->width;
    box.source.ysize = asked->sourceHeight ? asked->sourceHeight : asked->height;
  }
  if (asked->targetType == ARRAY) {
    box.targetArray = asked->targetArray;
  } else {
    box.target.ptr = toHost ? asked->targetHost : POINTER(asked->targetDevice);
    box.target.pitch = asked->targetPitch ? asked->targetPitch : asked->width;
    box.target.ysize = asked->targetHeight ? asked->targetHeight : asked->height;
  }
  int64_t words[BOX_WORDS];
  boxWords(&box, 0, isLater, stream, words);
  return ask(COPY_BOX, NULL, NULL, 0, NULL, 0, words, BOX_WORDS);
}

static cudaError_t copyRows(const struct copyOfRows *asked, int isLater, cudaStream_t stream) {
  struct copyOfBox box = {.sourceX = asked->sourceX,
                          .sourceY = asked->sourceY,
                          .sourceType = asked->sourceType,
                          .sourceHost = asked->sourceHost,
                          .sourceDevice = asked->sourceDevice,
                          .sourceArray = asked->sourceArray,
                          .sourcePitch = asked->sourcePitch,
                          .targetX = asked->targetX,
                          .targetY = asked->targetY,
                          .targetType = asked->targetType,
                          .targetHost = asked->targetHost,
                          .targetDevice = asked->targetDevice,
                          .targetArray = asked->targetArray,
                          .targetPitch = asked->targetPitch,
                          .width = asked->width,
                          .height = asked->height,
                          .depth = 1};
  return copy(&box, isLater, stream);
}

DRIVER(cuMemcpy2D_v2)(const struct copyOfRows *asked) { return copyRows(asked, IN_ORDER, NULL); }

DRIVER(cuMemcpy2DUnaligned_v2)(const struct copyOfRows *asked) {
  return copyRows(asked, IN_ORDER, NULL);
}

DRIVER(cuMemcpy2DAsync_v2)(const struct copyOfRows *asked, cudaStream_t stream) {
  return copyRows(asked, LATER, stream);
}

DRIVER(cuMemcpy3D_v2)(const struct copyOfBox *asked) { return copy(asked, IN_ORDER, NULL); }

DRIVER(cuMemcpy3DAsync_v2)(const struct copyOfBox *asked, cudaStream_t stream) {
  return copy(asked, LATER, stream);
}

/* Bytes from a place in an array on, or to it. */
static cudaError_t alongArray(cudaArray_t array, size_t at, unsigned type, uint64_t other,
                              size_t bytes, int toArray, int isLater, cudaStream_t stream) {
  struct copyOfBox box = {.width = bytes, .height = 1, .depth = 1};
  if (toArray) {
    box.targetType = ARRAY;
    box.targetArray = array;
    box.targetX = at;
    box.sourceType = type;
    box.sourceHost = POINTER(other);
    box.sourceDevice = other;
  } else {
    box.sourceType = ARRAY;
    box.sourceArray = array;
    box.sourceX = at;
    box.targetType = type;
    box.targetHost = POINTER(other);
    box.targetDevice = other;
  }
  return copy(&box, isLater, stream);
}

DRIVER(cuMemcpyHtoA_v2)(cudaArray_t to, size_t at, const void *from, size_t bytes) {
  return alongArray(to, at, HOST, (uint64_t)NUMBER(from), bytes, 1, IN_ORDER, NULL);
}

DRIVER(cuMemcpyHtoAAsync_v2)(cudaArray_t to, size_t at, const void *from, size_t bytes,
                             cudaStream_t stream) {
  return alongArray(to, at, HOST, (uint64_t)NUMBER(from), bytes, 1, LATER, stream);
}

DRIVER(cuMemcpyAtoH_v2)(void *to, cudaArray_t from, size_t at, size_t bytes) {
  return alongArray(from, at, HOST, (uint64_t)NUMBER(to), bytes, 0, IN_ORDER, NULL);
}

DRIVER(cuMemcpyAtoHAsync_v2)(void *to, cudaArray_t from, size_t at, size_t bytes,
                             cudaStream_t stream) {
  return alongArray(from, at, HOST, (uint64_t)NUMBER(to), bytes, 0, LATER, stream);
}

DRIVER(cuMemcpyDtoA_v2)(cudaArray_t to, size_t at, address_t from, size_t bytes) {
  return alongArray(to, at, DEVICE, from, bytes, 1, IN_ORDER, NULL);
}

DRIVER(cuMemcpyAtoD_v2)(address_t to, cudaArray_t from, size_t at, size_t bytes) {
  return alongArray(from, at, DEVICE, to, bytes, 0, IN_ORDER, NULL);
}

DRIVER(cuMemcpyAtoA_v2)(cudaArray_t to, size_t toAt, cudaArray_t from, size_t fromAt,
                        size_t bytes) {
  struct copyOfBox box = {.sourceX = fromAt,
                          .sourceType = ARRAY,
                          .sourceArray = from,
                          .targetX = toAt,
                          .targetType = ARRAY,
                          .targetArray = to,
                          .width = bytes,
                          .height = 1,
                          .depth = 1};
  return copy(&box, IN_ORDER, NULL);
}

/* The runtime's cudaResourceDesc, which begins with the same kinds in the same order. */
struct resource {
  int type, padding;
  union {
    cudaArray_t array;
    struct {
      address_t at;
      struct channels channels;
      size_t bytes;
    } linear;
    struct {
      address_t at;
      struct channels channels;
      size_t width, height, pitch;
    } rows;
  } of;
};

struct driverResource {
  int type, padding;
  union {
    cudaArray_t array;
    struct {
      address_t at;
      unsigned format, channels;
      size_t bytes;
    } linear;
    struct {
      address_t at;
      unsigned format, channels;
      size_t width, height, pitch;
    } rows;
    int reserved[32];
  } of;
  unsigned flags;
};

struct texture {
  int modes[3], filter, read, srgb;
  float border[4];
  int normalized;
  unsigned anisotropy;
  int mipmapFilter;
  float bias, least, most;
  int isBilinear, isSeamless;
};

struct driverTexture {
  int modes[3], filter;
  unsigned flags, anisotropy;
  int mipmapFilter;
  float bias, least, most, border[4];
  int reserved[12];
};

struct described {
  struct resource resource;
  struct texture texture;
  char padding[80 - sizeof(struct texture)];
  char view[48];
};

_Static_assert(sizeof(struct resource) == 64 && sizeof(struct texture) == 72 &&
                   sizeof(struct described) == 192,
               "as the runtime's");

static int isResource(const struct driverResource *asked, struct resource *made) {
  enum { OF_ARRAY, OF_MIPMAP, LINEAR, ROWS };
  memset(made, 0, sizeof *made);
  made->type = asked->type;
  switch (asked->type) {
  case OF_ARRAY:
  case OF_MIPMAP:
    made->of.array = asked->of.array;
    return 1;
  case LINEAR:
    made->of.linear.at = asked->of.linear.at;
    made->of.linear.bytes = asked->of.linear.bytes;
    return isFormat(asked->of.linear.format, asked->of.linear.channels,
                    &made->of.linear.channels);
  case ROWS:
    made->of.rows.at = asked->of.rows.at;
    made->of.rows.width = asked->of.rows.width;
    made->of.rows.height = asked->of.rows.height;
    made->of.rows.pitch = asked->of.rows.pitch;
    return isFormat(asked->of.rows.format, asked->of.rows.channels, &made->of.rows.channels);
  default:
    return 0;
  }
}

/* Whether a texel is an integer of 8 or 16 bits, which is read as a fraction unless flags say. */
static int isNarrowInteger(const struct resource *resource, cudaError_t *error) {
  enum { OF_ARRAY, OF_MIPMAP, LINEAR, ROWS, FLOAT = 2 };
  int64_t words[9] = {0};
  *error = SUCCESS;
  switch (resource->type) {
  case LINEAR:
    return resource->of.linear.channels.x < 32 && resource->of.linear.channels.format != FLOAT;
  case ROWS:
    return resource->of.rows.channels.x < 32 && resource->of.rows.channels.format != FLOAT;
  default:
    *error = ask(ARRAY_INFO, NULL, NULL, 0, words, sizeof words,
                 LIST(NUMBER(resource->of.array)), 1);
    return words[0] < 32 && words[4] != FLOAT;
  }
}

DRIVER(cuTexObjectCreate)(uint64_t *object, const struct driverResource *resource,
                          const struct driverTexture *texture, const int *view) {
  enum { AS_INTEGER = 1, NORMALIZED = 2, SRGB = 16, BILINEAR = 32, SEAMLESS = 64 };
  struct described all = {0};
  struct reply reply;
  cudaError_t error;
  if (!object || !resource || !texture || !isResource(resource, &all.resource)) {
    return INVALID_VALUE;
  }
  int isFraction = isNarrowInteger(&all.resource, &error) && !(texture->flags & AS_INTEGER);
  if (error) {
    return error;
  }
  all.texture = (struct texture){
      .modes = {texture->modes[0], texture->modes[1], texture->modes[2]},
      .filter = texture->filter,
      .read = isFraction,
      .srgb = (texture->flags & SRGB) != 0,
      .border = {texture->border[0], texture->border[1], texture->border[2], texture->border[3]},
      .normalized = (texture->flags & NORMALIZED) != 0,
      .anisotropy = texture->anisotropy,
      .mipmapFilter = texture->mipmapFilter,
      .bias = texture->bias,
      .least = texture->least,
      .most = texture->most,
      .isBilinear = (texture->flags & BILINEAR) != 0,
      .isSeamless = (texture->flags & SEAMLESS) != 0};
  if (view) {
    memcpy(all.view, view, sizeof all.view);
  }
  error = ask(TEXTURE_CREATE, &reply, &all, sizeof all, NULL, 0, LIST(view != NULL), 1);
  *object = error ? 0 : (uint64_t)reply.results[0];
  return error;
}

DRIVER(cuTexObjectDestroy)(uint64_t object) {
  return object ? ASK(OBJECT_DESTROY, NULL, (int64_t)object) : SUCCESS;
}

DRIVER(cuSurfObjectCreate)(uint64_t *object, const struct driverResource *resource) {
  struct resource made;
  struct reply reply;
  if (!object || !resource || !isResource(resource, &made)) {
    return INVALID_VALUE;
  }
  cudaError_t error =
      ask(SURFACE_CREATE, &reply, &made, sizeof made, NULL, 0, NULL, 0);
  *object = error ? 0 : (uint64_t)reply.results[0];
  return error;
}

DRIVER(cuSurfObjectDestroy)(uint64_t object) { return cuTexObjectDestroy(object); }

/* Names without a version, which programs find with dlsym. */
UNVERSIONED(cuArrayCreate)
UNVERSIONED(cuArray3DCreate)
UNVERSIONED(cuArrayGetDescriptor)
UNVERSIONED(cuArray3DGetDescriptor)
UNVERSIONED(cuMemcpy2D)
UNVERSIONED(cuMemcpy2DUnaligned)
UNVERSIONED(cuMemcpy2DAsync)
UNVERSIONED(cuMemcpy3D)
UNVERSIONED(cuMemcpy3DAsync)
UNVERSIONED(cuMemcpyHtoA)
UNVERSIONED(cuMemcpyHtoAAsync)
UNVERSIONED(cuMemcpyAtoH)
UNVERSIONED(cuMemcpyAtoHAsync)
UNVERSIONED(cuMemcpyDtoA)
UNVERSIONED(cuMemcpyAtoD)
UNVERSIONED(cuMemcpyAtoA)
