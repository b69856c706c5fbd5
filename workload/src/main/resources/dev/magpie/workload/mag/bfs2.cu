// Breadth-first search that relaxes every edge until nothing changes, after LonestarGPU's bfs.
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
    unsigned int alternative = distance[node] + 1;
    if (alternative < distance[target]) {
      atomicMin(&distance[target], alternative);
      *changed = true;
    }
  }
}
