package dev.magpie.gpu.core;

import dev.magpie.gpu.config.CoreConfig;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A kernel's instructions as a multiprocessor of a configuration executes them, by number. */
public final class KernelTable {
  /** The kind of the unit that loads and stores go to. */
  static final int MEMORY_UNIT = 0;

  /** Multiplications and additions of a warp that 1,024 products take, without units for them. */
  private static final int PRODUCTS_BY_LANES = 32;

  private static final List<OperationClass> CLASSES = List.of(OperationClass.values());

  final KernelStream kernel;
  final byte[] classes;
  final byte[] units;
  final int[] latencies;
  final int[] intervals;

  /** The registers that have to be there: those that it reads, and those that it writes. */
  final int[][] operands;

  /** The registers that it reads; of a part of a load what the load writes. */
  final int[][] reads;

  final int[][] writes;
  final MachineForm[] forms;
  final InstructionCounters counters;

  /**
   * Looks the kernel's instructions up.
   *
   * @param counters of what each does
   */
  public KernelTable(CoreConfig core, KernelStream kernel, InstructionCounters counters) {
    this.kernel = kernel;
    this.counters = counters;
    List<StreamInstruction> instructions = kernel.shape().instructions();
    int count = instructions.size();
    classes = new byte[count];
    units = new byte[count];
    latencies = new int[count];
    intervals = new int[count];
    operands = new int[count][];
    reads = new int[count][];
    writes = new int[count][];
    forms = new MachineForm[count];
    List<String> names = unitNames(core);
    for (int i = 0; i < count; i++) {
      StreamInstruction each = instructions.get(i);
      classes[i] = (byte) number(each.kind());
      operands[i] =
          IntStream.concat(IntStream.of(each.reads()), IntStream.of(each.writes()))
              .distinct()
              .toArray();
      boolean isPart = isSharedLoad(each) && each.form().instructions() == 0;
      int leader = isPart ? leader(instructions, i) : -1;
      reads[i] = leader < 0 ? each.reads() : writes[leader];
      writes[i] = each.writes();
      forms[i] = each.form();
      CoreConfig.Timing timing = core.timing().get(each.kind());
      int times = 1;
      if (each.kind() == OperationClass.MATRIX) {
        // One instruction, however long it takes.
        times = Math.max(1, each.form().instructions());
        forms[i] = each.form().withInstructions(1);
        if (timing == null) {
          timing = core.timing().get(OperationClass.FLOAT_MULTIPLY_ADD);
          times *= PRODUCTS_BY_LANES;
        }
      }
      if (timing != null) {
        units[i] = (byte) names.indexOf(timing.unit());
        latencies[i] = timing.latency();
        intervals[i] = times * timing.interval();
      } else if (each.kind() != OperationClass.MEMORY) {
        throw new IllegalArgumentException("no timing for " + each.kind());
      }
    }
  }

  private static boolean isSharedLoad(StreamInstruction each) {
    return each.kind() == OperationClass.MEMORY && each.form().reads() == MachineForm.SHARED;
  }

  /**
   * The load that a part of one waits for, or -1: the nearest before it that has the same address
   * register and is whole, which is its own, or one behind that.
   */
  private static int leader(List<StreamInstruction> instructions, int part) {
    for (int i = part - 1; i >= 0; i--) {
      StreamInstruction each = instructions.get(i);
      if (isSharedLoad(each)
          && each.form().instructions() > 0
          && Arrays.equals(each.reads(), instructions.get(part).reads())) {
        return i;
      }
    }
    return -1;
  }

  static int number(OperationClass kind) {
    return CLASSES.indexOf(kind);
  }

  /** The kinds of units by number, the memory unit first. */
  private static List<String> unitNames(CoreConfig core) {
    List<String> names = new ArrayList<>(List.of("memory"));
    new TreeMap<>(core.units())
        .keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names;
  }

  /** How many units there are of each kind; the memory unit takes one instruction at a time. */
  static int[] unitCounts(CoreConfig core) {
    Map<String, Integer> units = core.units();
    int[] counts = unitNames(core).stream().mapToInt(name -> units.getOrDefault(name, 1)).toArray();
    counts[MEMORY_UNIT] = 1;
    return counts;
  }

  /** What messages call an instruction. */
  String text(int instruction) {
    return kernel.shape().instructions().get(instruction).text();
  }
}
