package dev.magpie.gpu.silicon;

import dev.magpie.gpu.silicon.CudaDriver.Attribute;

/**
 * A real GPU.
 *
 * @param name as its driver says it
 * @param computeCapability such as 9.0
 * @param clockMegahertz the highest of its multiprocessors
 * @param memoryClockMegahertz the highest of its memory
 * @param cudaVersion the newest CUDA that the driver serves, such as 13.0
 */
public record SiliconGpu(
    String name,
    String computeCapability,
    int multiprocessors,
    int clockMegahertz,
    int memoryClockMegahertz,
    long memoryBytes,
    long l2Bytes,
    String cudaVersion) {

  static SiliconGpu of(CudaDriver driver, int device) {
    int version = driver.version();
    return new SiliconGpu(
        driver.name(device),
        "%d.%d"
            .formatted(
                driver.attribute(Attribute.COMPUTE_CAPABILITY_MAJOR, device),
                driver.attribute(Attribute.COMPUTE_CAPABILITY_MINOR, device)),
        driver.attribute(Attribute.MULTIPROCESSORS, device),
        driver.attribute(Attribute.CLOCK_KILOHERTZ, device) / 1000,
        driver.attribute(Attribute.MEMORY_CLOCK_KILOHERTZ, device) / 1000,
        driver.memoryBytes(device),
        driver.attribute(Attribute.L2_BYTES, device),
        "%d.%d".formatted(version / 1000, version % 1000 / 10));
  }
}
