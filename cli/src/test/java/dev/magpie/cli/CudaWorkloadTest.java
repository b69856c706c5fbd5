package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CudaWorkloadTest {
  @TempDir private Path directory;

  @Test
  void aProgramRunsIsCheckedAndLeavesItsMemory() {
    Path snapshots = directory.resolve("tp");
    Ran ran = Ran.magpie("workload", "tp", "--set", "side=64", "--snapshots", snapshots);
    assertThat(ran.status()).isZero();
    assertThat(ran.err())
        .contains("tp: 8 launches", "as in plain Java: the matrix after each kernel, bit for bit")
        .endsWith("wrote 10 snapshots into " + snapshots + "\n");
    assertThat(snapshots.resolve("t9/memory.safetensors")).exists();
    Ran analyzed = Ran.magpie("analyze", snapshots.resolve("t9"), "--codec", "mag-bdi");
    assertThat(analyzed.status()).isZero();
    assertThat(analyzed.out()).contains("2 allocations: 32.0 KiB in 256 blocks");
  }

  @Test
  void programsAndTheirParametersAreListed() {
    assertThat(Ran.magpie("workload").out())
        .contains("seismic", "LonestarGPU sssp", "bitonic-sort", "graph, nodes, seed");
    Ran described = Ran.magpie("workload", "sssp");
    assertThat(described.status()).isZero();
    assertThat(described.out())
        .contains("the distance of every node, exactly", "graph", "nodes", "random4", "8192");
  }

  @Test
  void theListIsForProgramsToo() {
    JsonNode list = Ran.magpie("workload", "--format", "json").json();
    assertThat(list.get("schema").asString()).isEqualTo("magpie.workloads/1");
    assertThat(list.get("programs").size()).isGreaterThan(30);
    assertThat(list.get("programs").get(0).get("kind").asString()).isEqualTo("HPC");
    assertThat(Ran.magpie("workload", "--format", "csv").out())
        .startsWith("name,kind,after,summary,parameters\n")
        .contains("\nsssp,CUDA,LonestarGPU sssp,");
    JsonNode sssp = Ran.magpie("workload", "sssp", "--format", "json").json();
    assertThat(sssp.get("schema").asString()).isEqualTo("magpie.workload/1");
    assertThat(sssp.get("parameters").get(1).get("name").asString()).isEqualTo("nodes");
    assertThat(sssp.get("parameters").get(1).get("quick").asString()).isEqualTo("8192");
  }

  @Test
  void runTellsWhatAProgramExecuted() {
    Path snapshots = directory.resolve("bp");
    Ran ran =
        Ran.magpie(
            "run",
            "--workload",
            "bp",
            "--set",
            "inputs=64",
            "--snapshots",
            snapshots,
            "--format",
            "json");
    assertThat(ran.status()).isZero();
    assertThat(ran.err())
        .isEqualTo(
            "magpie: bp: as in plain Java: weights and their movements, bit for bit\n"
                + "magpie: wrote 10 snapshots into "
                + snapshots
                + "\n");
    assertThat(ran.json().get("launches").asInt()).isEqualTo(2);
    assertThat(ran.json().get("kernels").size()).isEqualTo(2);
    assertThat(snapshots.resolve("t0/memory.safetensors")).exists();
    assertThat(Ran.magpie("run"))
        .isEqualTo(new Ran(2, "", "magpie: name a job file, or a program with --workload\n"));
    assertThat(Ran.magpie("run", "job.toml", "--workload", "bp").status()).isEqualTo(2);
    assertThat(Ran.magpie("run", "job.toml", "--set", "a=1").status()).isEqualTo(2);
    assertThat(Ran.magpie("run", "--workload", "seismic").err())
        .contains("no program of kind CUDA is called 'seismic'");
  }

  @Test
  void whatIsWrongIsSaidInOneLine() {
    Path place = directory.resolve("s");
    assertThat(Ran.magpie("workload", "bpp", "--snapshots", place).err())
        .contains("no program is called 'bpp'; there are ep,", "bp, bfs, bfs2, fwt");
    assertThat(Ran.magpie("workload", "tp", "--set", "side=65", "--snapshots", place))
        .isEqualTo(new Ran(2, "", "magpie: side=65: must be a multiple of 32\n"));
    assertThat(Ran.magpie("workload", "bfs", "--set", "graph=no.gr", "--snapshots", place))
        .isEqualTo(new Ran(2, "", "magpie: no.gr: no such file\n"));
    assertThat(Ran.magpie("workload", "bfs", "--set", "nope=3").status()).isEqualTo(2);
    assertThat(Ran.magpie("workload", "seismic", "--set", "a=1", "--snapshots", place).status())
        .isEqualTo(2);
    assertThat(place).doesNotExist();
  }
}
