package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the Javadoc of the package that others use compile. */
final class JavadocExamplesTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/magpie/codec");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(.*?)\n \\* }</pre>", Pattern.DOTALL);

  @Test
  void compile(@TempDir Path directory) throws Exception {
    List<Path> examples = new ArrayList<>();
    try (Stream<Path> sources = Files.list(SOURCES)) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        Matcher example = EXAMPLE.matcher(Files.readString(source));
        while (example.find()) {
          String name = "Example" + examples.size();
          Path file = directory.resolve(name + ".java");
          Files.writeString(file, program(name, example.group(1).replace("\n *", "\n")));
          examples.add(file);
        }
      }
    }
    assertThat(examples).hasSizeGreaterThanOrEqualTo(5);
    String codecs =
        Path.of(BlockCodec.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", directory.toString(), "-cp", codecs);
      boolean compiled =
          compiler
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(examples))
              .call();
      assertThat(compiled).as("%s", messages).isTrue();
    }
  }

  /** The example in a method, where the names that it takes for granted mean something. */
  private static String program(String name, String example) {
    return """
    import dev.magpie.codec.*;
    import java.lang.foreign.MemorySegment;

    class %s {
      MemorySegment memory;
      MemorySegment block;
      MemorySegment target;
      MemorySegment copy;
      BitWriter coded;

      void example() {
    %s
      }
    }
    """
        .formatted(name, example.replaceFirst("^ \\*", ""));
  }
}
