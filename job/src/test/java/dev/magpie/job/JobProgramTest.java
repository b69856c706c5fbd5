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
        "grid = 1 | grid = [1, 1, 1, 1] | :8: grid must be 1 to 3 whole numbers",
        "grid = 1 | grid = 1.5 | :8: grid must be 1 to 3 whole numbers",
        "grid = 1 | grid = \"0 * n\" | :8: grid '0 * n': no constant is called 'n'; [constants] has",
        "grid = 1 | grid = \"1 /\" | :8: grid '1 /': expected a number",
        "grid = 1 | grid = \"3 / 4\" | :8: grid '3 / 4': 0 is not a size",
        "grid = 1 | grid = \"1.5\" | :8: grid '1.5': 1.5 is not a size",
        "grid = 1 | grid = \"$i + 1\" | :8: grid '$i + 1': $i is the iteration of a [[loop]]",
        "grid = 1 | grid = \"5 / (len(values) - 32)\" | :8: grid '5 / (len(values) - 32)': division",
        "grid = 1 | grid = \"len(none)\" | :8: grid 'len(none)': no buffer is called 'none'; there",
        "shape = 32 | shape = \"32 - 40\" | :4: shape '32 - 40': -8 is not the size of a dimension",
        "shape = 32 | shape = \"len(values)\" | :4: shape 'len(values)': no buffer is called 'val",
        "repeat = 3 | repeat = \"3 - 3\" | :11: repeat '3 - 3': 0 is not a whole number from 1 to",
        "repeat = 3 | shared = \"0 - 8\" | :11: shared '0 - 8': -8 is not a whole number from 0 to",
        "i32:2 | i32:1 / 0 | :10: argument 'i32:1 / 0': division by zero",
        "i32:2 | i32:3000000000 * 1 | :10: argument 'i32:3000000000 * 1': i32 does not reach 30",
        "i32:2 | i32:1 / 2. | :10: argument 'i32:1 / 2.': 0.5 is not a whole number",
        "i32:2 | i32:$i | :10: argument 'i32:$i': $i is the iteration of a [[loop]], for its laun",
        "\"i32:2\" | 2 | :10: args must be a list of strings and structures",
        "\"i32:2\" | { struct = [] } | :10: a structure has a member",
        "\"i32:2\" | { struct = [\"i32\"] } | :10: argument 'i32': is neither @buffer nor type:number",
        "\"i32:2\" | { struct = [\"@other\"] } | :10: no buffer is called 'other'; there are values",
        "\"i32:2\" | { struct = [\"i8:1\"], align = 3 } | :10: align is a power of two, not 3",
        "\"i32:2\" | { structs = [] } | :10: 'structs' has no meaning in a structure; there are struct,",
        "\"i32:2\" | { array = \"i32:2\", count = 1 } | :10: an array is passed in a structure",
        "\"i32:2\" | { struct = [{ array = \"i8:0\" }] } | :10: an array needs a count",
        "\"i32:2\" | { struct = [{ array = \"i64:0\", count = 9999 }] } | :10: an array of 79992 bytes",
        "\"i32:2\" | { struct = [\"i8:1\", \"i16:2\", \"i8:3\"] } | :6: kernel add: argument 2 is a"
            + " structure of 6 bytes aligned to 2, and the parameter has 4 aligned to 4:"
            + " { i8:1 at 0, i16:2 at 2, i8:3 at 4 }",
        "\"i32:2\" | { struct = [\"i32:2\"], align = 8 } | :6: kernel add: argument 2 is a"
            + " structure of 8 bytes aligned to 8,",
        "repeat = 3 | ptx = \"sub.ptx\" | :11: DIR/sub.ptx is none of the job's ptx files",
        "\"add.ptx\" | [\"add.ptx\", \"add.ptx\"] | :1: ptx names add.ptx twice",
        "\"add.ptx\" | [] | :1: ptx must be 1 to 64 files",
        "\"add.ptx\" | [1] | :1: ptx must be a string, or a list of strings",
        "\"add.ptx\" | [\"add.ptx\", \"sub.ptx\"] | :1: DIR/sub.ptx: there is no such file",
        "[buffers] | [constants]; 2n = 1; [buffers] | :4: no constant can be called '2n'",
        "[buffers] | [constants]; n = \"m\"; [buffers] | :4: n 'm': no constant is called 'm'; [const",
        "[buffers] | [constants]; n = \"n\"; [buffers] | :4: n 'n': no constant is called 'n'",
        "[buffers] | [constants]; n = \"len(values)\"; [buffers] | :4: n 'len(values)': constants come",
        "[buffers] | [constants]; n = \"$i\"; [buffers] | :4: n '$i': $i is the iteration of a",
        "[buffers] | [constants]; n = true; [buffers] | :4: n must be a number, or arithmetic in a",
        "[buffers] | [constants]; n = \"1 / 0\"; [buffers] | :4: n '1 / 0': division by zero",
        "dtype = \"i32\" | array = \"a\" | :4: an array needs the file that it is in",
        "grid = 1 | # none | :6: grid is missing in [[launch]]",
        "block = 32 | black = 32 | :9: 'black' has no meaning in [[launch]]; there are kernel,",
        "kernel = \"add\" | kernel = \"sub\" | add.ptx: has no kernel 'sub'; it has add",
        "@values | @other | :10: no buffer is called 'other'; there are values",
        "i32:2 | i99:2 | :10: argument 'i99:2': ",
        "dtype = \"i32\" | dtype = \"i33\" | :4: ",
        "fill = 5 | seed = 5 | :4: a seed needs fill = \"random\"",
        "fill = 5 | fill = \"five\" | :4: fill 'five': no constant is called 'five'; [constants] has",
        "fill = 5 | fill = 5.5 | :4: fill: '5.5' is not a whole number",
        "repeat = 3 | repeat = -1 | :11: repeat: -1 is not a whole number from 1 to 1000000000",
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
