/** Buddy Compression as a memory: heap, page table, memory-entries, targets. */
@NullMarked
package dev.magpie.memory.buddy;

import org.jspecify.annotations.NullMarked;
