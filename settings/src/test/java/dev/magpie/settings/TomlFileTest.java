package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TomlFileTest {
  private static final String TEXT =
      """
      name = "one"
      count = 7
      share = 0.5
      on = true
      words = ["a", "b"]

      [cache]
      bytes = 1024
      cache.ways = "four"

      [[row]]
      level = 1
      [[row]]
      level = 2
      """;

  @TempDir private Path directory;

  private SettingsTable read(String text) throws IOException {
    return TomlFile.read(file(text.getBytes(StandardCharsets.UTF_8)));
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("it.toml"), bytes);
  }

  /** The library ends in an exception of its own there, as fuzzing found. */
  @Test
  void aTableThatEndsInABadCommentIsNoToml() {
    assertThatThrownBy(() -> read("d={s,#\u0000g"))
        .isInstanceOf(SettingsException.class)
        .hasMessageEndingWith("it.toml: is not TOML");
  }

  @Test
  void givesWhatItSays() throws IOException {
    SettingsTable table = read(TEXT);

    assertThat(table.text("name")).isEqualTo("one");
    assertThat(table.number("count", 0, 7)).isEqualTo(7);
    assertThat(table.decimal("share", 0, 1)).isEqualTo(0.5);
    assertThat(table.decimal("count", 0, 7)).isEqualTo(7);
    assertThat(table.yes("on")).isTrue();
    assertThat(table.texts("words")).containsExactly("a", "b");
    assertThat(table.get("words")).contains(List.of("a", "b"));
    assertThat(table.elements("row"))
        .extracting(row -> row.number("level", 0, 9))
        .containsExactly(1, 2);
    assertThat(table.keys())
        .containsExactly("name", "count", "share", "on", "words", "cache", "row");
  }

  @Test
  void knowsTheLines() throws IOException {
    SettingsTable table = read(TEXT);

    assertThat(table.line("count")).isEqualTo(2);
    assertThat(table.table("cache").line()).isEqualTo(7);
    assertThat(table.table("cache").line("bytes")).isEqualTo(8);
    assertThat(table.table("cache").line("nothing")).isEqualTo(7);
    assertThat(table.elements("row").getLast().line()).isEqualTo(13);
  }

  @Test
  void whatIsWrongIsToldWithLineAndKey() throws IOException {
    SettingsTable table = read(TEXT);
    SettingsTable cache = table.table("cache");
    Path file = directory.resolve("it.toml");

    assertThatThrownBy(() -> cache.number("bytes", 0, 512))
        .hasMessage(file + ":8: cache.bytes: has to be a whole number from 0 to 512, not 1024");
    assertThatThrownBy(() -> cache.table("cache").number("ways", 0, 9))
        .hasMessage(
            file + ":9: cache.cache.ways: has to be a whole number from 0 to 9, not \"four\"");
    assertThatThrownBy(() -> cache.text("sets")).hasMessage(file + ":7: cache.sets: is missing");
    assertThatThrownBy(() -> table.text("title")).hasMessage(file + ": title: is missing");
    assertThatThrownBy(() -> table.elements("row").getFirst().text("level"))
        .hasMessage(file + ":12: row[0].level: has to be a string, not 1");
    assertThatThrownBy(() -> table.elements("words"))
        .hasMessage(file + ":5: words[0]: has to be a table");
    assertThatThrownBy(() -> cache.knows(Set.of("bytes", "ways")))
        .hasMessage(file + ":9: cache.cache: is no key of this table; there are bytes, ways");
  }

  @Test
  void oneFileSaysWhatDiffersFromAnother() throws IOException {
    SettingsTable base = read("a = 1\nb = 2\n[c]\nd = 3\ne = 4\n");
    SettingsTable own = read("# mine\nb = 5\n[c]\ne = -6\n").over(base);

    assertThat(own.number("a", 0, 9)).isEqualTo(1);
    assertThat(own.number("b", 0, 9)).isEqualTo(5);
    assertThat(own.table("c").number("d", 0, 9)).isEqualTo(3);
    assertThatThrownBy(() -> own.table("c").number("e", 0, 9)).hasMessageContaining(":4: c.e:");
    // What stands in the other file has no line in this one.
    assertThatThrownBy(() -> own.number("a", 5, 9)).hasMessageContaining("it.toml: a: has");
    assertThat(base.number("b", 0, 9)).isEqualTo(2);
    assertThat(own.without("c").under("x").under("y").table("y").table("x").keys())
        .containsExactly("a", "b");
  }

  @Test
  void otherFilesOfTheSameShapeHaveNoLines() {
    SettingsTable table =
        SettingsTable.of("it.json", Map.of("a", Map.of("b", List.of(1, 2.5, "c"))));

    assertThat(table.table("a").get("b")).contains(List.of(1L, 2.5, "c"));
    assertThatThrownBy(() -> table.table("a").text("b"))
        .hasMessage("it.json: a.b: has to be a string, not [1, 2.5, \"c\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a = 1; b = | 2",
        "a = 1; a = 2 | 2",
        "[a]; ; b = 'x | 3",
        "a = 99999999999999999999 | 1",
      })
  void whatIsNoTomlIsToldWithTheLine(String text, int line) throws IOException {
    Path file = file(text.replace("; ", "\n").getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> TomlFile.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(file + ":" + line + ": is not TOML: ")
        .message()
        .hasLineCount(1);
  }

  @Test
  void hostileFilesAreRefused() throws IOException {
    assertThatThrownBy(() -> TomlFile.read(file(new byte[] {'a', '\n', '=', (byte) 0xff})))
        .hasMessageEndingWith("it.toml:2: is not TOML: it is not UTF-8 text");
    assertThatThrownBy(() -> read("a = " + "[".repeat(50_000) + "]".repeat(50_000)))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> read("a." + "b.".repeat(200_000) + "c = 1"))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> read("#".repeat((1 << 20) + 1))).hasMessageContaining("larger than");
  }
}
