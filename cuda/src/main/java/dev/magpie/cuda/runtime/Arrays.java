package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import java.util.HashMap;
import java.util.Map;

/** A program's CUDA arrays. */
final class Arrays {
  private final Allocations allocations;
  private final Map<Long, CudaArray> byHandle = new HashMap<>();

  Arrays(Allocations allocations) {
    this.allocations = allocations;
  }

  /** The array of a handle, which is the address of its memory. */
  CudaArray get(long handle) {
    CudaArray array = byHandle.get(handle);
    if (array == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return array;
  }

  void create(Request request, Answer answer) {
    int[] bits = new int[4];
    for (int i = 0; i < 4; i++) {
      bits[i] = request.intArgument(i);
      if (bits[i] != 0 && bits[i] != 8 && bits[i] != 16 && bits[i] != 32) {
        throw new CudaErrorException(CudaError.INVALID_CHANNEL_DESCRIPTOR);
      }
    }
    long width = request.argument(5);
    long height = request.argument(6);
    long depth = request.argument(7);
    long bytes;
    try {
      bytes =
          Math.multiplyExact(
              Math.multiplyExact(width, CudaArray.elementBytes(bits)),
              Math.multiplyExact(Math.max(1, height), Math.max(1, depth)));
    } catch (ArithmeticException _) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
    if (bytes <= 0 || height < 0 || depth < 0) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    CudaArray made =
        new CudaArray(
            allocations.allocate(bytes, Allocation.Kind.ARRAY, 0),
            bits,
            request.intArgument(4),
            width,
            height,
            depth,
            request.intArgument(8));
    byHandle.put(made.address(), made);
    answer.result(0, made.address());
  }

  void destroy(Request request, Answer answer) {
    CudaArray array = get(request.argument(0));
    byHandle.remove(array.address());
    allocations.free(array.allocation(), answer);
  }

  void info(Request request, Answer answer) {
    CudaArray array = get(request.argument(0));
    for (int each : array.channelBits()) {
      answer.payload(each);
    }
    answer.payload(array.format());
    answer.payload(array.width());
    answer.payload(array.height());
    answer.payload(array.depth());
    answer.payload(array.flags());
  }
}
