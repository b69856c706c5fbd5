package dev.magpie.memory.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.CodecProvider;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of somebody's own. What they add stays in the registries: it does what others do. */
class PluginsTest {
  private static final String LAYOUT = LayoutProvider.class.getName();
  private static final String CODEC = CodecProvider.class.getName();

  private static final String LAYOUTS =
      """
      public List<LayoutFamily> layouts() {
        return List.of(
            new LayoutFamily("%s", "as it is", "a test", 32, 0, List.of(),
                (spec, codec, granularity, blocks, cache) ->
                    new UncompressedMemory(granularity, blocks)));
      }
      """;

  private static final String CODECS =
      """
      public List<CodecFamily> codecs() {
        CodecFamily none = Codecs.family("none");
        return List.of(
            new CodecFamily("%s", none.title(), none.source(), none.fidelity(), none.latency(),
                none.minimumBlockBytes(), none.parameters(), none.trainedOn(),
                none.constructor()));
      }
      """;

  @TempDir private Path directory;

  /** A name that no test has added before. */
  private static String free(String start) {
    return start + "-" + (Layouts.families().size() + Codecs.families().size());
  }

  private static String source(String interfaces, String members) {
    return """
    package own;

    import dev.magpie.codec.*;
    import dev.magpie.memory.layout.*;
    import java.util.List;

    public final class Own implements %s {
    %s
    }
    """
        .formatted(interfaces, members);
  }

  private static String layouts(String name) {
    return source("LayoutProvider", LAYOUTS.formatted(name));
  }

  private Path jar(String source, String... services) throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///own/Own.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    List<String> options =
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    assertThat(compiler.getTask(problems, null, null, options, null, List.of(file)).call())
        .as(problems.toString())
        .isTrue();
    Path jar = directory.resolve("own.jar");
    try (Stream<Path> made = Files.walk(classes);
        OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path each : made.filter(Files::isRegularFile).toList()) {
        put(entries, classes.relativize(each).toString(), Files.readAllBytes(each));
      }
      for (String service : services) {
        put(entries, "META-INF/services/" + service, "own.Own\n".getBytes(UTF_8));
      }
    }
    return jar;
  }

  private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }

  private static void assertRefused(Path jar, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Plugins.load(jar))
        .withMessage(jar + message);
  }

  @Test
  void aLayoutOfAJarIsInTheRegistry() throws IOException {
    String name = free("own-layout");
    Plugins.load(jar(layouts(name), LAYOUT));
    try (BlockMemory memory =
        Layouts.create(name, Codecs.create("none", Granularity.DEFAULT), Granularity.DEFAULT, 64)) {
      assertThat(memory.dataBytes()).isEqualTo(64 * 128);
    }
  }

  @Test
  void aCodecOfAJarIsInTheRegistry() throws IOException {
    String name = free("own-codec");
    Plugins.load(jar(source("CodecProvider", CODECS.formatted(name)), CODEC));
    assertThat(Codecs.create(name, Granularity.DEFAULT).blockBytes()).isEqualTo(128);
  }

  @Test
  void aJarMayHaveBoth() throws IOException {
    String codec = free("own-codec");
    String layout = free("own-layout");
    String members = CODECS.formatted(codec) + LAYOUTS.formatted(layout);
    Plugins.load(jar(source("CodecProvider, LayoutProvider", members), CODEC, LAYOUT));
    Granularity granularity = Granularity.DEFAULT;
    try (BlockMemory memory =
        Layouts.create(layout, Codecs.create(codec, granularity), granularity, 64)) {
      assertThat(memory.blocks()).isEqualTo(64);
    }
  }

  @Test
  void aNameThatIsTakenIsRefused() throws IOException {
    assertRefused(jar(layouts("lcp"), LAYOUT), ": there is a layout called 'lcp' already");
  }

  @Test
  void aJarThatNamesNoProviderIsRefused() throws IOException {
    assertRefused(
        jar(layouts("never-added")),
        ": names no class in META-INF/services/%s, nor in META-INF/services/%s"
            .formatted(CODEC, LAYOUT));
  }

  @Test
  void aClassThatIsNoProviderIsRefused() throws IOException {
    assertRefused(
        jar(layouts("never-added"), CODEC), ": %s: own.Own not a subtype".formatted(CODEC));
  }

  @Test
  void aProviderThatEndsWithAnExceptionIsRefusedWithIt() throws IOException {
    String members =
        """
        public Own() {
          throw new UnsupportedOperationException("no luck");
        }
        public List<LayoutFamily> layouts() {
          return List.of();
        }
        """;
    assertRefused(
        jar(source("LayoutProvider", members), LAYOUT),
        ": %s: Provider own.Own could not be instantiated".formatted(LAYOUT)
            + ": java.lang.UnsupportedOperationException: no luck");
  }

  @Test
  void layoutsThatEndWithAnExceptionAreRefusedWithIt() throws IOException {
    String members =
        """
        public List<LayoutFamily> layouts() {
          throw new UnsupportedOperationException("no layouts");
        }
        """;
    assertRefused(
        jar(source("LayoutProvider", members), LAYOUT),
        ": its provider ends with java.lang.UnsupportedOperationException: no layouts");
  }

  @Test
  void aProviderForAnotherVersionIsRefused() throws IOException {
    String members =
        """
        public List<LayoutFamily> layouts() {
          throw new NoSuchMethodError("gone");
        }
        """;
    assertRefused(
        jar(source("LayoutProvider", members), LAYOUT),
        ": does not fit this version of Magpie: java.lang.NoSuchMethodError: gone");
  }

  @Test
  void filesThatAreNoJarsAreRefused() throws IOException {
    assertRefused(directory.resolve("none.jar"), ": there is no such file");
    assertRefused(Files.writeString(directory.resolve("text.jar"), "text"), ": is no jar");
  }

  @Test
  void aJarWithoutEntriesIsRefused() throws IOException {
    Path jar = directory.resolve("empty.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.setComment("nothing");
    }
    assertRefused(jar, ": is an empty jar");
  }

  /** What a jar names that is not its own is not added again. */
  @Test
  void providersOfTheClassPathAreNotTheJars() throws IOException {
    String name = free("own-layout");
    int codecs = Codecs.families().size();
    Plugins.load(jar(layouts(name), LAYOUT));
    assertThat(Codecs.families()).hasSize(codecs);
  }
}
