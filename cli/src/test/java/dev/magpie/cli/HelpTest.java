package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.magpie.cli.option.HelpWords;
import dev.magpie.cli.output.Console;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.snapshot.FileFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
  @Test
  void listsTheCommands() {
    for (Ran ran : List.of(Ran.magpie(), Ran.magpie("--help"), Ran.magpie("help"))) {
      assertThat(ran.status()).isZero();
      assertThat(ran.out()).contains("analyze", "codecs", "examples", "Exit status");
      assertThat(ran.err()).isEmpty();
    }
  }

  @Test
  void whatIsNoCommandHasNoHelp() {
    assertThat(Ran.magpie("help", "codcs")).isEqualTo(Ran.magpie("codcs"));
    Ran ran = Ran.magpie("codcs", "--help");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("magpie: no command is called 'codcs'; did you mean codecs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "codecs --help", "--version", "codecs"})
  void outputThatCannotBeWrittenIsNoSuccess(String arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int each) throws IOException {
            throw new IOException("standard output: cannot be written: full");
          }
        };
    Console console = new Console(full, new PrintStream(err, true, StandardCharsets.UTF_8), 0, 0);
    assertThat(Magpie.run(console, arguments.split(" "))).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("magpie: standard output: cannot be written: full\n");
  }

  private static Stream<String> commands() {
    return Commands.names().stream().filter(each -> !each.equals("help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandShowsExamples(String command) {
    Ran ran = Ran.magpie(command, "--help");
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).contains("Usage: magpie " + command, "Example", "  magpie " + command);
    assertThat(Ran.magpie("help", command).out()).isEqualTo(ran.out());
  }

  /** A percent sign alone is a format that picocli complains of, on the process's own stream. */
  @ParameterizedTest
  @MethodSource("commands")
  void nothingIsWrongWithTheHelp(String command) {
    PrintStream standard = System.err;
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
    try {
      Ran.magpie(command, "--help");
    } finally {
      System.setErr(standard);
    }
    assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"analyze", "train", "layout"})
  void helpListsTheFileFormats(String command) {
    assertThat(words(Ran.magpie(command, "--help").out()))
        .contains("Files (" + HelpWords.formats() + ") and directories of such files.");
  }

  /** A format that is added has to be told where people read of them. */
  @Test
  void pagesListTheFileFormats() throws IOException {
    String labels =
        FileFormat.all().stream().map(each -> code(each.label())).collect(Collectors.joining(", "));
    String extensions =
        FileFormat.all().stream()
            .flatMap(each -> each.extensions().stream())
            .map(each -> "`." + each + "`")
            .collect(Collectors.joining(", "));
    String dumps =
        FileFormat.rawExtensions().stream()
            .map(each -> "`." + each + "`")
            .collect(Collectors.joining(", "));

    assertAll(
        () -> assertSays("README.md", "Files: raw binary, " + labels + ", and directories"),
        () -> assertSays("docs/cli.md", "by its extension (" + extensions + ")"),
        () -> assertSays("docs/cli.md", dumps.replaceFirst(", (?=[^,]*$)", " or ")),
        () -> assertSays("docs/reproduce.md", "files of " + labels + " or raw arrays"));
  }

  /** So have a layout and a GPU. */
  @Test
  void aPageNamesTheLayoutsAndGpus() {
    assertThat(Layouts.families())
        .extracting(LayoutFamily::name)
        .allSatisfy(name -> assertSays("docs/simulate.md", "`" + name + "`"));
    assertThat(GpuConfigs.names())
        .allSatisfy(name -> assertSays("docs/simulate.md", "`" + name + "`"));
  }

  private static void assertSays(String page, String words) throws IOException {
    boolean says = words(Files.readString(Path.of("..", page))).contains(words);
    assertThat(says).as("%s has to say: %s", page, words).isTrue();
  }

  private static String code(String label) {
    return label.startsWith(".") ? "`" + label + "`" : label;
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void versionTellsWhatRuns() {
    assertThat(Ran.magpie("--version").out())
        .containsPattern("magpie \\d+\\.\\d+\\.\\d+")
        .contains("java 25")
        .contains(Codecs.acceleration());
  }

  @Test
  void codecsListsEveryOne() {
    List<String> names = Codecs.families().stream().map(CodecFamily::name).toList();
    Ran json = Ran.magpie("codecs", "--format", "json");
    assertThat(json.json().get("schema").asString()).isEqualTo("magpie.codecs/1");
    assertThat(json.json().get("codecs").valueStream().map(codec -> codec.get("name").asString()))
        .isEqualTo(names);
    assertThat(Ran.magpie("codecs", "--format", "csv").out().lines().count())
        .isEqualTo(1 + names.size());
    assertThat(Ran.magpie("codecs").out()).contains(names);
  }

  @Test
  void helpIsOfTheInnerCommand() {
    assertThat(Ran.magpie("help", "codecs", "design").out())
        .startsWith("Usage: magpie codecs design")
        .isEqualTo(Ran.magpie("codecs", "design", "--help").out());
  }

  @Test
  void anOptionBeforeTheCommandThatItIsMeantForIsTold() {
    Ran ran = Ran.magpie("codecs", "--format", "json", "design", "../examples/fields");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("--format: goes behind 'design'");
  }
}
