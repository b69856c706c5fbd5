package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** A program that prints a digest of the bulk sizes of many blocks under every codec. */
final class BulkDigest {
  private static final List<String> VARIANTS =
      List.of(
          "bdi:units=six",
          "bdi:units=b4",
          "mag-bdi:mag=16",
          "mag-bdi:bases=8+4+2",
          "mag-bdi:bases=8+4+2,mag=8,mindelta",
          "mag-bdi:delta=unsigned",
          "mag-bdi:delta=unsigned-min,bases=8+2",
          "bpc:deltas=unsigned",
          "zvc:word=2");

  private BulkDigest() {}

  public static void main(String[] arguments) {
    int digest = 0;
    for (int blockBytes = 32; blockBytes <= 256; blockBytes *= 2) {
      Granularity granularity = new Granularity(blockBytes, 32);
      List<byte[]> samples = SampleBlocks.of(blockBytes);
      byte[] blocks = new byte[samples.size() * blockBytes];
      for (int i = 0; i < samples.size(); i++) {
        System.arraycopy(samples.get(i), 0, blocks, i * blockBytes, blockBytes);
      }
      int[] sizes = new int[samples.size()];
      for (CodecSpec spec : Codecs.untrained()) {
        if (spec.family().supports(granularity)) {
          spec.create(granularity).sizeBits(MemorySegment.ofArray(blocks), 0, sizes);
          digest = 31 * digest + Arrays.hashCode(sizes);
        }
      }
      digest = 31 * digest + codes(samples, Codecs.create("bpc", granularity));
      for (String variant : VARIANTS) {
        Codecs.create(variant, granularity).sizeBits(MemorySegment.ofArray(blocks), 0, sizes);
        digest = 31 * digest + Arrays.hashCode(sizes);
      }
    }
    System.out.println(digest + " " + Codecs.acceleration());
  }

  /** The coded bits, of a codec that writes them with vectors, too; read back on the way. */
  private static int codes(List<byte[]> samples, BlockCodec codec) {
    int digest = 0;
    BitWriter coded = new BitWriter(512);
    byte[] copy = new byte[codec.blockBytes()];
    for (byte[] sample : samples) {
      coded.reset();
      int tag = codec.encode(MemorySegment.ofArray(sample), 0, coded);
      digest = 31 * digest + Arrays.hashCode(coded.toByteArray());
      codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(copy), 0);
      digest += Arrays.equals(copy, sample) ? 0 : 1;
    }
    return digest;
  }
}
