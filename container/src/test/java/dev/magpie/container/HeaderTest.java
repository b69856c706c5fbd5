package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderTest {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Where the name of the only member starts, behind its length. */
  private static final int NAME_AT = 56 + "mag-bdi".length() + 4;

  private static byte[] bytes(String... names) {
    ContainerSettings settings =
        ContainerSettings.of(CodecSpec.parse("mag-bdi"), Granularity.DEFAULT);
    Layout layout = new Layout(Granularity.DEFAULT, settings.createCodec());
    return new Header(settings, List.of(names)).toBytes(layout);
  }

  private static Header read(byte[] bytes) {
    return Header.read(MemorySegment.ofArray(bytes), 0);
  }

  /** Puts a number into a header, whose check is then right again. */
  private static byte[] with(int at, int value, byte[] header) {
    MemorySegment bytes = MemorySegment.ofArray(header);
    bytes.set(INT, at, value);
    bytes.set(INT, 16, Checksums.crc32c(bytes, 20, header.length - 20));
    return header;
  }

  /** As long as this, and says so. */
  private static byte[] cut(byte[] header, int length) {
    return with(12, length, Arrays.copyOf(header, length));
  }

  private static void assertRefused(byte[] header, String message) {
    assertThatThrownBy(() -> read(header))
        .isInstanceOf(ContainerException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void itStandsAsItIsDocumented() {
    byte[] bytes = bytes("a", "bc");
    assertThat(bytes).hasSize(128).startsWith(0x89, 'M', 'A', 'G', '\r', '\n', 0x1a, '\n');
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(8);
    int[] numbers = new int[12];
    in.asIntBuffer().get(numbers);
    int check = Checksums.crc32c(MemorySegment.ofArray(bytes), 20, 108);
    assertThat(numbers).containsExactly(1, 128, check, 128, 32, 2048, 3, 2, 7, 0, 2, 0);
    assertThat(new String(bytes, 56, 18, StandardCharsets.UTF_8))
        .isEqualTo("mag-bdi\1\0\0\0a\2\0\0\0bc");
    assertThat(Arrays.copyOfRange(bytes, 74, 128)).containsOnly(0);
  }

  @Test
  void whatWasWrittenIsRead() {
    Header header = read(bytes("ä/b", "c"));
    assertThat(header.names()).containsExactly("ä/b", "c");
    assertThat(header.settings().codec()).hasToString("mag-bdi");
    assertThat(header.settings().granularity()).isEqualTo(Granularity.DEFAULT);
    assertThat(header.settings().blocksPerChunk()).isEqualTo(2048);
  }

  @Test
  void itMayBeginWhereThereIsRoomForIt() {
    MemorySegment file = MemorySegment.ofArray(new byte[120]);
    MemorySegment.copy(MemorySegment.ofArray(bytes("a")), 0, file, 64, 56);
    assertThat(Header.isAt(file, 64)).isTrue();
    assertThat(Header.isAt(file.asSlice(64), 0)).isTrue();
    assertThat(Header.isAt(file.asSlice(0, 119), 64)).isFalse();
    assertThat(Header.isAt(file, 63)).isFalse();
    assertThat(Header.isAt(file, -1)).isFalse();
    assertThat(Header.isAt(file, 200)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"55", "20", "0", "-1", "129", "2147483647"})
  void itIsNeitherLongerThanTheFileNorTooShort(int length) {
    byte[] header = bytes("a", "bc");
    MemorySegment bytes = MemorySegment.ofArray(header);
    bytes.set(INT, 12, length);
    if (length >= 20 && length <= header.length) {
      bytes.set(INT, 16, Checksums.crc32c(bytes, 20, length - 20));
    }
    assertRefused(header, "the header is damaged");
  }

  @Test
  void itMayEndBehindWhatIsSaid() {
    assertThat(read(cut(bytes("abc"), NAME_AT + 3)).names()).containsExactly("abc");
    assertRefused(cut(bytes("abc"), NAME_AT + 2), "the header is damaged");
  }

  @Test
  void itMayHaveNothingBehindTheNumbers() {
    byte[] header = with(40, 0, with(48, 0, cut(bytes("abc"), 56)));
    assertRefused(header, "the container's codec cannot be had here: ");
  }

  @Test
  void anotherVersionIsNotKnown() {
    assertRefused(
        with(8, 2, bytes("a")), "the container is of version 2, and this program knows version 1");
  }

  @Test
  void aCodecMayNotBeKnown() {
    byte[] header = bytes("a");
    header[56] = 'x';
    assertRefused(with(8, 1, header), "the container's codec cannot be had here: ");
  }

  @ParameterizedTest
  @CsvSource({"32, 2", "32, 4", "36, 1", "36, 3"})
  void aCodecMayHaveHadOtherTags(int field, int bits) {
    assertRefused(
        with(field, bits, bytes("a")), "the container's codec has other tags than the one here");
  }

  @ParameterizedTest
  @CsvSource({"20, 100", "24, 0", "24, 33", "28, 0", "28, 65537"})
  void whatCannotBeIsSaid(int field, int value) {
    assertRefused(with(field, value, bytes("a")), "the header says what cannot be: ");
  }

  @ParameterizedTest
  @CsvSource({"40, -1", "40, 73", "44, -1", "44, 66", "63, -1", "63, 62", "63, 2147483647"})
  void noTextIsOutsideOfIt(int field, int bytes) {
    assertRefused(with(field, bytes, bytes("a")), "the header is damaged");
  }

  /** Behind the only name, the header has room for so many lengths of more of them. */
  @Test
  void noNameIsOutsideOfItEither() {
    byte[] header = cut(bytes("abc"), NAME_AT + 3 + 4);
    assertRefused(
        with(48, 2, header), "the header says what cannot be: a member cannot be called ''");
    assertRefused(with(48, 2, cut(bytes("abc"), NAME_AT + 3 + 3)), "the header is damaged");
    assertRefused(with(48, 2, cut(bytes("abc"), NAME_AT + 3)), "the header is damaged");
  }

  @Test
  void aNameIsAPathAndText() {
    byte[] header = bytes("abc");
    header[NAME_AT] = '/';
    assertRefused(
        with(8, 1, header), "the header says what cannot be: a member cannot be called '/bc'");
    header[NAME_AT] = (byte) 0xff;
    assertRefused(with(8, 1, header), "the header is damaged");
  }
}
