// Shortest paths from one node by Bellman and Ford's method, after LonestarGPU's sssp.
#include "lonestar_graph.cuh"

extern "C" __global__ void initialize(unsigned int *distance, unsigned int nodes) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes) {
    distance[node] = INFINITE;
  }
}

extern "C" __global__ void relax(Graph graph, unsigned int *distance, bool *changed) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= graph.nodes) {
    return;
  }
  for (unsigned int edge = 0; edge < graph.out_degree(node); edge++) {
    unsigned int target = graph.target(node, edge);
    if (target >= graph.nodes) {
      continue;
    }
    unsigned int weight = graph.weight(node, edge);
    if (weight >= INFINITE) {
      continue;
    }
    unsigned int alternative = distance[node] + weight;
    if (alternative < distance[target]) {
      atomicMin(&distance[target], alternative);
      *changed = true;
    }
  }
}
