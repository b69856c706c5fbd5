package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Sizes do not depend on the vectors that tell them, nor on there being any. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class VectorWidthsTest {

  @Test
  void sizesAreThoseOfScalarCodeAtEveryWidth() throws Exception {
    String withoutModule = digest(List.of());
    assertThat(withoutModule).contains("scalar code").contains("--add-modules");
    for (int bits : new int[] {0, 128, 256, 512}) {
      String digest =
          digest(List.of("--add-modules", "jdk.incubator.vector", "-Dmagpie.vectorBits=" + bits));
      assertThat(digest).contains(bits == 0 ? "scalar code" : bits + "-bit vector kernels");
      assertThat(number(digest)).as("%d bits", bits).isEqualTo(number(withoutModule));
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "os.arch", matches = "amd64|x86_64")
  void saysWhyShortVectorsAreNotUsed() throws Exception {
    assertThat(digest(List.of("--add-modules", "jdk.incubator.vector", "-XX:UseAVX=1")))
        .contains("scalar code, since this machine's vectors have 128 bits")
        .contains("-Dmagpie.vectorBits=128");
  }

  private static String number(String digest) {
    return digest.substring(0, digest.indexOf(' '));
  }

  /** What the program prints in a Java of its own. */
  private static String digest(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(options);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), BulkDigest.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return printed;
  }
}
