/*
 * Writes what a program has in a GPU's memory, after every so many launches, as 'magpie exec' does:
 * preloaded, it looks at calls of the CUDA runtime on their way to the true one.
 *
 * MAGPIE_CAPTURE_DIRECTORY  takes the snapshots, a directory each
 * MAGPIE_CAPTURE_EVERY      launches from one to the next
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))
#define CHUNK ((size_t)16 << 20)

enum { TO_HOST = 2 };

struct dim3 {
  unsigned x, y, z;
};

struct extent {
  size_t width, height, depth;
};

struct pitched {
  void *ptr;
  size_t pitch, xsize, ysize;
};

/* Memory that is there: allocated, or a variable, whose address is asked for. */
struct memory {
  char name[256];
  void *address;
  const void *symbol;
  size_t bytes;
  struct memory *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct memory *first, **last = &first;
static unsigned allocations;
static unsigned long launches;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "magpie capture: %s: %s\n", what, why);
  _exit(125);
}

/* The function that would have been called. */
static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    fail(name, "is not in the CUDA runtime that the program has");
  }
  return found;
}

#define REAL(name, type, ...) ((type(*)(__VA_ARGS__))real(name))

static void keep(const char *kind, void *address, size_t bytes) {
  pthread_mutex_lock(&lock);
  allocations++;
  if (kind) {
    struct memory *made = calloc(1, sizeof *made);
    if (!made) {
      fail(kind, "out of memory");
    }
    snprintf(made->name, sizeof made->name, "%s-%u-%zu", kind, allocations, bytes);
    made->address = address;
    made->bytes = bytes;
    *last = made;
    last = &made->next;
  }
  pthread_mutex_unlock(&lock);
}

static void forget(const void *address) {
  pthread_mutex_lock(&lock);
  for (struct memory **each = &first; *each; each = &(*each)->next) {
    if ((*each)->address == address && !(*each)->symbol) {
      struct memory *gone = *each;
      *each = gone->next;
      if (last == &gone->next) {
        last = each;
      }
      free(gone);
      break;
    }
  }
  pthread_mutex_unlock(&lock);
}

static void writeName(FILE *out, const char *name) {
  for (; *name; name++) {
    if (*name == '"' || *name == '\\' || (unsigned char)*name < ' ') {
      fprintf(out, "\\u%04x", (unsigned char)*name);
    } else {
      fputc(*name, out);
    }
  }
}

/* The header of a safetensors file. */
static void writeHeader(FILE *out) {
  char *text = NULL;
  size_t length = 0;
  FILE *in = open_memstream(&text, &length);
  size_t at = 0;
  fputc('{', in);
  for (struct memory *each = first; each; each = each->next) {
    fputs(each == first ? "\"" : ",\"", in);
    writeName(in, each->name);
    fprintf(in, "\":{\"dtype\":\"U8\",\"shape\":[%zu],\"data_offsets\":[%zu,%zu]}", each->bytes, at,
            at + each->bytes);
    at += each->bytes;
  }
  fputc('}', in);
  while (ftell(in) % 8 != 0) {
    fputc(' ', in);
  }
  fclose(in);
  uint64_t bytes = length;
  fwrite(&bytes, sizeof bytes, 1, out);
  fwrite(text, 1, length, out);
  free(text);
}

static void writeMemory(FILE *out, const struct memory *memory) {
  int (*copy)(void *, const void *, size_t, int) =
      REAL("cudaMemcpy", int, void *, const void *, size_t, int);
  char *address = memory->address;
  if (memory->symbol) {
    void *found = NULL;
    if (REAL("cudaGetSymbolAddress", int, void **, const void *)(&found, memory->symbol) != 0) {
      fail(memory->name, "the variable has no address");
    }
    address = found;
  }
  char *buffer = malloc(CHUNK);
  for (size_t done = 0; done < memory->bytes; done += CHUNK) {
    size_t bytes = memory->bytes - done < CHUNK ? memory->bytes - done : CHUNK;
    if (!buffer || copy(buffer, address + done, bytes, TO_HOST) != 0) {
      fail(memory->name, "cannot be read");
    }
    fwrite(buffer, 1, bytes, out);
  }
  free(buffer);
}

static void snapshot(unsigned long number) {
  const char *directory = getenv("MAGPIE_CAPTURE_DIRECTORY");
  char path[4096];
  if (!directory) {
    return;
  }
  snprintf(path, sizeof path, "%s/launch-%08lu", directory, number);
  if (mkdir(path, 0777) != 0) {
    fail(path, strerror(errno));
  }
  strncat(path, "/memory.safetensors", sizeof path - strlen(path) - 1);
  FILE *out = fopen(path, "wb");
  if (!out) {
    fail(path, strerror(errno));
  }
  writeHeader(out);
  for (struct memory *each = first; each; each = each->next) {
    writeMemory(out, each);
  }
  if (ferror(out) || fclose(out) != 0) {
    fail(path, strerror(errno ? errno : EIO));
  }
}

