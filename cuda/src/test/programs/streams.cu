/* Streams, events, host functions, graphs. */
#include <vector>

#include "check.h"

__global__ void add(int *values, int number) { values[threadIdx.x] += number; }

__global__ void spin(int *values, int rounds) {
  for (int i = 0; i < rounds; i++) {
    values[threadIdx.x] = values[threadIdx.x] * 3 + 1;
  }
}

static void told(void *data) { *(int *)data += 1; }

static void calledBack(cudaStream_t stream, cudaError_t status, void *data) {
  *(int *)data += stream && status == cudaSuccess ? 10 : 1000;
}

static void streams() {
  int *values, host[32] = {}, calls = 0;
  OK(cudaMalloc(&values, sizeof host));
  OK(cudaMemset(values, 0, sizeof host));
  cudaStream_t first, second;
  OK(cudaStreamCreate(&first));
  OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t begin, done;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&done));
  OK(cudaEventRecord(begin, first));
  add<<<1, 32, 0, first>>>(values, 5);
  spin<<<1, 32, 0, first>>>(values, 1000);
  OK(cudaEventRecord(done, first));
  OK(cudaStreamWaitEvent(second, done, 0));
  add<<<1, 32, 0, second>>>(values, 7);
  OK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, second));
  OK(cudaLaunchHostFunc(second, told, &calls));
  OK(cudaStreamAddCallback(second, calledBack, &calls, 0));
  OK(cudaStreamSynchronize(second));
  CHECK(calls == 11);
  int expected = 5;
  for (int i = 0; i < 1000; i++) {
    expected = (int)((unsigned)expected * 3u + 1u);
  }
  CHECK(host[9] == expected + 7);
  float milliseconds = -1;
  OK(cudaEventElapsedTime(&milliseconds, begin, done));
  CHECK(milliseconds > 0);
  printf("%.6f ms\n", milliseconds);
  cudaEvent_t unused;
  OK(cudaEventCreate(&unused));
  FAILS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, unused, done));
  OK(cudaEventDestroy(unused));
  cudaEvent_t timeless;
  OK(cudaEventCreateWithFlags(&timeless, cudaEventDisableTiming));
  OK(cudaEventRecord(timeless, first));
  FAILS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, begin, timeless));
  OK(cudaEventDestroy(timeless));
  OK(cudaStreamDestroy(first));
  FAILS(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(first));
  OK(cudaStreamDestroy(second));
  OK(cudaFree(values));
}

static void captured() {
  int *values, host[32], calls = 0;
  OK(cudaMalloc(&values, sizeof host));
  OK(cudaMemset(values, 0, sizeof host));
  cudaStream_t stream, other;
  cudaEvent_t forked, joined;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamCreate(&other));
  OK(cudaEventCreate(&forked));
  OK(cudaEventCreate(&joined));
  FAILS(cudaErrorStreamCaptureUnsupported,
        cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 32, 0, stream>>>(values, 1);
  OK(cudaEventRecord(forked, stream));
  OK(cudaStreamWaitEvent(other, forked, 0));
  add<<<1, 32, 0, other>>>(values, 10);
  OK(cudaEventRecord(joined, other));
  OK(cudaStreamWaitEvent(stream, joined, 0));
  OK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream));
  OK(cudaLaunchHostFunc(stream, told, &calls));
  add<<<1, 32, 0, stream>>>(values, 100);
  FAILS(cudaErrorStreamCaptureUnsupported, cudaDeviceSynchronize());
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(other, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes == 5);
  OK(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 0 && calls == 0);
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 1; i <= 3; i++) {
    OK(cudaGraphLaunch(executable, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[31] == 111 * i - 100 && calls == i);
  }
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(values));
}

static void built() {
  int *values, host[32], number = 4;
  OK(cudaMalloc(&values, sizeof host));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams fill = {};
  fill.dst = values;
  fill.elementSize = 4;
  fill.value = 1000;
  fill.width = 32;
  fill.height = 1;
  cudaGraphNode_t first, second, third;
  OK(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &fill));
  void *arguments[] = {&values, &number};
  cudaKernelNodeParams launch = {};
  launch.func = (void *)add;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&second, graph, &first, 1, &launch));
  OK(cudaGraphAddMemcpyNode1D(&third, graph, &second, 1, host, values, sizeof host,
                              cudaMemcpyDeviceToHost));
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, 0));
  OK(cudaDeviceSynchronize());
  CHECK(host[0] == 1004 && host[31] == 1004);
  number = 9;
  OK(cudaGraphExecKernelNodeSetParams(executable, second, &launch));
  OK(cudaGraphLaunch(executable, 0));
  OK(cudaDeviceSynchronize());
  CHECK(host[5] == 1009);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(third, &type));
  CHECK(type == cudaGraphNodeTypeMemcpy);
  OK(cudaFree(values));
}

int main() {
  streams();
  captured();
  built();
  return finish();
}
