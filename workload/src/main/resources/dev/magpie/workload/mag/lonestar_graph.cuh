// The graph that LonestarGPU's programs share: rows by first edge and degree, edges from index 1 on.
#define INFINITE 1000000000u

struct Graph {
  unsigned int nodes;
  unsigned int edges;
  const unsigned int *first;
  const unsigned int *degree;
  const unsigned int *source;
  const unsigned int *targets;
  const unsigned int *weights;

  __device__ unsigned int out_degree(unsigned int node) const { return node < nodes ? degree[node] : 0; }

  __device__ unsigned int first_edge(unsigned int node) const {
    return node < nodes && out_degree(node) > 0 ? first[source[node]] : 0;
  }

  __device__ unsigned int target(unsigned int node, unsigned int edge) const {
    return edge < out_degree(node) ? targets[first_edge(node) + edge] : nodes;
  }

  __device__ unsigned int weight(unsigned int node, unsigned int edge) const {
    return edge < out_degree(node) ? weights[first_edge(node) + edge] : INFINITE;
  }
};
