package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of chunks of two blocks of 32 bytes, as short as chunks can be; what is in them is left out. */
class IndexTest {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final byte[] HEADER_BYTES = new byte[64];
  private static final List<Member> MEMBERS =
      List.of(new Member("a", 65, 7, 0), new Member("b", 0, 0, 2), new Member("c", 64, 9, 2));
  private static final long[] CHUNKS = {64, 112, 160, 208};
  private static final int START = 208;

  private static Header header(List<Member> members) {
    ContainerSettings settings =
        new ContainerSettings(
            CodecSpec.parse("bdi"), new CodecTable(List.of()), new Granularity(32, 32), 2);
    return new Header(settings, members.stream().map(Member::name).toList());
  }

  private static MemorySegment file(List<Member> members, long... chunks) {
    byte[] index = Index.toBytes(members, chunks, HEADER_BYTES);
    int start = (int) chunks[chunks.length - 1];
    byte[] file = new byte[start + index.length];
    System.arraycopy(index, 0, file, start, index.length);
    return MemorySegment.ofArray(file);
  }

  private static ChunkMap read(MemorySegment file, List<Member> members) {
    return Index.read(file, Index.start(file), header(members));
  }

  private static void assertRefused(MemorySegment file, List<Member> members) {
    assertThatThrownBy(() -> read(file, members))
        .isInstanceOf(ContainerException.class)
        .hasMessage("the index says what cannot be");
  }

  @Test
  void itStandsAsItIsDocumented() {
    MemorySegment file = file(MEMBERS, CHUNKS);
    ByteBuffer in = file.asSlice(START).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    int length = 32 + 3 * 24 + 3 * 8 + 64;
    assertThat(in.getInt()).isEqualTo('i' | 'n' << 8 | 'd' << 16 | 'x' << 24);
    assertThat(in.getInt()).isEqualTo(Checksums.crc32c(file, START + 8, length - 8));
    assertThat(in.getInt()).isEqualTo(3);
    assertThat(in.getInt()).isEqualTo(64);
    assertThat(in.getLong()).isEqualTo(3);
    assertThat(in.getLong()).isZero();
    for (Member member : MEMBERS) {
      assertThat(in.getLong()).isEqualTo(member.bytes());
      assertThat(in.getLong()).isEqualTo(member.firstChunk());
      assertThat(in.getInt()).isEqualTo(member.crc32c());
      assertThat(in.getInt()).isZero();
    }
    for (int chunk = 0; chunk < 3; chunk++) {
      assertThat(in.getLong()).isEqualTo(CHUNKS[chunk]);
    }
    in.position(length);
    assertThat(in.getLong()).isEqualTo(START);
    assertThat(in.getLong()).isEqualTo(length);
    assertThat(in.getInt()).isEqualTo(Checksums.crc32c(file, START + length, 16));
    assertThat(in.getInt()).isEqualTo('M' | 'G' << 8 | 'P' << 16 | 'e' << 24);
    assertThat(in.hasRemaining()).isFalse();
  }

  @Test
  void whatWasWrittenIsRead() {
    MemorySegment file = file(MEMBERS, CHUNKS);
    assertThat(Index.start(file)).isEqualTo(START);
    assertThat(Index.isWhole(file, START)).isTrue();
    assertThat(Index.headerCopy(file, START)).isEqualTo(START + 32 + 3 * 24 + 3 * 8);
    ChunkMap map = read(file, MEMBERS);
    assertThat(map.isIndexed()).isTrue();
    assertThat(map.members()).isEqualTo(MEMBERS);
    for (int chunk = 0; chunk < 3; chunk++) {
      assertThat(map.start(chunk)).isEqualTo(CHUNKS[chunk]);
      assertThat(map.fits(chunk, 48)).isTrue();
      assertThat(map.fits(chunk, 47)).isFalse();
    }
  }

  /** The shortest one, of no members. */
  @Test
  void aFileMayBeNothingButAnIndex() {
    byte[] index = Index.toBytes(List.of(), new long[] {0}, new byte[0]);
    MemorySegment file = MemorySegment.ofArray(index);
    assertThat(index).hasSize(32 + 24);
    assertThat(Index.start(file)).isZero();
    assertThat(Index.start(file.asSlice(32))).isEqualTo(-1);
    assertThat(Index.start(file.asSlice(33))).isEqualTo(-1);
  }

  /** Of an end whose check is right. */
  @ParameterizedTest
  @CsvSource({
    "0, 207", "0, 209", "0, -8", "0, 9000", "0, -9223372036854775808",
    "8, 191", "8, 193", "8, 0", "8, -1", "8, 9223372036854775807",
  })
  void theEndSaysWhereAnIndexCanBe(int field, long value) {
    MemorySegment file = file(MEMBERS, CHUNKS);
    long end = file.byteSize() - Index.END_BYTES;
    file.set(LONG, end + field, value);
    file.set(INT, end + 16, Checksums.crc32c(file, end, 16));
    assertThat(Index.start(file)).isEqualTo(-1);
  }

