package dev.magpie.analysis;

import java.io.Serializable;

/**
 * Consecutive blocks of one allocation: what a worker takes at a time.
 *
 * @param allocation index of the allocation in the scan
 * @param firstBlock index of the first block in the allocation
 * @param blocks number of blocks; the allocation's last may be shorter than a block in memory
 */
public record BlockRange(int allocation, long firstBlock, int blocks) implements Serializable {}
