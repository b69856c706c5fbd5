package dev.magpie.gpu.silicon;

import dev.magpie.gpu.silicon.CudaDriver.Attribute;
import dev.magpie.gpu.silicon.CudaDriver.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The memory that a GPU compresses by itself, which programs ask for with {@code
 * CU_MEM_ALLOCATION_COMP_GENERIC}, beside its ordinary memory: how long kernels take to write data
 * there and to read it. How it compresses is not published, but what that does is to be seen.
 *
 * <p>Data are repeated until they are eight times as large as L2, and L2 is full of something else
 * when they are read. For one thread.
 */
public final class CompressibleMemory implements AutoCloseable {
  private static final int TIMES_L2 = 8;
  private static final int BLOCKS_PER_MULTIPROCESSOR = 8;
  private static final int THREADS = 256;
  private static final int WAKING_PASSES = 2000;
  private static final int VECTOR_BYTES = 16;

  private final CudaDriver driver;
  private final int gpu;
  private final int runs;
  private final SiliconGpu description;
  private final long module;
  private final long copy;
  private final long read;
  private final long begin;
  private final long end;
  private final long bytes;
  private final long source;
  private final long other;
  private final Mapping ordinary;
  private final Mapping compressible;

  /**
   * Times of data in one of the two memories.
   *
   * @param write to copy it there, in microseconds, the shortest run first
   * @param read to read it from there
   */
  public record Times(List<Double> write, List<Double> read) {
    public Times {
      write = write.stream().sorted().toList();
      read = read.stream().sorted().toList();
    }

    public double medianWrite() {
      return LaunchTimes.median(write);
    }

    public double medianRead() {
      return LaunchTimes.median(read);
    }
  }

  /**
   * Times of some data.
   *
   * @param bytes that were written and read, with all repetitions
   */
  public record Comparison(long bytes, Times ordinary, Times compressible) {
    /** How much faster the data is read where it may be compressed. */
    public double readSpeedup() {
      return ordinary.medianRead() / compressible.medianRead();
    }

    /** The same of writes, which read the data from ordinary memory. */
    public double writeSpeedup() {
      return ordinary.medianWrite() / compressible.medianWrite();
    }
  }

  private CompressibleMemory(CudaDriver driver, int gpu, int runs) {
    this.driver = driver;
    this.gpu = gpu;
    this.runs = runs;
    driver.enter(gpu);
    description = SiliconGpu.of(driver, gpu);
    if (driver.attribute(Attribute.GENERIC_COMPRESSION, gpu) == 0) {
      throw new SiliconException(description.name() + ": has no memory that it compresses");
    }
    module = driver.load("copies.ptx", ptx());
    copy = driver.function(module, "copy_all");
    read = driver.function(module, "read_all");
    begin = driver.event();
    end = driver.event();
    ordinary = driver.map(gpu, TIMES_L2 * description.l2Bytes(), false);
    compressible = driver.map(gpu, TIMES_L2 * description.l2Bytes(), true);
    bytes = ordinary.bytes();
    source = driver.allocate(bytes);
    other = driver.allocate(2 * description.l2Bytes());
    // Clocks rise with work.
    for (int i = 0; i < WAKING_PASSES; i++) {
      driver.fill(source, (byte) 0, bytes);
    }
    driver.await();
  }

  private static String ptx() {
    try (InputStream in = CompressibleMemory.class.getResourceAsStream("copies.ptx")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Allocates both memories.
   *
   * @param gpu its number, from 0
   * @param runs of each pass
   * @throws SiliconException if there is no such GPU, or it does not compress
   */
  public static CompressibleMemory open(int gpu, int runs) {
    CudaDriver driver = CudaDriver.open();
    return new CompressibleMemory(driver, driver.device(gpu), runs);
  }

  public SiliconGpu gpu() {
    return description;
  }

  /**
   * Writes and reads some data in both memories.
   *
   * @throws SiliconException if a memory does not give back what was written
   */
  public Comparison time(MemorySegment data) {
    long filled = Math.min(data.byteSize(), bytes);
    driver.copyToDevice(source, data.asSlice(0, filled));
    while (filled < bytes) {
      long more = Math.min(filled, bytes - filled);
      driver.copy(source + filled, source, more);
      filled += more;
    }
    return new Comparison(
        bytes, time(data, ordinary.address()), time(data, compressible.address()));
  }

  private Times time(MemorySegment data, long place) {
    List<Double> write = new ArrayList<>();
    List<Double> reading = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      // Something else, so that no run finds what it writes.
      driver.fill(place, (byte) i, bytes);
      write.add(timed(copy, place, source, bytes / VECTOR_BYTES));
      reading.add(timed(read, place, bytes / VECTOR_BYTES, other));
    }
    long checked = Math.min(data.byteSize(), bytes);
    MemorySegment back = Arena.ofAuto().allocate(checked);
    driver.copyToHost(back, place);
    if (back.mismatch(data.asSlice(0, checked)) >= 0) {
      throw new SiliconException("the memory does not hold what was written to it");
    }
    return new Times(write, reading);
  }

  private double timed(long function, long... parameters) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment passed = arena.allocateFrom(ValueLayout.JAVA_LONG, parameters);
      int blocks = BLOCKS_PER_MULTIPROCESSOR * description.multiprocessors();
      driver.fill(other, (byte) 0, 2 * description.l2Bytes());
      driver.record(begin);
      driver.launch(function, new int[] {blocks, 1, 1, THREADS, 1, 1}, 0, passed);
      driver.record(end);
      driver.await();
      return driver.microseconds(begin, end);
    }
  }

  @Override
  public void close() {
    Stream.of(ordinary, compressible).forEach(driver::unmap);
    driver.free(source);
    driver.free(other);
    driver.destroy(begin);
    driver.destroy(end);
    driver.unload(module);
    driver.leave(gpu);
  }
}
