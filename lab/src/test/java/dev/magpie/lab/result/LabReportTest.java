package dev.magpie.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabReportTest {
  @Test
  void noTableHasHeadsAlone() {
    assertThat(LabReport.claims(List.of())).isEmpty();
  }
}
