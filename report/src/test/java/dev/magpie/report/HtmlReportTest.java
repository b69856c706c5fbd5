package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  @Test
  void hostileTextCannotLeaveTheDataIsland() {
    String html = HtmlReport.render(SamplePage.create(), SamplePage.PROVENANCE);
    String island = between(html, "id=\"page\">", "</script>");

    assertThat(island).doesNotContain("<", "\u2028").contains("\\u003cimg src=x", "\\u2028");
    assertThat(html.split("</script>", -1)).hasSize(4);
  }

  @Test
  void titleIsEscapedInTheHead() {
    Page page = new Page("</title><b>&{{data}}\u202e", "", List.of(), List.of());
    assertThat(HtmlReport.render(page, SamplePage.PROVENANCE))
        .contains("<title>&lt;/title&gt;&lt;b&gt;&amp;{{data}}\\u202e</title>");
  }

  @Test
  void scriptsHoldNothingThatEndsThem() {
    String html = HtmlReport.render(SamplePage.create(), SamplePage.PROVENANCE);
    assertThat(between(html, "<script>", "</script>")).doesNotContain("<!--").endsWith("\n");
  }

  @Test
  void samePageGivesSameBytes() {
    assertThat(HtmlReport.render(SamplePage.create(), SamplePage.PROVENANCE))
        .isEqualTo(HtmlReport.render(SamplePage.create(), SamplePage.PROVENANCE));
  }

  @Test
  void pageWithoutChartsDoesWithoutTheLibrary() {
    Page page =
        new Page("t", "", List.of(), List.of(new Section("a", "A", SamplePage.ratioTable())));
    assertThat(HtmlReport.render(page, SamplePage.PROVENANCE)).hasSizeLessThan(84_000);
    assertThat(HtmlReport.render(SamplePage.create(), SamplePage.PROVENANCE))
        .hasSizeLessThan(805_000);
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
