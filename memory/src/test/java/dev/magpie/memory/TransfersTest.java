package dev.magpie.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.memory.Places.Kind;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransfersTest {
  private static final Set<String> OF_METADATA_THAT_MOVE =
      Set.of("metadataMisses", "metadataWritebacks", "metadataReads", "metadataWrites");

  /** All that is counted, so that a sum that somebody adds is looked at, too. */
  private static List<Field> sums() {
    return Arrays.stream(Transfers.class.getFields())
        .sorted(Comparator.comparing(Field::getName))
        .toList();
  }

  /** Each sum has a number of its own. */
  private static Transfers numbered(int first) throws IllegalAccessException {
    Transfers transfers = new Transfers();
    int number = first;
    for (Field sum : sums()) {
      sum.setLong(transfers, number++);
    }
    return transfers;
  }

  @Test
  void eachSumGrowsByWhatAnotherHas() throws IllegalAccessException {
    Transfers transfers = numbered(1000);
    transfers.add(numbered(1));
    long expected = 1001;
    for (Field sum : sums()) {
      assertThat(sum.getLong(transfers)).as(sum.getName()).isEqualTo(expected);
      expected += 2;
    }
  }

  @Test
  void aResetLeavesNoSumAndNoPlace() throws IllegalAccessException {
    Transfers transfers = numbered(1);
    transfers.reset();
    for (Field sum : sums()) {
      assertThat(sum.getLong(transfers)).as(sum.getName()).isZero();
    }
    Transfers placed = Transfers.withPlaces();
    placed.readDevice(0, 1);
    placed.needMetadata(3);
    placed.reset();
    assertThat(placed.places().count()).isZero();
    assertThat(placed.places().needs()).isZero();
  }

  @Test
  void metadataThatAreForgoneWereLookedUpAllTheSame() throws IllegalAccessException {
    Transfers transfers = numbered(1);
    transfers.forgoMetadata();
    long number = 1;
    for (Field sum : sums()) {
      assertThat(sum.getLong(transfers))
          .as(sum.getName())
          .isEqualTo(OF_METADATA_THAT_MOVE.contains(sum.getName()) ? 0 : number);
      number++;
    }
  }

  @Test
  void sectorsAreThoseOfBothWays() {
    Transfers transfers = new Transfers();
    transfers.readDevice(0, 5);
    transfers.writeDevice(0, 2);
    transfers.readMetadata(0, 0, 7);
    transfers.writeMetadata(0, 0, 4);
    transfers.buddyReads = 11;
    transfers.buddyWrites = 6;
    assertThat(transfers.deviceSectors()).isEqualTo(7);
    assertThat(transfers.metadataSectors()).isEqualTo(11);
    assertThat(transfers.buddySectors()).isEqualTo(17);
  }

  @Test
  void sharesAreOfAllAccesses_andNoNumbersWithoutAny() {
    Transfers transfers = new Transfers();
    assertThat(transfers.metadataHitRate()).isNaN();
    assertThat(transfers.buddyAccessFraction()).isNaN();
    transfers.metadataAccesses = 8;
    transfers.metadataMisses = 2;
    transfers.reads = 3;
    transfers.writes = 1;
    transfers.buddyAccesses = 1;
    assertThat(transfers.metadataHitRate()).isEqualTo(0.75);
    assertThat(transfers.buddyAccessFraction()).isEqualTo(0.25);
  }

  @Test
  void theTagIsTheOneToldLast() {
    Transfers transfers = new Transfers();
    transfers.encoded(3);
    assertThat(transfers.tag()).isEqualTo(3);
    transfers.decoded(5);
    assertThat(transfers.tag()).isEqualTo(5);
    assertThat(transfers.encodedBlocks).isEqualTo(1);
    assertThat(transfers.decodedBlocks).isEqualTo(1);
  }

  @Test
  void sumsKnowNoPlaces() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new Transfers().places())
        .withMessage("these are sums only");
    assertThat(Transfers.free().isFree()).isTrue();
    assertThat(Transfers.withPlaces().isFree()).isFalse();
  }

  @Test
  void placesAreToldInOrder_howeverManyThereAre() {
    Transfers transfers = Transfers.withPlaces();
    int rounds = 10;
    for (int i = 0; i < rounds; i++) {
      transfers.readDevice(1000 + i, 1 + i);
      transfers.writeDevice(2000 + i, 2 + i);
      transfers.readMetadata(30 + i, 3000 + i, 3 + i);
      transfers.writeMetadata(40 + i, 4000 + i, 4 + i);
      transfers.needMetadata(50 + i);
    }
    Places places = transfers.places();
    assertThat(places.count()).isEqualTo(4 * rounds);
    assertThat(places.needs()).isEqualTo(rounds);
    for (int i = 0; i < rounds; i++) {
      assertRun(places, 4 * i, Kind.READ, 1000 + i, 1 + i, 0);
      assertRun(places, 4 * i + 1, Kind.WRITE, 2000 + i, 2 + i, 0);
      assertRun(places, 4 * i + 2, Kind.METADATA_READ, 3000 + i, 3 + i, 30 + i);
      assertRun(places, 4 * i + 3, Kind.METADATA_WRITE, 4000 + i, 4 + i, 40 + i);
      assertThat(places.needed(i)).isEqualTo(50 + i);
    }
  }

  private static void assertRun(
      Places places, int run, Kind kind, long address, int bursts, long unit) {
    assertThat(places.kind(run)).isEqualTo(kind);
    assertThat(places.address(run)).isEqualTo(address);
    assertThat(places.bursts(run)).isEqualTo(bursts);
    assertThat(places.unit(run)).isEqualTo(unit);
  }

  @Test
  void runsOfNoBurstsAreNowhere() {
    Transfers transfers = Transfers.withPlaces();
    transfers.readDevice(64, 0);
    transfers.writeDevice(64, 0);
    assertThat(transfers.places().count()).isZero();
    assertThatThrownBy(() -> transfers.places().address(0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> transfers.places().needed(0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aLineSaysWhatWasMoved() {
    Transfers transfers = new Transfers();
    transfers.reads = 1;
    transfers.writes = 2;
    transfers.buddyAccesses = 3;
    transfers.overflows = 4;
    transfers.deviceReads = 5;
    transfers.deviceWrites = 6;
    transfers.buddyReads = 7;
    transfers.buddyWrites = 8;
    transfers.metadataAccesses = 9;
    transfers.metadataMisses = 10;
    transfers.metadataWritebacks = 11;
    transfers.pageWalks = 12;
    assertThat(transfers)
        .hasToString(
            "1 reads, 2 writes, 3 with buddy memory, 4 overflows; sectors: device 5 read, 6"
                + " written, buddy 7 read, 8 written; metadata: 9 looked up, 10 missed, 11 written"
                + " back; 12 page walks");
  }
}
