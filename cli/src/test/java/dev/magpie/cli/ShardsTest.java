package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code --shard} and {@code magpie merge}: what parts find together is what one run finds. */
class ShardsTest {
  private static final String FIELDS = "../examples/fields";
  private static final String SERIES = "../examples/series";

  @TempDir private Path directory;

  private static Ran run(String command, Object... more) {
    Ran ran = Ran.magpie(Stream.concat(Stream.of(command.split(" ")), Stream.of(more)).toArray());
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran;
  }

  /** The results of all shards, the last first. */
  private List<Path> shards(String command, int of) {
    List<Path> files = new ArrayList<>();
    for (int i = 1; i <= of; i++) {
      Path file = directory.resolve(i + ".shard");
      run(command + " -o", file, "--format", "json", "--shard", i + "/" + of);
      files.add(file);
    }
    Collections.reverse(files);
    return files;
  }

  private String merged(List<Path> shards) throws IOException {
    Path out = directory.resolve("merged.json");
    run("merge -o", Stream.concat(Stream.of(out), shards.stream()).toArray());
    return Files.readString(out);
  }

  /** Bit for bit: with trained, adaptive and lossy codecs, figures, and arrays of many ranges. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 30})
  void analyze(int of) throws IOException {
    byte[] longer = new byte[(9 << 20) + 77];
    for (int i = 0; i < longer.length; i++) {
      longer[i] = (byte) ((i * i) >> 12);
    }
    Files.write(directory.resolve("long.bin"), longer);
    Files.write(directory.resolve("short.bin"), new byte[40]);
    String command =
        "analyze --codec mag-bdi --codec e2mc --codec tavana --codec tslc-opt --approximate velocity*"
            + " --figure entropyByPlace --figure zeroBlocks "
            + String.join(
                " ",
                FIELDS,
                directory.resolve("long.bin").toString(),
                directory.resolve("short.bin").toString());

    assertThat(merged(shards(command, of))).isEqualTo(run(command + " --format json").out());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 30})
  void profile(int of) throws IOException {
    String command = "profile --threshold 20%% ".formatted() + SERIES;

    assertThat(merged(shards(command, of))).isEqualTo(run(command + " --format json").out());
  }

  @Test
  void aMissingADoubledAndAForeignShardAreRefused() {
    List<Path> shards = shards("analyze --codec bdi " + FIELDS, 3);
    Path foreign = directory.resolve("foreign.shard");
    run("analyze --codec fpc --shard 1/3 --format json " + FIELDS + " -o", foreign);
    Path other = directory.resolve("other.shard");
    run("profile --shard 1/3 --format json " + SERIES + " -o", other);
    Path whole = directory.resolve("whole.json");
    run("analyze --codec bdi --format json " + FIELDS + " -o", whole);

    refused("shard 1/3 is missing", shards.get(0), shards.get(1));
    refused("is shard 2/3, and so is", shards.get(0), shards.get(1), shards.get(1), shards.get(2));
    refused("is a shard of another run", shards.get(0), shards.get(1), foreign);
    refused("is magpie.profile-shard/1, and", shards.get(0), shards.get(1), other);
    refused("is magpie.analyze/1, and no shard", whole);
    refused("is a directory", shards.get(0), directory.resolve("nothing"), directory);
  }

  private void refused(String message, Path... shards) {
    Path out = directory.resolve("refused.json");
    Ran ran = Ran.magpie(Stream.concat(Stream.of("merge", "-o", out), Stream.of(shards)).toArray());
    assertThat(ran.status()).as(message).isEqualTo(2);
    if (!message.equals("is a directory")) {
      assertThat(ran.err()).contains(message);
    }
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(out).doesNotExist();
  }

  /** Timing and, with it, the checksum are a run's own. */
  private static JsonNode timeless(Path result) throws IOException {
    ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(Files.readString(result));
    json.remove(List.of("timing", "checksum"));
    return json;
  }

  @Test
  void reproduce() throws IOException {
    String command = "reproduce mag/fig2 mag/fig4 mag/fig5 --quick -o";
    run(command, directory.resolve("whole"));
    run(command, directory.resolve("a"), "--shard", "1/2");
    run(command, directory.resolve("b"), "--shard", "2/2");

    Ran half = Ran.magpie("merge", directory.resolve("a"), "-o", directory.resolve("half"));
    assertThat(half.status()).isEqualTo(2);
    assertThat(half.err()).contains("shard 2/2 is missing");
    run("merge", directory.resolve("b"), directory.resolve("a"), "-o", directory.resolve("merged"));

    assertThat(directory.resolve("merged/index.html")).exists();
    for (String id : List.of("mag-fig2", "mag-fig4", "mag-fig5")) {
      assertThat(timeless(directory.resolve("merged").resolve(id + ".json")))
          .isEqualTo(timeless(directory.resolve("whole").resolve(id + ".json")));
    }
    for (String file : List.of("claims.csv", "inputs.csv")) {
      assertThat(directory.resolve("merged").resolve(file))
          .hasSameTextualContentAs(directory.resolve("whole").resolve(file));
    }
  }

  @Test
  void sweep() throws IOException {
    for (String file : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", file), directory.resolve(file));
    }
    Path sweep = directory.resolve("sweep.toml");
    Files.writeString(
        sweep, "codecs = [\"none\", \"bdi\", \"fpc\"]\n[[program]]\njob = \"saxpy.toml\"\n");
    run("sweep -o", directory.resolve("whole"), sweep);
    run("sweep -o", directory.resolve("a"), sweep, "--shard", "1/3");
    run("sweep -o", directory.resolve("b"), sweep, "--shard", "2/3");

    Object[] merge = {"merge", directory.resolve("b"), directory.resolve("a"), "-o"};
    Path merged = directory.resolve("merged");
    Ran early = Ran.magpie(Stream.concat(Stream.of(merge), Stream.of(merged)).toArray());
    assertThat(early.status()).isEqualTo(2);
    assertThat(early.err()).contains("shard 3/3 is missing");
    assertThat(merged).doesNotExist();

    // Two shards may share a directory.
    run("sweep -o", directory.resolve("b"), sweep, "--shard", "3/3");
    run("merge -o", merged, directory.resolve("b"), directory.resolve("a"));

    assertThat(merged.resolve("sweep.json"))
        .hasSameTextualContentAs(directory.resolve("whole/sweep.json"));
    assertThat(run("sweep --list --format json -o", merged, sweep).out())
        .isEqualTo(run("sweep --list --format json -o", directory.resolve("whole"), sweep).out());
  }
}
