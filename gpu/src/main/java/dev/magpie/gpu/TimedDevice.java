package dev.magpie.gpu;

import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.execute.ProgramImage;
import dev.magpie.gpu.execute.PtxKernel;
import dev.magpie.gpu.stream.LaunchWindow.Phase;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.execute.AddressSpace;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Executes launches of a device on a timed GPU: instead of {@code device.launch(launch, options)}.
 * {@link TimedGpu#builder} makes it.
 */
public final class TimedDevice implements AutoCloseable {
  private static final long LOCAL_ALIGNMENT = 1 << 16;

  private final Device device;
  private final TimedGpu gpu;
  private final ProgramImage image;

  /** What the host has written since the last launch: from the first byte to behind the last. */
  private final Map<DeviceBuffer, Range> hostWrites = new LinkedHashMap<>();

  /** Whether launches have changed memory that the GPU has not seen. */
  private boolean isBehind;

  private record Range(long from, long to) {
    Range and(Range other) {
      return new Range(Math.min(from, other.from), Math.max(to, other.to));
    }
  }

  /**
   * A device and its timing.
   *
   * @param image what the GPU's memory takes the values of lines from
   */
  TimedDevice(Device device, TimedGpu gpu, ProgramImage image) {
    this.device = device;
    this.gpu = gpu;
    this.image = image;
    device.buffers().values().forEach(buffer -> hostWrote(buffer, 0, buffer.bytes()));
    device.tellHostWrites(this::hostWrote);
    device.tellHostCopies(gpu::hostCopied);
  }

  private void hostWrote(DeviceBuffer buffer, long offset, long bytes) {
    hostWrites.merge(buffer, new Range(offset, offset + bytes), Range::and);
  }

  /** The GPU's memory learns what the host has written before a kernel can read it. */
  private void synchronise() {
    if (isBehind) {
      image.allocations().forEach(each -> gpu.hostWrote(each.address(), each.bytes()));
      hostWrites.clear();
      isBehind = false;
    }
    // Of what has been freed since, nothing is there.
    hostWrites.keySet().retainAll(new HashSet<>(device.buffers().values()));
    hostWrites.forEach((buffer, range) ->
        gpu.hostWrote(
            buffer.address() - AddressSpace.HEAP + range.from(), range.to() - range.from()));
    hostWrites.clear();
  }

  public TimedGpu gpu() {
    return gpu;
  }

  /** Bytes of device memory, from the first allocation to the end of the last. */
  public long memoryBytes() {
    return image.bytes();
  }

  /**
   * Executes a kernel, timed if it is to be.
   *
   * @throws dev.magpie.ptx.ir.PtxException if the arguments are not the kernel's, or the grid is
   *     beyond the limits
   * @throws dev.magpie.ptx.execute.KernelFaultException if the kernel does what it must not
   * @throws SimulationException if it does not fit, a cooperative launch as a whole, or cannot go
   *     on
   */
  public LaunchResult launch(Launch launch, LaunchOptions options) {
    if (gpu.nextPhase() == Phase.FAST_FORWARD) {
      LaunchResult result = device.launch(launch, options);
      gpu.skip();
      isBehind = true;
      return result;
    }
    image.refresh();
    synchronise();
    long start = System.nanoTime();
    long local = Math.ceilDiv(image.bytes(), LOCAL_ALIGNMENT) * LOCAL_ALIGNMENT;
    PtxKernel kernel = new PtxKernel(device, launch, options, gpu.config(), local);
    if (launch.isCooperative()) {
      checkResident(launch, kernel);
    }
    gpu.limitInstructions(options.instructionLimit());
    LaunchTiming timing = gpu.run(kernel);
    assert timing.end() == gpu.cycle();
    return new LaunchResult(launch.kernel(), kernel.profile(), (System.nanoTime() - start) / 1e9);
  }

  /** All blocks of a cooperative launch wait for each other, so none may have to wait for room. */
  private void checkResident(Launch launch, PtxKernel kernel) {
    Occupancy occupancy = Occupancy.of(gpu.config().core(), kernel.shape());
    long most = (long) occupancy.blocks() * gpu.config().multiprocessors();
    if (kernel.shape().blocks() > most) {
      throw new SimulationException(
          "kernel %s: a cooperative launch has all its blocks resident at once, and of its %d only %d fit on %s, limited by %s"
              .formatted(
                  launch.kernel().shortName(),
                  kernel.shape().blocks(),
                  most,
                  gpu.config().name(),
                  occupancy.limit()));
    }
  }

  /** Gives back what the GPU's memory holds; the device stays. */
  @Override
  public void close() {
    gpu.close();
  }
}
