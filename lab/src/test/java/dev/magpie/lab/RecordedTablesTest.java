package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tables of the pages are what their queries answer over the repository's results. A file of these
 * is a table of its name without {@code .csv}; a query over one that is not recorded yet is left
 * alone. {@code -Dresults.renew=true} writes what is answered now.
 */
class RecordedTablesTest {
  private static final Path RESULTS = Path.of("../results");
  private static final boolean RENEWS = Boolean.getBoolean("results.renew");
  private static final Pattern REGION =
      Pattern.compile("(?s)(<!-- results:(.*?)-->\n)(.*?)(<!-- end -->)");
  private static final Pattern FILE = Pattern.compile("\"([a-z]+-[a-z0-9-]+\\.[a-z0-9-]+)\"");

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
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        Stream<Path> files = Files.list(RESULTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".csv")).toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.csv$", "");
        statement.execute(
            "CREATE VIEW \"%s\" AS FROM read_csv('%s', header = true)".formatted(name, file));
      }
      renewed = REGION.matcher(text).replaceAll(region -> quoted(region, statement));
    }
    if (RENEWS) {
      Files.writeString(page, renewed);
    }
    assertThat(Files.readString(page))
        .as("%s (to renew its tables: -Dresults.renew=true)", page)
        .isEqualTo(renewed);
  }

  private static String quoted(MatchResult region, Statement statement) {
    String query = region.group(2);
    boolean isRecorded =
        FILE.matcher(query)
            .results()
            .allMatch(file -> Files.exists(RESULTS.resolve(file.group(1) + ".csv")));
    return Matcher.quoteReplacement(
        isRecorded ? region.group(1) + table(query, statement) + region.group(4) : region.group());
  }

  private static String table(String query, Statement statement) {
    try (ResultSet found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      StringBuilder table = new StringBuilder();
      List<String> cells = new ArrayList<>();
      for (int c = 1; c <= columns; c++) {
        cells.add(found.getMetaData().getColumnLabel(c));
      }
      table.append(row(cells)).append("|---".repeat(columns)).append("|\n");
      while (found.next()) {
        cells.clear();
        for (int c = 1; c <= columns; c++) {
          cells.add(found.getString(c) == null ? "" : found.getString(c));
        }
        table.append(row(cells));
      }
      return table.toString();
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
