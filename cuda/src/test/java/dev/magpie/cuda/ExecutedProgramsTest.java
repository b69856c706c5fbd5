package dev.magpie.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.cuda.channel.ClientLibrary;
import dev.magpie.cuda.runtime.DeviceDescription;
import dev.magpie.cuda.runtime.DeviceHost;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs of CUDA that nvcc has compiled, executed without change. Each looks at all that it gets
 * and ends with "passed"; their sources are in {@code src/test/programs}.
 */
class ExecutedProgramsTest {
  @TempDir private static Path scratch;
  private static ClientLibrary library;

  private final List<String> said = Collections.synchronizedList(new ArrayList<>());
  private final List<String> launched = Collections.synchronizedList(new ArrayList<>());

  /** What a program wrote, and its status. */
  private record Outcome(int status, String output) {}

  @BeforeAll
  static void compile() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the programs are for Linux on x86-64");
    assumeTrue(
        List.of(System.getenv("PATH").split(":", -1)).stream()
            .anyMatch(each -> Files.isExecutable(Path.of(each, "cc"))),
        "there is no C compiler");
    library = ClientLibrary.in(scratch, _ -> {});
  }

  private class Host implements DeviceHost {
    private final Device device;

    Host(Device device) {
      this.device = device;
    }

    @Override
    public void allocated(DeviceBuffer buffer) {}

    @Override
    public void launch(Launch launch, LaunchOptions options) {
      launched.add(launch.kernel().shortName());
      device.launch(launch, options);
    }

    @Override
    public void launched(Collection<DeviceBuffer> live) {
      assertThat(live).allMatch(each -> device.buffers().containsValue(each));
    }

    @Override
    public double seconds() {
      return launched.size();
    }

    @Override
    public boolean observesWrites() {
      return true;
    }

    @Override
    public void say(String line) {
      said.add(line);
    }
  }

  private static Path program(String name) throws IOException {
    Path file = scratch.resolve("programs").resolve(name);
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      try (InputStream in =
          ExecutedProgramsTest.class.getResourceAsStream("/dev/magpie/cuda/" + name)) {
        Files.copy(in, file);
      }
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    return file;
  }

  private Outcome run(String... command) throws IOException {
    return run(Map.of(), command);
  }

  private Outcome run(Map<String, String> environment, String... command) throws IOException {
    Path output = Files.createTempFile(scratch, "output", "");
    List<String> all = new ArrayList<>(List.of(command));
    all.set(0, program(command[0]).toString());
    ProcessBuilder builder =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    int status =
        new CudaExecution(
                library,
                DeviceDescription.of(GpuConfigs.named("h200").orElseThrow()),
                LaunchOptions.DEFAULT.withInstructionLimit(1_000_000))
            .run(builder, Host::new);
    return new Outcome(status, Files.readString(output, UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory",
        "plain",
        "lz4",
        "streams",
        "launches",
        "driver",
        "textures",
        "cooperative",
        "graphs",
        "nested",
        "virtual",
        "sharing",
        "initialization"
      })
  void passes(String program) throws IOException {
    Outcome outcome = run(program);
    assertThat(outcome.output()).endsWith("passed\n").doesNotContain("is not so");
    assertThat(outcome.status()).isZero();
    assertThat(launched).isNotEmpty();
  }

  @Test
  void eventsHaveTheDevicesClock() throws IOException {
    // The clock of these tests is the count of launches: two lie between the events.
    assertThat(run("streams").output()).startsWith("2000.000000 ms\n");
  }

  @Test
  void kernelsPrintWhereTheProgramDoes() throws IOException {
    assertThat(run("launches").output())
        .contains("before\nthread 0 of two\nthread 1 of two\nbehind\n");
  }

  @ParameterizedTest
  @CsvSource({
    "bounds, '400 bytes into malloc-1-400, which has 400 bytes'",
    "freed, where nothing is allocated",
    "host, where nothing is allocated",
    "misaligned, is not a multiple of 4 bytes",
    "assert, assertion 'number == 1' failed at faults.cu",
    "trap, the kernel trapped",
    "loop, the limit of 1000000 warp-instructions is reached"
  })
  void faultsAreErrorsOfTheCallsBehind(String what, String line) throws IOException {
    Outcome outcome = run("faults", what);
    assertThat(outcome.output()).isEqualTo("passed\n");
    assertThat(outcome.status()).isZero();
    assertThat(said).singleElement().asString().contains(line).contains("unit-1.ptx:");
  }

  /** The program ends before it hears that nobody answers, and has nothing to say. */
  @Test
  void aProgramThatCannotBeGoneOnWithEndsInSilence() throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "output", "");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", program("memory") + "; echo \"status $?\"")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    CudaExecution execution =
        new CudaExecution(
            library,
            DeviceDescription.of(GpuConfigs.named("h200").orElseThrow()),
            LaunchOptions.DEFAULT);
    assertThatThrownBy(() ->
            execution.run(
                shell,
                device ->
                    new Host(device) {
                      @Override
                      public void launched(Collection<DeviceBuffer> live) {
                        throw new UncheckedIOException(new IOException("the disk is full"));
                      }
                    }))
        .isInstanceOf(UncheckedIOException.class);
    // Whoever is left behind needs a moment to say so.
    Thread.sleep(500);
    assertThat(Files.readString(output, UTF_8)).doesNotContain("magpie exec");
  }

  @Test
  void theStatusIsTheProgramsOwn() throws IOException {
    assertThat(run("faults", "nothing").status()).isEqualTo(7);
    // 128 and the number of SIGSEGV.
    assertThat(run("faults", "crash").status()).isEqualTo(139);
  }

  @Test
  void itsEnvironmentIsItsOwn() throws IOException {
    // Another library that is loaded first stays.
    assertThat(run(Map.of("LD_PRELOAD", ""), "faults", "bounds").output()).isEqualTo("passed\n");
  }

  @Test
  void severalProcessesHaveDevicesOfTheirOwn() throws IOException {
    Path memory = program("memory");
    Path both = scratch.resolve("programs/both");
    Files.writeString(both, "#!/bin/sh\n%s & %s\nwait\n".formatted(memory, memory));
    assertThat(both.toFile().setExecutable(true)).isTrue();
    assertThat(run("both").output()).isEqualTo("passed\npassed\n");
    assertThat(launched).hasSize(12);
  }
}
