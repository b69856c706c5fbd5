package dev.magpie.gpu.memory;

import dev.magpie.codec.BlockCodec;
import dev.magpie.gpu.config.AssistConfig;
import java.util.Arrays;

/**
 * A codec that multiprocessors execute (CABA): encodings are tried one after the other, from the
 * smallest on, until one fits; those of one size count as one.
 */
final class AssistedCodec {
  /** The family whose codecs are executed so. */
  static final String FAMILY = "caba";

  private final AssistConfig config;

  /** Bytes of its encodings, the smallest first. */
  private final int[] sizes;

  private AssistedCodec(AssistConfig config, int[] sizes) {
    this.config = config;
    this.sizes = sizes;
  }

  static boolean isOne(Compression coding) {
    return coding.codec().family().name().equals(FAMILY);
  }

  static AssistedCodec of(AssistConfig config, BlockCodec codec) {
    int[] sizes =
        codec.staticSizes().stream().mapToInt(bits -> Math.ceilDiv(bits, Byte.SIZE)).toArray();
    Arrays.sort(sizes);
    return new AssistedCodec(config, sizes);
  }

  /** Instructions to compress a line into so many bytes, coded or not. */
  int compressionInstructions(int codeBytes, boolean isCoded) {
    int trials = isCoded ? 1 : sizes.length;
    while (isCoded && trials < sizes.length && sizes[trials - 1] < codeBytes) {
      trials++;
    }
    return config.compressionInstructions() + trials * config.trialInstructions();
  }

  /** Instructions to decompress a line; none if it is stored as it is. */
  int decompressionInstructions(boolean isCoded) {
    return isCoded ? config.decompressionInstructions() : 0;
  }
}
