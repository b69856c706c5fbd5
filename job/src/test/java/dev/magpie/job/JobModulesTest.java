package dev.magpie.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.ir.PtxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of several PTX files. */
class JobModulesTest {
  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    write("one.ptx", "set(.param .u64 to)", 1, "only_one(.param .u64 to)");
    write("two.ptx", "set(.param .u64 to)", 2, "only_two(.param .u64 to)");
  }

  /** Two kernels that store a number. */
  private void write(String file, String first, int number, String second) throws IOException {
    String kernel =
        """
        .visible .entry %s
        {
          .reg .b64 %%rd<2>;
          ld.param.u64 %%rd1, [to];
          st.global.u32 [%%rd1], %d;
          ret;
        }
        """;
    Files.writeString(
        directory.resolve(file),
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .global .u32 counter;\n"
            + kernel.formatted(first, number)
            + kernel.formatted(second, number));
  }

  private JobProgram program(String ptx, String launch) throws IOException {
    return new JobProgram(
        Files.writeString(
            directory.resolve("job.toml"),
            """
            ptx = %s
            [buffers]
            x = { dtype = "u32", shape = 1 }
            [[launch]]
            %s
            grid = 1
            block = 1
            args = ["@x"]
            until = { buffer = "x", equals = %s }
            repeat = 1
            """
                .formatted(ptx, launch, launch.contains("two") ? "2" : "1")),
        LaunchOptions.DEFAULT);
  }

  private void executes(String ptx, String launch) throws IOException {
    try (JobProgram program = program(ptx, launch)) {
      program.execute(device -> device::launch);
      assertThat(program.result().launches()).isEqualTo(1);
    }
  }

  @Test
  void aKernelIsFoundInTheFileThatHasIt() throws IOException {
    executes("[\"one.ptx\", \"two.ptx\"]", "kernel = \"only_one\"");
    executes("[\"one.ptx\", \"two.ptx\"]", "kernel = \"only_two\"");
    executes("[\"one.ptx\"]", "kernel = \"set\"");
  }

  @Test
  void oneOfANameIsToldByItsFile() throws IOException {
    executes("[\"one.ptx\", \"two.ptx\"]", "kernel = \"set\"\nptx = \"two.ptx\"");
    executes("[\"one.ptx\", \"two.ptx\"]", "kernel = \"set\"\nptx = \"one.ptx\"");
    assertThatThrownBy(() -> program("[\"one.ptx\", \"two.ptx\"]", "kernel = \"set\""))
        .isInstanceOf(JobException.class)
        .hasMessage(
            "%1$s/job.toml:4: kernel 'set' is in %1$s/one.ptx and %1$s/two.ptx; name one of them in"
                    .formatted(directory)
                + " the launch: ptx = FILE");
  }

  @Test
  void whatNoneHasIsTold() {
    assertThatThrownBy(() -> program("[\"one.ptx\", \"two.ptx\"]", "kernel = \"none\""))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("job.toml:4: none of ")
        .hasMessageEndingWith("has a kernel 'none'; they have set, only_one, only_two");
    assertThatThrownBy(
            () -> program("[\"one.ptx\", \"two.ptx\"]", "kernel = \"only_one\"\nptx = \"two.ptx\""))
        .hasMessageContaining("two.ptx: has no kernel 'only_one'; it has set, only_two");
  }

  @Test
  void mistakesNameTheirFile() throws IOException {
    Files.writeString(directory.resolve("bad.ptx"), ".version 8.0\n.target sm_75\n.entry x( {");
    assertThatThrownBy(() -> program("[\"one.ptx\", \"bad.ptx\"]", "kernel = \"set\""))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("bad.ptx:3: a parameter begins with");
  }
}
