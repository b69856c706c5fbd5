package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EchartsTest {
  private static final Path FOLDER = Path.of("src/main/resources/dev/magpie/report/echarts");

  @Test
  void libraryHasTheDigestThatItsReadmeStates() throws IOException, NoSuchAlgorithmException {
    byte[] library = Files.readAllBytes(FOLDER.resolve("echarts.js"));
    Matcher stated =
        Pattern.compile("SHA-256 (\\p{XDigit}{64})")
            .matcher(Files.readString(Path.of("echarts/README.md")));

    assertThat(stated.find()).isTrue();
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(library)))
        .isEqualTo(stated.group(1));
  }

  @Test
  void licencesLieBesideIt() {
    assertThat(FOLDER)
        .isDirectoryContaining("glob:**/{LICENSE}")
        .isDirectoryContaining("glob:**/{NOTICE}")
        .isDirectoryContaining("glob:**/{LICENSE-zrender}")
        .isDirectoryContaining("glob:**/{LICENSE-d3}");
  }

  @Test
  void billOfMaterialsHasItsVersion() throws IOException {
    Matcher version =
        Pattern.compile("\"echarts\": \"([^\"]+)\"")
            .matcher(Files.readString(Path.of("echarts/package.json")));

    assertThat(version.find()).isTrue();
    assertThat(Path.of("../licences/components.json"))
        .content()
        .contains("pkg:npm/echarts@" + version.group(1));
  }
}
