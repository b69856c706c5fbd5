#include "absent.h"

#include "runtime.h"

static cudaError_t absent(const char *name) {
  ask(ABSENT, NULL, name, strlen(name), NULL, 0, NULL, 0);
  return noted(NOT_SUPPORTED);
}

#define DEFINE(name, purpose)                                                                      \
  RUNTIME(name)(void) { return absent(#name ", which " purpose); }
/* Whatever their arguments are, they are not looked at. */
ABSENT_FUNCTIONS(DEFINE)
