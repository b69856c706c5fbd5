package dev.magpie.gpu.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.memory.DeviceImage.Allocation;
import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.recording.RecordedRun.Outcome;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.ptx.Device;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What recordings say beside their launches, and those that are damaged, older or no recordings.
 */
class RecordingFormatTest {
  @TempDir private Path directory;

  private Path recorded() throws IOException {
    Path file = directory.resolve("run.rec");
    RecordedRun.record("gtx580", file);
    return file;
  }

  /** With a checksum that is right, whatever the directory says. */
  @Test
  void directoriesThatLieEndInAMessage() throws IOException {
    Path file = recorded();
    byte[] whole = Files.readAllBytes(file);
    byte[] directory;
    try (ChunkReader reader = new ChunkReader(file)) {
      ByteReader in = reader.directory();
      directory = new byte[in.left()];
      in.raw(directory, 0, directory.length);
    }
    ByteBuffer trailer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int at = Math.toIntExact(trailer.getLong(whole.length - 16));
    SplittableRandom random = new SplittableRandom(7);
    int told = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] lies = directory.clone();
      for (int k = 0; k <= i % 4; k++) {
        // Numbers of many bytes, and of none.
        lies[random.nextInt(lies.length)] = (byte) (i % 2 == 0 ? random.nextInt(256) : 0xFF);
      }
      ByteWriter chunk = new ByteWriter();
      chunk.raw(lies, 0, i % 5 == 0 ? random.nextInt(lies.length) : lies.length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (ChunkWriter writer = new ChunkWriter(out)) {
        writer.finish(chunk);
      }
      ByteArrayOutputStream lying = new ByteArrayOutputStream();
      lying.write(whole, 0, at);
      byte[] end = out.toByteArray();
      ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).putLong(end.length - 16, at);
      lying.write(end, ChunkWriter.MAGIC.length, end.length - ChunkWriter.MAGIC.length);
      Files.write(file, lying.toByteArray());
      try (Recording recording = Recording.open(file)) {
        for (Allocation each : recording.allocations().values()) {
          assertThat(each.address()).isBetween(0L, ReplayImage.MOST_BYTES);
          assertThat(each.bytes()).isBetween(0L, ReplayImage.MOST_BYTES - each.address());
        }
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ": ").hasLineCount(1);
        told++;
      }
    }
    assertThat(told).isGreaterThan(1000);
  }

  @Test
  void aRecordingNamesItsProgram() throws IOException {
    Device device = new Device();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TimedDevice timed =
        RecordedRun.recording("p100", RecordedRun.LATENCY, out).program("add").build(device)) {
      timed.gpu().finish();
    }
    Path file = Files.write(directory.resolve("run.rec"), out.toByteArray());
    try (Recording recording = Recording.open(file)) {
      assertThat(recording.program()).contains("add");
    }
  }

  /** Which was the same without the name of the program, forms and lines. */
  @Test
  void version3IsRead() throws IOException {
    Path file = directory.resolve("run.rec");
    Outcome executed = RecordedRun.record("gtx580", file);
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int magic = ChunkWriter.MAGIC.length;
    int at = (int) whole.getLong(whole.capacity() - magic - Long.BYTES);
    byte[] directory = new byte[whole.getInt(at) - 1];
    try (ChunkReader chunks = new ChunkReader(file)) {
      ByteReader in = chunks.directory();
      assertThat(in.text()).isEmpty();
      in.raw(directory, 0, directory.length);
    }
    int behind;
    try (ChunkReader chunks = new ChunkReader(file)) {
      ByteReader in = chunks.directory();
      in.text();
      List<LaunchDirectory> launches = new ArrayList<>();
      for (int left = in.count(1); left > 0; left--) {
        launches.add(LaunchDirectory.read(launches, in, chunks));
      }
      behind = in.left();
    }
    ByteWriter older = new ByteWriter();
    older.raw(directory, 0, directory.length - behind);
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    try (ChunkWriter writer = new ChunkWriter(chunk)) {
      writer.write(older);
    }
    ByteWriter out = new ByteWriter();
    out.raw(whole.array(), 0, at);
    out.raw(chunk.toByteArray(), magic, chunk.size() - magic);
    out.word(at);
    out.word(0);
    out.raw(ChunkWriter.MAGIC, 0, magic);
    byte[] written = out.toArray();
    written[magic - 1] = LaunchDirectory.WITH_ALLOCATIONS;
    written[written.length - 1] = LaunchDirectory.WITH_ALLOCATIONS;
    Files.write(file, written);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.program()).isEmpty();
      assertThat(recording.hasAllocations()).isTrue();
    }
    assertThat(RecordedRun.replay(file, "gtx580")).isEqualTo(executed);
  }

  @Test
  void versionsThatCannotBeReadAreTold() throws IOException {
    Path file = recorded();
    byte[] whole = Files.readAllBytes(file);
    for (int version : List.of(1, 7)) {
      whole[ChunkWriter.MAGIC.length - 1] = (byte) version;
      Files.write(file, whole);
      assertThatThrownBy(() -> Recording.open(file))
          .hasMessage(
              "%s: has version %d of the format, and 2 to 6 can be read; record it anew"
                  .formatted(file, version));
    }
  }

  @Test
  void damagedFilesEndInAMessage() throws IOException {
    Path file = directory.resolve("run.rec");
    Outcome executed = RecordedRun.record("gtx580", file);
    byte[] whole = Files.readAllBytes(file);
    SplittableRandom random = new SplittableRandom(5);
    int told = 0;
    for (int i = 0; i < 120; i++) {
      byte[] damaged = whole.clone();
      damaged[i < 20 ? damaged.length - 1 - i : random.nextInt(damaged.length)] ^=
          (byte) (1 << random.nextInt(8));
      Files.write(
          file, i % 10 == 9 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged);
      try {
        // Deflation leaves some bits unused.
        assertThat(RecordedRun.replay(file, "gtx580")).isEqualTo(executed);
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ": ").hasLineCount(1);
        told++;
      }
    }
    assertThat(told).isGreaterThan(110);
    Files.writeString(file, "-kernel name = x");
    assertThatThrownBy(() -> Recording.open(file))
        .hasMessage(file + ": is no recording of magpie simulate");
  }
}
