// An element and its six neighbours in planes of 128 x 128; a line of the result is as random as its input's.
#define SIDE 128

extern "C" __global__ void spill_stencil(const unsigned int *in, unsigned int *out, unsigned int planes) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int x = i % SIDE;
  unsigned int y = i / SIDE % SIDE;
  unsigned int z = i / (SIDE * SIDE);
  unsigned int sum = 0;
  sum += x > 0 ? in[i - 1] : 0;
  sum += x < SIDE - 1 ? in[i + 1] : 0;
  sum += y > 0 ? in[i - SIDE] : 0;
  sum += y < SIDE - 1 ? in[i + SIDE] : 0;
  sum += z > 0 ? in[i - SIDE * SIDE] : 0;
  sum += z < planes - 1 ? in[i + SIDE * SIDE] : 0;
  out[i] = in[i] ^ (sum & 1);
}
