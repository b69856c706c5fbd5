package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.RecordedFiles.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tables of the pages are what their queries answer over the repository's results; a query over one
 * that is not recorded yet is left alone. {@code -Dresults.renew=true} writes what is answered now.
 */
class RecordedTablesTest {
  private static final boolean RENEWS = Boolean.getBoolean("results.renew");
  private static final Pattern REGION =
      Pattern.compile("(?s)(<!-- results:(.*?)-->\n)(.*?)(<!-- end -->)");

  @TestFactory
  Stream<DynamicTest> everyTableIsWhatItsQueryAnswers() throws IOException {
    try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
      return pages.filter(page -> page.toString().endsWith(".md")).sorted().toList().stream()
          .map(page -> DynamicTest.dynamicTest(page.getFileName().toString(), () -> check(page)));
    }
  }

  private static void check(Path page) throws IOException, SQLException {
    String text = Files.readString(page);
    String renewed;
    try (RecordedFiles results = new RecordedFiles()) {
      renewed = REGION.matcher(text).replaceAll(region -> quoted(region, results));
    }
    if (RENEWS) {
      Files.writeString(page, renewed);
    }
    assertThat(Files.readString(page))
        .as("%s (to renew its tables: -Dresults.renew=true)", page)
        .isEqualTo(renewed);
  }

  private static String quoted(MatchResult region, RecordedFiles results) {
    String query = region.group(2);
    return Matcher.quoteReplacement(
        RecordedFiles.have(query)
            ? region.group(1) + table(results.answer(query)) + region.group(4)
            : region.group());
  }

  private static String table(Answer answer) {
    StringBuilder table = new StringBuilder();
    table.append(row(answer.titles())).append("|---".repeat(answer.titles().size())).append("|\n");
    answer.rows().forEach(each -> table.append(row(each)));
    return table.toString();
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
