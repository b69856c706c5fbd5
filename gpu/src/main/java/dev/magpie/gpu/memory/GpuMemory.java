package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpecException;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything beyond the L1s: the crossbar, the slices of the L2, the memory controllers and the
 * DRAM channels. Single-threaded; the same requests at the same cycles have the same answers.
 */
public final class GpuMemory implements MemorySystem {
  private final EventQueue events = new EventQueue();
  private final Requests requests = new Requests();
  private final LineTransfers transfers = new LineTransfers();
  private final MemoryCounters counters = new MemoryCounters();
  private final Placement placement;
  private final Listener listener;
  private final Crossbar crossbar;
  private final Slice[] slices;
  private final Controllers controllers;
  private final @Nullable BuddyLink link;
  private final @Nullable HeldMemory held;

  /** Whether the held memory holds what the host has written. */
  private boolean settled;

  /** Requests that each multiprocessor has in its port's queue, or will have at their cycle. */
  private final int[] inPort;

  private final boolean[] refused;
  private final int portQueue;

  /**
   * Memory that keeps lines as they are.
   *
   * @param listener is told what happens
   */
  public GpuMemory(GpuConfig config, Listener listener) {
    this(config, Compression.NONE, EmptyImage.IMAGE, listener);
  }

  /**
   * @param coding how controllers hold lines
   * @param image the device memory, as the program sees it
   * @param listener is told what happens
   * @throws CodecSpecException if the codec is not for lines of 128 bytes, or has no table
   * @throws IllegalArgumentException if its bursts are not made of the DRAM's accesses, or the GPU
   *     has no buddy memory and needs it
   */
  public GpuMemory(GpuConfig config, LineCoding coding, DeviceImage image, Listener listener) {
    this.listener = listener;
    placement = new Placement(config);
    inPort = new int[config.multiprocessors()];
    refused = new boolean[config.multiprocessors()];
    portQueue = config.crossbar().queue();
    slices = new Slice[config.l2().slices()];
    crossbar = new Crossbar(config, events, requests, this::requestLeft, this::answerLeft);
    link = coding instanceof BuddyCompression ? link(config) : null;
    controllers = new Controllers(config, events, placement, transfers, link, counters);
    held = holding(config, coding, image);
    settled = held == null;
    boolean wholeLines = held instanceof CodedMemory || config.l2().fill() == Fill.LINE;
    for (int i = 0; i < slices.length; i++) {
      slices[i] =
          new Slice(
              i,
              config.l2(),
              wholeLines,
              events,
              requests,
              crossbar,
              controllers,
              listener,
              counters);
    }
  }

  private @Nullable BuddyLink link(GpuConfig config) {
    return config
        .buddy()
        .map(each -> new BuddyLink(each, config.clockMegahertz(), events, transfers, counters))
        .orElse(null);
  }

  private @Nullable HeldMemory holding(GpuConfig config, LineCoding coding, DeviceImage image) {
    return switch (coding) {
      case Compression none when none.isNone() -> null;
      case Compression compression ->
          new CodedMemory(config, compression, image, placement, controllers, counters);
      case BuddyCompression buddy ->
          new BuddyBackedMemory(config, buddy, image, placement, controllers, counters);
    };
  }

  @Override
  public MemoryCounters counters() {
    if (link != null) {
      counters.linkBytesTo = link.carriedBytes();
    }
    counters.requestFlits = crossbar.requests().flits();
    counters.answerFlits = crossbar.answers().flits();
    return counters;
  }

  /**
   * What a channel has done so far. It goes on by itself, and is looked at when somebody waits for
   * it: while nobody does, this may be some hundred cycles old.
   */
  public ChannelCounters channel(int channel) {
    return controllers.channel(channel).counters();
  }

  @Override
  public List<ChannelCounters> channels() {
    return IntStream.range(0, controllers.channels()).mapToObj(this::channel).toList();
  }

  /**
   * Says that the host has written to a range of addresses, while no kernel runs: slices forget
   * lines of it, and controllers code them anew, at no simulated time.
   */
  @Override
  public void hostWrote(long address, long bytes) {
    for (Slice slice : slices) {
      slice.drop(address, address + bytes);
    }
    if (held != null) {
      held.hostWrote(address, bytes);
      settled = false;
    }
  }

  /**
   * Says that a kernel begins: what the host has allocated and written since the last is coded, at
   * no simulated time. The first request after {@link #hostWrote} does so, too.
   */
  public void launchBegins() {
    if (held != null) {
      held.settle();
    }
    settled = true;
  }

  @Override
  public void setLatencyTolerance(double cycles) {
    if (held != null) {
      held.setLatencyTolerance(cycles);
    }
  }

  /**
   * What the memory holds of a line, decoded, if the slice has nothing newer.
   *
   * @return whether it does
   */
  boolean held(long line, MemorySegment target) {
    if (held == null || slices[placement.slice(line)].isDirty(placement.lineInSlice(line))) {
      return false;
    }
    held.held(line, target);
    return true;
  }

  /** Gives back what controllers hold. */
  @Override
  public void close() {
    if (held != null) {
      held.close();
    }
  }

