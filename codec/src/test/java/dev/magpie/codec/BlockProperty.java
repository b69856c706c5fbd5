package dev.magpie.codec;

import org.jspecify.annotations.Nullable;

/**
 * Something that holds for every block. A block for which it does not is made simpler first, unless
 * {@code -Dmagpie.fuzz.seconds=0} says that there is no time for it.
 */
@FunctionalInterface
interface BlockProperty {

  /** Throws whatever it likes if the property does not hold for the block. */
  void check(byte[] block);

  /**
   * Checks the property for each block.
   *
   * @throws AssertionError with the simplest block found that violates it
   */
  default void holdsFor(Iterable<byte[]> blocks, String subject) {
    for (byte[] block : blocks) {
      if (violation(block) != null) {
        byte[] simplest =
            Integer.getInteger("magpie.fuzz.seconds", 1) > 0 ? simplest(block) : block;
        throw new AssertionError(
            "%s fails on the block %s".formatted(subject, SampleBlocks.hex(simplest)),
            violation(simplest));
      }
    }
  }

  private @Nullable Throwable violation(byte[] block) {
    try {
      check(block.clone());
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }

  /** Clears ever smaller pieces of the block, down to single bits, as long as it still fails. */
  private byte[] simplest(byte[] block) {
    byte[] simplest = block.clone();
    for (int length = 8 * block.length; length > 0; length /= 2) {
      for (int start = 0; start < 8 * block.length; start += length) {
        byte[] simpler = simplest.clone();
        for (int bit = start; bit < start + length; bit++) {
          simpler[bit >> 3] &= (byte) ~(1 << (bit & 7));
        }
        if (violation(simpler) != null) {
          simplest = simpler;
        }
      }
    }
    return simplest;
  }
}
