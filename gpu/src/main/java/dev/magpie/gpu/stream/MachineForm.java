package dev.magpie.gpu.stream;

/**
 * What a compiler to machine code makes of an instruction, as far as a core can tell that issues
 * them as compiled.
 *
 * @param instructions of the machine that it becomes; 0 if it is part of another, as a load of
 *     shared memory of one before it that has the same address register; of {@link
 *     OperationClass#MATRIX} its work
 * @param iterations of a loop whose branch back it is that are ordered as one; 1 if it ends each
 * @param reads spaces that it loads from and that stores change, as a sum of {@link #GLOBAL},
 *     {@link #SHARED} and {@link #LOCAL}
 * @param writes spaces that it stores to; an instruction that does both keeps its place
 */
public record MachineForm(int instructions, int iterations, int reads, int writes) {
  public static final int GLOBAL = 1;
  public static final int SHARED = 2;
  public static final int LOCAL = 4;
  public static final int ALL = GLOBAL | SHARED | LOCAL;

  /** Of code that is in its order already: an instruction each, and none of memory moves. */
  public static final MachineForm AS_WRITTEN = new MachineForm(1, 1, ALL, ALL);

  /** The same with another number of instructions. */
  public MachineForm withInstructions(int count) {
    return new MachineForm(count, iterations, reads, writes);
  }
}