  @Override
  public boolean offer(
      long cycle,
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int fullSectors,
      int lanes,
      int tag) {
    if (inPort[multiprocessor] == portQueue) {
      refused[multiprocessor] = true;
      counters.refusals++;
      return false;
    }
    if (!settled) {
      launchBegins();
    }
    inPort[multiprocessor]++;
    switch (request) {
      case READ -> counters.reads++;
      case WRITE -> counters.writes++;
      case ATOMIC, REDUCTION -> counters.atomics++;
    }
    int number = requests.take();
    requests.multiprocessor[number] = multiprocessor;
    requests.tag[number] = tag;
    requests.kind[number] = request;
    requests.line[number] = line;
    requests.slice[number] = placement.slice(line);
    requests.lineInSlice[number] = placement.lineInSlice(line);
    requests.sectors[number] = (byte) sectors;
    requests.full[number] = (byte) fullSectors;
    requests.lanes[number] = lanes;
    requests.offered[number] = cycle;
    if (cycle == events.now() && events.nextCycle() > cycle) {
      crossbar.request(cycle, number);
    } else {
      events.schedule(cycle, Event.OFFER, number);
    }
    return true;
  }

  @Override
  public long nextEvent() {
    return events.nextCycle();
  }

  @Override
  public void advanceTo(long cycle) {
    for (long next = events.nextCycle(); next <= cycle; next = events.nextCycle()) {
      events.moveTo(next);
      for (long event = events.take(); event >= 0; event = events.take()) {
        happens(next, (int) (event >>> 32), (int) event);
      }
    }
    if (cycle > events.now()) {
      events.moveTo(cycle);
    }
  }

  private void happens(long cycle, int kind, int number) {
    switch (kind) {
      case Event.OFFER -> crossbar.request(cycle, number);
      case Event.PORT_FREE -> crossbar.requests().inputFree(cycle, number);
      case Event.AT_SLICE -> slices[requests.slice[number]].accept(cycle, number);
      case Event.SLICE_FREE -> slices[number].wake(cycle);
      case Event.ANSWER -> slices[requests.slice[number]].answer(cycle, number);
      case Event.WRITTEN -> written(cycle, number);
      case Event.ANSWER_PORT_FREE -> crossbar.answers().inputFree(cycle, number);
      case Event.ANSWERED -> answered(cycle, number);
      case Event.AT_CHANNEL -> write(cycle, number);
      case Event.LOOK_AT_CHANNEL -> {
        controllers.channel(number).look(cycle);
        retry(cycle, number);
      }
      case Event.TRANSFERRED -> transferred(cycle, number);
      case Event.OVER_LINK -> link().arrived(cycle, number);
      case Event.LINK_HAS_ROOM -> linkHasRoom(cycle);
      default -> throw new IllegalStateException("no event has the kind " + kind);
    }
  }

  private BuddyLink link() {
    BuddyLink of = link;
    if (of == null) {
      throw new IllegalStateException("there is no link to buddy memory");
    }
    return of;
  }

  /**
   * Leaves a codec's work on a transfer to its multiprocessor, once.
   *
   * @return whether the transfer has to wait for it
   */
  private boolean needsAssistance(long cycle, int transfer) {
    int instructions = transfers.assist[transfer];
    if (instructions == 0) {
      return false;
    }
    transfers.assist[transfer] = 0;
    counters.assistedBlocks++;
    return listener.assist(
        transfers.multiprocessor[transfer],
        transfer,
        instructions,
        !transfers.writes(transfer),
        cycle);
  }

  @Override
  public void assisted(int ticket, long cycle) {
    events.schedule(cycle, transfers.writes(ticket) ? Event.AT_CHANNEL : Event.TRANSFERRED, ticket);
  }

  /** A held line is ready to be written, but for what a multiprocessor has to do. */
  private void write(long cycle, int transfer) {
    if (!needsAssistance(cycle, transfer)) {
      controllers.write(cycle, transfers.channel[transfer], transfer);
    }
  }

  private void linkHasRoom(long cycle) {
    link().mayRetry();
    for (Slice slice : slices) {
      slice.retry(cycle);
    }
  }

  private void transferred(long cycle, int transfer) {
    if (transfers.isHalf[transfer]) {
      transfers.isHalf[transfer] = false;
      return;
    }
    if (needsAssistance(cycle, transfer)) {
      return;
    }
    if (transfers.purpose[transfer] != LineTransfers.FILL) {
      controllers.transferred(cycle, transfers.channel[transfer], transfer);
      return;
    }
    int slice = transfers.slice[transfer];
    int slot = transfers.slot[transfer];
    int sectors = transfers.sectors[transfer];
    transfers.free(transfer);
    slices[slice].fill(cycle, slot, sectors);
  }

  /** The slices of a channel may have room now. */
  private void retry(long cycle, int channel) {
    for (int slice = channel; slice < slices.length; slice += controllers.channels()) {
      slices[slice].retry(cycle);
    }
  }

  private void requestLeft(int multiprocessor, long cycle) {
    inPort[multiprocessor]--;
    if (refused[multiprocessor]) {
      refused[multiprocessor] = false;
      listener.hasRoom(multiprocessor, cycle);
    }
  }

  private void answerLeft(int slice, long cycle) {
    slices[slice].answerLeft(cycle);
  }

  private void written(long cycle, int request) {
    int multiprocessor = requests.multiprocessor[request];
    int tag = requests.tag[request];
    requests.free(request);
    listener.written(multiprocessor, tag, cycle);
  }

  private void answered(long cycle, int request) {
    int multiprocessor = requests.multiprocessor[request];
    int tag = requests.tag[request];
    counters.answers++;
    counters.answerCycles += cycle - requests.offered[request];
    requests.free(request);
    crossbar.answers().release(cycle, multiprocessor);
    listener.answered(multiprocessor, tag, cycle);
  }
}
