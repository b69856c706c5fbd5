package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The codec of docs/add-a-codec.md is one: its listing compiles, and it keeps the contract. */
final class AddACodecPageTest {
  private static final Path PAGE = Path.of("../docs/add-a-codec.md");
  private static final Pattern LISTING =
      Pattern.compile("```java\n(package (\\S+);\n.*?class (\\w+) .*?)```", Pattern.DOTALL);

  @Test
  void theListingIsACodec(@TempDir Path directory) throws Exception {
    Matcher listing = LISTING.matcher(Files.readString(PAGE));
    assertThat(listing.find()).isTrue();
    Path source = directory.resolve(listing.group(3) + ".java");
    Files.writeString(source, listing.group(1));
    compile(source, directory);
    try (URLClassLoader classes = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      Class<?> codec = classes.loadClass(listing.group(2) + "." + listing.group(3));
      CodecFamily family = (CodecFamily) codec.getField("FAMILY").get(null);
      CodecSpec spec = CodecSpec.of(family);
      for (int blockBytes : CodecCases.BLOCK_SIZES) {
        BlockCodecContract.holdsFor(
            spec.create(new Granularity(blockBytes, 32), new CodecTable(List.of())), family.name());
      }
    }
  }

  @Test
  void everyCodecStandsInATableForItsUsers() throws Exception {
    StringBuilder pages = new StringBuilder(Files.readString(Path.of("../README.md")));
    try (Stream<Path> files = Files.list(PAGE.getParent())) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        pages.append(Files.readString(page));
      }
    }
    assertThat(Codecs.all())
        .extracting(CodecSpec::toString)
        .filteredOn(name -> !name.equals("none"))
        .allSatisfy(name ->
            assertThat(pages)
                .as("%s has no row in README's table of codecs: write one", name)
                .containsPattern("(?m)^\\|[^|]*`" + Pattern.quote(name) + "`"));
  }

  private static void compile(Path source, Path directory) throws Exception {
    String codecs =
        Path.of(BlockCodec.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", directory.toString(), "-cp", codecs, "-Xlint");
      assertThat(
              compiler
                  .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                  .call())
          .as(() -> PAGE + ": " + messages)
          .isTrue();
    }
  }
}
