package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where things stand in a chunk, how large chunks are, and what members may be called. */
class LayoutTest {
  private static Layout layout(String codec, int mag) {
    Granularity granularity = new Granularity(128, mag);
    return new Layout(granularity, Codecs.create(codec, granularity));
  }

  /** FPC has no tag: an entry has the number of a block's granules, itself included. */
  @ParameterizedTest
  @CsvSource({"128, 1, 1", "64, 2, 1", "32, 3, 1", "16, 4, 1", "1, 8, 1"})
  void anEntryHasRoomForAllOfABlocksGranules(int mag, int granuleBits, int entryBytes) {
    Layout layout = layout("fpc", mag);
    assertThat(layout.granuleBits).isEqualTo(granuleBits);
    assertThat(layout.tagBits).isZero();
    assertThat(layout.entryBytes).isEqualTo(entryBytes);
  }

  /** As few bytes as hold granules and tag: one, two or four. */
  @ParameterizedTest
  @CsvSource({"32, 5, 1", "32, 6, 2", "32, 13, 2", "32, 14, 4", "128, 7, 1", "1, 9, 4"})
  void anEntryIsAsShortAsItCanBe(int mag, int tagBits, int entryBytes) {
    Granularity granularity = new Granularity(128, mag);
    Layout layout = new Layout(granularity, new TagOfTheBlock(granularity, tagBits));
    assertThat(layout.entryBytes).isEqualTo(entryBytes);
  }

  @Test
  void anEntryHasTheTagToo() {
    Layout layout = layout("bdi", 1);
    assertThat(layout.tagBits).isEqualTo(4);
    assertThat(layout.granuleBits).isEqualTo(8);
    assertThat(layout.entryBytes).isEqualTo(2);
  }

  /** Heads of 48 bytes, an entry and a check for each block, and payloads at multiples of 64. */
  @Test
  void aChunkIsHeadEntriesChecksAndPayloads() {
    Layout layout = layout("fpc", 32);
    assertThat(layout.checks(10)).isEqualTo(58);
    assertThat(layout.directoryEnd(10)).isEqualTo(78);
    assertThat(layout.payload(10)).isEqualTo(128);
    assertThat(layout.size(10, 320)).isEqualTo(448);
    assertThat(layout.size(10, 321)).isEqualTo(512);
    assertThat(layout.most(10)).isEqualTo(128 + 1280);
  }

  @Test
  void whatIsAlignedStartsAtAGranuleOf64BytesOrMore() {
    assertThat(Layout.alignment(32)).isEqualTo(64);
    assertThat(Layout.alignment(64)).isEqualTo(64);
    assertThat(Layout.alignment(128)).isEqualTo(128);
    assertThat(layout("fpc", 128).align(129)).isEqualTo(256);
    assertThat(layout("fpc", 128).align(128)).isEqualTo(128);
    assertThat(layout("fpc", 128).align(0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65_537})
  void chunksOfNoSuchSizeAreRefused(int blocks) {
    ContainerSettings settings = settings(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new ContainerSettings(
                settings.codec(), settings.table(), settings.granularity(), blocks))
        .withMessage("a chunk has 1 to 65536 blocks, not " + blocks);
    assertThat(settings(65_536).chunkBytes()).isEqualTo(8 << 20);
  }

  private static ContainerSettings settings(int blocksPerChunk) {
    ContainerSettings usual = ContainerSettings.of(CodecSpec.parse("fpc"), Granularity.DEFAULT);
    assertThat(usual.chunkBytes()).isEqualTo(256 << 10);
    return new ContainerSettings(usual.codec(), usual.table(), usual.granularity(), blocksPerChunk);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/", "/a", "a/../b", "a\\b", "a\0b", "a//b", "./a"})
  void aNameThatIsNoRelativePathIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemberNames.require(List.of("first", name)))
        .withMessage("a member cannot be called '%s'", name);
  }

  @Test
  void namesHaveALongestLength() {
    assertThatCode(() -> MemberNames.require(List.of("a".repeat(4096)))).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemberNames.require(List.of("a".repeat(4097))));
  }

  @Test
  void aMemberIsNoDirectoryOfOthers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemberNames.require(List.of("a/b/c", "a/b")))
        .withMessage("'a/b' is both a member and a directory of others");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemberNames.require(List.of("a", "b", "a/c")))
        .withMessage("'a' is both a member and a directory of others");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemberNames.require(List.of("a/b", "a/b")))
        .withMessage("two members are called 'a/b'");
    assertThatCode(() -> MemberNames.require(List.of("a/b", "a/c", "ab", "c/a", ".a", "a/..b")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | what lies between the blocks of 'm': damaged (chunk 2)
          1 | block 4 of 'm': damaged (chunk 2)
          3 | blocks 4 to 6 of 'm': damaged (chunk 2)
          """)
  void damageSaysWhichBlocksAreLost(long blocks, String text) {
    assertThat(new Damage("m", 2, 4, blocks, "damaged")).hasToString(text);
  }

  @Test
  void aMembersLastBlockMayBeThereInPart() {
    assertThat(new Member("m", 256, 0, 0).blocks(128)).isEqualTo(2);
    assertThat(new Member("m", 257, 0, 0).blocks(128)).isEqualTo(3);
    assertThat(new Member("m", 0, 0, 0).blocks(128)).isZero();
  }
}
