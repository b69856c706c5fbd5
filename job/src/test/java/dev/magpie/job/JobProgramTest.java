package dev.magpie.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs as a program of one's own runs them. */
class JobProgramTest {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry add(.param .u64 values, .param .u32 by)
      {
        .reg .b32 %r<5>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [values];
        ld.param.u32 %r1, [by];
        mov.u32 %r2, %tid.x;
        mul.wide.s32 %rd2, %r2, 4;
        add.s64 %rd3, %rd1, %rd2;
        ld.global.u32 %r3, [%rd3];
        add.s32 %r4, %r3, %r1;
        st.global.u32 [%rd3], %r4;
        ret;
      }
      """;

  private static final String JOB =
      """
      ptx = "add.ptx"

      [buffers]
      values = { dtype = "i32", shape = 32, fill = 5 }

      [[launch]]
      kernel = "add"
      grid = 1
      block = 32
      args = ["@values", "i32:2"]
      repeat = 3

      [outputs]
      values = "out.npy"

      [snapshots]
      every = 2
      directory = "series"
      """;

  @TempDir private Path directory;

  @BeforeEach
  void writeKernel() throws IOException {
    Files.writeString(directory.resolve("add.ptx"), PTX);
  }

  private JobProgram program(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("job.toml"), text);
    return new JobProgram(file, LaunchOptions.DEFAULT.countingAccesses());
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "add<2>", "add<2>(int*, int)", "_Z3addILi2EEvPii"})
  void kernelsOfCxxHaveTheirNamesThere(String kernel) throws IOException {
    Files.writeString(
        directory.resolve("add.ptx"), PTX.replace("entry add(", "entry _Z3addILi2EEvPii("));
    try (JobProgram program =
        program(JOB.replace("kernel = \"add\"", "kernel = \"%s\"".formatted(kernel)))) {
      program.execute(device -> device::launch);
      KernelResult add = program.result().kernels().getFirst();
      assertThat(add.name()).isEqualTo("_Z3addILi2EEvPii");
      assertThat(add.demangled()).isEqualTo("add<2>(int*, int)");
    }
  }

  @Test
  void executesAndSaysWhatWasDone() throws IOException {
    List<OutputStream> files = new ArrayList<>();
    RunResult result;
    try (JobProgram program = program(JOB)) {
      program.begin((name, file) -> {
        assertThat(name).isEqualTo("output 'values'");
        try {
          files.add(Files.newOutputStream(file));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return files.getLast();
      });
      program.execute(device -> device::launch);
      assertThat(program.finish()).isEmpty();
      files.getLast().close();
      assertThat(directory.resolve("series")).doesNotExist();
      assertThat(program.commit())
          .isEqualTo("wrote 1 snapshots into " + directory.resolve("series"));
      result = program.result();
    }

    assertThat(directory.resolve("series/launch-00000002/memory.safetensors")).exists();
    try (Snapshot out = Snapshot.open(List.of(directory.resolve("out.npy")))) {
      assertThat(out.allocations().getFirst().memory().toArray(ValueLayout.JAVA_INT))
          .hasSize(32)
          .containsOnly(5 + 3 * 2);
    }
    assertThat(result.launches()).isEqualTo(3);
    KernelResult add = result.kernels().getFirst();
    assertThat(add.name()).isEqualTo("add");
    assertThat(add.warpInstructions()).isEqualTo(3 * 9);
    assertThat(add.threadInstructions()).isEqualTo(32 * add.warpInstructions());
    assertThat(add.instructions().values())
        .extracting(KernelResult.Executed::warpInstructions)
        .satisfies(all -> assertThat(all.stream().mapToLong(each -> each).sum()).isEqualTo(3 * 9));
    assertThat(add.accesses())
        .filteredOn(each -> each.space().equals("global"))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.sectorsPerRequest()).contains(4.0));
  }

  @Test
  void whatIsNotCommittedLeavesNothing() throws IOException {
    try (JobProgram program = program(JOB)) {
      program.begin((_, _) -> OutputStream.nullOutputStream());
      program.execute(device -> device::launch);
    }
    try (var files = Files.list(directory)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("add.ptx", "job.toml");
    }
  }

  @Test
  void aLoopThatDoesNotEndSaysWhatItWaitsFor() throws IOException {
    String endless =
        JOB.replace("repeat = 3", "repeat = 3\nuntil = { buffer = \"values\", equals = 6 }");
    try (JobProgram program = program(endless)) {
      assertThatThrownBy(() -> program.execute(device -> device::launch))
          .isInstanceOf(NotConvergedException.class)
          .hasMessageContaining("after 3 times 'values' at 0 is still not 6");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grid = 1 | grid = 0 | :8: grid: 0 is not a size",
        "grid = 1 | grid = \"1\" | :8: grid must be 1 to 3 whole numbers",
        "grid = 1 | # none | :6: grid is missing in [[launch]]",
        "block = 32 | black = 32 | :9: 'black' has no meaning in [[launch]]; there are kernel,",
        "kernel = \"add\" | kernel = \"sub\" | add.ptx: has no kernel 'sub'; it has add",
        "@values | @other | :10: no buffer is called 'other'; there are values",
        "i32:2 | i99:2 | :10: argument 'i99:2': ",
        "dtype = \"i32\" | dtype = \"i33\" | :4: ",
        "fill = 5 | seed = 5 | :4: a seed needs fill = \"random\"",
        "fill = 5 | fill = \"five\" | :4: fill: ",
        "repeat = 3 | repeat = -1 | :11: repeat must be a whole number from 1 to 1000000000",
        "out.npy | out.bin | :14: ",
        "[buffers] | [buffers | :3: is not TOML: ",
        "add.ptx | sub.ptx | :1: DIR/sub.ptx: there is no such file",
        "values = { | more = \"none.npy\"; values = { | :4: DIR/none.npy: ",
        "values = { | more = { dtype = \"f32\", shape = [100000000000000] }; values = { | :4:"
            + " buffer 'more' of 400000000000000 bytes does not fit",
      })
  void mistakesAreToldWithFileAndLine(String from, String to, String problem) throws IOException {
    assertThat(JOB).contains(from);
    String text = JOB.replace(from, to.replace("; ", "\n"));

    assertThatThrownBy(() -> program(text))
        .isInstanceOf(JobException.class)
        .hasMessageStartingWith(directory.toString())
        .hasMessageContaining(problem.replace("DIR", directory.toString()))
        .message()
        .hasLineCount(1);
  }

  @Test
  void missingAndFullPlacesAreTold() throws IOException {
    Path missing = directory.resolve("none.toml");
    assertThatThrownBy(() -> new JobProgram(missing, LaunchOptions.DEFAULT))
        .hasMessage(missing + ": cannot be read: there is no such file");

    Files.createDirectories(directory.resolve("series/old"));
    try (JobProgram program = program(JOB)) {
      assertThatThrownBy(() -> program.begin((_, _) -> OutputStream.nullOutputStream()))
          .isInstanceOf(JobException.class)
          .hasMessageEndingWith("series: is not empty; name a directory to make");
    }
  }
}
