package dev.magpie.gpu.execute;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.StuckException;
import dev.magpie.gpu.stream.WarpStream;
import dev.magpie.gpu.stream.WrittenLines;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.Block;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.FunctionCode;
import dev.magpie.ptx.execute.GridRunner;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.execute.KernelImage;
import dev.magpie.ptx.execute.LaneMemory;
import dev.magpie.ptx.execute.LaunchContext;
import dev.magpie.ptx.execute.MemoryObserver;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.ptx.ir.SourceLine;
import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A launch of a PTX kernel: each instruction executes on the device when it is issued, so that the
 * order of accesses is that of the timing; blocks that take no time execute as without timing, one
 * after the other.
 *
 * <p>Physical addresses count from the device's first allocation on. Local memory lies behind the
 * last one; a block's has a stretch for each warp, the words of its threads side by side.
 */
public final class PtxKernel implements KernelStream {
  private static final Set<String> PAST_L1 =
      Set.of("volatile", "relaxed", "acquire", "sc", "mmio", "cg", "cv");

  private final LaunchContext context;

  /** Who is told of accesses beside this, or null. */
  private final @Nullable MemoryObserver told;

  private final ExecutionProfile profile;
  private final Coalescer coalescer;
  private final KernelShape shape;
  private final int multiprocessors;
  private final long localBytesPerWarp;
  private final Deque<PtxBlock> idle = new ArrayDeque<>();

  /**
   * Prepares a launch.
   *
   * @param localStart physical address that local memory may begin at, a multiple of 128
   * @throws dev.magpie.ptx.ir.PtxException if the arguments are not the kernel's, or the grid is
   *     beyond the limits
   */
  public PtxKernel(
      Device device, Launch launch, LaunchOptions options, GpuConfig config, long localStart) {
    KernelImage image = launch.kernel().image();
    List<Operation> operations = image.operations();
    byte[] uncached = new byte[operations.size()];
    for (int i = 0; i < uncached.length; i++) {
      uncached[i] =
          (byte)
              (operations.get(i).source().modifiers().stream().anyMatch(PAST_L1::contains) ? 1 : 0);
    }
    coalescer = new Coalescer(uncached, config.core().sharedBanks());
    MemoryObserver observer = options.observer();
    told = observer;
    context =
        device.prepare(
            launch,
            options
                .withThreads(1)
                .withObserver(
                    observer == null
                        ? coalescer
                        : MemoryObserver.all(List.of(coalescer, observer))));
    profile = new ExecutionProfile(context);
    List<StreamInstruction> instructions = new ArrayList<>();
    int first = 0;
    for (FunctionCode program : image.programs()) {
      int predicates = first + program.registers();
      List<MachineForm> forms = MachineCode.of(program);
      for (int i = 0; i < forms.size(); i++) {
        instructions.add(
            instruction(
                program.operations().get(i),
                forms.get(i),
                first,
                predicates,
                program.function().label()));
      }
      first = predicates + program.predicates();
    }
    multiprocessors = config.multiprocessors();
    localBytesPerWarp = (long) Math.ceilDiv(image.localBytes(), 4) * MemoryAccess.LINE_BYTES;
    shape =
        new KernelShape(
            context.kernel().name(),
            context.shape().grid().count(),
            context.shape().threads(),
            Math.max(1, launch.kernel().registersPerThread()),
            context.shape().sharedBytes(),
            localStart,
            localBytesPerWarp * context.shape().warps(),
            first,
            instructions);
  }

  /** Each function's registers get numbers of their own, its predicates behind them. */
  private static StreamInstruction instruction(
      Operation operation, MachineForm form, int first, int predicates, String module) {
    int[] reads = numbers(operation.reads(), first, operation.predicateReads(), predicates);
    int[] writes = numbers(operation.writes(), first, operation.predicateWrites(), predicates);
    // Under a guard some lanes keep what they had.
    boolean isGuarded = operation.source().guard() != null;
    return new StreamInstruction(
        Classification.of(operation),
        isGuarded ? IntStream.concat(IntStream.of(reads), IntStream.of(writes)).toArray() : reads,
        writes,
        form,
        "line %d (%s)".formatted(operation.line(), operation.source().mnemonic()),
        Objects.requireNonNullElseGet(
            operation.source().location(), () -> new SourceLine(module, operation.line())));
  }

  private static int[] numbers(int[] slots, int first, int[] predicateSlots, int predicates) {
    return IntStream.concat(
            IntStream.of(slots).map(slot -> first + slot),
            IntStream.of(predicateSlots).map(slot -> predicates + slot))
        .toArray();
  }

  @Override
  public BlockOrder blockOrder() {
    return context.cooperative() ? BlockOrder.TOGETHER : BlockOrder.ANY;
  }

  @Override
  public KernelShape shape() {
    return shape;
  }

  /** How often each operation was executed, so far. */
  public ExecutionProfile profile() {
    return profile;
  }

  @Override
  public BlockStream begin(long number, int multiprocessor) {
    PtxBlock block = idle.isEmpty() ? new PtxBlock() : idle.removeLast();
    block.block.begin(number, multiprocessor);
    return block;
  }

  @Override
  public void end(BlockStream block) {
    idle.addLast((PtxBlock) block);
  }

  @Override
  public long takeEffect(long from, long to, long limit, WrittenLines written) {
    if (told != null) {
      return KernelStream.super.takeEffect(from, to, limit, written);
    }
    LaunchContext launch =
        context.toldTo((space, access, bytes, mask, offsets, base) -> {
          if (access.writes() && space == StateSpace.GLOBAL) {
            add(written, bytes, mask, offsets, base - AddressSpace.HEAP);
          }
        });
    ExecutionProfile executed = new ExecutionProfile(launch);
    try {
      return GridRunner.run(launch, executed, multiprocessors, from, to, limit);
    } catch (KernelFaultException e) {
      throw e.kind() == KernelFaultException.Kind.LIMIT ? StuckException.beyond(limit) : e;
    } finally {
      profile.add(executed);
    }
  }

  private static void add(WrittenLines written, int bytes, int mask, long[] offsets, long base) {
    if (mask == -1 && LaneMemory.areInRow(offsets, bytes)) {
      written.add(base + offsets[0], Warp.LANES * bytes);
      return;
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      written.add(base + offsets[Integer.numberOfTrailingZeros(rest)], bytes);
    }
  }

  private final class PtxBlock implements BlockStream {
    final Block block = new Block(context, profile, multiprocessors);
    private final PtxWarp[] warps = new PtxWarp[block.warps().length];

    PtxBlock() {
      for (int i = 0; i < warps.length; i++) {
        warps[i] = new PtxWarp(block, block.warps()[i], coalescer, i * localBytesPerWarp);
      }
    }

    @Override
    public long number() {
      return block.number();
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
      return block.isDone();
    }
  }

  private record PtxWarp(Block block, Warp warp, Coalescer coalescer, long local)
      implements WarpStream {
    @Override
    public State state() {
      return switch (warp.state()) {
        case RUNNING -> State.RUNNING;
        case WAITING -> State.WAITING;
        case DONE -> State.DONE;
      };
    }

    @Override
    public int next() {
      return warp.next().id();
    }

    @Override
    public int mask() {
      return warp.nextMask();
    }

    @Override
    public void issue(long cycle, MemoryAccess access) {
      block.setClock(cycle);
      coalescer.begin(access, local);
      warp.step();
      coalescer.end();
    }
  }
}
