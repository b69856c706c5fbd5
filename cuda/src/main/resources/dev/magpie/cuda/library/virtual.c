/* Virtual memory: addresses that are reserved, memory that is created, and one mapped at the other. */
#include "driver.h"
#include "sharing.h"

#define GRANULE (2u << 20)

struct place {
  int type, id;
};

struct allocationProperties {
  int type, handleTypes;
  struct place place;
  void *metadata;
  unsigned char compression, rdma;
  unsigned short usage;
  unsigned char reserved[4];
};

struct access {
  struct place place;
  int flags;
};

enum { PINNED_TYPE = 1, ON_DEVICE_PLACE = 1 };

static cudaError_t ofDevice(const struct place *place) {
  return place->type != ON_DEVICE_PLACE ? NOT_SUPPORTED : place->id ? 101 : initialized();
}

DRIVER(cuMemGetAllocationGranularity)(size_t *bytes, const struct allocationProperties *asked,
                                      int option) {
  (void)option;
  if (!bytes || !asked) {
    return INVALID_VALUE;
  }
  *bytes = GRANULE;
  return ofDevice(&asked->place);
}

DRIVER(cuMemAddressReserve)(address_t *made, size_t bytes, size_t alignment, address_t wanted,
                            uint64_t flags) {
  struct reply reply;
  (void)wanted;
  if (!made || flags) {
    return INVALID_VALUE;
  }
  cudaError_t error = ASK(VIRTUAL_RESERVE, &reply, (int64_t)bytes, (int64_t)alignment);
  *made = error ? 0 : (address_t)reply.results[0];
  return error;
}

DRIVER(cuMemAddressFree)(address_t given, size_t bytes) {
  return ASK(VIRTUAL_UNRESERVE, NULL, (int64_t)given, (int64_t)bytes);
}

DRIVER(cuMemCreate)(uint64_t *handle, size_t bytes, const struct allocationProperties *asked,
                    uint64_t flags) {
  enum { CAN_COMPRESS = 107 };
  extern cudaError_t cuDeviceGetAttribute(int *, int, int);
  struct reply reply;
  int canCompress = 0;
  if (!handle || !asked || flags || asked->type != PINNED_TYPE) {
    return INVALID_VALUE;
  }
  cudaError_t error = ofDevice(&asked->place);
  struct allocationProperties kept = *asked;
  /* A hint, whose outcome programs ask for; what is compressed is said on magpie's command line. */
  cuDeviceGetAttribute(&canCompress, CAN_COMPRESS, 0);
  kept.compression = canCompress ? asked->compression : 0;
  if (!error) {
    error = ask(PHYSICAL_CREATE, &reply, &kept, sizeof kept, NULL, 0, LIST((int64_t)bytes), 1);
  }
  *handle = error ? 0 : (uint64_t)reply.results[0];
  return error;
}

DRIVER(cuMemRelease)(uint64_t handle) { return ASK(PHYSICAL_RELEASE, NULL, (int64_t)handle); }

DRIVER(cuMemRetainAllocationHandle)(uint64_t *handle, const void *address) {
  struct reply reply;
  cudaError_t error = ASK(PHYSICAL_RETAIN, &reply, NUMBER(address));
  *handle = error ? 0 : (uint64_t)reply.results[0];
  return error;
}

DRIVER(cuMemGetAllocationPropertiesFromHandle)(struct allocationProperties *made,
                                               uint64_t handle) {
  return ask(PHYSICAL_PROPERTIES, NULL, NULL, 0, made, sizeof *made, LIST((int64_t)handle), 1);
}

DRIVER(cuMemMap)(address_t at, size_t bytes, size_t offset, uint64_t handle, uint64_t flags) {
  return flags ? INVALID_VALUE
               : ASK(VIRTUAL_MAP, NULL, (int64_t)at, (int64_t)bytes, (int64_t)offset,
                     (int64_t)handle);
}

DRIVER(cuMemUnmap)(address_t at, size_t bytes) {
  return ASK(VIRTUAL_UNMAP, NULL, (int64_t)at, (int64_t)bytes);
}

DRIVER(cuMemSetAccess)(address_t at, size_t bytes, const struct access *access, size_t count) {
  cudaError_t error = count ? SUCCESS : INVALID_VALUE;
  for (size_t i = 0; i < count && !error; i++) {
    error = ofDevice(&access[i].place);
    error = error ? error
                  : ASK(VIRTUAL_SET_ACCESS, NULL, (int64_t)at, (int64_t)bytes, access[i].flags);
  }
  return error;
}

DRIVER(cuMemGetAccess)(uint64_t *flags, const struct place *place, address_t at) {
  struct reply reply;
  cudaError_t error = ofDevice(place);
  error = error ? error : ASK(VIRTUAL_ACCESS, &reply, (int64_t)at);
  *flags = error ? 0 : (uint64_t)reply.results[0];
  return error;
}

DRIVER(cuMemExportToShareableHandle)(void *made, uint64_t handle, int type, uint64_t flags) {
  return flags ? INVALID_VALUE : exportToFile(made, SHARED_PHYSICAL, (int64_t)handle, type);
}

DRIVER(cuMemImportFromShareableHandle)(uint64_t *handle, void *file, int type) {
  int64_t identity;
  struct reply reply;
  cudaError_t error = importFromFile(file, SHARED_PHYSICAL, type, &identity);
  error = error ? error : ASK(IMPORT, &reply, SHARED_PHYSICAL, identity);
  *handle = error ? 0 : (uint64_t)reply.results[0];
  return error;
}
