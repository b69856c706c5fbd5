/* Modules that programs load and link themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "driver.h"
#include "launch.h"

#define FAT_BINARY 0xba55ed50u
#define WRAPPER 0x466243b1u
#define NO_BINARY 209
#define NO_FILE 301

/* How texts that are linked begin. */
static const char linkedMagic[8] = "MagpieLn";

static cudaError_t load(void **module, const void *image, size_t bytes) {
  struct reply reply;
  cudaError_t error = ask(MODULE_LOAD, &reply, image, bytes, NULL, 0, NULL, 0);
  *module = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuModuleLoadData)(void **module, const void *image) {
  uint32_t magic;
  memcpy(&magic, image, sizeof magic);
  if (magic == WRAPPER) {
    memcpy(&image, (const char *)image + 8, sizeof image);
    magic = FAT_BINARY;
  }
  if (memcmp(image, linkedMagic, sizeof linkedMagic) == 0) {
    uint64_t bytes;
    memcpy(&bytes, (const char *)image + 8, sizeof bytes);
    return load(module, image, 16 + (size_t)bytes);
  }
  return load(module, image, magic == FAT_BINARY ? fatBytes(image) : strlen(image) + 1);
}

DRIVER(cuModuleLoadDataEx)(void **module, const void *image, unsigned count, void *options,
                           void **values) {
  (void)count;
  (void)options;
  (void)values;
  return cuModuleLoadData(module, image);
}

DRIVER(cuModuleLoadFatBinary)(void **module, const void *image) {
  return cuModuleLoadData(module, image);
}

static char *whole(const char *path, size_t *bytes) {
  struct stat status;
  FILE *file = fopen(path, "rb");
  char *image = NULL;
  if (file && fstat(fileno(file), &status) == 0 && status.st_size > 0) {
    *bytes = (size_t)status.st_size;
    image = malloc(*bytes);
    if (image && fread(image, 1, *bytes, file) != *bytes) {
      free(image);
      image = NULL;
    }
  }
  if (file) {
    fclose(file);
  }
  return image;
}

DRIVER(cuModuleLoad)(void **module, const char *path) {
  size_t bytes = 0;
  char *image = whole(path, &bytes);
  if (!image) {
    return NO_FILE;
  }
  cudaError_t error = load(module, image, bytes);
  free(image);
  return error;
}

/* Texts that are linked: a head, and each behind its size. Modules are loaded from it. */
struct linked {
  char magic[8];
  uint64_t bytes;
  char texts[];
};

DRIVER(cuLinkCreate_v2)(unsigned count, void *options, void **values, struct linked ***made) {
  (void)count;
  (void)options;
  (void)values;
  struct linked *none = calloc(1, sizeof *none);
  *made = malloc(sizeof **made);
  if (!none || !*made) {
    free(none);
    free(*made);
    return ALLOCATION;
  }
  memcpy(none->magic, linkedMagic, sizeof linkedMagic);
  **made = none;
  return SUCCESS;
}

DRIVER(cuLinkAddData_v2)(struct linked **state, int type, const void *data, size_t bytes,
                         const char *name, unsigned count, void *options, void **values) {
  enum { PTX = 1, FAT = 2 };
  (void)name;
  (void)count;
  (void)options;
  (void)values;
  if (type != PTX && type != FAT) {
    return NO_BINARY;
  }
  struct linked *more = realloc(*state, sizeof **state + (*state)->bytes + 8 + bytes);
  if (!more) {
    return ALLOCATION;
  }
  uint64_t size = bytes;
  memcpy(more->texts + more->bytes, &size, sizeof size);
  memcpy(more->texts + more->bytes + 8, data, bytes);
  more->bytes += 8 + bytes;
  *state = more;
  return SUCCESS;
}

DRIVER(cuLinkAddFile_v2)(struct linked **state, int type, const char *path, unsigned count,
                         void *options, void **values) {
  size_t bytes = 0;
  char *image = whole(path, &bytes);
  if (!image) {
    return NO_FILE;
  }
  cudaError_t error =
      cuLinkAddData_v2(state, type, image, bytes, path, count, options, values);
  free(image);
  return error;
}

DRIVER(cuLinkComplete)(struct linked **state, void **image, size_t *bytes) {
  *image = *state;
  if (bytes) {
    *bytes = sizeof **state + (*state)->bytes;
  }
  return SUCCESS;
}

DRIVER(cuLinkDestroy)(struct linked **state) {
  free(*state);
  free(state);
  return SUCCESS;
}

DRIVER(cuModuleUnload)(void *module) { return ASK(MODULE_UNLOAD, NULL, NUMBER(module)); }

DRIVER(cuModuleGetFunction)(void **function, void *module, const char *name) {
  struct reply reply;
  cudaError_t error =
      ask(MODULE_FUNCTION, &reply, name, strlen(name), NULL, 0, LIST(NUMBER(module)), 1);
  *function = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuModuleGetGlobal_v2)(address_t *address, size_t *bytes, void *module, const char *name) {
  struct reply reply;
  cudaError_t error =
      ask(MODULE_GLOBAL, &reply, name, strlen(name), NULL, 0, LIST(NUMBER(module)), 1);
  if (!error && address) {
    *address = (address_t)reply.results[0];
  }
  if (!error && bytes) {
    *bytes = (size_t)reply.results[1];
  }
  return error;
}

/* A library is a module whose kernels are functions at once. */
DRIVER(cuLibraryLoadData)(void **library, const void *image) {
  return cuModuleLoadData(library, image);
}

DRIVER(cuLibraryLoadFromFile)(void **library, const char *path) {
  return cuModuleLoad(library, path);
}

DRIVER(cuLibraryUnload)(void *library) { return cuModuleUnload(library); }

DRIVER(cuLibraryGetKernel)(void **kernel, void *library, const char *name) {
  return cuModuleGetFunction(kernel, library, name);
}

DRIVER(cuLibraryGetModule)(void **module, void *library) {
  *module = library;
  return SUCCESS;
}

DRIVER(cuLibraryGetGlobal)(address_t *address, size_t *bytes, void *library, const char *name) {
  return cuModuleGetGlobal_v2(address, bytes, library, name);
}

DRIVER(cuKernelGetFunction)(void **function, void *kernel) {
  *function = kernel;
  return SUCCESS;
}

/* What these were called before, and their names without a version. */
UNVERSIONED(cuLinkAddData)
UNVERSIONED(cuLinkAddFile)
UNVERSIONED(cuLinkCreate)
UNVERSIONED(cuModuleGetGlobal)
