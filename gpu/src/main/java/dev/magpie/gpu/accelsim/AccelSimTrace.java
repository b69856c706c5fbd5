package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.trace.TraceException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The traces of a program as Accel-Sim's tracer leaves them: a {@code kernelslist.g} with copies
 * and kernels in order, and a file a kernel, {@code .traceg}, {@code .traceg.xz} or, since version
 * 2.0, {@code .tracez}, in the same directory. They have addresses and no values, so that they tell
 * time and not what compresses.
 *
 * <p>Each file is read twice: first to check it and to learn its instructions, then as its blocks
 * run; only blocks that run are in memory.
 *
 * @see <a href="https://github.com/accel-sim/accel-sim-framework">Accel-Sim</a>: {@code
 *     util/tracer_nvbit}, {@code gpu-simulator/trace-parser}
 */
public final class AccelSimTrace implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 26;

  private final List<TraceKernel> kernels;
  private final PageMap pages;

  private AccelSimTrace(List<TraceKernel> kernels, PageMap pages) {
    this.kernels = List.copyOf(kernels);
    this.pages = pages;
  }

  /**
   * The files that a list names, and the list.
   *
   * @throws TraceException if the list is none
   */
  public static List<Path> files(Path list) throws IOException {
    List<Path> files = new ArrayList<>(List.of(list));
    read(list, new PageMap(), files::add);
    return files;
  }

  /**
   * Reads all files that a list names, to check them.
   *
   * @param read is told of the bytes that are taken from files
   * @throws TraceException if a file is not as it should be
   * @throws IOException if one cannot be read
   */
  public static AccelSimTrace open(Path list, LongConsumer read) throws IOException {
    PageMap pages = new PageMap();
    List<TraceKernel> kernels = new ArrayList<>();
    read(list, pages, file -> kernels.add(TraceKernel.scan(file, pages, read)));
    return new AccelSimTrace(kernels, pages);
  }

  /** Takes the files of kernels. */
  @FunctionalInterface
  private interface FileSink {
    void accept(Path file) throws IOException;
  }

  private static void read(Path list, PageMap pages, FileSink kernels) throws IOException {
    if (Files.exists(list) && Files.size(list) > MOST_BYTES) {
      throw new TraceException(list + ": is larger than a list of kernels may be, 64 MiB");
    }
    int count = 0;
    try (TraceLines lines = new TraceLines(list, _ -> {})) {
      while (lines.next()) {
        String line = lines.text().strip();
        if (line.startsWith("MemcpyHtoD")) {
          copy(lines, line, pages);
        } else if (line.startsWith("kernel")) {
          kernels.accept(kernel(list, line, lines));
          count++;
        }
        // Copies back, and whatever else tracers log, take no time here.
      }
    }
    if (count == 0) {
      throw new TraceException(list + ": names no kernel; it is a kernelslist.g that does");
    }
  }

  private static Path kernel(Path list, String name, TraceLines lines) {
    try {
      return list.resolveSibling(name);
    } catch (InvalidPathException e) {
      throw lines.wrong("names no file: " + e.getReason());
    }
  }

  /** {@code MemcpyHtoD,0x00007f2b2d500000,400}: the memory is the program's from here on. */
  private static void copy(TraceLines lines, String line, PageMap pages) {
    String[] parts = line.split(",", -1);
    try {
      if (parts.length == 3 && parts[1].startsWith("0x")) {
        long address = Long.parseUnsignedLong(parts[1], 2, parts[1].length(), 16);
        if (pages.meet(address, Long.parseLong(parts[2].strip()))) {
          return;
        }
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw lines.wrong("'%s' is no copy: MemcpyHtoD,0xADDRESS,BYTES is".formatted(line));
  }

  /** The kernels, in the order in which they ran. */
  public List<TraceKernel> kernels() {
    return kernels;
  }

  /** The memory that the traces access; nobody knows what it holds, so it holds zeros. */
  public DeviceImage image() {
    return new DeviceImage() {
      @Override
      public long bytes() {
        return pages.bytes();
      }

      @Override
      public void read(long address, int bytes, MemorySegment target, long offset) {
        target.asSlice(offset, bytes).fill((byte) 0);
      }
    };
  }

  @Override
  public void close() throws IOException {
    for (TraceKernel kernel : kernels) {
      kernel.close();
    }
  }
}
