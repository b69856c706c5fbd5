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
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.gpu.stream.LaunchWindow.Phase;
import dev.magpie.gpu.stream.StuckException;
import dev.magpie.gpu.stream.WrittenLines;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.ptx.HostCopy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A recording that a {@link LaunchRecorder} wrote. A second replay begins with the memory that the
 * first has left.
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
  private final String program;
  private final List<LaunchDirectory> launches;
  private final ReplayImage image = new ReplayImage();

  private Recording(ChunkReader file, String program, List<LaunchDirectory> launches) {
    this.file = file;
    this.program = program;
    this.launches = launches;
  }

  /** Whether a file is one, of any version, or begins like one. */
  public static boolean isOne(Path file) throws IOException {
    return ChunkReader.beginsLikeOne(file);
  }

  /**
   * Opens a recording.
   *
   * @throws TraceException if it is none, or damaged
   * @throws IOException if it cannot be read
   */
  public static Recording open(Path path) throws IOException {
    return open(new ChunkReader(path));
  }

  /**
   * The same of an open file, which others may read at the same time, and which stays open.
   *
   * @param label what messages call it
   */
  public static Recording open(String label, FileChannel channel) throws IOException {
    return open(new ChunkReader(label, channel, () -> {}));
  }

  private static Recording open(ChunkReader file) throws IOException {
    try {
      ByteReader in = file.directory();
      String program = file.version() < LaunchDirectory.WITH_PROGRAM ? "" : in.text();
      int count = in.count(1);
      List<LaunchDirectory> launches = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        launches.add(LaunchDirectory.read(launches, in, file));
      }
      if (file.version() >= LaunchDirectory.WITH_FORMS) {
        launches.replaceAll(
            each -> each.with(InstructionOrigins.withForms(each.kernel().instructions(), in)));
      }
      if (file.version() >= LaunchDirectory.WITH_LINES) {
        InstructionOrigins.LineReader lines = new InstructionOrigins.LineReader();
        launches.replaceAll(each -> each.with(lines.read(each.kernel().instructions(), in)));
        if (!in.atEnd()) {
          throw new DamagedException("has more than its launches");
        }
      }
      return new Recording(file, program, launches);
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

  /** What profiles call its program; empty if that is not known. */
  public Optional<String> program() {
    return program.isEmpty() ? Optional.empty() : Optional.of(program);
  }

  /** How many launches there are. */
  public int launches() {
    return launches.size();
  }

  /** The number of the first launch in its program; there is one. */
  public int firstLaunch() {
    return launches.getFirst().start().number();
  }

  /** The number of the last one. */
  public int lastLaunch() {
    return launches.getLast().start().number();
  }

  /** Warp-instructions of all launches. */
  public long warpInstructions() {
    return warpInstructions(LaunchWindow.ALL);
  }

  /** Warp-instructions of the launches that are simulated. */
  public long warpInstructions(LaunchWindow window) {
    return launches.stream()
        .filter(each -> phase(window, each) != Phase.FAST_FORWARD)
        .mapToLong(LaunchDirectory::warpInstructions)
        .sum();
  }

  /** Without a window, launches are what they were when they were recorded. */
  private static Phase phase(LaunchWindow window, LaunchDirectory launch) {
    return window.equals(LaunchWindow.ALL) && launch.start().warmsUp()
        ? Phase.WARM_UP
        : window.phase(launch.start().number());
  }

  /** Whether it has allocations and copies of the host: those of version 2 had none. */
  public boolean hasAllocations() {
    return file.version() >= LaunchDirectory.WITH_ALLOCATIONS;
  }

  /** Allocations of the device, each of a name as it is first. */
  public SortedMap<String, Allocation> allocations() {
    SortedMap<String, Allocation> byName = new TreeMap<>();
    launches.stream()
        .flatMap(launch -> launch.start().allocations().stream())
        .forEach(each -> byName.putIfAbsent(each.name(), each));
    return byName;
  }

  /** The memory, as far as the replay has come. */
  public DeviceImage image() {
    return image;
  }

  /** Replays what was recorded. */
  public interface Player {
    /** The host has written to a range of addresses. */
    void hostWrote(long address, long bytes);

    /**
     * Runs a launch to its end.
     *
     * @param number in its program
     * @param copies what the host has copied since the launch before
     */
    void run(int number, Phase phase, List<HostCopy> copies, KernelStream kernel);
  }

  /**
   * Replays launches and what the host wrote between them.
   *
   * @throws TraceException if the recording is damaged
   */
  public void replay(LaunchWindow window, Player player) {
    boolean isBehind = false;
    for (LaunchDirectory each : launches) {
      if (window.isOver(each.start().number())) {
        return;
      }
      Phase phase = phase(window, each);
      try {
        image.resize(each.start().memoryBytes(), each.start().allocations());
        for (HostWrite write : each.hostWrites()) {
          for (long chunk : write.chunks()) {
            image.writeRuns(file.read(chunk));
          }
        }
        if (phase == Phase.FAST_FORWARD) {
          KernelStream kernel = new RecordedKernel(each);
          kernel.takeEffect(0, kernel.shape().blocks(), Long.MAX_VALUE, new WrittenLines());
        } else {
          tellWrites(each, isBehind, player);
          player.run(
              each.start().number(), phase, each.start().hostCopies(), new RecordedKernel(each));
        }
        isBehind = phase == Phase.FAST_FORWARD;
        if (each.end() != 0) {
          image.writeSectors(file.read(each.end()));
        }
      } catch (DamagedException e) {
        throw damaged(file, e);
      } catch (StuckException e) {
        throw damaged(file, new DamagedException("has a block that " + e.getMessage()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What launches have changed without the player is told as if the host had written all. */
  private void tellWrites(LaunchDirectory launch, boolean isBehind, Player player) {
    if (!isBehind) {
      launch.hostWrites().forEach(each -> player.hostWrote(each.address(), each.bytes()));
    } else if (hasAllocations()) {
      image.allocations().forEach(each -> player.hostWrote(each.address(), each.bytes()));
    } else {
      player.hostWrote(0, image.bytes());
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
