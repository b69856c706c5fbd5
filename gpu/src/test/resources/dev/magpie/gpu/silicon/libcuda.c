/* A driver with one GPU that knows what the kernels of tests do: memory, modules,
   parameters and errors are as a real one's, and an event shows how often something was filled. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t word;

static int filled;
static word total;

int cuInit(unsigned flags) { filled = 0; return flags == 0 ? 0 : 1; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
int cuDeviceTotalMem_v2(word *bytes, int device) { *bytes = 1 << 30; return 0; }
int cuCtxSetCurrent(void *context) { return context == (void *)7 ? 0 : 201; }
int cuDevicePrimaryCtxRetain(word *context, int device) { *context = 7; return 0; }
int cuDevicePrimaryCtxRelease_v2(int device) { return total == 0 ? 0 : 999; }
int cuCtxSynchronize(void) { return 0; }

int cuDeviceGetName(char *name, int length, int device) {
  strncpy(name, "A GPU of the test", length);
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 38 ? 1 << 16 : attribute;
  return 0;
}

int cuGetErrorString(int error, const char **text) {
  *text = error == 218 ? "a PTX JIT compilation failed" : "something failed";
  return 0;
}

/* What a module is: its two variables. */
struct module {
  int32_t counter;
};

int cuModuleLoadDataEx(struct module **module, const char *ptx, unsigned count, int *options,
                       void **values) {
  if (strstr(ptx, "// refused")) {
    strcpy(values[0], "ptxas fatal: refused");
    return count == 2 && options[0] == 5 && options[1] == 6 ? 218 : 1;
  }
  *module = calloc(1, sizeof(struct module));
  (*module)->counter = 40;
  return 0;
}

int cuModuleUnload(struct module *module) { free(module); return 0; }

int cuModuleGetGlobal_v2(word *address, word *bytes, struct module *module, const char *name) {
  if (strcmp(name, "counter")) return 500;
  *address = (word)&module->counter;
  return 0;
}

struct function {
  struct module *module;
  char name[32];
};

int cuModuleGetFunction(struct function **function, struct module *module, const char *name) {
  *function = malloc(sizeof(struct function)); /* for the life of the process, as a test's is short */
  (*function)->module = module;
  strncpy((*function)->name, name, 31);
  return 0;
}

int cuFuncSetAttribute(void *function, int attribute, int value) { return attribute == 8 ? 0 : 1; }

int cuMemAlloc_v2(word *address, word bytes) {
  *address = (word)malloc(bytes);
  memset((void *)*address, 0xee, bytes);
  total++;
  return 0;
}

int cuMemFree_v2(word address) { free((void *)address); total--; return 0; }
int cuMemcpyHtoD_v2(word to, const void *from, word bytes) { memcpy((void *)to, from, bytes); return 0; }
int cuMemcpyDtoH_v2(void *to, word from, word bytes) { memcpy(to, (void *)from, bytes); return 0; }
int cuMemcpyDtoD_v2(word to, word from, word bytes) { memcpy((void *)to, (void *)from, bytes); return 0; }
int cuMemsetD8_v2(word to, uint8_t value, word bytes) { memset((void *)to, value, bytes); filled++; return 0; }

/* Mapped memory: a handle is its size. */
int cuMemGetAllocationGranularity(word *bytes, const char *properties, int option) {
  *bytes = 4096;
  return properties[0] == 1 && properties[8] == 1 && option == 0 ? 0 : 1;
}

static int compressible;

int cuMemCreate(word *handle, word bytes, const char *properties, word flags) {
  compressible = properties[24];
  *handle = bytes;
  total++;
  return 0;
}

int cuMemGetAllocationPropertiesFromHandle(char *properties, word handle) {
  properties[24] = compressible;
  return 0;
}

int cuMemAddressReserve(word *address, word bytes, word alignment, word at, word flags) {
  *address = (word)malloc(bytes);
  return 0;
}

int cuMemMap(word address, word bytes, word offset, word handle, word flags) {
  return handle == bytes ? 0 : 1;
}

int cuMemSetAccess(word address, word bytes, const int *access, word count) {
  return access[0] == 1 && access[2] == 3 && count == 1 ? 0 : 1;
}

int cuMemUnmap(word address, word bytes) { return 0; }
int cuMemRelease(word handle) { total--; return 0; }
int cuMemAddressFree(word address, word bytes) { free((void *)address); return 0; }

/* scale(float *a, {float *b; int n;}, float by): a[i] = by * b[i]; one thread an element. */
static void scale(char *parameters, int threads) {
  float *a = *(float **)parameters;
  float *b = *(float **)(parameters + 8);
  int n = *(int *)(parameters + 16);
  float by = *(float *)(parameters + 24);
  for (int i = 0; i < n && i < threads; i++) a[i] = by * b[i];
}

/* count(int *a): a[0] += 1 and a module's counter, too. */
static void count(struct module *module, char *parameters) {
  int *a = *(int **)parameters;
  a[0]++;
  module->counter++;
}

/* copy_all(to, from, vectors of 16 bytes). */
static void copy_all(char *parameters) {
  word *p = (word *)parameters;
  memcpy((void *)p[0], (void *)p[1], 16 * p[2]);
}

/* saxpy(n, a, x, y) of jobs/saxpy.ptx. */
static void saxpy(char *parameters, int threads) {
  int n = *(int *)parameters;
  float a = *(float *)(parameters + 4);
  float *x = *(float **)(parameters + 8);
  float *y = *(float **)(parameters + 16);
  for (int i = 0; i < n && i < threads; i++) y[i] = a * x[i] + y[i];
}

int cuLaunchKernel(struct function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                   unsigned by, unsigned bz, unsigned shared, void *stream, void **parameters,
                   void **extra) {
  if (parameters || stream || extra[0] != (void *)1 || extra[2] != (void *)2 || extra[4]) return 1;
  if (!strcmp(function->name, "scale")) scale(extra[1], gx * bx);
  if (!strcmp(function->name, "count")) count(function->module, extra[1]);
  if (!strcmp(function->name, "saxpy")) saxpy(extra[1], gx * bx);
  if (!strcmp(function->name, "copy_all")) copy_all(extra[1]);
  return strcmp(function->name, "crash") ? 0 : 700;
}

int cuEventCreate(int **event, unsigned flags) { *event = calloc(1, sizeof(int)); return 0; }
int cuEventDestroy_v2(int *event) { free(event); return 0; }
int cuEventRecord(int *event, void *stream) { *event = filled; return 0; }
int cuEventElapsedTime(float *milliseconds, int *from, int *to) {
  *milliseconds = 0.001f * *to;
  return 0;
}
