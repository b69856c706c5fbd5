package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What commands printed when their results were last looked at: sizes of all codecs on the
 * examples, cycles and bytes of simulations on three GPUs, traffic of depth scenes, a Buddy replay,
 * and one document of each JSON schema. A change of these is a change of results, and is made on
 * purpose: {@code -Dgolden.renew=true} writes what is printed now, for {@code git diff} to show.
 */
@Execution(ExecutionMode.SAME_THREAD)
class GoldenResultsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final boolean RENEWS = Boolean.getBoolean("golden.renew");
  private static final String EXAMPLES = "../examples";

  /** Of each GPU: so little that the quick programs reach its memory. */
  private static final Map<String, Integer> L2_BYTES =
      Map.of("gtx580", 98_304, "p100", 131_072, "h100", 204_800);

  /** What the host's clock, and not the simulated one, says, and the version. */
  private static final Pattern HOST =
      Pattern.compile(
          "(?m)^(\\s*\"(?:hostSeconds|warpInstructionsPerHostSecond|requestsPerSecond|version"
              + "|file(?=\" : \"[^\"]*-[0-9a-f]{16}\\.json))\" : ).*?(,?)$");

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> sizes() {
    return Stream.of(
        golden(
            "sizes.csv",
            "analyze --codec all --train self --approximate * --by allocation --format csv",
            EXAMPLES),
        golden("sizes-64.csv", "analyze --codec all --block 64 --mag 16 --format csv", EXAMPLES),
        golden(
            "analyze.json",
            "analyze --codec mag-bdi --codec tslc-opt --approximate velocity* --format json",
            EXAMPLES + "/fields"),
        golden("layout.json", "layout --format json", EXAMPLES + "/fields"),
        golden("layout-random.csv", "layout --order random --format csv", EXAMPLES + "/network"),
        golden("codecs.json", "codecs --format json"),
        golden(
            "design.json",
            "codecs design --modes 4 --format json",
            EXAMPLES + "/fields",
            EXAMPLES + "/image",
            EXAMPLES + "/network"));
  }

  @TestFactory
  Stream<DynamicTest> simulations() {
    return Stream.of(
        simulation("gtx580-none", "gtx580", "none", "bp"),
        simulation("gtx580-mag-bdi", "gtx580", "mag-bdi", "bp"),
        simulation("gtx580-latte-cc", "gtx580", "latte-cc", "tp"),
        simulation("gtx580-caba", "gtx580", "caba", "transpose"),
        simulation("gtx580-tslc", "gtx580", "tslc-opt", "fwt"),
        simulation("p100-none", "p100", "none", "stencil"),
        simulation("p100-bpc", "p100", "bpc", "fwt"),
        simulation("p100-buddy", "p100", "bpc --buddy 2", "bp"),
        simulation("p100-unified", "p100", "none --layout unified:oversubscription=30", "bp"),
        simulation("p100-pinned", "p100", "none --layout pinned", "bp"),
        simulation("h100-bdi", "h100", "bdi", "mst"),
        simulation("h100-e2mc", "h100", "e2mc", "sparse-multiply"));
  }

  @TestFactory
  Stream<DynamicTest> depth() {
    return Stream.of(
        golden("depth-hall.json", "depth builtin:hall --size 480x270 --format json"),
        golden(
            "depth-shadows.json",
            "depth ../docs/scenes/shadows.toml --size 480x270 --cache 1KiB --codec c --by pass"
                + " --format json"),
        golden(
            "depth-forest.csv",
            "depth builtin:forest --size 480x270 --cache 8KiB --codec ddpcm --codec danchor"
                + " --codec plane+do25+do50+do75 --codec float --codec raw --format csv"));
  }

  @TestFactory
  Stream<DynamicTest> buddy() {
    String targets = directory.resolve("targets.json").toString();
    return Stream.of(
        golden("profile.json", "profile --format json -o " + targets, EXAMPLES + "/series"),
        golden("replay.json", "replay --format json --targets " + targets, EXAMPLES + "/series"),
        golden(
            "capacity.json",
            "capacity --memory 16MiB --reserve 1MiB --fixed obstacle --grid 96x96 --format json",
            targets));
  }

  @TestFactory
  Stream<DynamicTest> others() throws IOException {
    Path trace = directory.resolve("trace.txt");
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      requests.append(
          "0x%x %s %d%n".formatted(i * 7919L * 64 % (1 << 24), i % 3 == 0 ? "WRITE" : "READ", i));
    }
    Files.writeString(trace, requests);
    for (String file : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", file), directory.resolve(file));
    }
    Path sweep = directory.resolve("sweep.toml");
    Files.writeString(
        sweep,
        """
        gpus = ["gtx580", "p100"]
        layouts = ["bandwidth-only", "pinned"]
        codecs = ["mag-bdi"]
        [[program]]
        job = "saxpy.toml"
        """);
    Path container = directory.resolve("fields.mgp");
    return Stream.of(
        golden("dram.json", "dram --dram hbm2-2000 --channels 2 --format json " + trace),
        golden("drams.json", "dram --list --format json"),
        golden("gpus.json", "simulate --list --format json"),
        golden(
            "advice.json",
            "advise --batch 2 --context 100 --kv 64 --format json",
            EXAMPLES + "/fields"),
        golden(
            "pages.json",
            "pages --arrange as-stored,channel-delta-bits --codec bpc --format json",
            EXAMPLES + "/fields"),
        golden(
            "comparison.json",
            "simulate --codec none --codec bdi --format json --job "
                + directory.resolve("saxpy.toml")),
        golden(
            "sweep.json",
            "sweep --format json %s -o %s".formatted(sweep, directory.resolve("points"))),
        golden(
            "analyze-shard.json",
            "analyze --shard 1/2 --codec mag-bdi --codec tslc-opt --figure zeroBlocks"
                + " --approximate velocity* --format json",
            EXAMPLES + "/fields"),
        golden("profile-shard.json", "profile --shard 2/3 --format json", EXAMPLES + "/series"),
        golden("run.json", "run --format json " + directory.resolve("saxpy.toml")),
        golden("workloads.json", "workload --format json"),
        golden("workload.json", "workload bp --format json"),
        golden("container.json", "compress --format json -o " + container, EXAMPLES + "/fields"),
        golden("experiments.json", "reproduce --list --format json"));
  }

  @TestFactory
  Stream<DynamicTest> laboratory() throws IOException {
    String results = directory.resolve("results").toString();
    Path recorded = directory.resolve("recorded");
    String design =
        "reproduce --quick buddy/design --format json -o " + directory.resolve("design");
    Ran.magpie((Object[]) (design + " --record " + recorded).split(" "));
    Path claims = recorded.resolve("claims.csv");
    Files.writeString(
        claims, Files.readString(claims).replace("21,,inconsistent", "20,,consistent"));
    return Stream.of(
        golden(
            "scoreboard.json",
            "reproduce --quick mag/table1 mag/table3 mag/equation1 mag/fig1 mag/fig13-data"
                + " buddy/design --format json -o "
                + results),
        golden(1, "difference.json", design + " --against " + recorded),
        golden(
            "query.json",
            "query --format json -o " + results,
            "SELECT experiment, claim, measured, verdict FROM claims ORDER BY ALL"),
        golden(
            "cells.csv",
            "query --format csv -o " + results,
            "SELECT experiment, \"table\", row, \"column\", text, value FROM cells ORDER BY ALL"));
  }

  private DynamicTest simulation(String name, String gpu, String codec, String workload) {
    return golden(
        "simulate-" + name + ".json",
        "simulate --gpu "
            + gpuFile(gpu)
            + " --codec "
            + codec
            + " --workload "
            + workload
            + " --size quick --format json");
  }

  private Path gpuFile(String name) {
    try {
      return Files.writeString(
          directory.resolve(name + "-small.toml"),
          "like = \"%s\"%n[l2]%nbytes = %d%n".formatted(name, L2_BYTES.get(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DynamicTest golden(String file, String options, String... inputs) {
    return golden(0, file, options, inputs);
  }

  private DynamicTest golden(int status, String file, String options, String... inputs) {
    List<String> args = new ArrayList<>(List.of(options.split(" ")));
    args.addAll(List.of(inputs));
    return DynamicTest.dynamicTest(
        file,
        () -> {
          Ran ran = Ran.magpie(args.toArray());
          assertThat(ran.status()).as(ran.err()).isEqualTo(status);
          String printed =
              HOST.matcher(ran.out().replace(directory.toString(), "DIR")).replaceAll("$1\"\"$2");
          if (RENEWS) {
            Files.writeString(GOLDEN.resolve(file), printed);
          }
          assertThat(printed)
              .as("magpie %s (to renew on purpose: -Dgolden.renew=true)", String.join(" ", args))
              .isEqualTo(Files.readString(GOLDEN.resolve(file)));
        });
  }
}