/* A launch was asked for; an error is the program's, and found by it. */
static int launched(int error) {
  const char *every = getenv("MAGPIE_CAPTURE_EVERY");
  unsigned long step = every ? strtoul(every, NULL, 10) : 1;
  pthread_mutex_lock(&lock);
  launches += error == 0;
  if (error == 0 && step > 0 && launches % step == 0 &&
      REAL("cudaDeviceSynchronize", int, void)() == 0) {
    snapshot(launches);
  }
  pthread_mutex_unlock(&lock);
  return error;
}

PUBLIC int cudaMalloc(void **made, size_t bytes) {
  int error = REAL("cudaMalloc", int, void **, size_t)(made, bytes);
  if (error == 0 && bytes) {
    keep("malloc", *made, bytes);
  }
  return error;
}

PUBLIC int cudaMallocManaged(void **made, size_t bytes, unsigned flags) {
  int error = REAL("cudaMallocManaged", int, void **, size_t, unsigned)(made, bytes, flags);
  if (error == 0 && bytes) {
    keep("managed", *made, bytes);
  }
  return error;
}

PUBLIC int cudaMallocAsync(void **made, size_t bytes, void *stream) {
  int error = REAL("cudaMallocAsync", int, void **, size_t, void *)(made, bytes, stream);
  if (error == 0 && bytes) {
    keep("malloc", *made, bytes);
  }
  return error;
}

PUBLIC int cudaMallocPitch(void **made, size_t *pitch, size_t width, size_t height) {
  int error =
      REAL("cudaMallocPitch", int, void **, size_t *, size_t, size_t)(made, pitch, width, height);
  if (error == 0 && *made) {
    keep("malloc", *made, *pitch * height);
  }
  return error;
}

PUBLIC int cudaMalloc3D(struct pitched *made, struct extent extent) {
  int error = REAL("cudaMalloc3D", int, struct pitched *, struct extent)(made, extent);
  if (error == 0 && made->ptr) {
    keep("malloc", made->ptr, made->pitch * extent.height * extent.depth);
  }
  return error;
}

/* Memory of the host counts, so that numbers are those of 'magpie exec'. */
PUBLIC int cudaMallocHost(void **made, size_t bytes) {
  int error = REAL("cudaMallocHost", int, void **, size_t)(made, bytes);
  if (error == 0 && bytes) {
    keep(NULL, NULL, 0);
  }
  return error;
}

PUBLIC int cudaHostAlloc(void **made, size_t bytes, unsigned flags) {
  int error = REAL("cudaHostAlloc", int, void **, size_t, unsigned)(made, bytes, flags);
  if (error == 0 && bytes) {
    keep(NULL, NULL, 0);
  }
  return error;
}

PUBLIC int cudaFree(void *pointer) {
  forget(pointer);
  return REAL("cudaFree", int, void *)(pointer);
}

PUBLIC int cudaFreeAsync(void *pointer, void *stream) {
  forget(pointer);
  return REAL("cudaFreeAsync", int, void *, void *)(pointer, stream);
}

PUBLIC void __cudaRegisterVar(void **binary, char *host, char *device, const char *name, int ext,
                              size_t bytes, int constant, int global) {
  REAL("__cudaRegisterVar", void, void **, char *, char *, const char *, int, size_t, int, int)
  (binary, host, device, name, ext, bytes, constant, global);
  struct memory *made = calloc(1, sizeof *made);
  if (!made) {
    fail(name, "out of memory");
  }
  pthread_mutex_lock(&lock);
  snprintf(made->name, sizeof made->name, "%s", name);
  made->symbol = host;
  made->bytes = bytes;
  *last = made;
  last = &made->next;
  pthread_mutex_unlock(&lock);
}

#define LAUNCHES(name)                                                                             \
  PUBLIC int name(const void *function, struct dim3 grid, struct dim3 block, void **arguments,     \
                  size_t shared, void *stream) {                                                   \
    return launched(REAL(#name, int, const void *, struct dim3, struct dim3, void **, size_t,      \
                         void *)(function, grid, block, arguments, shared, stream));               \
  }

LAUNCHES(cudaLaunchKernel)
LAUNCHES(cudaLaunchKernel_ptsz)
LAUNCHES(cudaLaunchCooperativeKernel)
LAUNCHES(__cudaLaunchKernel)
LAUNCHES(__cudaLaunchKernel_ptsz)

PUBLIC int cudaLaunchKernelExC(const void *configuration, const void *function,
                               void **arguments) {
  return launched(REAL("cudaLaunchKernelExC", int, const void *, const void *, void **)(
      configuration, function, arguments));
}
