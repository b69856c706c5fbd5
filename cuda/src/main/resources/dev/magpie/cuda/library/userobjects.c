/* Objects of the host that graphs keep for as long as they may need them. */
#include <pthread.h>
#include <stdlib.h>

#include "graphs.h"

struct object {
  void *pointer;
  void (*destroy)(void *);
  unsigned references;
};

/* References that a graph has. */
struct holding {
  cudaGraph_t graph;
  struct object *object;
  unsigned count;
  struct holding *next;
};

static struct holding *holdings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* One that nobody refers to any more is destroyed, without the lock: that is the program's. */
static cudaError_t release(struct object *object, unsigned count) {
  pthread_mutex_lock(&lock);
  int isPossible = count > 0 && count <= object->references;
  int isLast = isPossible && (object->references -= count) == 0;
  pthread_mutex_unlock(&lock);
  if (isLast) {
    object->destroy(object->pointer);
    free(object);
  }
  return isPossible ? SUCCESS : INVALID_VALUE;
}

static cudaError_t retain(struct object *object, unsigned count) {
  pthread_mutex_lock(&lock);
  object->references += count;
  pthread_mutex_unlock(&lock);
  return count > 0 ? SUCCESS : INVALID_VALUE;
}

static cudaError_t hold(cudaGraph_t graph, struct object *object, unsigned count) {
  struct holding *made = malloc(sizeof *made);
  if (!made) {
    return ALLOCATION;
  }
  *made = (struct holding){graph, object, count, NULL};
  pthread_mutex_lock(&lock);
  made->next = holdings;
  holdings = made;
  pthread_mutex_unlock(&lock);
  return SUCCESS;
}

void shareObjects(cudaGraph_t from, cudaGraph_t to) {
  pthread_mutex_lock(&lock);
  for (struct holding *each = holdings; each; each = each->next) {
    struct holding *made = each->graph == from ? malloc(sizeof *made) : NULL;
    if (made) {
      /* Ahead of those that are looked through. */
      *made = (struct holding){to, each->object, each->count, holdings};
      made->object->references += made->count;
      holdings = made;
    }
  }
  pthread_mutex_unlock(&lock);
}

void releaseObjects(cudaGraph_t graph) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct holding **at = &holdings;
    while (*at && (*at)->graph != graph) {
      at = &(*at)->next;
    }
    struct holding *found = *at;
    if (found) {
      *at = found->next;
    }
    pthread_mutex_unlock(&lock);
    if (!found) {
      return;
    }
    if (found->count) {
      release(found->object, found->count);
    }
    free(found);
  }
}

RUNTIME(cudaUserObjectCreate)(struct object **made, void *pointer, void (*destroy)(void *),
                              unsigned references, unsigned flags) {
  (void)flags;
  if (!made || !destroy || !references) {
    return noted(INVALID_VALUE);
  }
  *made = malloc(sizeof **made);
  if (!*made) {
    return noted(ALLOCATION);
  }
  **made = (struct object){pointer, destroy, references};
  return SUCCESS;
}

RUNTIME(cudaUserObjectRetain)(struct object *object, unsigned count) {
  return noted(retain(object, count));
}

RUNTIME(cudaUserObjectRelease)(struct object *object, unsigned count) {
  return noted(release(object, count));
}

RUNTIME(cudaGraphRetainUserObject)(cudaGraph_t graph, struct object *object, unsigned count,
                                   unsigned flags) {
  enum { MOVES = 1 };
  cudaError_t error = ASK(GRAPH_CHECK, NULL, NUMBER(graph));
  error = error || (flags & MOVES) ? error : retain(object, count);
  return noted(error ? error : hold(graph, object, count));
}

RUNTIME(cudaGraphReleaseUserObject)(cudaGraph_t graph, struct object *object, unsigned count) {
  pthread_mutex_lock(&lock);
  struct holding *found = holdings;
  while (found && (found->graph != graph || found->object != object || found->count < count)) {
    found = found->next;
  }
  if (found) {
    found->count -= count;
  }
  pthread_mutex_unlock(&lock);
  return noted(found ? release(object, count) : INVALID_VALUE);
}
