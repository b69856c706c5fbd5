package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.ProgramMemory;
import java.util.HashMap;
import java.util.Map;

/** What the processes of a command have exported to each other, by the number in its handle. */
public final class Exports {
  private final Map<Long, Export> all = new HashMap<>();
  private long nextIdentity = 1;

  /** What a handle is for; in the order of the C library. */
  enum Kind {
    ALLOCATION,
    PHYSICAL,
    EVENT,
    POOL
  }

  /**
   * Something that a process has exported.
   *
   * @param owner the memory of that process
   * @param address of the memory, or a handle
   * @param bytes 0 of what is no memory
   */
  record Export(Kind kind, ProgramMemory owner, long address, long bytes) {}

  /** Nothing yet. */
  public Exports() {}

  /** The number of an export, which is the same for the same. */
  synchronized long add(Export export) {
    for (Map.Entry<Long, Export> each : all.entrySet()) {
      if (each.getValue().equals(export)) {
        return each.getKey();
      }
    }
    all.put(nextIdentity, export);
    return nextIdentity++;
  }

  /** The export of a number. */
  synchronized Export get(long identity, Kind kind) {
    Export export = all.get(identity);
    if (export == null || export.kind() != kind) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return export;
  }

  /** A process has freed what it may have exported. */
  synchronized void withdraw(Kind kind, ProgramMemory owner, long address) {
    all.values()
        .removeIf(each ->
            each.kind() == kind
                && each.owner().process() == owner.process()
                && each.address() == address);
  }

  static Kind kind(int number) {
    Kind[] kinds = Kind.values();
    if (number < 0 || number >= kinds.length) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return kinds[number];
  }
}
