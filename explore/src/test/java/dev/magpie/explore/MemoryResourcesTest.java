package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.capacity.CapacityPlan;
import dev.magpie.lab.capacity.CapacityResult;
import dev.magpie.lab.capacity.Growth;
import dev.magpie.lab.capacity.LinkCost;
import dev.magpie.lab.capacity.ProfiledAllocation;
import dev.magpie.lab.capacity.Room;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MemoryResourcesTest {
  private static final Path FIELDS = Path.of("../examples/fields");

  @TempDir private Path directory;

  @Test
  void exactSizesAreThoseOfTheScan() throws IOException {
    BlockCodec codec = Codecs.create("bdi", new Granularity(64, 16));
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        Snapshot snapshot = Snapshot.open(List.of(FIELDS))) {
      JsonNode sizes = shown.exactSizes("s=0&codec=bdi&block=64&mag=16");

      List<List<SizeHistogram>> scanned =
          new BlockScan(List.of(codec), 1)
              .run(snapshot.allocations().stream().map(Allocation::memory).toList());
      assertThat(sizes.path("tensors")).hasSameSizeAs(scanned);
      for (JsonNode each : sizes.path("tensors")) {
        SizeHistogram expected = scanned.get(each.path("index").asInt()).getFirst();
        assertThat(each.path("exact").asBoolean()).isTrue();
        assertThat(each.path("codedBits").asLong()).isEqualTo(expected.codedBits());
        assertThat(each.path("blocks").asLong()).isEqualTo(expected.blocks());
        assertThat(each.path("effectiveRatio").asDouble())
            .isEqualTo(expected.effectiveRatio(new Granularity(64, 16)));
      }
      assertThat(sizes.path("classes").size()).isEqualTo(4);
    }
  }

  @Test
  void onlyWhatHasChangedIsToldAgain() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      JsonNode all = shown.exactSizes("s=0&codec=fpc");
      JsonNode later = shown.json("sizes?s=0&codec=fpc&since=" + all.path("version").asLong());

      assertThat(all.path("tensors").size()).isEqualTo(7);
      assertThat(later.path("tensors").size()).isZero();
      assertThat(later.path("total")).isEqualTo(all.path("total"));
    }
  }

  @Test
  void aRunIsStoppedAndGoesOn() throws IOException {
    Path file = directory.resolve("large.bin");
    // Holes take no room on the disk and time to measure.
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}), 600L << 20);
    }
    try (ExplorerFixture shown = ExplorerFixture.of(file)) {
      String values = "s=0&codec=fibonacci";
      shown.json("sizes?" + values);
      shown.post("sizes?run=stop&" + values);
      JsonNode stopped = shown.json("sizes?" + values);
      while (!stopped.path("phase").asString("").equals("stopped")) {
        assertThat(stopped.path("phase").asString("")).isNotIn("done", "failed");
        stopped = shown.json("sizes?" + values);
      }
      assertThat(stopped.path("measuredBytes").asLong()).isLessThan(600L << 20);
      // Looking does not make it go on; a person does.
      assertThat(shown.json("sizes?" + values).path("phase").asString("")).isEqualTo("stopped");

      JsonNode on = shown.post("sizes?run=on&" + values);
      assertThat(on.path("phase").asString("")).isNotIn("stopped", "failed");
      shown.post("sizes?run=stop&" + values);
    }
  }

  @Test
  void aFileThatIsWrittenAnewIsMeasuredAgain() throws IOException {
    Path file = directory.resolve("weights.bin");
    Path other = directory.resolve("steady.bin");
    Files.write(file, new byte[1 << 16]);
    Files.write(other, new byte[1 << 16]);
    try (ExplorerFixture shown = ExplorerFixture.of(file, other)) {
      JsonNode before = shown.exactSizes("s=0&codec=bpc");
      assertThat(before.path("changes").path("rewritten")).isEmpty();

      byte[] noise = new byte[1 << 16];
      new Random(1).nextBytes(noise);
      Files.write(file, noise);
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
      awaitChanges(shown, "rewritten", file);
      assertThat(shown.exactSizes("s=0&codec=bpc").path("total")).isEqualTo(before.path("total"));

      shown.post("sizes?s=0&codec=bpc&run=again");
      JsonNode after = shown.exactSizes("s=0&codec=bpc");
      assertThat(after.path("changes").path("rewritten")).isEmpty();
      try (ExplorerFixture anew = ExplorerFixture.of(file, other)) {
        assertThat(after.path("total")).isEqualTo(anew.exactSizes("s=0&codec=bpc").path("total"));
      }

      Files.delete(other);
      awaitChanges(shown, "replaced", other);
    }
  }

  private static void awaitChanges(ExplorerFixture shown, String kind, Path file) {
    while (true) {
      JsonNode found = shown.json("sizes?s=0&codec=bpc").path("changes").path(kind);
      if (!found.isEmpty()) {
        assertThat(found).hasSize(1);
        assertThat(found.get(0).asString("")).isEqualTo(file.toString());
        return;
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void tensorsAreAsTheSnapshotHasThem() throws IOException {
    Path network = Path.of("../examples/network");
    try (ExplorerFixture shown = ExplorerFixture.of(network);
        Snapshot snapshot = Snapshot.open(List.of(network))) {
      JsonNode tensors = shown.json("tensors?s=0").path("tensors");

      assertThat(tensors).hasSameSizeAs(snapshot.allocations());
      for (int a = 0; a < tensors.size(); a++) {
        Allocation expected = snapshot.allocations().get(a);
        assertThat(tensors.get(a).path("name").asString("")).isEqualTo(expected.name());
        assertThat(tensors.get(a).path("type").asString("")).isEqualTo(expected.type());
        assertThat(tensors.get(a).path("bytes").asLong()).isEqualTo(expected.bytes());
      }
    }
  }

  /** What {@code magpie capacity} makes of the file that the page saves. */
  @Test
  void capacityIsThatOfTheSavedTargets() throws IOException {
    String values = "s=0&codec=bpc&threshold=0.3&limit=4&targets=2:4";
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      while (!shown.json("buddy?" + values).path("exact").asBoolean()) {
        Thread.onSpinWait();
      }
      List<ProfiledAllocation> allocations = new ArrayList<>();
      for (JsonNode each : shown.json("targets?" + values).path("allocations")) {
        allocations.add(
            new ProfiledAllocation(
                each.path("name").asString(""),
                each.path("path").asString(""),
                each.path("bytes").asLong(),
                TargetRatio.parse(each.path("target").asString("")),
                each.path("buddyAccessFraction").asDouble(),
                true));
      }
      Room room = new Room(16L << 30, 1 << 30, 4, PageSize.KIB_64);
      CapacityResult expected =
          CapacityResult.of(
              new CapacityPlan(allocations, new Growth.WithBatch(32), room),
              new LinkCost(1000, 150, 32, 1, null));

      JsonNode found =
          shown
              .json("capacity?memory=17179869184&reserve=1073741824&profiled=32&link=150&" + values)
              .path("found");
      assertThat(found.path("buddy").path("size").asString("")).isEqualTo(expected.buddy().size());
      assertThat(found.path("gain").asDouble()).isEqualTo(expected.gain()).isGreaterThan(1);
      assertThat(found.path("bounds").path("mostLinkFraction").asDouble())
          .isEqualTo(expected.bounds().mostLinkFraction());
      assertThat(found.path("allocations")).hasSize(allocations.size());
    }
  }

  /** Fields joined are what the codec writes, and there are as many as it says. */
  @ParameterizedTest
  @ValueSource(strings = {"bpc", "mag-bdi", "fpc", "c-pack", "magpie", "e2mc"})
  void aBlockIsCodedIntoTheBitsOfItsFields(String codec) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      for (int block = 0; block < 40; block += 13) {
        JsonNode found = shown.json("block?s=0&a=3&b=%d&codec=%s".formatted(block, codec));
        if (found.path("raw").asBoolean()) {
          assertThat(found.path("reasons").size()).isPositive();
          assertThat(found.path("granules").asInt()).isEqualTo(4);
        } else {
          int bits = 0;
          for (JsonNode field : found.path("fields")) {
            bits += field.path("bits").asString("").length();
          }
          assertThat(bits).isEqualTo(found.path("bits").asInt());
        }
      }
    }
  }

  @Test
  void elementsAreInTheirOwnType() throws IOException {
    ByteBuffer npy = ByteBuffer.allocate(128 + 4 * 40).order(ByteOrder.LITTLE_ENDIAN);
    String head = "{'descr': '<f4', 'fortran_order': False, 'shape': (40,), }";
    npy.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) 118);
    npy.put((head + " ".repeat(117 - head.length()) + "\n").getBytes(StandardCharsets.UTF_8));
    npy.putFloat(1.5f).putFloat(-2).putFloat(Float.NaN).putFloat(1e-20f).putFloat(0);
    Path file = Files.write(directory.resolve("x.npy"), npy.array());
    try (ExplorerFixture shown = ExplorerFixture.of(file)) {
      JsonNode first = shown.json("block?s=0&a=0&b=0&codec=zvc");
      assertThat(first.path("elements").size()).isEqualTo(32);
      assertThat(first.path("elements").get(0).asString("")).isEqualTo("1.5");
      assertThat(first.path("elements").get(1).asString("")).isEqualTo("-2");
      assertThat(first.path("elements").get(2).asString("")).isEqualTo("NaN");
      assertThat(first.path("elements").get(3).asString("")).isEqualTo("1E-20");
      assertThat(first.path("hex").asString("")).startsWith("0000c03f000000c0");

      // The last block is short: what fills it up is no element.
      JsonNode last = shown.json("block?s=0&a=0&b=1&codec=zvc");
      assertThat(last.path("elements").size()).isEqualTo(8);
      assertThat(last.path("bytes").asInt()).isEqualTo(32);
      assertThat(last.path("firstElement").asLong()).isEqualTo(32);
    }
  }

  @Test
  void aPictureHasTheSizeOfEachBlock() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      // heat: 576 blocks in rows of 32, so 18 rows.
      byte[] tile = shown.get("data/map?s=0&a=2&codec=bpc&show=bits&row=32&level=0&x=0&y=0").body();
      assertThat(tile).hasSize(128 * 128);
      for (int block : new int[] {0, 31, 32, 300, 575}) {
        int bits = shown.json("block?s=0&a=2&codec=bpc&b=" + block).path("bits").asInt();
        int pixel = tile[block / 32 * 128 + block % 32] & 0xFF;
        assertThat(pixel).isEqualTo(1 + Math.round(254 * bits / 1024f));
      }
      assertThat(tile[32]).isZero();
      assertThat(tile[18 * 128]).isZero();
    }
  }

  @Test
  void aPictureFromFarIsTheMeanOfBlocksAndTheSameEachTime() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      String near = "data/map?s=0&a=2&codec=bpc&show=bursts&row=32&level=0&x=0&y=0";
      String far = near.replace("level=0", "level=1");
      byte[] each = shown.get(near).body();
      byte[] means = shown.get(far).body();
      assertThat(shown.get(far).body()).isEqualTo(means);
      for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 16; x++) {
          double sum = 0;
          for (int part = 0; part < 4; part++) {
            sum += (each[(2 * y + part / 2) * 128 + 2 * x + part % 2] & 0xFF) - 1;
          }
          assertThat((means[y * 128 + x] & 0xFF) - 1.0).isBetween(sum / 4 - 1, sum / 4 + 1);
        }
      }
    }
  }

  /** As many entries as the profiler counts. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "4/3", "2", "4", "16"})
  void entriesThatDoNotFitTheirTargetAreSeen(String target) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      JsonNode buddy = shown.json("buddy?s=0&codec=bpc");
      while (!buddy.path("exact").asBoolean()) {
        buddy = shown.json("buddy?s=0&codec=bpc");
      }
      JsonNode ratios = buddy.path("found").path("targetRatios");
      int index = 0;
      while (!ratios.get(index).asString("").equals(target)) {
        index++;
      }
      double over =
          buddy.path("found").path("allocations").get(2).path("over").get(index).asDouble();
      byte[] tile =
          shown
              .get("data/map?s=0&a=2&codec=bpc&show=buddy&row=32&level=0&x=0&y=0&target=" + target)
              .body();
      int seen = 0;
      for (byte each : tile) {
        seen += (each & 0xFF) > 1 ? 1 : 0;
      }
      // heat has 576 entries.
      assertThat(seen / 576.0).isEqualTo(over);
    }
  }

  @Test
  void blocksThatDifferBetweenSnapshotsAreSeen() throws IOException {
    byte[] memory = new byte[1000];
    Path one = Files.write(directory.resolve("one.bin"), memory);
    memory[300] = 1;
    Path two = Files.write(directory.resolve("two.bin"), memory);
    try (ExplorerFixture shown = new ExplorerFixture(List.of(List.of(one), List.of(two)))) {
      byte[] tile =
          shown
              .get("data/map?s=0&against=1&a=0&codec=bpc&show=changes&row=8&level=0&x=0&y=0")
              .body();
      Set<Integer> changed = new HashSet<>();
      for (int block = 0; block < 8; block++) {
        assertThat(tile[block]).isNotZero();
        if ((tile[block] & 0xFF) > 1) {
          changed.add(block);
        }
      }
      assertThat(changed).containsExactly(2);
    }
  }

  @Test
  void rivalsAreAllCodecsThatNeedNoTraining() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      JsonNode rivals = shown.json("rivals?s=0&a=0&b=5&codec=e2mc").path("codecs");
      Set<String> names =
          rivals
              .valueStream()
              .map(each -> each.path("codec").asString(""))
              .collect(Collectors.toSet());
      assertThat(names).contains("e2mc", "bpc", "bdi").hasSize(Codecs.untrained().size() + 1);
      rivals.forEach(each -> {
        JsonNode block =
            shown.json(
                "block?s=0&a=0&b=5&codec=" + each.path("codec").asString("").replace("+", "%2B"));
        assertThat(block.path("bits").asInt()).isEqualTo(each.path("bits").asInt());
      });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "block?s=0&a=0&b=0&codec=nothing",
        "block?s=0&a=0&b=0&codec=e2mc:table=/etc/passwd",
        "block?s=0&a=0&b=0&codec=bpc&block=100",
        "block?s=0&a=0&b=0&codec=bpc&mag=33",
        "block?s=0&a=0&b=100000000&codec=bpc",
        "block?s=0&a=-1&b=0&codec=bpc",
        "block?s=9&a=0&b=0&codec=bpc",
        "block?s=0&a=0&codec=bpc",
        "block?s=0&a=0&b=0&b=1&codec=bpc",
        "block?s=0&a=x&b=0&codec=bpc",
        "map?s=0&a=0&codec=bpc&show=colours&row=8&level=0&x=0&y=0",
        "map?s=0&a=0&codec=bpc&show=buddy&target=5&row=8&level=0&x=0&y=0",
        "map?s=0&a=0&codec=bpc&block=64&show=buddy&target=2&row=8&level=0&x=0&y=0",
        "buddy?s=0&codec=bpc&threshold=2",
        "buddy?s=0&codec=bpc&limit=x",
        "map?s=0&a=0&codec=bpc&show=bits&row=0&level=0&x=0&y=0",
        "map?s=0&a=0&codec=bpc&show=bits&row=8&level=99&x=0&y=0",
        "map?s=0&a=0&codec=bpc&show=bits&row=8&level=0&x=9223372036854775807&y=0",
        "sizes?s=0",
        "tensors?s=1"
      })
  void whatMakesNoSenseIsSaid(String address) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      assertThat(shown.get("data/" + address).statusCode()).isBetween(400, 404);
      assertThat(shown.bugs).isEmpty();
    }
  }

  @Test
  void squaresBeyondThePictureAreEmpty() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      byte[] tile =
          shown.get("data/map?s=0&a=0&codec=bpc&show=bits&row=8&level=3&x=70000&y=90000").body();
      assertThat(tile).hasSize(128 * 128).containsOnly(0);
    }
  }
}
