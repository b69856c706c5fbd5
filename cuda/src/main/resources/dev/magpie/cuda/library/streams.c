/* Streams and events. Work is done in the order in which the host issues it. */
#include "runtime.h"

enum { FLAGS, PRIORITY, IDENTITY };

static cudaError_t createStream(cudaStream_t *stream, unsigned flags, int priority) {
  struct reply reply;
  cudaError_t error = ASK(STREAM_CREATE, &reply, flags, priority);
  *stream = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

RUNTIME(cudaStreamCreate)(cudaStream_t *stream) { return createStream(stream, 0, 0); }

RUNTIME(cudaStreamCreateWithFlags)(cudaStream_t *stream, unsigned flags) {
  return createStream(stream, flags, 0);
}

RUNTIME(cudaStreamCreateWithPriority)(cudaStream_t *stream, unsigned flags, int priority) {
  return createStream(stream, flags, priority);
}

RUNTIME(cudaStreamDestroy)(cudaStream_t stream) {
  return noted(ASK(STREAM_DESTROY, NULL, NUMBER(stream)));
}

static cudaError_t about(int64_t *answer, cudaStream_t stream, int what) {
  struct reply reply;
  cudaError_t error = ASK(STREAM_INFO, &reply, NUMBER(stream));
  *answer = error ? 0 : reply.results[what];
  return noted(error);
}

RUNTIME(cudaStreamGetFlags)(cudaStream_t stream, unsigned *flags) {
  int64_t answer;
  cudaError_t error = about(&answer, stream, FLAGS);
  *flags = (unsigned)answer;
  return error;
}
SAME(cudaStreamGetFlags, _ptsz)

RUNTIME(cudaStreamGetPriority)(cudaStream_t stream, int *priority) {
  int64_t answer;
  cudaError_t error = about(&answer, stream, PRIORITY);
  *priority = (int)answer;
  return error;
}
SAME(cudaStreamGetPriority, _ptsz)

RUNTIME(cudaStreamGetId)(cudaStream_t stream, unsigned long long *identity) {
  int64_t answer;
  cudaError_t error = about(&answer, stream, IDENTITY);
  *identity = (unsigned long long)answer;
  return error;
}

RUNTIME(cudaStreamGetDevice)(cudaStream_t stream, int *device) {
  int64_t answer;
  *device = 0;
  return about(&answer, stream, FLAGS);
}

RUNTIME(cudaStreamSynchronize)(cudaStream_t stream) {
  return noted(ASK(SYNCHRONIZE, NULL, NUMBER(stream)));
}
SAME(cudaStreamSynchronize, _ptsz)

RUNTIME(cudaStreamQuery)(cudaStream_t stream) {
  return noted(ASK(SYNCHRONIZE, NULL, NUMBER(stream)));
}
SAME(cudaStreamQuery, _ptsz)

RUNTIME(cudaStreamWaitEvent)(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return noted(ASK(STREAM_WAIT, NULL, NUMBER(stream), NUMBER(event), flags));
}
SAME(cudaStreamWaitEvent, _ptsz)

/* Memory is the host's and every stream's at once. */
RUNTIME(cudaStreamAttachMemAsync)(cudaStream_t stream) {
  int64_t answer;
  return about(&answer, stream, FLAGS);
}
SAME(cudaStreamAttachMemAsync, _ptsz)

/* Attributes are of caches and priorities, and no result depends on them. */
RUNTIME(cudaStreamSetAttribute)(cudaStream_t stream, int attribute, const void *value) {
  int64_t answer;
  (void)attribute;
  (void)value;
  return about(&answer, stream, FLAGS);
}
SAME(cudaStreamSetAttribute, _ptsz)

RUNTIME(cudaStreamGetAttribute)(cudaStream_t stream, int attribute, void *value) {
  int64_t answer;
  (void)attribute;
  cudaError_t error = about(&answer, stream, FLAGS);
  if (!error) {
    memset(value, 0, 64);
  }
  return error;
}
SAME(cudaStreamGetAttribute, _ptsz)

RUNTIME(cudaStreamCopyAttributes)(cudaStream_t to, cudaStream_t from) {
  int64_t answer;
  cudaError_t error = about(&answer, to, FLAGS);
  return error ? error : about(&answer, from, FLAGS);
}
SAME(cudaStreamCopyAttributes, _ptsz)

RUNTIME(cudaStreamAddCallback)(cudaStream_t stream, void *function, void *data, unsigned flags) {
  (void)flags;
  return noted(ASK(HOST_FUNCTION, NULL, NUMBER(stream), NUMBER(function), NUMBER(data), 1));
}
SAME(cudaStreamAddCallback, _ptsz)

RUNTIME(cudaLaunchHostFunc)(cudaStream_t stream, void *function, void *data) {
  return noted(ASK(HOST_FUNCTION, NULL, NUMBER(stream), NUMBER(function), NUMBER(data), 0));
}
SAME(cudaLaunchHostFunc, _ptsz)

RUNTIME(cudaEventCreateWithFlags)(cudaEvent_t *event, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(EVENT_CREATE, &reply, flags);
  *event = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

RUNTIME(cudaEventCreate)(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }

RUNTIME(cudaEventDestroy)(cudaEvent_t event) {
  return noted(ASK(EVENT_DESTROY, NULL, NUMBER(event)));
}

RUNTIME(cudaEventRecord)(cudaEvent_t event, cudaStream_t stream) {
  return noted(ASK(EVENT_RECORD, NULL, NUMBER(event), NUMBER(stream)));
}
SAME(cudaEventRecord, _ptsz)

RUNTIME(cudaEventRecordWithFlags)(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  (void)flags;
  return cudaEventRecord(event, stream);
}
SAME(cudaEventRecordWithFlags, _ptsz)

RUNTIME(cudaEventQuery)(cudaEvent_t event) { return noted(ASK(EVENT_QUERY, NULL, NUMBER(event))); }

RUNTIME(cudaEventSynchronize)(cudaEvent_t event) {
  return noted(ASK(EVENT_QUERY, NULL, NUMBER(event)));
}

RUNTIME(cudaEventElapsedTime)(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
  struct reply reply;
  cudaError_t error = ASK(EVENT_ELAPSED, &reply, NUMBER(from), NUMBER(to));
  uint32_t bits = error ? 0 : (uint32_t)reply.results[0];
  memcpy(milliseconds, &bits, sizeof bits);
  return noted(error);
}
SAME(cudaEventElapsedTime, _v2)
