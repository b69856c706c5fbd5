package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie run} as a user runs it. */
class RunCommandTest {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry step(.param .u64 values, .param .u64 left, .param .u32 n, .param .u32 by)
      {
        .reg .pred %p<3>;
        .reg .b32 %r<9>;
        .reg .b64 %rd<6>;
        ld.param.u64 %rd1, [values];
        ld.param.u64 %rd2, [left];
        ld.param.u32 %r1, [n];
        ld.param.u32 %r2, [by];
        mov.u32 %r3, %ctaid.x;
        mov.u32 %r4, %ntid.x;
        mov.u32 %r5, %tid.x;
        mad.lo.s32 %r6, %r3, %r4, %r5;
        setp.ge.s32 %p1, %r6, %r1;
        @%p1 bra DONE;
        mul.wide.s32 %rd3, %r6, 4;
        add.s64 %rd4, %rd1, %rd3;
        ld.global.u32 %r7, [%rd4];
        add.s32 %r8, %r7, %r2;
        st.global.u32 [%rd4], %r8;
        setp.ne.s32 %p2, %r6, 0;
        @%p2 bra DONE;
        red.global.add.u32 [%rd2], -1;
      DONE:
        ret;
      }
      .visible .entry together(.param .u64 values)
      {
        .reg .b32 %r<2>;
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [values];
        mov.u32 %r1, %tid.x;
        st.global.u32 [%rd1], %r1;
        ret;
      }
      .visible .entry asynchronous(.param .u64 values)
      {
        .reg .f32 %f<5>;
        .reg .b64 %rd<2>;
        wgmma.fence.sync.aligned;
        ret;
      }
      """;

  @TempDir private Path directory;
  private Path job = Path.of("job.toml");

  @BeforeEach
  void write() throws IOException {
    job = directory.resolve("job.toml");
    Files.writeString(directory.resolve("step.ptx"), PTX);
    int[] values = {5, 6, 7};
    NpyWriter.write(
        directory.resolve("in.npy"),
        new Tensor(Dtype.I32, List.of(3L), MemorySegment.ofArray(values)));
  }

  private Ran run(String text, Object... options) throws IOException {
    Files.writeString(job, text);
    Object[] arguments = new Object[options.length + 2];
    arguments[0] = "run";
    arguments[1] = job;
    System.arraycopy(options, 0, arguments, 2, options.length);
    return Ran.magpie(arguments);
  }

  private int[] read(String file) {
    try (Snapshot snapshot = Snapshot.open(List.of(directory.resolve(file)))) {
      return snapshot.allocations().getFirst().memory().toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }
  }

  private static final String BUFFERS =
      """
      ptx = "step.ptx"
      [buffers]
      values = "in.npy"
      left = { dtype = "u32", shape = [1], fill = 3 }
      """;

  private static final String STEP =
      """
      kernel = "step"
      grid = 1
      block = [32]
      args = ["@values", "@left", "i32:3", "i32:10"]
      """;

  @Test
  void refusesBigEndianInputs() throws IOException {
    NpyWriter.write(
        directory.resolve("in.npy"),
        new Tensor(
            Dtype.I32, List.of(1L), ByteOrder.BIG_ENDIAN, MemorySegment.ofArray(new int[1])));
    Ran ran = run(BUFFERS + "[[launch]]\n" + STEP);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("in.npy: the elements are big-endian").hasLineCount(1);
  }

  @Test
  void launchesRepeatUntilABufferHoldsAValue() throws IOException {
    Ran ran =
        run(
            BUFFERS
                + "[[launch]]\n"
                + STEP
                + """
                until = { buffer = "left", equals = 0 }
                [outputs]
                values = "out.npy"
                [snapshots]
                every = 2
                directory = "kept"
                """,
            "--format",
            "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(read("out.npy")).containsExactly(35, 36, 37);
    assertThat(read("in.npy")).containsExactly(5, 6, 7);
    assertThat(read("kept/launch-00000002/memory.safetensors")).containsExactly(25, 26, 27);
    JsonNode json = ran.json();
    assertThat(json.path("schema").asString()).isEqualTo("magpie.run/1");
    assertThat(json.path("launches").asInt()).isEqualTo(3);
    JsonNode kernel = json.path("kernels").get(0);
    assertThat(kernel.path("divergentBranches").asInt()).isEqualTo(6);
    assertThat(kernel.path("instructions").path("atomic").path("threadInstructions").asInt())
        .isEqualTo(3);
    JsonNode load = kernel.path("accesses").get(0);
    assertThat(load.path("space").asString()).isEqualTo("global");
    assertThat(load.path("sectorsPerRequest").asDouble()).isEqualTo(1);
  }

  @Test
  void loopsResetBuffersAndCountIterations() throws IOException {
    Ran ran =
        run(
            BUFFERS
                + """
                [[loop]]
                max = 4
                reset = { left = 9 }
                [[loop.launch]]
                kernel = "step"
                grid = 1
                block = 32
                args = ["@values", "@left", "i32:3", "i32:$i"]
                [outputs]
                values = "out.npy"
                left = "left.npy"
                """);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(read("out.npy")).containsExactly(11, 12, 13);
    assertThat(read("left.npy")).containsExactly(8);
    assertThat(ran.out()).contains("4 launches");
  }

  @Test
  void aLoopThatDoesNotEndFails() throws IOException {
    Ran ran =
        run(
            BUFFERS
                + "[[launch]]\n"
                + STEP
                + "repeat = 2\nuntil = { buffer = \"left\", equals = 0 }\n");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("after 2 times 'left' at 0 is still not 0");
  }

  @Test
  void racesAreReported() throws IOException {
    Ran ran =
        run(
            """
            ptx = "step.ptx"
            [buffers]
            values = "in.npy"
            [[launch]]
            kernel = "together"
            grid = 1
            block = 64
            args = ["@values"]
            """,
            "--check",
            "race");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains("thread (1,0,0)", "a write races with a write in line 36", "thread (0,0,0)");
  }

  @Test
  void readsOfWhatNobodyWroteAreReported() throws IOException {
    Ran ran =
        run(
            """
            ptx = "step.ptx"
            [buffers]
            values = { dtype = "i32", shape = 3 }
            left = { dtype = "i32", shape = 1, fill = 0 }
            [[launch]]
            """
                + STEP,
            "--check",
            "uninitialised");
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .contains("step.ptx:21: ", "reads 'values' at offset 0, which nobody has written");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kernel = \"none\"; grid = 1; block = 1 | has no kernel 'none'; it has step, together",
        "kernel = \"step\"; grid = 1; block = 1 | job.toml:5: kernel step takes 4 arguments, not 0",
        "kernel = \"asynchronous\"; grid = 1; block = 1; args = [\"@values\"]"
            + " | 43: kernel asynchronous: wgmma.fence.sync.aligned",
        "kernel = \"together\"; grid = 1; block = 2000; args = [\"@values\"] | beyond the limits",
        "kernel = \"together\"; grid = 1; block = 1; args = [\"i32:1\"]"
            + " | argument 1 is a scalar of type i32 (4 bytes), and the parameter takes 8 bytes",
        "kernel = \"together\"; grid = 1; block = 1; args = [\"@other\"]"
            + " | job.toml:9: no buffer is called 'other'; there are values, left",
        "kernel = \"together\"; grid = 0; block = 1 | job.toml:7: grid: 0 is not a size",
        "kernel = \"together\"; grid = 1; block = 1; colour = 1"
            + " | job.toml:9: 'colour' has no meaning in [[launch]]",
        "kernel = | job.toml:6:",
      })
  void mistakesAreOneLineAndStatus2(String launch, String message) throws IOException {
    Ran ran = run(BUFFERS + "[[launch]]\n" + launch.replace("; ", "\n") + "\n");
    assertThat(ran.status()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains(message);
  }

  @Test
  void badPtxIsOneLineAndStatus2() throws IOException {
    Files.writeString(directory.resolve("step.ptx"), ".version 8.0\n.target sm_75\n.entry x( {");
    Ran ran = run(BUFFERS + "[[launch]]\n" + STEP);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("step.ptx:3: a parameter begins with .param or .reg, not '{'");
  }

  @Test
  void aFaultIsAFailedRun() throws IOException {
    Ran ran = run(BUFFERS + "[[launch]]\n" + STEP.replace("i32:3", "i32:4"));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("block (0,0,0), thread (3,0,0), ld.global.u32");
  }
}
