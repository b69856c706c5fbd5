package dev.magpie.workload.kernel;

/** The stack machine of the kernel {@code stack_machine}, one thread of it. */
final class StackMachine {
  private static final int DEPTH = 16;
  private static final int FUEL = 200;

  private final byte[] code;
  private final int start;
  private final int length;
  private final int[] stack = new int[DEPTH];
  private int top;
  private int at;

  StackMachine(byte[] code, int start, int length, int thread) {
    this.code = code;
    this.start = start;
    this.length = length;
    for (int s = 0; s < DEPTH; s++) {
      stack[s] = s + thread;
    }
  }

  int run() {
    for (int fuel = FUEL; at < length; fuel--) {
      if (fuel == 0) {
        return -1;
      }
      int operation = code[start + at] & 0xff;
      at++;
      if ((operation & 15) == 7) {
        return stack[top];
      }
      if (step(operation & 15, operation >> 4)) {
        top = top - 1 & 15;
      }
    }
    int sum = 0;
    for (int value : stack) {
      sum = sum * 31 + value;
    }
    return sum;
  }

  /** Whether the operation takes the top off. */
  private boolean step(int operation, int argument) {
    int below = top - 1 & 15;
    switch (operation) {
      case 0 -> {
        top = top + 1 & 15;
        stack[top] = argument;
        return false;
      }
      case 1 -> stack[below] += stack[top];
      case 2 -> stack[below] *= stack[top] | 1;
      case 3 -> {
        stack[top] = ~stack[top];
        return false;
      }
      case 4 -> at += (stack[top] & 1) != 0 ? argument : 0;
      case 5 -> {
        scramble(argument);
        return false;
      }
      case 6 -> at -= argument > 2 && at > argument ? argument : 0;
      case 8 -> {
        stack[top] >>= argument & 7;
        return false;
      }
      case 9 -> {
        if (search(argument)) {
          stack[top] += 1000;
          return false;
        }
      }
      default -> {
        stack[operation] = stack[top] + argument;
        return false;
      }
    }
    return true;
  }

  private void scramble(int count) {
    for (int j = 0; j < count; j++) {
      stack[top + j & 15] ^= j * 77;
      if (stack[top + j & 15] < 0) {
        return;
      }
    }
  }

  private boolean search(int count) {
    for (int a = 0; a < count; a++) {
      for (int b = a; b < count; b++) {
        if ((stack[a] + stack[b] & 31) == 7) {
          return true;
        }
        stack[b] += a - b;
      }
    }
    return false;
  }
}
