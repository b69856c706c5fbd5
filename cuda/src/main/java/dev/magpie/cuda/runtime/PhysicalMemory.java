package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.ProgramMemory;
import java.lang.foreign.MemorySegment;

/** Memory that a program has created to map it: this process's, or another one's. */
final class PhysicalMemory {
  private final ProgramMemory owner;
  private final long offset;
  private final long bytes;
  private final MemorySegment properties;

  /** Handles and mappings; without any, it is given back. */
  private int uses = 1;

  private boolean isExported;

  /** Whether it has been mapped, so that there may be something in it. */
  private boolean isUsed;

  /**
   * Memory with one handle.
   *
   * @param offset in the owner's memory
   * @param properties as the program gave them
   */
  PhysicalMemory(ProgramMemory owner, long offset, long bytes, MemorySegment properties) {
    this.owner = owner;
    this.offset = offset;
    this.bytes = bytes;
    this.properties = properties;
  }

  ProgramMemory owner() {
    return owner;
  }

  /** Whether a process has created it. */
  boolean isOf(ProgramMemory process) {
    return owner.process() == process.process();
  }

  long offset() {
    return offset;
  }

  long bytes() {
    return bytes;
  }

  MemorySegment properties() {
    return properties;
  }

  MemorySegment part(long from, long length) {
    return owner.bytes().asSlice(offset + from, length);
  }

  void use() {
    uses++;
  }

  /** One handle or mapping less; whether there is none left. */
  boolean leave() {
    return --uses == 0;
  }

  /** From now on another process may have it, so that it stays to the end. */
  void export() {
    isExported = true;
  }

  boolean isExported() {
    return isExported;
  }

  /** Whether this is its first mapping. */
  boolean isNew() {
    boolean isFirst = !isUsed;
    isUsed = true;
    return isFirst;
  }
}
