// One level of a breadth-first search over a graph in compressed rows; who reaches a node first
// claims it, so each node enters the next frontier once.
extern "C" __global__ void expand(const int *offsets, const int *targets, int *level, const int *frontier,
                                  int size, int *next, int *next_size, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) {
    return;
  }
  int node = frontier[i];
  for (int edge = offsets[node]; edge < offsets[node + 1]; edge++) {
    int target = targets[edge];
    if (atomicCAS(&level[target], -1, depth) == -1) {
      next[atomicAdd(next_size, 1)] = target;
    }
  }
}
