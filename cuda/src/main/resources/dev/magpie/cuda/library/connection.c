#define _GNU_SOURCE
#include "connection.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "initialization.h"
#include "registrations.h"

/* The same numbers are in SharedBlock in Java. */
#define ACTIONS 4096
#define PAYLOAD (1 << 21)
#define MEMORY (1L << 30)
#define MEMORY_BYTES (1L << 39)
#define MEMORY_ADDRESS 0x200000000000L
#define SPINS 4000
#define UNUSABLE 999

enum { IDLE, CALLED, ANSWERED };
enum { DO_COPY, DO_PRINT, DO_FUNCTION, DO_RELEASE, DO_MAP };

/* What is asked and answered, at the beginning of the shared memory. */
struct block {
  _Atomic uint32_t state;
  _Atomic uint32_t serverSleeps;
  _Atomic uint32_t clientSleeps;
  uint32_t number;
  int32_t error;
  uint32_t actions;
  uint32_t goesOn;
  uint32_t unused;
  int64_t payloadBytes;
  int64_t arguments[ARGUMENTS];
  int64_t results[RESULTS];
};

/* What is to be done in this process. */
struct action {
  int64_t kind;
  int64_t words[7];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *block;
static int channel = -1;
static int hasFailed;
/* What is shared, also with other processes, which map parts of it. */
static int memoryFile = -1;
static __thread size_t lastAnswer;

/* All at once: the watcher may end the process at any time. */
void tell(const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fprintf(stderr, "magpie exec: %s\n", text);
}

int isShared(const void *address) {
  uint64_t at = (uint64_t)(uintptr_t)address;
  return at >= MEMORY_ADDRESS && at < MEMORY_ADDRESS + MEMORY_BYTES;
}

/* Ends this process when the one that answers is gone, whatever this one is doing. */
static void *watch(void *fd) {
  struct pollfd waiting = {.fd = (int)(intptr_t)fd, .events = POLLRDHUP};
  while (poll(&waiting, 1, -1) < 0 || !(waiting.revents & (POLLRDHUP | POLLHUP | POLLERR))) {
  }
  _exit(125);
}

static void forked(void) {
  /* A child is another process to the one that answers. */
  if (channel >= 0) {
    close(channel);
    close(memoryFile);
  }
  channel = -1;
  block = NULL;
  inheritInitialization();
  pthread_mutex_init(&lock, NULL);
}

/* A signal of the program's own may come in between. */
static int sends(int fd, const void *bytes, size_t count) {
  ssize_t sent;
  do {
    sent = write(fd, bytes, count);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

static int receives(int fd, char *byte) {
  ssize_t received;
  do {
    received = read(fd, byte, 1);
  } while (received < 0 && errno == EINTR);
  return received == 1;
}

static int reaches(int fd, const struct sockaddr_un *address) {
  while (connect(fd, (const struct sockaddr *)address, sizeof *address) != 0) {
    if (errno != EINTR) {
      return 0;
    }
  }
  return 1;
}

static int unreachable(const char *what) {
  tell("%s: %s", what, strerror(errno));
  hasFailed = 1;
  return 0;
}

static void call(enum call number, const void *in, size_t inBytes, const int64_t *arguments,
                 int count);

static int connected(void) {
  static int isWatchingForks;
  if (block) {
    return 1;
  }
  if (hasFailed) {
    return 0;
  }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *path = getenv("MAGPIE_EXEC_SOCKET");
  if (!path || strlen(path) >= sizeof address.sun_path) {
    errno = ENOENT;
    return unreachable("MAGPIE_EXEC_SOCKET");
  }
  strcpy(address.sun_path, path);
  int memory = memfd_create("magpie", MFD_CLOEXEC);
  if (memory < 0 || ftruncate(memory, MEMORY + MEMORY_BYTES) != 0) {
    return unreachable("no memory to share");
  }
  void *head = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory, 0);
  void *device = mmap((void *)MEMORY_ADDRESS, MEMORY_BYTES, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE | MAP_FIXED, memory, MEMORY);
  if (head == MAP_FAILED || device == MAP_FAILED) {
    return unreachable("no addresses for the device's memory");
  }
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || !reaches(fd, &address)) {
    return unreachable(path);
  }
  char name[64];
  int length = snprintf(name, sizeof name, "%d %d\n", (int)getpid(), memory);
  char ready;
  if (!sends(fd, name, (size_t)length) || !receives(fd, &ready)) {
    return unreachable("no answer");
  }
  memoryFile = memory;
  if (!isWatchingForks) {
    pthread_atfork(NULL, NULL, forked);
    isWatchingForks = 1;
  }
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, watch, (void *)(intptr_t)fd) == 0) {
    pthread_detach(watcher);
  }
  channel = fd;
  block = head;
  registerAgain(call);
  return 1;
}

/* Nobody answers any more; or the program has closed what is not its own. */
static void lost(void) {
  tell("the connection to magpie is gone, and the program ends");
  _exit(125);
}

