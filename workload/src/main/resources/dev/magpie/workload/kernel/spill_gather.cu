// Each element with one from anywhere in a table; a line of the result is as random as its input's.
extern "C" __global__ void spill_gather(
    const unsigned int *in, const unsigned int *table, unsigned int *out, unsigned int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i] ^ (table[__umulhi(i * 0x9e3779b1u, n)] & 1);
  }
}
