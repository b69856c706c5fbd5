package dev.magpie.analysis.page;

/** Makes a page smaller: all of it at once, or block by block. */
public sealed interface PageCoder permits PageCompressor, BlocksOfPage {

  /** What users call it. */
  String label();

  /** The same for one thread. */
  Worker worker();

  /** A coder at work, which one thread uses. */
  @FunctionalInterface
  interface Worker {
    /**
     * What a page takes.
     *
     * @param bytes of the page, from the array's first on; what follows them may be anything
     * @return as it would be stored, even if that is larger than the page
     */
    int size(byte[] page, int bytes);
  }
}
