package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listing of docs/add-an-experiment.md compiles, in the package that it names. */
final class AddAnExperimentPageTest {
  private static final Path PAGE = Path.of("../docs/add-an-experiment.md");
  private static final Pattern LISTING =
      Pattern.compile("```java\n(package \\S+;\n.*?class (\\w+) .*?)```", Pattern.DOTALL);

  @Test
  void theListingCompiles(@TempDir Path directory) throws Exception {
    Matcher listing = LISTING.matcher(Files.readString(PAGE));
    assertThat(listing.find()).isTrue();
    Path source = directory.resolve(listing.group(2) + ".java");
    Files.writeString(source, listing.group(1));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
      assertThat(
              compiler
                  .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                  .call())
          .as(() -> PAGE + ": " + messages)
          .isTrue();
    }
  }
}
