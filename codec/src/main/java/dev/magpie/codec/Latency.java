package dev.magpie.codec;

/**
 * Cycles that a hardware codec adds to a write and to a read of one block.
 *
 * @param compressionCycles cycles to compress a block
 * @param decompressionCycles cycles to decompress one
 * @param source where the figures come from
 */
public record Latency(int compressionCycles, int decompressionCycles, String source) {}
