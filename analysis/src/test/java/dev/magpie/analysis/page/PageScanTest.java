package dev.magpie.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import io.airlift.compress.v3.Decompressor;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageScanTest {
  private static final List<Allocation> ARRAYS =
      List.of(
          array("cache", Dtype.BF16, weights(2 * 100 * 64), 2, 100, 64),
          array("none", Dtype.F32, new byte[0], 0, 4),
          array("short", Dtype.F32, weights(6), 3),
          array("large", Dtype.F32, weights(1 << 20), 1 << 9, 1 << 10));

  private static final PageScan SCAN =
      new PageScan(
          Arrays.asList(Arrangement.values()),
          List.of(
              PageCompressor.LZ4,
              PageCompressor.SNAPPY,
              PageCompressor.DEFLATE,
              PageCompressor.ZSTD),
          4096,
          64);

  private static Allocation array(String name, Dtype dtype, byte[] data, long... shape) {
    List<Long> sizes = Arrays.stream(shape).boxed().toList();
    return new Allocation(
        Path.of(name),
        new Allocation.Key(name, name),
        dtype.toString(),
        sizes,
        new Tensor(dtype, sizes, MemorySegment.ofArray(data)));
  }

  /** Halves of floats. */
  private static byte[] weights(int halves) {
    Random random = new Random(halves);
    byte[] data = new byte[2 * halves];
    for (int i = 0; i < data.length; i += 2) {
      int bits = Float.floatToRawIntBits((float) random.nextGaussian());
      data[i] = (byte) (bits >> 16);
      data[i + 1] = (byte) (bits >> 24);
    }
    return data;
  }

  @Test
  void threadsDoNotMatter() {
    AtomicLong done = new AtomicLong();
    List<ArrayPages> alone = SCAN.run(ARRAYS, 1, done::addAndGet);
    assertThat(SCAN.run(ARRAYS, 5, _ -> {})).isEqualTo(alone);
    assertThat(done.get()).isEqualTo(ARRAYS.stream().mapToLong(Allocation::bytes).sum());
    assertThat(alone)
        .extracting(ArrayPages::name)
        .containsExactly("cache", "none", "short", "large");
    assertThat(alone.get(1).savedBytes()).isZero();
    assertThat(alone.get(1).smallest().ratio()).isOne();
  }

  @Test
  void asStoredIsEachPageOnItsOwn() {
    byte[] data = weights(2 * 100 * 64);
    long expected = 0;
    for (int at = 0; at < data.length; at += 4096) {
      byte[] coded = new byte[8192];
      int bytes = Math.min(4096, data.length - at);
      Deflater deflater = new Deflater(6, true);
      deflater.setInput(data, at, bytes);
      deflater.finish();
      expected += Math.min(bytes, deflater.deflate(coded));
      deflater.end();
    }
    ArrayPages cache = SCAN.run(ARRAYS, 1, _ -> {}).getFirst();
    assertThat(taken(cache, "as-stored", "deflate").bytes()).isEqualTo(expected);
  }

  private static ArrayPages.Taken taken(ArrayPages pages, String arrangement, String coder) {
    return pages.taken().stream()
        .filter(each -> each.arrangement().equals(arrangement) && each.coder().equals(coder))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void planesOfExponentsCompressWhereWordsDoNot() {
    ArrayPages cache = SCAN.run(ARRAYS, 1, _ -> {}).getFirst();
    assertThat(taken(cache, "as-stored", "lz4").ratio()).isOne();
    assertThat(taken(cache, "bits", "lz4").ratio()).isGreaterThan(1.1);
    assertThat(cache.smallest().bytes())
        .isEqualTo(cache.taken().stream().mapToLong(ArrayPages.Taken::bytes).min().orElseThrow());
    assertThat(cache.savedBytes()).isEqualTo(cache.bytes() - cache.smallest().bytes());
  }

  @Test
  void deltasTakeTheirSmallestExponents() {
    // Two matrices of 64 channels, whose 100 rows are two groups.
    PageScan scan =
        new PageScan(
            List.of(Arrangement.CHANNEL_DELTA_BITS),
            List.of(
                new BlocksOfPage(
                    "none", Codecs.create("none", Granularity.DEFAULT), Granularity.DEFAULT)),
            4096,
            64);
    ArrayPages cache = scan.run(ARRAYS, 1, _ -> {}).getFirst();
    assertThat(cache.smallest().bytes()).isEqualTo(cache.bytes() + 2 * 2 * 64);
    assertThat(cache.savedBytes()).isZero();
  }

  @Test
  void blocksOfAPageMoveInWholeBursts() {
    BlockCodec codec = Codecs.create("bdi", Granularity.DEFAULT);
    PageCoder.Worker worker = new BlocksOfPage("bdi", codec, Granularity.DEFAULT).worker();
    byte[] page = new byte[512];
    Arrays.fill(page, 0, 128, (byte) 1);
    new Random(1).nextBytes(page);
    Arrays.fill(page, 128, 384, (byte) 0);
    assertThat(worker.size(page, 384)).isEqualTo(128 + 32 + 32);
    // The last block is short; what follows it does not count.
    assertThat(worker.size(page, 300)).isEqualTo(128 + 32 + 32);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 511, 4096, 1 << 20})
  void whatACompressorTakesCanBeReadAgain(int bytes) throws Exception {
    byte[] page = weights((bytes + 1) / 2);
    read(
        PageCompressor.LZ4,
        page,
        bytes,
        compress(new Lz4JavaCompressor(), page, bytes),
        new Lz4JavaDecompressor());
    read(
        PageCompressor.SNAPPY,
        page,
        bytes,
        compress(new SnappyJavaCompressor(), page, bytes),
        new SnappyJavaDecompressor());
    read(
        PageCompressor.ZSTD,
        page,
        bytes,
        compress(new ZstdJavaCompressor(), page, bytes),
        new ZstdJavaDecompressor());
    Deflater deflater = new Deflater(6, true);
    deflater.setInput(page, 0, bytes);
    deflater.finish();
    byte[] coded = new byte[2 * bytes + 64];
    int size = deflater.deflate(coded);
    assertThat(PageCompressor.DEFLATE.worker().size(page, bytes)).isEqualTo(size);
    Inflater inflater = new Inflater(true);
    inflater.setInput(coded, 0, size);
    byte[] again = new byte[bytes];
    assertThat(inflater.inflate(again)).isEqualTo(bytes);
    assertThat(again).isEqualTo(Arrays.copyOf(page, bytes));
    deflater.end();
    inflater.end();
  }

  private static byte[] compress(
      io.airlift.compress.v3.Compressor compressor, byte[] page, int bytes) {
    byte[] coded = new byte[compressor.maxCompressedLength(bytes)];
    return Arrays.copyOf(coded, compressor.compress(page, 0, bytes, coded, 0, coded.length));
  }

  /** Sizes are those of what was decoded; a worker gives the same again. */
  private static void read(
      PageCompressor compressor, byte[] page, int bytes, byte[] coded, Decompressor decompressor) {
    PageCoder.Worker worker = compressor.worker();
    worker.size(new byte[777], 777);
    assertThat(worker.size(page, bytes)).isEqualTo(coded.length);
    assertThat(worker.size(page, bytes)).isEqualTo(coded.length);
    byte[] again = new byte[bytes];
    int read = decompressor.decompress(coded, 0, coded.length, again, 0, bytes);
    assertThat(read).isEqualTo(bytes);
    assertThat(again).isEqualTo(Arrays.copyOf(page, bytes));
  }

  @Test
  void whatCannotBeIsRefused() {
    List<Arrangement> stored = List.of(Arrangement.AS_STORED);
    List<PageCoder> lz4 = List.of(PageCompressor.LZ4);
    assertThatThrownBy(() -> new PageScan(List.of(), lz4, 4096, 64))
        .hasMessageContaining("nothing to code pages by");
    for (int page : new int[] {0, 256, 4095, 1 << 21}) {
      assertThatThrownBy(() -> new PageScan(stored, lz4, page, 64))
          .hasMessageContaining("not " + page);
    }
    assertThatThrownBy(() -> new PageScan(stored, lz4, 4096, 0)).hasMessageContaining("1 or more");
  }
}
