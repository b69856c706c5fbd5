package dev.magpie.workload.trace;

/** Sees the accesses to arrays of numbers, in the order in which a program makes them. */
public interface ArrayAccesses {

  /**
   * Bytes of an array are read or written: an element's, or those that one call fills or copies.
   *
   * @param array of int, long, float or double
   * @param offset of the first byte
   * @param bytes how many
   */
  void access(Object array, long offset, int bytes, boolean write);
}
