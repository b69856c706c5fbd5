package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The listing of docs/simulate.md, which is here line by line. */
class JavaExampleTest {
  private static final String PTX =
      FixedLatencyGpu.kernel(
          1,
          """
          mov.u32 %r0, %tid.x;
          mul.wide.u32 %rd1, %r0, 4;
          add.u64 %rd2, %rd0, %rd1;
          st.global.u32 [%rd2], %r0;
          """);

  private static SimulationResult run(String ptx) {
    Device device = new Device();
    DeviceBuffer data = device.malloc("data", Dtype.U32, List.of(1024L));
    Kernel kernel = device.load("mine.ptx", ptx).kernel("k");
    try (TimedDevice timed =
        TimedGpu.builder(GpuConfigs.named("p100").orElseThrow())
            .memory(Compression.of(CodecSpec.parse("mag-bdi"), 32))
            .build(device)) {
      Launch launch = Launch.of(kernel, Dim3.of(4), Dim3.of(256), Argument.of(data));
      timed.launch(launch, LaunchOptions.DEFAULT);
      return timed.gpu().result("program", "mine");
    }
  }

  @Test
  void itRuns() {
    SimulationResult result = run(PTX);
    assertThat(result.gpu()).isEqualTo("p100");
    assertThat(result.codec()).startsWith("mag-bdi");
    assertThat(result.launches()).hasSize(1);
    assertThat(result.cycles()).isPositive();
  }

  @Test
  void thePageShowsIt() throws IOException {
    String page = Files.readString(Path.of("../docs/simulate.md"));
    String listing = page.replaceAll("(?s).*```java\n(.*?)```.*", "$1");
    assertThat(listing).isNotEqualTo(page);
    String source =
        Files.readString(Path.of("src/test/java/dev/magpie/gpu/JavaExampleTest.java"))
            .replaceAll("(?m)^ +", "");
    assertThat(source).contains(listing.replaceAll("(?m)^ +", ""));
  }
}
