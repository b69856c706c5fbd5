package dev.magpie.gpu.memory;

/** What a multiprocessor asks of the memory beyond its L1. */
public enum MemoryRequest {
  READ,
  /** Written through; nobody waits for it, but a fence counts it until it is accepted. */
  WRITE,
  /** Executed at the L2; its old values come back. */
  ATOMIC,
  /** Executed at the L2; nothing comes back. */
  REDUCTION
}
