package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Claim;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the repository's results say of claims. */
class RecordedClaimsTest {
  private static final Path CLAIMS = Path.of("../results/claims.csv");

  /** How a claim differs that has nothing to explain otherwise. */
  private static final List<String> DIFFERENT =
      List.of("same direction", "contradicts", "does not hold", "inconsistent");

  private record Row(
      Claim<?> claim, String text, String kind, String stated, double measured, String verdict) {}

  private static List<Row> rows() throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet claims =
            statement.executeQuery(
                "FROM read_csv('%s', header = true, all_varchar = true)".formatted(CLAIMS))) {
      while (claims.next()) {
        String measured = claims.getString("measured");
        rows.add(
            new Row(
                claim(claims.getString("experiment"), claims.getString("measure")),
                claims.getString("claim"),
                claims.getString("kind"),
                claims.getString("stated"),
                measured == null ? Double.NaN : Double.parseDouble(measured),
                claims.getString("verdict")));
      }
    }
    assertThat(rows).isNotEmpty();
    return rows;
  }

  @Test
  void everyClaimThatDiffersSaysWhy() throws SQLException {
    assertThat(rows().stream().filter(row -> DIFFERENT.contains(row.verdict)))
        .isNotEmpty()
        .extracting(Row::claim)
        .filteredOn(claim -> claim.reason().isEmpty())
        .extracting(Claim::text)
        .isEmpty();
  }

  /** A claim that has been changed since it was recorded has another verdict, or is another. */
  @Test
  void verdictsAreThoseOfTheClaimsAsTheyAre() throws SQLException {
    assertThat(rows())
        .allSatisfy(row -> {
          assertThat(row.text).isEqualTo(row.claim.text());
          assertThat(row.kind).as(row.text).isEqualTo(row.claim.statement().kind());
          assertThat(row.stated).as(row.text).isEqualTo(row.claim.stated());
          assertThat(row.verdict).as(row.text).isEqualTo(row.claim.judge(row.measured).label());
        });
  }

  private static Claim<?> claim(String id, String name) {
    return Experiments.select(List.of(id)).getFirst().claims().stream()
        .filter(claim -> claim.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " has no claim " + name));
  }
}
