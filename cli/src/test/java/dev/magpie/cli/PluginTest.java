package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listings of docs/add-a-layout.md and docs/add-a-codec.md, in a jar of one's own. */
class PluginTest {
  private static final String CODECS =
      """
      package own;
      public final class Own
          implements dev.magpie.codec.CodecProvider, dev.magpie.memory.layout.LayoutProvider {
        public java.util.List<dev.magpie.codec.CodecFamily> codecs() {
          return java.util.List.of(Same.FAMILY);
        }
        public java.util.List<dev.magpie.memory.layout.LayoutFamily> layouts() {
          return java.util.List.of(HalfMemory.FAMILY);
        }
      }
      """;

  private record Outcome(int status, String out, String err) {}

  /** In a process of its own: what a jar adds to the registries stays there. */
  private static Outcome magpie(Path directory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Magpie.class.getName());
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int status = process.waitFor();
    return new Outcome(status, Files.readString(out), Files.readString(err));
  }

  private static String listing(String page) throws IOException {
    Matcher block =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/" + page)));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static Path compiled(Path directory) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("own"));
    String half = listing("add-a-layout.md");
    Files.writeString(
        sources.resolve("HalfMemory.java"),
        half.replaceFirst(
            "package .*;",
            """
            package own;
            import dev.magpie.memory.layout.BlockMemory;
            import dev.magpie.memory.layout.LayoutFamily;
            import dev.magpie.memory.layout.TaggedCodec;\
            """));
    Files.writeString(
        sources.resolve("Same.java"),
        listing("add-a-codec.md").replaceFirst("package .*;", "package own;"));
    Files.writeString(sources.resolve("Own.java"), CODECS);
    Path classes = Files.createDirectories(directory.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8);
        Stream<Path> all = Files.list(sources)) {
      List<String> options =
          List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
      assertThat(
              compiler
                  .getTask(
                      problems,
                      files,
                      null,
                      options,
                      null,
                      files.getJavaFileObjectsFromPaths(all.toList()))
                  .call())
          .as(problems.toString())
          .isTrue();
    }
    return classes;
  }

  private static Path jar(Path file, Path classes, String... services) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> all = Files.walk(classes)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        entries.put(classes.relativize(each).toString(), Files.readAllBytes(each));
      }
    }
    for (String service : services) {
      entries.put("META-INF/services/" + service, "own.Own\n".getBytes(UTF_8));
    }
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        jar.write(entry.getValue());
        jar.closeEntry();
      }
    }
    return file;
  }

  @Test
  void codecsAndLayoutsOfOnesOwnJarAreLikeOthers(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path classes = compiled(directory);
    Path jar =
        jar(
            directory.resolve("own.jar"),
            classes,
            "dev.magpie.codec.CodecProvider",
            "dev.magpie.memory.layout.LayoutProvider");
    Path data = Files.write(directory.resolve("data.bin"), new byte[1 << 16]);

    Outcome layout =
        magpie(
            directory,
            "layout",
            data.toString(),
            "--plugin",
            jar.toString(),
            "--codec",
            "same",
            "--format",
            "csv");
    assertThat(layout.err).isEmpty();
    assertThat(layout.status).isZero();
    assertThat(layout.out).contains("\nattache,").contains("\nhalf,32,65536,65536,128,0.998");

    Outcome simulate =
        magpie(
            directory,
            "simulate",
            "--plugin",
            jar.toString(),
            "--workload",
            "bfs",
            "--size",
            "quick",
            "--layout",
            "half",
            "--codec",
            "same");
    // The program computed what it should.
    assertThat(simulate.err).contains("bfs: as in plain Java");
    assertThat(simulate.out).contains("gtx580, layout half, codec same: ");
    assertThat(simulate.status).isZero();

    Outcome over =
        magpie(
            directory,
            "analyze",
            data.toString(),
            "--plugin",
            jar.toString(),
            "-o",
            jar.toString());
    assertThat(over.err).contains(jar + ": is an input, and -o would overwrite it");
    assertThat(over.status).isEqualTo(2);

    Outcome cluster =
        magpie(
            directory,
            "analyze",
            data.toString(),
            "--plugin",
            jar.toString(),
            "--spark",
            "local[1]");
    assertThat(cluster.err)
        .isEqualTo(
            "magpie: --plugin has no meaning with --spark: executors have Magpie's own codecs and"
                + " layouts\n");
    assertThat(cluster.status).isEqualTo(2);
  }

  @Test
  void jarsThatCannotBeUsedAreRefusedInOneLine(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path none = directory.resolve("none.jar");
    assertRefused(directory, none, "there is no such file");
    Path text = Files.writeString(directory.resolve("text.jar"), "text");
    assertRefused(directory, text, "is no jar");
    Path classes = Files.createDirectories(directory.resolve("nothing"));
    Files.writeString(classes.resolve("a"), "a");
    assertRefused(
        directory,
        jar(directory.resolve("a.jar"), classes),
        "names no class in META-INF/services/");
    assertRefused(
        directory,
        jar(directory.resolve("b.jar"), classes, "dev.magpie.codec.CodecProvider"),
        "own.Own");
  }

  private static void assertRefused(Path directory, Path jar, String reason)
      throws IOException, InterruptedException {
    Outcome outcome = magpie(directory, "codecs", "--plugin", jar.toString());
    assertThat(outcome.status).isEqualTo(2);
    assertThat(outcome.err).contains(jar.getFileName().toString(), reason);
    assertThat(outcome.err.lines()).hasSize(1);
  }
}
