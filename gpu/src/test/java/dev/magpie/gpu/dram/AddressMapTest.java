package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.settings.SettingsException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressMapTest {
  static List<DramConfig> configs() {
    return DramConfigs.all();
  }

  @ParameterizedTest
  @MethodSource("configs")
  void addressesAndPlacesAreOneToOne(DramConfig config) {
    SplittableRandom random = new SplittableRandom(3);
    for (int channels : new int[] {1, 2, 3, 12, 32}) {
      AddressMap map = AddressMap.of(config, channels);
      long accesses = config.bytes() / config.accessBytes() * channels;
      for (int i = 0; i < 2000; i++) {
        long address = random.nextLong(accesses) * config.accessBytes();
        long place = map.place(address);
        assertThat(map.address(place)).isEqualTo(address);
        assertThat(map.place(address + config.accessBytes() - 1)).isEqualTo(place);
        assertThat(AddressMap.channel(place)).isBetween(0, channels - 1);
        assertThat(AddressMap.bank(place)).isBetween(0, config.banks() - 1);
        assertThat(AddressMap.row(place)).isBetween(0, config.rows() - 1);
        assertThat(AddressMap.column(place)).isBetween(0, config.columns() - 1);
        assertThat(map.place(address + accesses * config.accessBytes()))
            .as("bits above the capacity are dropped")
            .isEqualTo(place);
      }
    }
  }

  /** Channel, column, pseudo-channel, bank group, bank, row: from low to high. */
  @Test
  void hbm2AsRamulatorMapsIt() {
    AddressMap map = AddressMap.of(Configs.named("hbm2-2000"), 8);
    long address = 5L << 5 | 17L << 8 | 1L << 13 | 2L << 14 | 3L << 16 | 1234L << 18;
    int bank = 1 * 16 + 2 * 4 + 3;
    assertThat(map.place(address)).isEqualTo(AddressMap.place(5, bank, 1234, 17));
  }

  /** 256 bytes to each of 12 channels in turn. */
  @Test
  void twelveChannelsTakeTurns() {
    AddressMap map = AddressMap.of(Configs.named("gtx580"), 12);
    for (int i = 0; i < 48; i++) {
      assertThat(AddressMap.channel(map.place(256L * i))).isEqualTo(i % 12);
      assertThat(AddressMap.channel(map.place(256L * i + 255))).isEqualTo(i % 12);
    }
  }

  /** Two arrays that are walked together, and begin a power of two of rows apart. */
  @ParameterizedTest
  @ValueSource(strings = {"p100", "h100"})
  void rowsAPowerOfTwoApartAreInOtherBanks(String name) {
    DramConfig config = Configs.named(name);
    AddressMap map = AddressMap.of(config, 1);
    long rowBytes = config.bytes() / config.rows();
    for (long distance = 1; distance < config.rows(); distance *= 2) {
      for (long row = 0; row < 64; row++) {
        long first = map.place(row * rowBytes);
        long second = map.place((row ^ distance) * rowBytes);
        assertThat(AddressMap.bank(first)).isNotEqualTo(AddressMap.bank(second));
      }
    }
  }

  @Test
  void aHashedBankIsTheSumOfTheRowsDigits() {
    DramConfig config = Configs.named("p100");
    AddressMap map = AddressMap.of(config, 1);
    long rowBytes = config.bytes() / config.rows();
    assertThat(config.banks()).isEqualTo(16);
    assertThat(AddressMap.bank(map.place(0x321 * rowBytes))).isEqualTo(3 + 2 + 1);
    assertThat(AddressMap.bank(map.place(0xfe * rowBytes))).isEqualTo((15 + 14) % 16);
  }

  @Test
  void wrongMapsAreRefused() {
    assertThat(AddressMap.of(Configs.named("gtx580"), 4096)).isNotNull();
    assertThatThrownBy(() -> AddressMap.of(Configs.named("gtx580"), 0))
        .isInstanceOf(SettingsException.class)
        .hasMessage("gtx580: channels are 1 to 4096, not 0");
  }
}
