package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  @TempDir private Path folder;

  @Test
  void hostileTextCannotLeaveTheDataIsland() {
    String html = HtmlReport.render(SamplePage.create());
    String island = between(html, "id=\"page\">", "</script>");

    assertThat(island).doesNotContain("<", "\u2028").contains("\\u003cimg src=x", "\\u2028");
    assertThat(html.split("</script>", -1)).hasSize(4);
  }

  @Test
  void titleIsEscapedInTheHead() {
    Page page = new Page("</title><b>&{{data}}", "", List.of(), List.of());
    assertThat(HtmlReport.render(page))
        .contains("<title>&lt;/title&gt;&lt;b&gt;&amp;{{data}}</title>");
  }

  @Test
  void scriptsHoldNothingThatEndsThem() {
    String html = HtmlReport.render(SamplePage.create());
    assertThat(between(html, "<script>", "</script>")).doesNotContain("<!--").endsWith("\n");
  }

  @Test
  void samePageGivesSameBytes() {
    assertThat(HtmlReport.render(SamplePage.create()))
        .isEqualTo(HtmlReport.render(SamplePage.create()));
  }

  @Test
  void pageWithoutChartsDoesWithoutTheLibrary() {
    Page page =
        new Page("t", "", List.of(), List.of(new Section("a", "A", SamplePage.ratioTable())));
    assertThat(HtmlReport.render(page)).hasSizeLessThan(60_000);
    assertThat(HtmlReport.render(SamplePage.create())).hasSizeLessThan(700_000);
  }

  @Test
  void fileIsReplacedWhole() throws IOException {
    Path file = folder.resolve("report.html");
    Files.writeString(file, "old");
    HtmlReport.write(SamplePage.create(), file);

    assertThat(file).hasContent(HtmlReport.render(SamplePage.create()));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void unwritableFileLeavesNothingBehind() throws IOException {
    Path file = folder.resolve("missing/report.html");
    assertThatThrownBy(() -> HtmlReport.write(SamplePage.create(), file))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> HtmlReport.write(SamplePage.create(), folder))
        .isInstanceOf(IOException.class);
    assertThat(folder).isEmptyDirectory();
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