static void pause_(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

static void awaitAnswer(void) {
  for (;;) {
    for (int i = 0; i < SPINS; i++) {
      if (atomic_load(&block->state) == ANSWERED) {
        return;
      }
      pause_();
    }
    atomic_store(&block->clientSleeps, 1);
    if (atomic_load(&block->state) != ANSWERED) {
      char bell;
      if (read(channel, &bell, 1) == 0) {
        lost();
      }
    }
    atomic_store(&block->clientSleeps, 0);
  }
}

static void post(enum call number) {
  block->number = number;
  atomic_store(&block->state, CALLED);
  if (atomic_load(&block->serverSleeps) && !sends(channel, "c", 1)) {
    lost();
  }
  awaitAnswer();
  atomic_store(&block->state, IDLE);
}

static void copyRows(const int64_t *words) {
  char *to = POINTER(words[0]);
  const char *from = POINTER(words[2]);
  for (int64_t row = 0; row < words[5]; row++) {
    memmove(to + row * words[1], from + row * words[3], (size_t)words[4]);
  }
}

/* A stream's callback has other parameters than a host function. */
static void callBack(const int64_t *words) {
  if (words[2]) {
    ((void (*)(void *, int, void *))POINTER(words[0]))(POINTER(words[3]), 0, POINTER(words[1]));
  } else {
    ((void (*)(void *))POINTER(words[0]))(POINTER(words[1]));
  }
}

/* Puts pages of this process's file, or of another one's, at addresses of the device. */
static void map(const int64_t *words) {
  char path[64];
  int isOwn = words[2] == getpid();
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)words[2], (int)words[3]);
  int file = isOwn ? memoryFile : open(path, O_RDWR | O_CLOEXEC);
  void *made = mmap(POINTER(words[0]), (size_t)words[1], PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_NORESERVE | MAP_FIXED, file, MEMORY + words[4]);
  if (made == MAP_FAILED) {
    tell("memory of process %d cannot be mapped: %s", (int)words[2], strerror(errno));
    _exit(125);
  }
  if (!isOwn) {
    close(file);
  }
}

static void act(void) {
  char *base = (char *)block;
  for (uint32_t i = 0; i < block->actions; i++) {
    struct action action = ((struct action *)(base + ACTIONS))[i];
    switch (action.kind) {
    case DO_COPY:
      copyRows(action.words);
      break;
    case DO_PRINT:
      fwrite(base + PAYLOAD + action.words[0], 1, (size_t)action.words[1], stdout);
      break;
    case DO_RELEASE:
      madvise(POINTER(action.words[0]), (size_t)action.words[1], MADV_REMOVE);
      break;
    case DO_MAP:
      map(action.words);
      break;
    case DO_FUNCTION:
      /* It may take locks of the program's, or even call CUDA. It is the last of its answer. */
      pthread_mutex_unlock(&lock);
      callBack(action.words);
      pthread_mutex_lock(&lock);
      return;
    }
  }
}

/* Calls, and does what the answer says; the error is in the block. */
static void call(enum call number, const void *in, size_t inBytes, const int64_t *arguments,
                 int count) {
  for (int i = 0; i < ARGUMENTS; i++) {
    block->arguments[i] = i < count ? arguments[i] : 0;
  }
  block->payloadBytes = in ? (int64_t)inBytes : 0;
  if (in) {
    memcpy((char *)block + PAYLOAD, in, inBytes);
  }
  post(number);
  for (;;) {
    uint32_t goesOn = block->goesOn;
    act();
    if (!goesOn) {
      break;
    }
    block->arguments[0] = goesOn;
    block->payloadBytes = 0;
    post(CONTINUE);
  }
}

int ask(enum call number, struct reply *reply, const void *in, size_t inBytes, void *out,
        size_t outBytes, const int64_t *arguments, int count) {
  int saved = errno;
  pthread_mutex_lock(&lock);
  if (!block && (number == UNREGISTER_BINARY || number == LAST_ERROR)) {
    /* There is nothing, and for that nobody needs to be asked. */
    pthread_mutex_unlock(&lock);
    return 0;
  }
  if (initializes(number) ? initialize() : isOrphaned()) {
    pthread_mutex_unlock(&lock);
    return NOT_INITIALIZED;
  }
  if (!connected() || inBytes > MEMORY - PAYLOAD) {
    pthread_mutex_unlock(&lock);
    return UNUSABLE;
  }
  if (isRegistration(number) && initialized()) {
    keepRegistration(number, in, inBytes, arguments, count);
  }
  call(number, in, inBytes, arguments, count);
  if (reply) {
    memcpy(reply->results, block->results, sizeof reply->results);
  }
  lastAnswer = (size_t)block->payloadBytes;
  if (out) {
    memcpy(out, (char *)block + PAYLOAD, lastAnswer < outBytes ? lastAnswer : outBytes);
  }
  int error = block->error;
  pthread_mutex_unlock(&lock);
  errno = saved;
  return error;
}

size_t answered(void) { return lastAnswer; }
