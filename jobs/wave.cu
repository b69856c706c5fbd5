// Waves in a basin: a whole program, with the host's part, for 'magpie exec'.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ float speed;

__global__ void step(const float *before, const float *now, float *next, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) {
    return;
  }
  int i = y * n + x;
  float around = now[i - 1] + now[i + 1] + now[i - n] + now[i + n];
  next[i] = 2 * now[i] - before[i] + speed * (around - 4 * now[i]);
}

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));           \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

int main(int count, char **arguments) {
  int n = count > 1 ? atoi(arguments[1]) : 256;
  int steps = count > 2 ? atoi(arguments[2]) : 20;
  float factor = 0.2f;
  size_t bytes = sizeof(float) * n * n;
  std::vector<float> level(n * n, 0.0f);
  level[n / 2 * n + n / 2] = 1;

  float *water[3];
  for (float *&each : water) {
    CHECK(cudaMalloc(&each, bytes));
    CHECK(cudaMemcpy(each, level.data(), bytes, cudaMemcpyHostToDevice));
  }
  CHECK(cudaMemcpyToSymbol(speed, &factor, sizeof factor));

  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  for (int i = 0; i < steps; i++) {
    step<<<grid, block>>>(water[i % 3], water[(i + 1) % 3], water[(i + 2) % 3], n);
  }
  CHECK(cudaEventRecord(end));
  CHECK(cudaMemcpy(level.data(), water[(steps + 1) % 3], bytes, cudaMemcpyDeviceToHost));

  float milliseconds, sum = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  for (float each : level) {
    sum += each;
  }
  printf("%d steps of %d x %d: %.3f us a step\n", steps, n, n, milliseconds * 1000 / steps);
  bool passed = fabs(sum - 1) < 1e-3;
  printf("the water's sum is %.4f: %s\n", sum, passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}
