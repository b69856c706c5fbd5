package dev.magpie.cuda.channel;

import java.lang.foreign.MemorySegment;

/**
 * The device's memory of one process, which others can map, too.
 *
 * @param process its number
 * @param file the descriptor that the memory has there
 * @param bytes from the device's first address on
 */
public record ProgramMemory(long process, int file, MemorySegment bytes) {}
