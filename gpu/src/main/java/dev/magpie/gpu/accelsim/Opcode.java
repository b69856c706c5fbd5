package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import java.util.List;

/**
 * What an instruction of SASS does, as far as its time depends on it: of the operation before its
 * first point, and of the parts behind it.
 *
 * @param kind of work
 * @param space that it accesses
 * @param access what it does there
 * @param width bytes of each lane
 * @param matrices of 8 rows that an {@code LDSM} loads; 0 for others
 * @param waits whether the warp waits for others of its block
 * @param isKnown whether the operation stands in {@link Opcodes}
 */
record Opcode(
    OperationClass kind,
    Space space,
    Kind access,
    int width,
    int matrices,
    boolean waits,
    boolean isKnown) {

  /** Kinds of memory. */
  enum Space {
    NONE,
    GLOBAL,
    LOCAL,
    SHARED,
    /** One of those three, as the address says. */
    GENERIC,
    CONSTANT
  }

  static Opcode parse(String text) {
    List<String> parts = List.of(text.split("\\.", -1));
    String name = parts.getFirst();
    Opcodes.Entry entry = Opcodes.find(name);
    if (name.equals("BAR")) {
      return new Opcode(
          OperationClass.BARRIER, Space.NONE, Kind.NONE, 0, 0, !parts.contains("ARV"), true);
    }
    Kind access = entry.access();
    if (!entry.isKnown()) {
      return unknown(name, width(parts));
    }
    if (access == Kind.LOAD && bypassesFirstLevel(parts)) {
      access = Kind.LOAD_UNCACHED;
    }
    boolean isMatrix = name.equals("LDSM");
    return new Opcode(
        entry.kind(),
        entry.space(),
        access,
        isMatrix ? 16 : width(parts),
        isMatrix ? matrices(parts) : 0,
        false,
        true);
  }

  /** Something newer than the table: its name says whether it accesses memory. */
  private static Opcode unknown(String name, int width) {
    Kind access =
        name.startsWith("LD")
            ? Kind.LOAD
            : name.startsWith("ST")
                ? Kind.STORE
                : name.startsWith("ATOM")
                    ? Kind.ATOMIC
                    : name.startsWith("RED") ? Kind.REDUCTION : Kind.NONE;
    return access == Kind.NONE
        ? new Opcode(OperationClass.INTEGER_ADD, Space.NONE, access, 0, 0, false, false)
        : new Opcode(OperationClass.MEMORY, Space.GLOBAL, access, width, 0, false, false);
  }

  /** Cached by the L2 alone, volatile, or coherent with other multiprocessors. */
  private static boolean bypassesFirstLevel(List<String> parts) {
    return parts.contains("CG")
        || parts.contains("BYPASS")
        || parts.contains("CV")
        || (parts.contains("STRONG") && (parts.contains("GPU") || parts.contains("SYS")));
  }

  /** What the tracer says of it is not always right. */
  private static int width(List<String> parts) {
    for (String part : parts.subList(1, parts.size())) {
      int width =
          switch (part) {
            case "U8", "S8", "8" -> 1;
            case "U16", "S16", "16" -> 2;
            case "64" -> 8;
            case "128" -> 16;
            default -> 0;
          };
      if (width > 0) {
        return width;
      }
    }
    return 4;
  }

  private static int matrices(List<String> parts) {
    return parts.contains("4") ? 4 : parts.contains("2") ? 2 : 1;
  }
}
