#include "registrations.h"

#include <stdlib.h>
#include <string.h>

#define MOST 4

struct registration {
  enum call number;
  int count, isCopied;
  const void *in;
  size_t inBytes;
  int64_t arguments[MOST];
};

static struct registration *kept;
static size_t all, room;

int isRegistration(enum call number) {
  return number >= REGISTER_BINARY && number <= UNREGISTER_BINARY;
}

int initializes(enum call number) {
  return !isRegistration(number) && number != ERROR_TEXT && number != LAST_ERROR &&
         number != VERSION && number != ABSENT;
}

/* A library that is closed is no longer there afterwards. */
static void copyAll(void) {
  for (size_t i = 0; i < all; i++) {
    void *copy = kept[i].in && !kept[i].isCopied ? malloc(kept[i].inBytes) : NULL;
    if (copy) {
      kept[i].in = memcpy(copy, kept[i].in, kept[i].inBytes);
      kept[i].isCopied = 1;
    }
  }
}

void keepRegistration(enum call number, const void *in, size_t inBytes, const int64_t *arguments,
                      int count) {
  if (number == UNREGISTER_BINARY) {
    copyAll();
  }
  if (all == room) {
    room = room ? 2 * room : 64;
    kept = realloc(kept, room * sizeof *kept);
    if (!kept) {
      abort();
    }
  }
  struct registration *made = &kept[all++];
  *made = (struct registration){.number = number, .count = count, .in = in, .inBytes = inBytes};
  memcpy(made->arguments, arguments, (size_t)count * sizeof *arguments);
}

void registerAgain(void (*call)(enum call number, const void *in, size_t inBytes,
                                const int64_t *arguments, int count)) {
  for (size_t i = 0; i < all; i++) {
    call(kept[i].number, kept[i].in, kept[i].inBytes, kept[i].arguments, kept[i].count);
  }
}
