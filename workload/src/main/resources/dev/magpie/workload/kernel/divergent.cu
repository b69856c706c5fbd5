// Control flow that takes the threads of a warp apart and together again in every way C++ has.

// Steps of the Collatz sequence: a loop of data-dependent length with a branch inside.
extern "C" __global__ void collatz(const unsigned int *starts, int *steps, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  unsigned long long value = starts[i];
  int count = 0;
  while (value > 1 && count < limit) {
    if (value % 2 == 0) {
      value /= 2;
    } else {
      value = 3 * value + 1;
    }
    count++;
  }
  steps[i] = value > 1 ? -1 : count;
}

// A stack machine: each thread interprets its own program, through a switch within a loop, with
// continue, break out of two loops, and early return.
extern "C" __global__ void stack_machine(const unsigned char *programs, int length, int *results, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  int stack[16];
  for (int s = 0; s < 16; s++) {
    stack[s] = s + i;
  }
  int top = 0;
  int fuel = 200;
  int at = 0;
  while (at < length) {
    if (fuel-- == 0) {
      results[i] = -1;
      return;
    }
    int operation = programs[i * length + at];
    int argument = operation >> 4;
    at++;
    switch (operation & 15) {
      case 0:
        top = (top + 1) & 15;
        stack[top] = argument;
        continue;
      case 1:
        stack[(top - 1) & 15] += stack[top];
        break;
      case 2:
        stack[(top - 1) & 15] *= stack[top] | 1;
        break;
      case 3:
        stack[top] = ~stack[top];
        continue;
      case 4:
        if (stack[top] & 1) {
          at += argument;
        }
        break;
      case 5:
        for (int j = 0; j < argument; j++) {
          stack[(top + j) & 15] ^= j * 77;
          if (stack[(top + j) & 15] < 0) {
            break;
          }
        }
        continue;
      case 6:
        if (argument > 2 && at > argument) {
          at -= argument;
        }
        break;
      case 7:
        results[i] = stack[top];
        return;
      case 8:
        stack[top] = stack[top] >> (argument & 7);
        continue;
      case 9:
        for (int a = 0; a < argument; a++) {
          for (int b = a; b < argument; b++) {
            if (((stack[a] + stack[b]) & 31) == 7) {
              goto found;
            }
            stack[b] += a - b;
          }
        }
        break;
      found:
        stack[top] += 1000;
        continue;
      default:
        stack[operation & 15] = stack[top] + argument;
        continue;
    }
    top = (top - 1) & 15;
  }
  int sum = 0;
  for (int s = 0; s < 16; s++) {
    sum = sum * 31 + stack[s];
  }
  results[i] = sum;
}

// Warp votes in code that only some lanes reach.
extern "C" __global__ void votes(const int *in, unsigned int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int loaded = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) {
    return;
  }
  unsigned int result = loaded;
  int value = in[i];
  // Unrolled, lanes would enter the loop at different places and not meet in it.
#pragma unroll 1
  while (value > 0) {
    unsigned int here = __activemask();
    result = result * 33 + __popc(here);
    value -= 3;
  }
  __syncwarp(loaded);
  result ^= __ballot_sync(loaded, in[i] & 1);
  if (__any_sync(loaded, in[i] > 90)) {
    result += 5;
  }
  if (__all_sync(loaded, in[i] > 1)) {
    result += 9;
  }
  out[i] = result;
}
