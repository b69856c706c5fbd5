package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a command reads, however it is named, no output of it takes its place. */
class InputsTest {
  private static final String NOTHING =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry nothing(.param .u64 out)
      {
        ret;
      }
      """;

  private static final String JOB =
      """
      ptx = ["none.ptx", "more.ptx"]

      [buffers]
      out = "data.bin"
      weight = { file = "model.safetensors", array = "b" }

      [[launch]]
      kernel = "nothing"
      grid = 1
      block = 32
      args = ["@out"]
      """;

  @TempDir private Path directory;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.write(directory.resolve("data.bin"), new byte[1024]);
    Files.write(directory.resolve("other.bin"), new byte[2048]);
    Files.createDirectories(directory.resolve("series/t0"));
    Files.write(directory.resolve("series/t0/a.bin"), new byte[1024]);
    Files.writeString(directory.resolve("trace"), "LD 0\n");
    Files.writeString(directory.resolve("dram.toml"), "like = \"hbm2-2000\"\n");
    Files.writeString(
        directory.resolve("gpu.toml"), "like = \"gtx580\"\n[dram]\nlike = \"dram.toml\"\n");
    Files.writeString(directory.resolve("graph.gr"), "p sp 2 1\na 1 2 1\n");
    Files.writeString(directory.resolve("none.ptx"), NOTHING);
    Files.writeString(directory.resolve("more.ptx"), NOTHING.replace("nothing", "more"));
    Tensor one = new Tensor(Dtype.U8, List.of(1L), MemorySegment.ofArray(new byte[1]));
    SafetensorsWriter.write(directory.resolve("model.safetensors"), Map.of("a", one, "b", one));
    Files.writeString(directory.resolve("job.toml"), JOB);
    Files.createSymbolicLink(directory.resolve("link.bin"), directory.resolve("data.bin"));
    Files.createLink(directory.resolve("hard"), directory.resolve("data.bin"));
    magpie("train data.bin --codec e2mc -o table");
    magpie("profile series -o targets.json");
  }

  private Ran magpie(String arguments) {
    List<String> names;
    try (Stream<Path> files = Files.walk(directory)) {
      names =
          files
              .map(file -> directory.relativize(file).toString())
              .filter(n -> !n.isEmpty())
              .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return Ran.magpie(
        Stream.of(arguments.split("[ ]+", -1))
            .map(word -> {
              int equals = word.indexOf('=') + 1;
              String name = word.substring(equals);
              return names.contains(name)
                      || name.startsWith("series/..")
                      || name.equals("table")
                      || name.equals("targets.json")
                  ? word.substring(0, equals) + directory.resolve(name)
                  : word;
            })
            .toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "analyze data.bin, -o, data.bin",
    "analyze data.bin, -o, link.bin",
    "analyze data.bin, -o, hard",
    "analyze link.bin, --report, data.bin",
    "analyze data.bin, -o, series/../data.bin",
    "analyze data.bin --codec e2mc --train other.bin, -o, other.bin",
    "analyze data.bin --codec e2mc:table=table, --report, table",
    "analyze data.bin --codec bdi --codec sc2:table=table, --per-block, table",
    "advise data.bin, -o, data.bin",
    "advise data.bin --codec e2mc:table=table, --report, table",
    "compress data.bin --codec e2mc:table=table, -o, table",
    "profile series --codec e2mc:table=table, --report, table",
    "replay series --targets targets.json --codec e2mc:table=table, -o, table",
    "replay series --targets targets.json, -o, targets.json",
    "capacity targets.json --memory 1GiB, --report, targets.json",
    "dram trace --dram dram.toml, -o, dram.toml",
    "run job.toml, -o, job.toml",
    "run job.toml, -o, none.ptx",
    "run job.toml, -o, more.ptx",
    "run job.toml, -o, data.bin",
    "run job.toml, -o, model.safetensors",
    "simulate --job job.toml, --record, data.bin",
    "simulate --job job.toml, --timeline, more.ptx",
    "simulate --job job.toml, --record, model.safetensors",
    "simulate --job job.toml --gpu p100 --buddy-targets targets.json, -o, targets.json",
    "simulate --workload bfs --size quick --codec e2mc:table=table, --timeline, table",
    "simulate --workload bfs --size quick --gpu gpu.toml, -o, gpu.toml",
    "simulate --workload bfs --size quick --gpu gpu.toml, --record, dram.toml",
    "simulate --workload bfs --size quick --set graph=graph.gr, -o, graph.gr",
    "run --workload bfs --size quick --set graph=graph.gr, -o, graph.gr",
  })
  void noOutputTakesTheirPlace(String command, String option, String file) throws IOException {
    byte[] before = Files.readAllBytes(directory.resolve(file));
    Ran ran = magpie("%s %s %s".formatted(command, option, file));
    assertThat(ran.err())
        .matches("magpie: .*: is an input, and %s .*would overwrite it\\R".formatted(option))
        .contains(directory.resolve(file).toString());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(Files.readAllBytes(directory.resolve(file))).isEqualTo(before);
  }
}
