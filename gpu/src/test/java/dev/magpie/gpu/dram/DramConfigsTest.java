package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.settings.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DramConfigsTest {
  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("mine.toml"), text);
  }

  private static String standard(String name) throws IOException {
    try (var in = DramConfigs.class.getResourceAsStream(name + ".toml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void allHaveNames() {
    assertThat(DramConfigs.names())
        .contains("hbm2-2000", "gddr5-6000", "gtx580", "p100", "gddr6-14000", "hbm3-6400", "h100")
        .contains("hbm2e-3200", "gddr6x-19000", "gddr7-28000", "lpddr5-6400");
    assertThat(DramConfigs.named("ddr4-3200")).isEmpty();
  }

  /** Public figures of the devices. */
  @ParameterizedTest
  @CsvSource({
    "hbm2-2000, 1, 32",
    "hbm2-2000, 8, 256",
    "gddr5-6000, 1, 24",
    "gtx580, 12, 192.4",
    "p100, 32, 896",
    "gddr6-14000, 2, 56",
    "hbm3-6400, 16, 819.2",
    "h100, 80, 3352.3",
    "v100, 32, 898.0",
    "gv100, 32, 870.4",
    "a100, 40, 1555.2",
    "hbm2e-3200, 8, 409.6",
    "a100-80gb, 40, 2039.0",
    "gddr6x-19000, 2, 76",
    "rtx3090, 24, 936",
    "rtx4090, 24, 1008",
    "gddr7-28000, 4, 112",
    "lpddr5-6400, 1, 12.8"
  })
  void peakBandwidths(String name, int channels, double gigabytesPerSecond) {
    assertThat(new DramMemory(Configs.named(name), channels).peakGigabytesPerSecond())
        .isCloseTo(gigabytesPerSecond, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "hbm2-2000, 1024",
    "gddr5-6000, 128",
    "gtx580, 128",
    "p100, 512",
    "hbm3-6400, 1024",
    "h100, 1024",
    "v100, 512",
    "gv100, 512",
    "a100, 1024",
    "a100-80gb, 2048",
    "gddr6x-19000, 512",
    "rtx3090, 1024",
    "rtx4090, 1024",
    "gddr7-28000, 512",
    "lpddr5-6400, 1024"
  })
  void capacities(String name, long mebibytes) {
    assertThat(Configs.named(name).bytes()).isEqualTo(mebibytes << 20);
  }

  @Test
  void energyIsThatOfTheBuddyPaper() {
    DramEnergy energy = Configs.named("p100").energy();
    assertThat(energy.activateJoules(1000)).isCloseTo(909e-9, within(1e-15));
    assertThat(energy.columnJoules(32) + energy.ioJoules(32))
        .isCloseTo(256 * 3.48e-12, within(1e-15));
  }

  @Test
  void aFileSaysWhatDiffers() throws IOException {
    DramConfig mine =
        DramConfigs.read(file("like = \"hbm2-2000\"\nclock-megahertz = 1200\n[timing]\nCL = 20\n"));
    DramConfig base = Configs.named("hbm2-2000");
    assertThat(mine.name()).isEqualTo("mine");
    assertThat(mine.clockMegahertz()).isEqualTo(1200);
    assertThat(mine.timing("CL")).isEqualTo(20);
    assertThat(mine.timing("CWL")).isEqualTo(base.timing("CWL"));
    assertThat(mine.constraints().get(4).cycles())
        .isEqualTo(base.constraints().get(4).cycles() + 6);
    assertThat(mine.controller()).isEqualTo(base.controller());
  }

  @Test
  void aFileMayBeAStandardOfItsOwn() throws IOException {
    DramConfig mine = DramConfigs.read(file(standard("gddr6")));
    assertThat(mine).isEqualTo(Configs.named("gddr6-14000"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "like = \"ddr9\" | like: no configuration is called \"ddr9\"; there are gddr5-6000",
        "like = 7 | like: no configuration is called 7; there are",
        "like = \"hbm2-2000\"; [timing]; CL = -1 | timing.CL: has to be a whole"
            + " number from 0 to 1000000, not -1",
        "like = \"hbm2-2000\"; [timing]; CL = 1e99 | timing.CL: has to be a"
            + " whole number from 0",
        "like = \"hbm2-2000\"; [timing]; CL = 99999999999999999999 | :3: is not TOML: Integer is"
            + " too large",
        "like = \"hbm2-2000\"; [timing]; CL = \"14\" | timing.CL: has to be a"
            + " whole number from 0",
        "like = \"hbm2-2000\"; [timing]; CL = 14 CWL = 5 | :3: is not TOML",
        "like = \"hbm2-2000\"; tming = 1 | tming: is no key of this table; there"
            + " are access-bytes",
        "like = \"hbm2-2000\"; [timing]; RFC = 3900 | timing.REFI: 3900"
            + " leaves no time between refreshes, which take RFC, 3900 cycles",
        "like = \"hbm3-6400\"; [timing]; RTW = 5 | timing: bursts overlap: WR"
            + " after RD waits 5 cycles on the data bus, and has to wait 12",
        "like = \"hbm2-2000\"; rows = 0 | rows: has to be a whole number from 1" + " to 16777216",
        "like = \"hbm2-2000\"; rows = 2000000000 | rows: has to be a whole" + " number",
        "like = \"hbm2-2000\"; access-bytes = 48 | access-bytes: has to be a"
            + " power of two, not 48",
        "like = \"hbm2-2000\"; map = \"row bank\" | map: channel is left out, wholly or in"
            + " part",
        "like = \"hbm2-2000\"; map = \"row row bank bank-group pseudo-channel column channel\" |"
            + " map: row has no bits left for its second place",
        "like = \"hbm2-2000\"; map = \"row bnk\" | map: no field is called 'bnk'",
        "like = \"hbm2-2000\"; map = \"row bank:9 bank-group pseudo-channel column channel\" |"
            + " map: bank:9 takes more bits than bank has",
        "like = \"hbm2-2000\"; [counts]; bank = 4000 | counts.bank: makes more"
            + " than 8192 banks",
        "like = \"hbm2-2000\"; counts = 4 | counts: has to be a table",
        "like = \"hbm2-2000\"; clock-megahertz = nan | clock-megahertz: has to"
            + " be a number from 1 to 100000, not ",
        "like = \"hbm2-2000\"; [controller]; write-high = 65 |"
            + " controller.write-high: has to be a whole number from 1 to 64",
        "like = \"hbm2-2000\"; [controller]; write-low = 52 |"
            + " controller.write-low: has to be a whole number from 0 to 51",
        "like = \"hbm2-2000\"; [controller]; read-queue = 1000000000 |"
            + " controller.read-queue: has to be",
        "like = \"hbm2-2000\"; [controller]; page = \"ajar\" | controller.page:"
            + " is open or closed, not 'ajar'",
        "like = \"hbm2-2000\"; [timing]; CX = 17 | :3: timing.CX: no constraint has this parameter;"
            + " the nearest are CL,",
        "like = \"hbm2-2000\"; [timing]; CL = 14; REFI = 1 | :4: timing.REFI: 1 leaves no time"
            + " between refreshes",
        "like = \"hbm2-2000\"; [timing]; REFI = 0 | :3: timing.REFI: has to be a whole number from"
            + " 1",
        "like = \"hbm2-2000\"; [timing]; CWL = 900; WR = 1 | :2: timing: 'CL + BL + 2 - CWL' comes"
            + " to -882 cycles",
        "like = \"hbm2-2000\"; clock-megahertz = 900; map = \"row bank\" | :3: map: channel is"
            + " left",
        "like = \"hbm2-2000\"; bank-hash = \"row-sum\"; [counts]; bank = 3 | :2: bank-hash: is for a"
            + " power of two of banks in a channel, not 24",
        "like = \"hbm2-2000\"; [counts]; bnk = 4 | :3: counts.bnk: is no key of this table",
        "like = \"hbm2-2000\"; [counts]; bank = 0 | :3: counts.bank: has to be a whole number from 1",
        "like = \"hbm2-2000\"; [controller]; queue = 4 | :3: controller.queue: is no key",
        "`` | configuration: is missing"
      })
  void wrongFilesAreExplainedInALine(String text, String problem) throws IOException {
    Path file = file(text.replace("; ", "\n"));
    assertThatThrownBy(() -> DramConfigs.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(file + ":")
        .hasMessageContaining(problem)
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "levels = [\"channel\", | levels = [\"rank\", | levels: go from channel to bank",
        "\"pseudo-channel\", \"bank-group\" | \"bank-group\", \"bank-group\" | levels: name one"
            + " twice",
        "data-bus = \"pseudo-channel\" | data-bus = \"bank\" | data-bus: and refresh belong to a"
            + " level above the bank",
        "data-bus = \"pseudo-channel\" | data-bus = \"lane\" | levels: no level is called 'lane'",
        "following = \"PRE\" | following = \"PRECHARGE\" | no command is called 'PRECHARGE'; there"
            + " are [ACT, PRE, PREA,",
        "latency = \"FAW\" | latency = \"FAW *2\" | 'FAW *2' is not a sum such as 'CL + BL + 2 -"
            + " CWL'",
        "latency = \"FAW\" | latency = \"\" | latency: an empty latency",
        "latency = \"FAW\" | latency = \"tFAW\" | 'tFAW' needs the timing parameter tFAW, which is"
            + " not given",
        "window = 4 | window = 0 | window: has to be a whole number from 1 to 1024, not 0",
        "cycles = 2 | cycles = 99 | commands.ACT.cycles: has to be a whole number from 1 to 16, not"
            + " 99",
        "RD = { bus = \"column\" | RD = { bus = \"third\" | is a third command bus",
        "PRE = { bus = \"row\", cycles = 1 } | # none | commands: has no PRE",
        "standard = \"HBM2\" | # none | standard: is missing",
        "levels = [\"channel\", | levels = [\"channel\", \"a\", \"b\", \"c\", \"d\", \"e\", | levels: go"
            + " from channel to bank, 2 to 8 of them",
        "\"bank-group\", \"bank\"] | \"bank-group\"] | levels: go from channel to bank",
        "\"bank-group\", \"bank\"] | \"bank-group\", \"row\", \"bank\"] | levels: end at the bank",
        "\"bank-group\", \"bank\"] | \"bank-group\", \"column\", \"bank\"] | levels: end at the bank",
        "refresh = \"pseudo-channel\" | refresh = \"bank\" | data-bus: and refresh belong to a level"
            + " above the bank",
        "level = \"pseudo-channel\", preceding = \"REF\" | level = \"bank\", preceding = \"REF\" | level:"
            + " is below what PREA and REF are for",
        "level = \"pseudo-channel\", preceding = \"PREA\" | level = \"bank-group\", preceding = \"PREA\""
            + " | level: is below what PREA and REF are for",
        "latency = \"RC\" | latency = \"RC\", window = 2 | window: is for levels above the bank",
        "latency = \"RC\" | latency = \"RC\", siblings = true | siblings: is for a window of 1, between"
            + " channel and bank",
        "latency = \"RRD_L\" | latency = \"RRD_L\", siblings = true, window = 2 | siblings: is for a"
            + " window of 1",
        "level = \"pseudo-channel\", preceding = \"ACT\", following = \"ACT\", latency = \"RRD_S\" | level"
            + " = \"channel\", preceding = \"ACT\", following = \"ACT\", latency = \"RRD_S\", siblings ="
            + " true | siblings: is for a window of 1",
        "window = 4 | windw = 4 | windw: is no key of this table",
        "RDA = { | RDX = { | commands.RDX: no command is called 'RDX'; there are",
        "PREA = { bus = \"row\", cycles = 1 | PREA = { bus = \"row\", cycles = 1, cost = 1 | cost: is no"
            + " key of this table",
        "latency = \"CL + BL + 2 - CWL\" | latency = \"CL - CWL\" | timing: bursts overlap: WR after RD"
            + " waits",
        "preceding = \"RD RDA\", following = \"RD RDA\", | preceding = \"RD RDA\", following = \"RD RDA\","
            + " latency = \"BL - BL\" }, # | timing: bursts overlap: RD after RD waits 0",
        "preceding = \"WR WRA\", following = \"WR WRA\", | preceding = \"WR WRA\", following = \"WR WRA\","
            + " latency = \"BL - BL\" }, # | timing: bursts overlap: WR after WR waits 0",
        "standard = \"HBM2\" | `standard = \"HBM2\"\nstandrad = 1` | standrad: is no key of this table",
        "BL = 2 | # none | timing: has no BL",
        "REFI = 3900 | # none | timing: has no REFI"
      })
  void wrongStandardsAreExplainedInALine(String before, String after, String problem)
      throws IOException {
    String text = standard("hbm2");
    text = text.substring(0, text.indexOf("[configuration.hbm2-1600]"));
    assertThat(text).contains(before);
    Path file = file(text.replace(before, after));
    assertThatThrownBy(() -> DramConfigs.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(file + ":")
        .hasMessageContaining(problem)
        .message()
        .hasLineCount(1);
  }

  /** One cycle is left for all else; 3900 would leave none. */
  @Test
  void refreshesMayTakeAlmostAllTime() throws IOException {
    DramConfig mine = DramConfigs.read(file("like = \"hbm2-2000\"\n[timing]\nRFC = 3899\n"));
    assertThat(mine.timing("RFC")).isEqualTo(3899);
  }

  @Test
  void aChannelHasSoManyBanks() throws IOException {
    DramConfig mine =
        DramConfigs.read(file("like = \"hbm2-2000\"\nrows = 64\n[counts]\nbank = 1024\n"));
    assertThat(mine.banks()).isEqualTo(8192);
  }

  @Test
  void aFieldOfTheMapMayBeInSeveralPlaces() throws IOException {
    DramConfig mine =
        DramConfigs.read(
            file(
                """
                like = "hbm2-2000"
                map = "row bank bank-group pseudo-channel column channel bank:1 column:2"
                """));
    AddressMap map = AddressMap.of(mine, 3);
    assertThat(map.place(0b011 << 5)).isEqualTo(AddressMap.place(0, 0, 0, 3));
    assertThat(map.place(0b100 << 5)).isEqualTo(AddressMap.place(0, 1, 0, 0));
    // Channels take turns, and then come the other columns.
    assertThat(map.place((8 * 2) << 5)).isEqualTo(AddressMap.place(2, 0, 0, 0));
    assertThat(map.place((8 * 3) << 5)).isEqualTo(AddressMap.place(0, 0, 0, 4));
  }

  @Test
  void aFileHasOneConfiguration() throws IOException {
    Path file = file(standard("hbm2"));
    assertThatThrownBy(() -> DramConfigs.read(file))
        .hasMessageMatching(
            Pattern.quote(file.toString())
                + ":\\d+: configuration: there are 9; a file of your own has one");
  }

  /** The standard's cycles are those of its nanoseconds at the clock, rounded up. */
  @Test
  void aConfigurationMayBeLikeAnotherOfItsFile() {
    DramConfig base = Configs.named("hbm2-2000");
    DramConfig like = Configs.named("gv100");

    assertThat(like.timing().keySet()).isEqualTo(base.timing().keySet());
    base.timing()
        .forEach((each, cycles) -> {
          if (!List.of("RFC", "BL", "CCD_S", "CCD_L").contains(each)) {
            assertThat(like.timing()).as(each).containsEntry(each, (int) Math.ceil(cycles * 0.85));
          }
        });
    assertThat(like.controller()).isEqualTo(Configs.named("v100").controller());
    assertThat(like.map()).isEqualTo(Configs.named("v100").map());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mine", "v100", "other"})
  void aUsersConfigurationIsLikeNoneOfItsFile(String like) throws IOException {
    String text = standard("hbm2");
    Path file =
        file(
            text.substring(0, text.indexOf("[configuration."))
                + "[configuration.mine]\nlike = \"%s\"\n".formatted(like));
    assertThatThrownBy(() -> DramConfigs.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("configuration.mine.like: has to name another configuration");
  }

  @Test
  void damagedFilesAreRefusedOrRead() throws IOException {
    String text = standard("gddr6");
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 300; i++) {
      StringBuilder damaged = new StringBuilder(text);
      for (int j = random.nextInt(4); j >= 0; j--) {
        int at = random.nextInt(damaged.length());
        switch (random.nextInt(3)) {
          case 0 -> damaged.setCharAt(at, (char) random.nextInt(128));
          case 1 -> damaged.deleteCharAt(at);
          default -> damaged.setLength(at + 1);
        }
      }
      Path file = file(damaged.toString());
      try {
        assertThat(DramConfigs.read(file).banks()).isPositive();
      } catch (SettingsException e) {
        assertThat(e.getMessage()).startsWith(file.toString()).hasLineCount(1);
      }
    }
  }
}
