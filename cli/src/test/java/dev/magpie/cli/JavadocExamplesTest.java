package dev.magpie.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the libraries' Javadoc compile, with nothing but what the libraries export. */
class JavadocExamplesTest {
  private static final List<String> LIBRARIES =
      List.of("settings", "codec", "snapshot", "container", "memory", "ptx", "gpu", "depth");

  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)<pre>\\{@code\\n((?:(?! *\\* }</pre>).*\\n)*)");
  private static final Pattern EXPORTS = Pattern.compile("(?m)^  exports ([\\w.]+);");

  /** In TOML. */
  private static final Set<String> OTHER_LANGUAGES =
      Set.of("SceneFile.java", "PassTables.java", "StencilTables.java");

  /** What examples take for granted: add what a new one does not declare. */
  private static final String GIVEN =
      """
      class Given {
        MemorySegment memory;
        MemorySegment block;
        MemorySegment source;
        MemorySegment target;
        MemorySegment copy;
        BitWriter coded;
        Transfers transfers;
        ReadableByteChannel input;
        WritableByteChannel channel;
        OutputStream out;
        Path file;
        String text;
        Device device;
        Launch launch;
        LaunchOptions options;
        GpuConfig config;
        DeviceImage image;
        KernelStream kernel;
        List<Mesh> meshes;
        Camera camera;
        EventStream events;
        Configuration configuration;
      }
      """;

  @TempDir Path directory;

  @Test
  void compile() throws IOException {
    String imports = imports();
    List<Path> programs = new ArrayList<>();
    programs.add(Files.writeString(directory.resolve("Given.java"), imports + GIVEN));
    for (String library : LIBRARIES) {
      for (Path source : sources(library)) {
        String name = source.getFileName().toString();
        List<MatchResult> examples = EXAMPLE.matcher(Files.readString(source)).results().toList();
        for (int i = 0; i < examples.size() && !OTHER_LANGUAGES.contains(name); i++) {
          String program = name.replace(".java", "Example" + i);
          String body = examples.get(i).group(1).replaceAll("(?m)^ *\\* ?", "    ");
          programs.add(
              Files.writeString(
                  directory.resolve(program + ".java"),
                  """
                  %s
                  // %s
                  class %s extends Given {
                    void example() throws Exception {
                  %s  }
                  }
                  """
                      .formatted(imports, source, program, body)));
        }
      }
    }
    assertThat(programs).hasSizeGreaterThan(15);

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-d",
              directory.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      boolean compiled =
          compiler
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(programs))
              .call();
      assertThat(compiled).as("%s", messages).isTrue();
    }
  }

  private static List<Path> sources(String library) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", library, "src", "main", "java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static String imports() throws IOException {
    Set<String> packages =
        new TreeSet<>(
            List.of(
                "java.io", "java.lang.foreign", "java.nio.channels", "java.nio.file", "java.util"));
    for (String library : LIBRARIES) {
      Matcher exports =
          EXPORTS.matcher(
              Files.readString(Path.of("..", library, "src", "main", "java", "module-info.java")));
      while (exports.find()) {
        packages.add(exports.group(1));
      }
    }
    return packages.stream().map("import %s.*;\n"::formatted).collect(joining());
  }
}
