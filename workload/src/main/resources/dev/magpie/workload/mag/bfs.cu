// Breadth-first search level by level with a thread for each node, after Rodinia's bfs.
struct Node {
  int start;
  int count;
};

extern "C" __global__ void visit(const Node *nodes, const int *edges, bool *mask, bool *updating,
                                 const bool *visited, int *cost, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n && mask[t]) {
    mask[t] = false;
    for (int e = nodes[t].start; e < nodes[t].start + nodes[t].count; e++) {
      int id = edges[e];
      if (!visited[id]) {
        cost[id] = cost[t] + 1;
        updating[id] = true;
      }
    }
  }
}

extern "C" __global__ void settle(bool *mask, bool *updating, bool *visited, bool *again, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n && updating[t]) {
    mask[t] = true;
    visited[t] = true;
    *again = true;
    updating[t] = false;
  }
}
