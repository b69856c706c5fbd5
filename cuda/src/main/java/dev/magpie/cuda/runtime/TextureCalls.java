package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.TextureResource;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.texture.AddressMode;
import dev.magpie.ptx.texture.ChannelFormat;
import dev.magpie.ptx.texture.FilterMode;
import dev.magpie.ptx.texture.ReadMode;
import dev.magpie.ptx.texture.TextureDescription;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texture and surface objects, from {@code cudaResourceDesc} and {@code cudaTextureDesc} as they
 * lie in the program's memory.
 */
final class TextureCalls {
  private static final int RESOURCE = 64;
  private static final int TEXTURE = 80;
  private static final int LONGEST_ROW = 1 << 27;

  private final Device device;
  private final Allocations allocations;
  private final ProgramArrays arrays;
  private final Map<Long, Made> objects = new HashMap<>();

  /** An object as it was described. */
  private record Made(boolean isSurface, MemorySegment description) {}

  TextureCalls(Device device, Allocations allocations, ProgramArrays arrays) {
    this.device = device;
    this.allocations = allocations;
    this.arrays = arrays;
  }

  void createTexture(Request request, Answer answer) {
    MemorySegment all = request.kept().payload();
    if (request.argument(0) != 0 && integer(all, RESOURCE + TEXTURE) != 0) {
      throw new CudaErrorException(
          CudaError.NOT_SUPPORTED, "a texture has a view of another format, which is not there");
    }
    MemorySegment description = all.asSlice(RESOURCE, TEXTURE);
    try {
      long handle = device.createTexture(resource(all), description(description));
      objects.put(handle, new Made(false, all));
      answer.result(0, handle);
    } catch (PtxException e) {
      throw new CudaErrorException(CudaError.INVALID_VALUE, String.valueOf(e.getMessage()));
    }
  }

  void createSurface(Request request, Answer answer) {
    MemorySegment all = request.kept().payload();
    if (integer(all, 0) != 0) {
      throw new CudaErrorException(CudaError.INVALID_CHANNEL_DESCRIPTOR);
    }
    long handle = device.createSurface(arrays.get(number(all, 8)).array());
    objects.put(handle, new Made(true, all));
    answer.result(0, handle);
  }

  void destroy(Request request) {
    Made made = objects.remove(request.argument(0));
    if (made == null) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    if (made.isSurface()) {
      device.destroySurface(request.argument(0));
    } else {
      device.destroyTexture(request.argument(0));
    }
  }

  /** What an object was described as. */
  void describe(Request request, Answer answer) {
    Made made = objects.get(request.argument(0));
    boolean wantsTexture = request.argument(1) != 0;
    if (made == null || (wantsTexture && made.isSurface())) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    answer.payload(
        wantsTexture
            ? made.description().asSlice(RESOURCE, TEXTURE)
            : made.description().asSlice(0, RESOURCE));
  }

  private TextureResource resource(MemorySegment all) {
    return switch (integer(all, 0)) {
      case 0 -> new TextureResource.OfArray(arrays.get(number(all, 8)).array());
      case 1 ->
          new TextureResource.Mipmapped(
              arrays.mipmap(number(all, 8)).stream().map(ProgramArray::array).toList());
      case 2 -> new TextureResource.Linear(range(number(all, 8), number(all, 40)), format(all));
      case 3 -> {
        long width = number(all, 40);
        long height = number(all, 48);
        long pitch = number(all, 56);
        ChannelFormat format = format(all);
        if (width < 1 || height < 1 || width > LONGEST_ROW || height > LONGEST_ROW) {
          throw new CudaErrorException(CudaError.INVALID_VALUE);
        }
        long bytes = Math.multiplyExact(pitch, height - 1) + width * format.bytes();
        yield new TextureResource.Pitched(
            range(number(all, 8), bytes), format, (int) width, (int) height, pitch);
      }
      default -> throw new CudaErrorException(CudaError.INVALID_VALUE);
    };
  }

  private static ChannelFormat format(MemorySegment all) {
    int[] bits = {integer(all, 16), integer(all, 20), integer(all, 24), integer(all, 28)};
    return ProgramArrays.format(bits, integer(all, 32));
  }

  private DeviceBuffer range(long address, long bytes) {
    Allocation found = allocations.holding(address);
    if (found == null || bytes < 1 || bytes > found.end() - address) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "a texture of %d bytes at address 0x%x is not within an allocation"
              .formatted(bytes, address));
    }
    return found
        .buffer()
        .range(found.buffer().name(), address - found.address(), Dtype.U8, List.of(bytes));
  }

  private static TextureDescription description(MemorySegment at) {
    AddressMode[] modes = AddressMode.values();
    FilterMode[] filters = FilterMode.values();
    ReadMode[] reads = ReadMode.values();
    try {
      return TextureDescription.ZERO
          .withAddressModes(modes[integer(at, 0)], modes[integer(at, 4)], modes[integer(at, 8)])
          .withFilter(filters[integer(at, 12)])
          .withRead(reads[integer(at, 16)])
          .withSrgb(integer(at, 20) != 0)
          .withBorder(real(at, 24), real(at, 28), real(at, 32), real(at, 36))
          .withNormalized(integer(at, 40) != 0)
          .withMipmap(
              new TextureDescription.Mipmap(
                  filters[integer(at, 48)], real(at, 52), real(at, 56), real(at, 60)));
    } catch (ArrayIndexOutOfBoundsException _) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
  }

  private static int integer(MemorySegment at, long offset) {
    return at.get(ValueLayout.JAVA_INT, offset);
  }

  private static float real(MemorySegment at, long offset) {
    return at.get(ValueLayout.JAVA_FLOAT, offset);
  }

  private static long number(MemorySegment at, long offset) {
    return at.get(ValueLayout.JAVA_LONG, offset);
  }
}
