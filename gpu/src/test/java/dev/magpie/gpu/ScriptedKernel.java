package dev.magpie.gpu;

import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.WarpStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A kernel all of whose warps issue the same instructions; notes when each is issued. */
final class ScriptedKernel implements KernelStream {
  private static final int REGISTERS = 16;

  /** When a warp issued an instruction. */
  record Issue(long cycle, int multiprocessor, long block, int warp, int instruction) {}

  /** Tells what a warp's instruction accesses, by the warp's number in the grid. */
  interface Accesses extends BiConsumer<Integer, MemoryAccess> {}

  final List<Issue> issues = new ArrayList<>();
  private final List<StreamInstruction> instructions = new ArrayList<>();
  private final List<Accesses> accesses = new ArrayList<>();
  private final long blocks;
  private final int threads;
  private int registersPerThread = 1;
  private int sharedBytes;
  private long localStart;
  private long localBytes;
  private MachineForm form = MachineForm.AS_WRITTEN;

  ScriptedKernel(long blocks, int threads) {
    this.blocks = blocks;
    this.threads = threads;
  }

  ScriptedKernel taking(int registers, int shared) {
    registersPerThread = registers;
    sharedBytes = shared;
    return this;
  }

  /** Gives each block local memory. */
  ScriptedKernel local(long start, long bytesPerBlock) {
    localStart = start;
    localBytes = bytesPerBlock;
    return this;
  }

  ScriptedKernel then(OperationClass kind, int[] reads, int... writes) {
    return add(kind, reads, writes, (_, _) -> {});
  }

  ScriptedKernel then(OperationClass kind) {
    return then(kind, reads());
  }

  /** What the instructions behind it are in machine code. */
  ScriptedKernel as(MachineForm compiled) {
    form = compiled;
    return this;
  }

  /** Loads a line into a register, at an address that another register has. */
  ScriptedKernel loadAt(int address, int register, long line) {
    return add(
        OperationClass.MEMORY,
        reads(address),
        new int[] {register},
        (_, access) -> {
          access.setKind(Kind.LOAD, false);
          access.addLine(line, 0xf, 0, 32);
        });
  }

  /** Stores what a register has. */
  ScriptedKernel storeOf(int register, long line) {
    return add(
        OperationClass.MEMORY,
        reads(register),
        reads(),
        (_, access) -> {
          access.setKind(Kind.STORE, false);
          access.addLine(line, 0xf, 0xf, 32);
        });
  }

  /** Loads a line into a register. */
  ScriptedKernel load(int register, long line) {
    return access(Kind.LOAD, register, line);
  }

  ScriptedKernel store(long line) {
    return add(
        OperationClass.MEMORY,
        reads(),
        reads(),
        (_, access) -> {
          access.setKind(Kind.STORE, false);
          access.addLine(line, 0xf, 0xf, 32);
        });
  }

  ScriptedKernel access(Kind kind, int register, long... lines) {
    return memory(
        register,
        (_, access) -> {
          access.setKind(kind, false);
          for (long line : lines) {
            access.addLine(line, 0xf, 0, 32);
          }
        });
  }

  ScriptedKernel memory(int register, Accesses what) {
    return add(OperationClass.MEMORY, reads(), new int[] {register}, what);
  }

  private ScriptedKernel add(OperationClass kind, int[] reads, int[] writes, Accesses what) {
    instructions.add(
        new StreamInstruction(
            kind, reads, writes, form, "line " + (instructions.size() + 1), null));
    accesses.add(what);
    return this;
  }

  static int[] reads(int... registers) {
    return registers;
  }

  /** The cycles in which a warp of block 0 issued its instructions. */
  List<Long> cycles(int warp) {
    return issues.stream()
        .filter(issue -> issue.block == 0 && issue.warp == warp)
        .map(Issue::cycle)
        .toList();
  }

  /** The cycles in which the first warps of blocks issued their first instruction. */
  List<Long> starts() {
    return issues.stream()
        .filter(issue -> issue.warp == 0 && issue.instruction == 0)
        .map(Issue::cycle)
        .toList();
  }

  @Override
  public KernelShape shape() {
    return new KernelShape(
        "scripted",
        blocks,
        threads,
        registersPerThread,
        sharedBytes,
        localStart,
        localBytes,
        REGISTERS,
        instructions);
  }

  @Override
  public BlockStream begin(long number, int multiprocessor) {
    return new ScriptedBlock(number, multiprocessor);
  }

  private final class ScriptedBlock implements BlockStream {
    private final long number;
    private final int multiprocessor;
    private final ScriptedWarp[] warps = new ScriptedWarp[Math.ceilDiv(threads, 32)];

    ScriptedBlock(long number, int multiprocessor) {
      this.number = number;
      this.multiprocessor = multiprocessor;
      for (int i = 0; i < warps.length; i++) {
        warps[i] = new ScriptedWarp(this, i);
      }
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public int warps() {
      return warps.length;
    }

    @Override
    public WarpStream warp(int index) {
      return warps[index];
    }

    @Override
    public boolean isDone() {
      for (ScriptedWarp warp : warps) {
        if (warp.state() != WarpStream.State.DONE) {
          return false;
        }
      }
      return true;
    }

    /** All warps that have not ended wait: they go on. */
    void meet() {
      for (ScriptedWarp warp : warps) {
        if (warp.state() == WarpStream.State.RUNNING) {
          return;
        }
      }
      for (ScriptedWarp warp : warps) {
        warp.waits = false;
      }
    }
  }

  private final class ScriptedWarp implements WarpStream {
    private final ScriptedBlock block;
    private final int index;
    private int at;
    private boolean waits;

    ScriptedWarp(ScriptedBlock block, int index) {
      this.block = block;
      this.index = index;
    }

    @Override
    public State state() {
      return waits ? State.WAITING : at == instructions.size() ? State.DONE : State.RUNNING;
    }

    @Override
    public int next() {
      return at;
    }

    @Override
    public int mask() {
      return -1;
    }

    @Override
    public void issue(long cycle, MemoryAccess access) {
      issues.add(new Issue(cycle, block.multiprocessor, block.number, index, at));
      access.clear();
      accesses.get(at).accept((int) (block.number * block.warps.length + index), access);
      waits = instructions.get(at).kind() == OperationClass.BARRIER;
      at++;
      block.meet();
    }
  }
}
