package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job file can say of a real kernel's launches, from the file to the results. */
class JobFileTest {
  private static final int WIDTH = 20;
  private static final int HEIGHT = 3;

  /** The loop's second iteration is the one that is left in the buffer. */
  private static final String JOB =
      """
      ptx = ["blur.ptx", "saxpy.ptx"]
      [constants]
      width = 20
      threads = 16
      bias = "1 << 3"
      [buffers]
      image = { file = "images.npz", array = "second" }
      blurred = { dtype = "f32", shape = ["len(image) / width", "width"] }
      [[loop]]
      max = "threads / 8"
      [[loop.launch]]
      kernel = "blur"
      grid = ["(width + threads - 1) / threads", "len(image) / width"]
      block = "threads"
      args = [
        { struct = [
          "i8:$i",
          { struct = ["@image", "i32:width", "i32:len(image) / width"] },
          "f32:1/4", "f32:1/2", "f32:2 - 1",
          "f64:bias / 16",
          "i16:1 + $i",
        ] },
        "@blurred",
      ]
      [[launch]]
      kernel = "saxpy"
      ptx = "saxpy.ptx"
      grid = 1
      block = 64
      shared = "bytes(image) - 240"
      args = ["i32:len(blurred)", "f32:-0.5", "@blurred", "@image"]
      [outputs]
      blurred = "blurred.npy"
      image = "image.npy"
      """;

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    for (String file : List.of("blur.ptx", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", file), directory.resolve(file));
    }
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(directory.resolve("images.npz")))) {
      for (String name : List.of("first", "second")) {
        Path array = directory.resolve("array.npy");
        float[] pixels = new float[WIDTH * HEIGHT];
        for (int i = 0; i < pixels.length; i++) {
          pixels[i] = name.equals("first") ? 0 : pixel(i);
        }
        NpyWriter.write(
            array,
            new Tensor(Dtype.F32, List.of((long) pixels.length), MemorySegment.ofArray(pixels)));
        zip.putNextEntry(new ZipEntry(name + ".npy"));
        zip.write(Files.readAllBytes(array));
      }
    }
  }

  /** Small whole numbers, so that all arithmetic is exact. */
  private static float pixel(int i) {
    return i * 7 % 32;
  }

  /** What the kernel does in the second iteration, where rows go on at their other ends. */
  private static float blurred(int i) {
    int row = i / WIDTH * WIDTH;
    int x = i % WIDTH;
    float sum =
        pixel(row + (x + WIDTH - 1) % WIDTH) / 4 + pixel(i) / 2 + pixel(row + (x + 1) % WIDTH);
    return 2 * sum + 0.5f;
  }

  private Ran run(String command, String text) throws IOException {
    Path job = Files.writeString(directory.resolve("job.toml"), text);
    return command.equals("run") ? Ran.magpie("run", job) : Ran.magpie("simulate", "--job", job);
  }

  private float[] read(String file) {
    try (Snapshot snapshot = Snapshot.open(List.of(directory.resolve(file)))) {
      return snapshot.allocations().getFirst().memory().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    }
  }

  @ParameterizedTest
  @CsvSource({"run", "simulate"})
  void aRealKernelTakesAStructureAndNumbersThatAreCalculated(String command) throws IOException {
    Ran ran = run(command, JOB);
    assertThat(ran.status()).as(ran.err()).isZero();
    float[] blurred = read("blurred.npy");
    float[] image = read("image.npy");
    assertThat(blurred).hasSize(WIDTH * HEIGHT);
    for (int i = 0; i < blurred.length; i++) {
      assertThat(blurred[i]).as("blurred %d", i).isEqualTo(blurred(i));
      assertThat(image[i]).as("image %d", i).isEqualTo(pixel(i) - 0.5f * blurred(i));
    }
  }

  @Test
  void theExampleRuns() throws IOException {
    Ran ran = run("run", Files.readString(Path.of("../jobs/blur.toml")));
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("5 launches, ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "array = \"second\" | array = \"secnd\""
            + " | job.toml:7: DIR/images.npz: has no array 'secnd'; there are second, first",
        ", array = \"second\" | '' | job.toml:7: DIR/images.npz: a buffer is one array, and the file"
            + " has 2; say which: { file = ..., array = ... }; there are first, second",
        "'    \"i16:1 + $i\",' | '' | job.toml:11: kernel blur: argument 1 is a structure of 48 bytes"
            + " aligned to 8, and the parameter has 56 aligned to 8: { i8:$i at 0,"
            + " { @image at 0, i32:width at 8, i32:len(image) / width at 12 } at 8, f32:1/4 at 24,"
            + " f32:1/2 at 28, f32:2 - 1 at 32, f64:bias / 16 at 40 }",
        "kernel = \"blur\" | kernel = \"blurr\" | job.toml:11: none of DIR/blur.ptx and DIR/saxpy.ptx"
            + " has a kernel 'blurr'; they have blur, saxpy",
        "ptx = \"saxpy.ptx\" | ptx = \"blur.ptx\""
            + " | job.toml:25: DIR/blur.ptx: has no kernel 'saxpy'; it has blur",
        "1 << 3 | 1 << n | job.toml:5: bias '1 << n': no constant is called 'n'; [constants] has"
            + " width, threads",
        "i16:1 + $i | i16:1 / $i | argument 'i16:1 / $i': division by zero, with $i = 0",
        "i16:1 + $i | i16:1 / ($i - 1) | argument 'i16:1 / ($i - 1)': division by zero, with $i = 1",
        "- 240 | - 241 | job.toml:30: shared 'bytes(image) - 241': -1 is not a whole number from 0",
      })
  void mistakesAreOneLineAndStatus2(String from, String to, String problem) throws IOException {
    assertThat(JOB).contains(from);
    Ran ran = run("run", JOB.replace(from, to));
    assertThat(ran.status()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err()).contains(problem.replace("DIR", directory.toString())).hasLineCount(1);
    assertThat(directory.resolve("blurred.npy")).doesNotExist();
  }
}
