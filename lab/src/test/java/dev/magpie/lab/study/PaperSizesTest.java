package dev.magpie.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PaperSizesTest {
  /** What was simulated of each of the MAG paper's programs, by the repository's results. */
  @Test
  void aProgramIsSimulatedAsOftenAsItSays() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet counts =
            statement.executeQuery(
                """
                SELECT count(*) AS memories
                FROM read_csv('../results/simulations.csv', header = true, all_varchar = true)
                WHERE program NOT LIKE '%-cuda %' AND program NOT LIKE 'spill-%'
                GROUP BY program ORDER BY memories DESC LIMIT 11
                """)) {
      int programs = 0;
      while (counts.next()) {
        programs++;
        assertThat(counts.getInt("memories")).isEqualTo(PaperSizes.MEMORIES);
      }
      assertThat(programs).isEqualTo(11);
    }
  }

  @Test
  void theLargestProgramsAreLeftOut() {
    assertThat(PaperSizes.fits("tp")).isTrue();
    assertThat(PaperSizes.fits("hw")).isFalse();
    assertThat(PaperSizes.leftOut(2))
        .contains("mst, which would take some 2 hours on 2 cores", "hw, which would take some 46");
  }
}
