package dev.magpie.gpu;

/**
 * Blocks of a launch that follow each other.
 *
 * @param from the first, and {@code to} the one behind the last
 */
record GridRange(long from, long to) {}
