package dev.magpie.explore;

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

class PageLibrariesTest {
  private static final Path FOLDER = Path.of("src/main/resources/dev/magpie/explore/page/d3");

  @Test
  void libraryHasTheDigestThatItsReadmeStates() throws IOException, NoSuchAlgorithmException {
    byte[] library = Files.readAllBytes(FOLDER.resolve("d3-hierarchy.js"));
    Matcher stated =
        Pattern.compile("SHA-256 (\\p{XDigit}{64})")
            .matcher(Files.readString(Path.of("d3-hierarchy/README.md")));

    assertThat(stated.find()).isTrue();
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(library)))
        .isEqualTo(stated.group(1));
  }

  @Test
  void itsLicenceLiesBesideItAndTheBillOfMaterialsHasItsVersion() throws IOException {
    Matcher version =
        Pattern.compile("\"d3-hierarchy\": \"([^\"]+)\"")
            .matcher(Files.readString(Path.of("d3-hierarchy/package.json")));

    assertThat(version.find()).isTrue();
    assertThat(FOLDER.resolve("LICENSE")).content().contains("Mike Bostock");
    assertThat(Path.of("../licences/components.json"))
        .content()
        .contains("pkg:npm/d3-hierarchy@" + version.group(1));
  }
}
