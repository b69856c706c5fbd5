/* Launches from kernels, with -rdc=true and the device runtime. */
#include "check.h"

struct pair {
  unsigned first, second;
};

__global__ void append(unsigned *text, pair digits) {
  *text = (*text * 10 + digits.first) * 10 + digits.second;
}

__global__ void ends(unsigned *text, unsigned digit) { *text = *text * 10 + digit; }

/* Work in the order of a stream, and what waits for all of it. */
__global__ void ordered(unsigned *text) {
  ends<<<1, 1, 0, cudaStreamTailLaunch>>>(text, 9);
  append<<<1, 1>>>(text, pair{1, 2});
  append<<<1, 1>>>(text, pair{3, 4});
}

__global__ void work(unsigned *bytes, unsigned *copy) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemsetAsync(bytes, 0x11, 8, stream);
  ends<<<1, 1, 0, stream>>>(bytes + 1, 5);
  cudaMemcpyAsync(copy, bytes, 8, cudaMemcpyDeviceToDevice, stream);
  cudaStreamDestroy(stream);
}

/* The sum of a range, halved until it is short. */
__global__ void sum(const unsigned *values, unsigned count, unsigned *total, int depth) {
  if (threadIdx.x != 0) {
    return;
  }
  if (count <= 4 || depth == 0) {
    for (unsigned i = 0; i < count; i++) {
      atomicAdd(total, values[i]);
    }
    return;
  }
  unsigned half = count / 2;
  sum<<<1, 32, 0, cudaStreamFireAndForget>>>(values, half, total, depth - 1);
  sum<<<1, 32, 0, cudaStreamFireAndForget>>>(values + half, count - half, total, depth - 1);
}

__global__ void rows(unsigned *bytes, int *answer) {
  cudaMemset2DAsync(bytes, 16, 0x22, 4, 3, 0);
  cudaMemcpy2DAsync(bytes + 1, 16, bytes, 16, 4, 2, cudaMemcpyDeviceToDevice, 0);
  cudaDeviceGetAttribute(answer, cudaDevAttrWarpSize, 0);
}

__global__ void impossible(unsigned *text, cudaError_t *error) {
  ends<<<1, 2000>>>(text, 1);
  *error = cudaGetLastError();
}

__global__ void outOfBounds(unsigned *text) { ends<<<1, 1>>>(text + 1000, 1); }

int main() {
  unsigned *text, host[64], value = 0;
  OK(cudaMalloc(&text, sizeof host));
  OK(cudaMemset(text, 0, sizeof host));
  ordered<<<1, 1>>>(text);
  OK(cudaMemcpy(&value, text, sizeof value, cudaMemcpyDeviceToHost));
  CHECK(value == 12349);

  work<<<1, 1>>>(text, text + 4);
  OK(cudaMemcpy(host, text + 4, 8, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 0x11111111u && host[1] == 0x11111111u * 10 + 5);

  OK(cudaMemset(text, 0, sizeof host));
  rows<<<1, 1>>>(text, (int *)text + 32);
  OK(cudaMemcpy(host, text, sizeof host, cudaMemcpyDeviceToHost));
  for (int y = 0; y < 3; y++) {
    CHECK(host[4 * y] == 0x22222222u && host[4 * y + 1] == (y < 2 ? 0x22222222u : 0));
  }
  CHECK(host[32] == 32);

  for (unsigned i = 0; i < 64; i++) {
    host[i] = i + 1;
  }
  unsigned *total;
  OK(cudaMalloc(&total, sizeof *total));
  OK(cudaMemset(total, 0, sizeof *total));
  OK(cudaMemcpy(text, host, sizeof host, cudaMemcpyHostToDevice));
  sum<<<1, 32>>>(text, 64, total, 8);
  OK(cudaMemcpy(&value, total, sizeof value, cudaMemcpyDeviceToHost));
  CHECK(value == 64 * 65 / 2);

  OK(cudaMemset(text, 0, sizeof *text));
  impossible<<<1, 1>>>(text, (cudaError_t *)total);
  OK(cudaMemcpy(&value, text, sizeof value, cudaMemcpyDeviceToHost));
  CHECK(value == 0);

  outOfBounds<<<1, 1>>>(text);
  FAILS(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  return finish();
}
