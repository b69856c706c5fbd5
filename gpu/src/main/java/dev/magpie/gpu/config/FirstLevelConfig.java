package dev.magpie.gpu.config;

import dev.magpie.settings.Records.Range;

/**
 * The L1 of a multiprocessor: lines of 128 bytes, least recently used replaced; written through
 * without allocation for global memory, written back for local memory; emptied when a kernel
 * begins.
 *
 * @param bytes of data; 0 for none
 * @param ways lines of a set
 * @param hashed whether the set is a hash of the line's address
 * @param latency cycles of a hit, from issue to result
 * @param mshrs lines that can be waited for
 * @param merges requests that can wait for each
 * @param missQueue requests that can wait for the crossbar
 * @param fill what a miss asks of the L2
 */
public record FirstLevelConfig(
    @Range(least = 0, most = 1 << 28) int bytes,
    @Range(least = 1, most = 1024) int ways,
    boolean hashed,
    @Range(least = 1, most = 100_000) int latency,
    @Range(least = 1, most = 1 << 16) int mshrs,
    @Range(least = 1, most = 1 << 16) int merges,
    @Range(least = 1, most = 1 << 16) int missQueue,
    Fill fill) {}
