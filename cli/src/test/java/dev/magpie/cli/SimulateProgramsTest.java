package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.GpuConfigs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code magpie simulate} of programs that come with Magpie. */
class SimulateProgramsTest {
  @Test
  void listsWhatThereIs() {
    assertThat(Ran.magpie("simulate", "--list").out()).contains(GpuConfigs.names());
    assertThat(Ran.magpie("simulate", "--list", "--format", "csv").out())
        .startsWith("name,description,");
    JsonNode json = Ran.magpie("simulate", "--list", "--format", "json").json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.gpus/1");
    assertThat(json.get("gpus"))
        .extracting(gpu -> gpu.get("name").asString())
        .isEqualTo(GpuConfigs.names());
  }

  @Test
  void aWorkloadIsChecked() {
    Ran ran = Ran.magpie("simulate", "--workload", "vector-add", "--size", "quick");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).startsWith("magpie: vector-add: as in plain Java").hasLineCount(1);
    assertThat(ran.out()).startsWith("gtx580, codec none: ").contains("of 192.4 GB/s", "waited:");
  }

  @Test
  void aLossyCodecMayChangeWhatIsMarked() {
    Ran exact =
        Ran.magpie("simulate", "--workload", "stencil", "--size", "quick", "--codec", "tslc-opt");
    assertThat(exact.err()).contains("as in plain Java");
    Ran marked =
        Ran.magpie(
            "simulate",
            "--workload",
            "vector-add",
            "--size",
            "quick",
            "--codec",
            "tslc-opt:threshold=128",
            "--approximate",
            "a",
            "--approximate",
            "b",
            "--format",
            "json");
    assertThat(marked.status()).isZero();
    assertThat(marked.err()).contains("may have changed a, b; the result was not compared");
  }

  @Test
  void aProgramKnowsWhatMayBeChanged() {
    Ran ran = simulated("tp", "--set", "side=64", "--format", "json");
    assertThat(ran.err()).contains("may have changed ", "; the result was not compared");
    assertThat(ran.json().get("blocks").get("approximated").asLong()).isPositive();
    Ran search = simulated("bfs", "--set", "nodes=500", "--format", "json");
    assertThat(search.err()).contains("as in plain Java: the level of every node, exactly");
    assertThat(search.json().get("blocks").get("approximated").asLong()).isZero();
    Ran unknown = simulated("tp", "--set", "side=64", "--approximate", "input");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("--approximate: no buffer is called 'input'; there are ");
  }

  private static Ran simulated(String program, Object... more) {
    List<Object> all = new ArrayList<>(List.of("simulate", "--workload", program));
    all.addAll(List.of("--codec", "tslc-opt"));
    all.addAll(List.of(more));
    return Ran.magpie(all.toArray());
  }
}
