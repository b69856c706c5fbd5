package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BrowserTest {
  @Test
  void everyElementDraws() throws IOException {
    Path html = Path.of("target/sample-report.html");
    Files.writeString(html, HtmlReport.render(SamplePage.create(), SamplePage.PROVENANCE));
    BrowserPage page = BrowserPage.open(html);

    assertThat(page.errors()).isEmpty();
    assertThat(page.drawn()).isEqualTo(SamplePage.DRAWINGS);
    assertThat(page.dom()).contains("<svg", "<canvas", "badge contradicts");
    assertThat(page.dom())
        .contains("<dt>Written</dt><dd>2026-11-28 08:45</dd>", "1 of every 37 rows");
    // Hostile names are in the document as text, and made no element.
    assertThat(page.dom()).contains("&lt;img src=x").doesNotContain("<img src=\"x");
    assertThat(page.dom().split("<img ", -1)).hasSize(1 + 2);
    // What turns the text around it, or is not seen, stands as what it is.
    String shown = page.dom().replaceAll("(?s)<script.*?</script>", "");
    assertThat(shown).contains("\\u202egnp\\u0007").doesNotContain("\u202e", "\u0007");

    Path picture = Path.of("target/sample-report.png");
    page.screenshot(picture, 1280, 1600);
    assertThat(picture).isNotEmptyFile();
  }
}