  /** And to where it is, only that it does not begin before the file. */
  @Test
  void anIndexThatWouldBeginBeforeTheFileIsNone() {
    MemorySegment file = file(MEMBERS, CHUNKS);
    long end = file.byteSize() - Index.END_BYTES;
    file.set(LONG, end, -8);
    file.set(LONG, end + 8, end + 8);
    file.set(INT, end + 16, Checksums.crc32c(file, end, 16));
    assertThat(Index.start(file)).isEqualTo(-1);
    file.set(LONG, end, end - 31);
    file.set(LONG, end + 8, 31);
    file.set(INT, end + 16, Checksums.crc32c(file, end, 16));
    assertThat(Index.start(file)).as("too short").isEqualTo(-1);
  }

  @Test
  void everyByteOfTheEndIsChecked() {
    MemorySegment file = file(MEMBERS, CHUNKS);
    for (long at = file.byteSize() - 24; at < file.byteSize(); at++) {
      byte before = file.get(ValueLayout.JAVA_BYTE, at);
      file.set(ValueLayout.JAVA_BYTE, at, (byte) (before ^ 1));
      assertThat(Index.start(file)).as("byte %d", at).isEqualTo(-1);
      file.set(ValueLayout.JAVA_BYTE, at, before);
    }
  }

  @Test
  void everyByteOfTheIndexIsChecked() {
    MemorySegment file = file(MEMBERS, CHUNKS);
    for (long at = START; at < file.byteSize() - 24; at++) {
      byte before = file.get(ValueLayout.JAVA_BYTE, at);
      file.set(ValueLayout.JAVA_BYTE, at, (byte) (before ^ 1));
      assertThat(Index.isWhole(file, START)).as("byte %d", at).isFalse();
      file.set(ValueLayout.JAVA_BYTE, at, before);
    }
    assertThat(Index.isWhole(file, START)).isTrue();
  }

  /** Members are counted, and where what chunks and the header take is said. */
  @ParameterizedTest
  @CsvSource({
    "8, 2",
    "8, 4",
    "8, -1",
    "12, 56",
    "12, 72",
    "12, -8",
    "12, 0",
    "16, 2",
    "16, 4",
    "16, 0",
    "16, -1",
    "16, 2147483647",
  })
  void countsFitTheRoom(int field, int value) {
    MemorySegment file = file(MEMBERS, CHUNKS);
    file.set(INT, START + field, value);
    assertRefused(file, MEMBERS);
  }

  /** As 64-bit numbers do at 2^61 chunks of 8 bytes each. */
  @Test
  void countsThatWrapAroundAreRefused() {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      members.add(new Member("m" + i, Long.MAX_VALUE, 0, (1L << 57) * i));
    }
    members.add(new Member("last", 64, 0, 1L << 61));
    MemorySegment file = file(members, 64, 112);
    file.set(LONG, START - 96 + 16, (1L << 61) + 1);
    assertRefused(file, members);
  }

  @Test
  void membersHaveTheirChunksOneBehindTheOther() {
    for (Member wrong :
        List.of(
            new Member("a", -1, 0, 0),
            new Member("a", 65, 0, 1),
            new Member("a", 64, 0, 0),
            new Member("a", 129, 0, 0),
            new Member("a", Long.MAX_VALUE, 0, 0))) {
      List<Member> members = List.of(wrong, MEMBERS.get(1), MEMBERS.get(2));
      assertRefused(file(members, CHUNKS), members);
    }
    List<Member> fewer = List.of(new Member("a", 64, 0, 0));
    assertRefused(file(fewer, CHUNKS), fewer);
  }

  @Test
  void chunksAscendAndHaveRoomForAHead() {
    for (long[] wrong :
        new long[][] {
          {63, 112, 160, 208}, {65, 113, 161, 209}, {64, 111, 160, 208}, {64, 112, 159, 208},
          {64, 112, 161, 208}, {64, 160, 112, 208}, {64, -112, 160, 208}, {-64, 112, 160, 208},
        }) {
      assertRefused(file(MEMBERS, wrong), MEMBERS);
    }
  }

  @Test
  void aContainerMayHaveNoMembers() {
    assertThat(read(file(List.of(), 64), List.of()).members()).isEmpty();
  }

  @Test
  void aContainerOfNoChunksHasTheIndexBehindTheHeader() {
    List<Member> empty = List.of(new Member("a", 0, 0, 0));
    assertThat(read(file(empty, 64), empty).members()).isEqualTo(empty);
    assertRefused(file(empty, 128), empty);
  }
}
