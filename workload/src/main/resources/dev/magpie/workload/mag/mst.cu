// Minimum spanning forest by Boruvka's rounds over a union-find forest, after LonestarGPU's mst. The
// barrier across the grid between finding and uniting is the boundary of two kernels here.
#include "lonestar_graph.cuh"

struct Components {
  unsigned int *parent;
  unsigned int *size;
  unsigned int *count;

  __device__ bool is_root(unsigned int node) const { return atomicCAS(&parent[node], node, node) == node; }

  // The root, and every node on the way points to it afterwards. Parents have larger numbers. The root
  // may have come below a larger one in the meantime and another thread have led the way past it: nodes
  // beyond it are left alone, else they would point back.
  __device__ unsigned int find(unsigned int node) const {
    unsigned int root = node;
    while (!is_root(root)) {
      root = parent[root];
    }
    while (node < root) {
      unsigned int next = parent[node];
      parent[node] = root;
      node = next;
    }
    return root;
  }

  // Hangs the smaller root below the larger one; false if another thread changed either first.
  __device__ bool unify(unsigned int one, unsigned int other) const {
    do {
      one = find(one);
      other = find(other);
      if (one == other) {
        return false;
      }
      if (one > other) {
        unsigned int swapped = one;
        one = other;
        other = swapped;
      }
    } while (atomicCAS(&parent[one], one, other) != one);
    atomicAdd(&size[other], size[one]);
    atomicSub(count, 1);
    return true;
  }
};

extern "C" __global__ void start(Components components, unsigned int nodes) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes) {
    components.parent[node] = node;
    components.size[node] = 1;
  }
}

// Forgets what the last round found.
extern "C" __global__ void begin_round(unsigned int nodes, unsigned int *lightest, unsigned int *component_lightest,
                                       unsigned int *partner, unsigned int *chosen, bool *processes) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes) {
    lightest[node] = INFINITE;
    component_lightest[node] = INFINITE;
    partner[node] = node;
    chosen[node] = nodes;
    processes[node] = false;
  }
}

// Each node's lightest edge that leaves its component, and the lightest of the component's nodes.
extern "C" __global__ void find_lightest(Graph graph, Components components, unsigned int *lightest,
                                         unsigned int *component_lightest, unsigned int *partner) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= graph.nodes) {
    return;
  }
  unsigned int root = components.find(node);
  unsigned int least = INFINITE;
  unsigned int other = node;
  for (unsigned int edge = 0; edge < graph.out_degree(node); edge++) {
    unsigned int weight = graph.weight(node, edge);
    if (weight < least) {
      unsigned int target = graph.target(node, edge);
      if (target < graph.nodes && components.find(target) != root) {
        least = weight;
        other = target;
      }
    }
  }
  lightest[node] = least;
  partner[node] = other;
  if (least < INFINITE) {
    atomicMin(&component_lightest[root], least);
  }
}

// One of the nodes with the component's lightest edge takes part.
extern "C" __global__ void choose(unsigned int nodes, Components components, const unsigned int *lightest,
                                  const unsigned int *component_lightest, unsigned int *chosen) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || lightest[node] == INFINITE) {
    return;
  }
  unsigned int root = components.find(node);
  if (component_lightest[root] == lightest[node]) {
    atomicCAS(&chosen[root], nodes, node);
  }
}

extern "C" __global__ void mark(unsigned int nodes, Components components, const unsigned int *chosen,
                                bool *processes) {
  unsigned int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes && components.is_root(node) && chosen[node] < nodes) {
    processes[chosen[node]] = true;
  }
}

// Unites along the chosen edges. Two components may have chosen edges of one weight between them; the
// second finds that they are one already.
extern "C" __global__ void unite(unsigned int nodes, Components components, const unsigned int *lightest,
                                 const unsigned int *partner, bool *processes, unsigned long long *total,
                                 bool *again) {
  for (unsigned int node = blockIdx.x * blockDim.x + threadIdx.x; node < nodes; node += gridDim.x * blockDim.x) {
    if (processes[node]) {
      processes[node] = false;
      if (components.unify(node, partner[node])) {
        atomicAdd(total, (unsigned long long)lightest[node]);
        *again = true;
      }
    }
  }
}
