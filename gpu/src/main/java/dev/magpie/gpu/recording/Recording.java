package dev.magpie.gpu.recording;

import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.DeviceImage.Allocation;
import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.DamagedException;
import dev.magpie.gpu.packed.PackedBlock;
import dev.magpie.gpu.recording.LaunchDirectory.HostWrite;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.trace.TraceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A recording that a {@link LaunchRecorder} wrote, to be replayed once.
 *
 * <pre>{@code
 * try (Recording recording = Recording.open(file)) {
 *   TimedGpu gpu = TimedGpu.builder(config).build(recording.image());
 *   gpu.replay(recording);
 * }
 * }</pre>
 */
public final class Recording implements AutoCloseable {
  private final ChunkReader file;
  private final List<LaunchDirectory> launches;
  private final ReplayImage image = new ReplayImage();

  private Recording(ChunkReader file, List<LaunchDirectory> launches) {
    this.file = file;
    this.launches = launches;
  }

  /**
   * Opens a recording.
   *
   * @throws TraceException if it is none, or damaged
   * @throws IOException if it cannot be read
   */
  public static Recording open(Path path) throws IOException {
    ChunkReader file = new ChunkReader(path);
    try {
      ByteReader in = file.directory();
      int count = in.count(1);
      List<LaunchDirectory> launches = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        launches.add(LaunchDirectory.read(launches, in, file));
      }
      return new Recording(file, launches);
    } catch (DamagedException e) {
      file.close();
      throw damaged(file, e);
    } catch (IOException | TraceException e) {
      file.close();
      throw e;
    }
  }

  private static TraceException damaged(ChunkReader file, DamagedException e) {
    TraceException damaged = file.wrong("is damaged: it " + e.getMessage());
    damaged.initCause(e);
    return damaged;
  }

  /** How many launches there are. */
  public int launches() {
    return launches.size();
  }

  /** Warp-instructions of all launches. */
  public long warpInstructions() {
    return launches.stream().mapToLong(LaunchDirectory::warpInstructions).sum();
  }

  /**
   * Allocations of the device, each of a name as it is first; empty if it was written before
   * recordings had them.
   */
  public Optional<SortedMap<String, Allocation>> allocations() {
    if (file.version() < LaunchDirectory.WITH_ALLOCATIONS) {
      return Optional.empty();
    }
    SortedMap<String, Allocation> byName = new TreeMap<>();
    launches.stream()
        .flatMap(launch -> launch.start().allocations().stream())
        .forEach(each -> byName.putIfAbsent(each.name(), each));
    return Optional.of(byName);
  }

  /** The memory, as far as the replay has come. */
  public DeviceImage image() {
    return image;
  }

  /** Is told that the host has written to a range of addresses. */
  @FunctionalInterface
  public interface HostWrites {
    void written(long address, long bytes);
  }

  /**
   * Replays all launches, and what the host wrote between them.
   *
   * @param run runs a launch to its end
   * @throws TraceException if the recording is damaged
   */
  public void replay(HostWrites host, Consumer<KernelStream> run) {
    launches.forEach(each -> replay(each, host, run));
  }

  private void replay(LaunchDirectory launch, HostWrites host, Consumer<KernelStream> run) {
    try {
      image.resize(launch.start().memoryBytes(), launch.start().allocations());
      for (HostWrite each : launch.hostWrites()) {
        for (long chunk : each.chunks()) {
          image.writeRuns(file.read(chunk));
        }
        host.written(each.address(), each.bytes());
      }
      run.accept(new RecordedKernel(launch));
      if (launch.end() != 0) {
        image.writeSectors(file.read(launch.end()));
      }
    } catch (DamagedException e) {
      throw damaged(file, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private final class RecordedKernel implements KernelStream {
    private final LaunchDirectory launch;

    RecordedKernel(LaunchDirectory launch) {
      this.launch = launch;
    }

    @Override
    public KernelShape shape() {
      return launch.kernel();
    }

    @Override
    public BlockStream begin(long number, int multiprocessor) {
      try {
        return PackedBlock.unpack(
            number, file.read(launch.blocks()[(int) number]), launch.kernel(), image::store);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
