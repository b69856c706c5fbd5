package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.CudaArray;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program's CUDA arrays and mipmaps, by the address of their memory. */
final class ProgramArrays {
  private static final int LAYERED = 1;
  private static final int CUBEMAP = 4;

  /** By the numbers of {@code cudaChannelFormatKind}. */
  private static final List<ChannelFormat.Kind> KINDS =
      List.of(ChannelFormat.Kind.SIGNED, ChannelFormat.Kind.UNSIGNED, ChannelFormat.Kind.FLOAT);

  private final Device device;
  private final Allocations allocations;
  private final Map<Long, ProgramArray> arrays = new HashMap<>();
  private final Map<Long, List<ProgramArray>> mipmaps = new HashMap<>();
  private int count;

  ProgramArrays(Device device, Allocations allocations) {
    this.device = device;
    this.allocations = allocations;
  }

  /** The array of a handle. */
  ProgramArray get(long handle) {
    ProgramArray array = arrays.get(handle);
    if (array == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return array;
  }

  /** The levels of a mipmap, the largest first. */
  List<ProgramArray> mipmap(long handle) {
    List<ProgramArray> levels = mipmaps.get(handle);
    if (levels == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return levels;
  }

  /** What a texel is made of, as {@code cudaChannelFormatDesc} has it. */
  static ChannelFormat format(List<Integer> bits, int kind) {
    int channels = 0;
    while (channels < bits.size() && bits.get(channels) != 0) {
      channels++;
    }
    try {
      if (kind >= 0 && kind < KINDS.size() && channels > 0) {
        return new ChannelFormat(KINDS.get(kind), bits.getFirst(), channels);
      }
    } catch (IllegalArgumentException _) {
      // As any other format that there is not.
    }
    throw new CudaErrorException(CudaError.INVALID_CHANNEL_DESCRIPTOR);
  }

  void create(Request request, Answer answer) {
    List<Integer> bits =
        List.of(
            request.intArgument(0),
            request.intArgument(1),
            request.intArgument(2),
            request.intArgument(3));
    ChannelFormat format = format(bits, request.intArgument(4));
    long height = request.argument(6);
    long depth = request.argument(7);
    int flags = request.intArgument(8);
    int levels = request.intArgument(9);
    ArrayExtent extent = extent(request.argument(5), height, depth, flags);
    String name = "array-" + ++count;
    List<ProgramArray> made = new ArrayList<>();
    try {
      if (levels == 0) {
        made.add(add(device.mallocArray(name, format, extent), bits, height, depth, flags));
      } else {
        for (CudaArray each : device.mallocMipmappedArray(name, format, extent, levels)) {
          made.add(
              add(
                  each,
                  bits,
                  height == 0 ? 0 : each.extent().height(),
                  depth == 0 || (flags & LAYERED) != 0 ? depth : each.extent().depth(),
                  flags));
        }
        mipmaps.put(made.getFirst().address(), List.copyOf(made));
      }
    } catch (PtxException _) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
    answer.result(0, made.getFirst().address());
  }

  private ProgramArray add(
      CudaArray array, List<Integer> bits, long height, long depth, int flags) {
    ProgramArray made =
        new ProgramArray(
            allocations.add(array.buffer(), DeviceAllocation.Kind.ARRAY, flags),
            array,
            bits,
            height,
            depth,
            flags);
    arrays.put(made.address(), made);
    return made;
  }

  private static ArrayExtent extent(long width, long height, long depth, int flags) {
    try {
      int x = Math.toIntExact(width);
      int y = Math.toIntExact(height);
      int z = Math.toIntExact(depth);
      boolean isLayered = (flags & LAYERED) != 0;
      if ((flags & CUBEMAP) != 0) {
        return isLayered ? ArrayExtent.layeredCubemap(x, z / 6) : ArrayExtent.cubemap(x);
      }
      if (isLayered) {
        return y == 0 ? ArrayExtent.layered(x, z) : ArrayExtent.layered(x, y, z);
      }
      return z != 0
          ? ArrayExtent.of(x, Math.max(1, y), z)
          : y != 0 ? ArrayExtent.of(x, y) : ArrayExtent.of(x);
    } catch (IllegalArgumentException | ArithmeticException _) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
  }

  void destroy(Request request, Answer answer) {
    long handle = request.argument(0);
    List<ProgramArray> levels = mipmaps.remove(handle);
    for (ProgramArray each : levels == null ? List.of(get(handle)) : levels) {
      arrays.remove(each.address());
      allocations.free(each.allocation(), answer);
    }
  }

  void level(Request request, Answer answer) {
    List<ProgramArray> levels = mipmap(request.argument(0));
    int level = request.intArgument(1);
    if (level < 0 || level >= levels.size()) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    answer.result(0, levels.get(level).address());
  }

  void info(Request request, Answer answer) {
    ProgramArray array = get(request.argument(0));
    for (int each : array.channelBits()) {
      answer.payload(each);
    }
    answer.payload(KINDS.indexOf(array.array().format().kind()));
    answer.payload(array.array().extent().width());
    answer.payload(array.height());
    answer.payload(array.depth());
    answer.payload(array.flags());
  }

  void reset() {
    arrays.clear();
    mipmaps.clear();
  }
}
