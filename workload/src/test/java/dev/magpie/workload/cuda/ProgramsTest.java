package dev.magpie.workload.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.buddy.BuddyPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every program computes what plain Java computes, whatever the compiler was told to do. */
class ProgramsTest {
  private static final Path KERNELS = Path.of("src/main/resources/dev/magpie/workload/kernel");

  @TempDir private Path directory;

  static Stream<CudaProgram> programs() {
    return Stream.of(KernelPrograms.all(), MagPrograms.all(), BuddyPrograms.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theResultIsThatOfPlainJava(CudaProgram program) {
    run(program, program.ptx().text(), Map.of());
  }

  /** What the compiler wrote with other options, as it is committed. */
  @ParameterizedTest
  @ValueSource(strings = {"debug", "lineinfo", "O0", "O1"})
  void committedVariantsComputeTheSame(String variant) throws IOException {
    for (CudaProgram program : KernelPrograms.all()) {
      Path ptx = Path.of("src/test/resources/ptx", variant, program.ptx().name() + ".ptx");
      if (Files.exists(ptx)) {
        run(program, Files.readString(ptx), Map.of());
      }
    }
  }

  /** What the compiler writes now; with lines it optimises as it does by default. */
  @ParameterizedTest
  @ValueSource(strings = {"-G", "-lineinfo", "-Xcicc -O0", "-Xcicc -O1"})
  void compiledVariantsComputeTheSame(String options) throws Exception {
    Nvcc.assumePresent();
    for (CudaProgram program : KernelPrograms.all()) {
      Path source = KERNELS.resolve(program.ptx().name() + ".cu");
      run(
          program,
          Nvcc.compile(source, directory.resolve("compiled.ptx"), options.split(" ")),
          Map.of());
    }
  }

  @Test
  void graphProgramsTakeEveryGraph() throws IOException {
    Path file = directory.resolve("small.gr");
    Files.writeString(file, "p sp 5 6\na 1 2 4\na 2 1 4\na 2 3 7\na 3 2 7\na 1 3 20\na 4 5 1\n");
    for (String name : List.of("bfs", "bfs2", "sssp", "mst")) {
      for (String graph : List.of("uniform", "random4", "rmat", "road", file.toString())) {
        CudaProgram program = program(name);
        run(program, program.ptx().text(), Map.of("graph", graph, "nodes", "1024"));
      }
    }
  }

  @Test
  void edgesAsHeavyAsNoneAreNone() throws IOException {
    Path file = directory.resolve("heavy.gr");
    Files.writeString(file, "p sp 4 3\na 1 2 1000000000\na 2 3 4\na 3 4 999999999\n");
    for (String name : List.of("sssp", "mst")) {
      CudaProgram program = program(name);
      run(program, program.ptx().text(), Map.of("graph", file.toString()));
    }
  }

  @Test
  void oddSizesAreNoTrouble() {
    // Few inputs leave the sigmoid a slope, and so errors to learn from.
    CudaProgram network = program("bp");
    run(network, network.ptx().text(), Map.of("inputs", "32"));
    CudaProgram ranks = program("pvr");
    run(ranks, ranks.ptx().text(), Map.of("records", "1"));
    run(ranks, ranks.ptx().text(), Map.of("records", "257"));
    CudaProgram lattice = program("lbm");
    run(lattice, lattice.ptx().text(), Map.of("x", "37", "y", "5", "z", "7", "steps", "3"));
    CudaProgram pairs = program("ep-cuda");
    run(pairs, pairs.ptx().text(), Map.of("gangs", "1", "pairs", "3", "batches", "3"));
    CudaProgram rock = program("seismic-cuda");
    run(rock, rock.ptx().text(), Map.of("x", "37", "y", "22", "z", "23", "steps", "3"));
    for (String lines : List.of("sp-cuda", "csp-cuda", "bt-cuda")) {
      CudaProgram waves = program(lines);
      run(waves, waves.ptx().text(), Map.of("n", "11", "steps", "3"));
    }
    CudaProgram walsh = program("fwt");
    run(walsh, walsh.ptx().text(), Map.of("log-data", "12", "log-kernel", "3", "values", "bytes"));
  }

  /** Which the check compares with what is published. */
  @Test
  void conjugateGradientsFindTheEigenvalueOfClassS() {
    CudaProgram gradients = program("cg-cuda");
    Map<String, String> classS =
        Map.ofEntries(
            Map.entry("rows", "1400"),
            Map.entry("nonzeros", "7"),
            Map.entry("shift", "10"),
            Map.entry("iterations", "25"),
            Map.entry("solutions", "15"));
    run(gradients, gradients.ptx().text(), classS);
  }

  @Test
  void settingsAreHeldToTheirRange() {
    CudaProgram scan = program("sc");
    assertThatThrownBy(() -> start(scan, Map.of("bits", "33")))
        .isInstanceOf(WorkloadException.class)
        .hasMessage("bits=33: must be from 1 to 32");
    assertThatThrownBy(() -> start(scan, Map.of("bits", "99999999999")))
        .hasMessage("bits=99999999999: must be from 1 to 32");
    assertThatThrownBy(() -> start(program("lbm"), Map.of("x", "1024", "y", "1024", "z", "1024")))
        .isInstanceOf(WorkloadException.class)
        .hasMessageEndingWith("is larger than 2^31 floats");
    assertThatThrownBy(() -> start(scan, Map.of("bits", "many")))
        .hasMessage("bits=many: is no whole number");
    assertThatThrownBy(() -> start(scan, Map.of("bit", "8")))
        .hasMessage("no parameter is called 'bit'; there are elements, longest, bits, seed");
    assertThatThrownBy(() -> start(program("fwt"), Map.of("values", "primes")))
        .hasMessage("values=primes: must be one of uniform, bytes");
  }

  @Test
  void aWrongResultIsNoticed() {
    assertThatThrownBy(() -> Results.same("a", new int[] {1, 2}, new int[] {1, 3}))
        .isInstanceOf(WrongResultException.class)
        .hasMessage("a[1] is 3 and should be 2");
    assertThatThrownBy(() -> Results.same("f", new float[] {0.0f}, new float[] {-0.0f}))
        .hasMessage("f[0] is -0.0 and should be 0.0");
  }

  @Test
  void namesAreUniqueAndSizesDefined() {
    assertThat(programs().map(CudaProgram::name)).doesNotHaveDuplicates();
    assertThat(programs())
        .allSatisfy(program -> {
          for (InputParameter.Size size : InputParameter.Size.values()) {
            assertThat(Settings.of(program.parameters(), size, Map.of()).values()).isNotEmpty();
          }
        });
  }

  private static CudaProgram program(String name) {
    return programs().filter(program -> program.name().equals(name)).findFirst().orElseThrow();
  }

  private static CudaProgram.Run start(CudaProgram program, Map<String, String> chosen) {
    return program
        .start()
        .apply(Settings.of(program.parameters(), InputParameter.Size.QUICK, chosen));
  }

  private static void run(CudaProgram program, String ptx, Map<String, String> chosen) {
    CudaProgram.Run run = start(program, chosen);
    ProgramRunner.execute(program, run, ptx, LaunchOptions.DEFAULT, (_, _) -> {});
    run.check();
  }
}
