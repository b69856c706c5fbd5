package dev.magpie.ptx;

import dev.magpie.ptx.execute.DeviceRuntime;
import dev.magpie.ptx.execute.DeviceWork;
import dev.magpie.ptx.execute.GlobalMemory;
import dev.magpie.ptx.execute.Region;
import dev.magpie.ptx.ir.PtxException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What kernels ask of their device: launches, copies, fills, and what they want to know. */
final class KernelRequests {
  private final Device device;
  private final GlobalMemory memory;

  KernelRequests(Device device, GlobalMemory memory) {
    this.device = device;
    this.memory = memory;
  }

  DeviceRuntime serve(IntFunction<OptionalInt> attributes) {
    memory
        .runtime()
        .serve(
            new DeviceRuntime.Host() {
              @Override
              public long parameterBytes(long function) {
                Kernel kernel = kernelAt(function);
                return kernel == null ? -1 : kernel.image().parameterBytes();
              }

              @Override
              public OptionalInt attribute(int number) {
                return attributes.apply(number);
              }
            });
    return memory.runtime();
  }

  private @Nullable Kernel kernelAt(long function) {
    for (Module each : device.modules()) {
      Kernel found = each.kernelAt(function);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  Launch launchOf(DeviceWork.Launch asked) {
    Kernel kernel = kernelAt(asked.function());
    if (kernel == null) {
      throw new PtxException("a kernel launches 0x%x, which is none".formatted(asked.function()));
    }
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < kernel.parameters().size(); i++) {
      arguments.add(
          new Argument.Structure(
              asked
                  .parameters()
                  .asSlice(
                      kernel.image().parameterOffsets().get(i),
                      kernel.parameters().get(i).bytes())));
    }
    return new Launch(kernel, asked.grid(), asked.block(), asked.sharedBytes(), arguments);
  }

  void perform(DeviceWork.Copy asked) {
    if (asked.bytes() != 0) {
      MemorySegment.copy(
          at(asked.from(), asked.bytes()), 0, at(asked.to(), asked.bytes()), 0, asked.bytes());
      wroteAt(asked.to(), asked.bytes());
    }
  }

  void perform(DeviceWork.Fill asked) {
    if (asked.bytes() != 0) {
      at(asked.to(), asked.bytes()).fill(asked.value());
      wroteAt(asked.to(), asked.bytes());
    }
  }

  private MemorySegment at(long address, long bytes) {
    Region region = memory.find(address);
    if (region == null || bytes < 0 || bytes > region.size() - (address - region.base())) {
      throw new PtxException(
          "a kernel copies or fills %d bytes at address 0x%x, which are not in an allocation"
              .formatted(bytes, address));
    }
    return region.memory().asSlice(address - region.base(), bytes);
  }

  private void wroteAt(long address, long bytes) {
    for (DeviceBuffer each : device.buffers().values()) {
      if (address >= each.address() && address - each.address() < each.bytes()) {
        device.wrote(each, address - each.address(), bytes);
      }
    }
  }
}
