// Reads an array and writes another, one element a thread; a line of the result is as random as its input's.
extern "C" __global__ void spill_stream(const unsigned int *in, unsigned int *out, unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i] ^ 1;
  }
}
