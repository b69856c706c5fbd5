package dev.magpie.gpu.dram;

import java.util.List;
import java.util.Map;

/**
 * One DRAM channel, as a device of some standard and speed makes it: read from a file by {@link
 * DramConfigs}.
 *
 * <p>A channel is a tree: levels from the channel down to the bank. All times are cycles of the
 * command clock.
 *
 * @param name as {@code hbm2-2000}
 * @param standard as {@code HBM2}
 * @param description what it is, in a line
 * @param source where its figures are from
 * @param clockMegahertz the command clock
 * @param levels names from {@code channel} to {@code bank}
 * @param counts how many nodes of a level a node of the level above has; the first is 1
 * @param dataBusLevel index of the level whose nodes have a data bus each
 * @param refreshLevel index of the level whose nodes are refreshed each by themselves
 * @param rows of a bank
 * @param columns of a row, one access each
 * @param accessBytes what one read or write moves
 * @param commands the bus that each command takes and for how long
 * @param timing the parameters by name
 * @param constraints the standard's table, with these parameters
 * @param map the order of the address bits, most significant first
 * @param bankHash what becomes of the bank that they say
 * @param controller queues and policies
 * @param energy picojoules
 */
public record DramConfig(
    String name,
    String standard,
    String description,
    String source,
    double clockMegahertz,
    List<String> levels,
    List<Integer> counts,
    int dataBusLevel,
    int refreshLevel,
    int rows,
    int columns,
    int accessBytes,
    Map<Command, BusUse> commands,
    Map<String, Integer> timing,
    List<Constraint> constraints,
    String map,
    BankHash bankHash,
    SchedulerConfig controller,
    DramEnergy energy) {

  static final int MAX_TIMING = 1_000_000;

  public DramConfig {
    levels = List.copyOf(levels);
    counts = List.copyOf(counts);
    commands = Map.copyOf(commands);
    timing = Map.copyOf(timing);
    constraints = List.copyOf(constraints);
  }

  /** Which bank of its channel an address has. */
  public enum BankHash {
    /** The one that the map says. */
    NONE,
    /**
     * The map's bank plus the digits of the row, written to the base of the number of banks. Arrays
     * whose addresses differ by a power of two are then in different banks, not in different rows
     * of one bank, as with the exclusive-or of Zhang et al., "A permutation-based page interleaving
     * scheme" (MICRO 2000). Unlike with that, a stream still visits the banks in order, so that it
     * comes back to each as late as can be.
     */
    ROW_SUM
  }

  /**
   * What a command takes of a command bus.
   *
   * @param bus 0 or 1; commands on different buses may issue in one cycle
   * @param cycles for how long
   */
  public record BusUse(int bus, int cycles) {}

  /** The parameter of that name. */
  public int timing(String parameter) {
    Integer value = timing.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException(name + ": no timing parameter is called " + parameter);
    }
    return value;
  }

  /** What a command takes of a command bus. */
  public BusUse use(Command command) {
    BusUse use = commands.get(command);
    if (use == null) {
      throw new IllegalArgumentException(name + ": has no command " + command);
    }
    return use;
  }

  /** Cycles that a burst takes on its data bus. */
  public int burstCycles() {
    return timing("BL");
  }

  /** Cycles from a read command to the end of its data. */
  public int readLatency() {
    return timing("CL") + burstCycles();
  }

  /** Cycles from a write command to the end of its data. */
  public int writeLatency() {
    return timing("CWL") + burstCycles();
  }

  /** Nodes of a level in the channel. */
  public int nodes(int level) {
    int nodes = 1;
    for (int i = 0; i <= level; i++) {
      nodes *= counts.get(i);
    }
    return nodes;
  }

  /** Banks of the channel. */
  public int banks() {
    return nodes(levels.size() - 1);
  }

  /** Banks below each node of a level. */
  public int banksPerNode(int level) {
    return banks() / nodes(level);
  }

  /** Bytes that the channel holds. */
  public long bytes() {
    return (long) banks() * rows * columns * accessBytes;
  }

  /** Bytes a second when every data bus is busy all the time, in GB/s. */
  public double peakGigabytesPerSecond() {
    return nodes(dataBusLevel) * accessBytes * clockMegahertz / burstCycles() / 1e3;
  }

  /** Nanoseconds of a cycle. */
  public double nanosecondsPerCycle() {
    return 1e3 / clockMegahertz;
  }
}
