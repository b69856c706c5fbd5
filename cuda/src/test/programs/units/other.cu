/* The other unit of cooperative.cu. */
#include "../other.h"

__device__ int offsets[2] = {5, 7};

__device__ int twice(int number) { return 2 * number; }

__global__ void fromOther(int *out) { *out = offsets[0] + offsets[1]; }
