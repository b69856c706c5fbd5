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

  @Test
  void everyClaimThatDiffersSaysWhy() throws SQLException {
    List<Claim<?>> different = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet claims =
            statement.executeQuery("FROM read_csv('%s', header = true)".formatted(CLAIMS))) {
      while (claims.next()) {
        if (DIFFERENT.contains(claims.getString("verdict"))) {
          different.add(claim(claims.getString("experiment"), claims.getString("measure")));
        }
      }
    }
    assertThat(different).isNotEmpty();
    assertThat(different.stream().filter(claim -> claim.reason().isEmpty()))
        .extracting(Claim::text)
        .isEmpty();
  }

  private static Claim<?> claim(String id, String name) {
    return Experiments.select(List.of(id)).getFirst().claims().stream()
        .filter(claim -> claim.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " has no claim " + name));
  }
}
